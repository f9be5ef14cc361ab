"""Sitting down to a game at the keyboard: a new one, or one that was saved; and leaving it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import typer
from rich.console import Console

from innkeeper.cli import newtable
from innkeeper.cli.screen import Screen
from innkeeper.cli.session import Session, headline
from innkeeper.session import Quit, Stuck, beginning
from innkeeper.session.beginning import Wish
from innkeeper.session.newtable import Plan

INTERRUPTED: Final = 130


class _Plain(Console):
    """A console that lets its user know when nobody reads any longer, so that the game can be saved."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def screen_here() -> Screen:
    """Return a screen on this process's output; colours only on a terminal, and nothing in it is taken for markup."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if sys.stdin.isatty():
        try:
            import readline  # noqa: F401  (arrow keys and a history for what is typed)
        except ImportError:
            pass
    return Screen(_Plain(highlight=False, emoji=False, markup=False))


# --- beginning --------------------------------------------------------------------------------------------------------


def new_game(wish: Wish, screen: Screen, hints: bool) -> Session:
    """Seat people and bots, deal, say what is to be known. Raises ValueError, OSError."""
    session = Session(beginning.new_game(wish), screen, hints)
    _introduce(session, session.record.header.seed)
    return session


def made(wish: Wish, screen: Screen) -> Wish:
    """Ask what table is to be made, beginning with `wish`; return what is asked for then. Raises ValueError, OSError."""
    plan = Plan.of(wish)
    try:
        newtable.make(plan, screen)
    except (Quit, EOFError):
        raise typer.Exit() from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    return plan.wish()


def _introduce(session: Session, seed: int) -> None:
    screen = session.screen
    text = headline(session)
    text.append(f"Seed {seed}.")
    screen.say(text)
    if not session.people:
        return
    screen.say(
        "Your team is out when its Alcohol Content reaches its Fortitude, or without Gold. The last team standing wins."
        if session.table.game.teams
        else "You pass out when your Alcohol Content reaches your Fortitude, and you are out without Gold. The last one "
        "standing wins."
    )
    screen.say(
        "Enter takes the answer marked with *; a number, or a few letters of a name, takes another one. ? tells what else "
        "there is, ? 2 what the second card does. Ctrl-C stops, and the game can be gone on with."
    )


# --- going on ---------------------------------------------------------------------------------------------------------


def saved_game(
    file: Path | None, words: Sequence[str], decks: Sequence[Path], save: Path | None, screen: Screen, hints: bool
) -> Session:
    """Go on with a saved game, the newest unfinished one without `file`. Raises ValueError (BadRecord), OSError."""
    session = Session(beginning.saved_game(file, words, decks, save), screen, hints)
    text = headline(session)
    text.append(f"Going on after {len(session.record.choices)} choices.")
    screen.say(text)
    # What was told before is not told again, but the last of it, so that one knows where one is.
    for seat, teller in session.tellers.items():
        told = teller.news(session.table)
        if seat == session.eye:
            session.last = told[-8:]
            screen.story(session.last)
    return session


def run(session: Session, decks: Sequence[Path]) -> None:
    """Play until the game is over or somebody stops it; then say how to go on with it. Ends with an exit code."""
    screen = session.screen
    code = 0
    try:
        try:
            session.run()
            return
        except Quit:
            pass
        except EOFError:
            screen.say()
        except KeyboardInterrupt:
            screen.say()
            code = INTERRUPTED
        except Stuck as error:
            screen.say(f"The game cannot go on: {error}. Please report this, with the file {session.save_to}.", "bold red")
            code = 1
        session.suspend()
        more = "".join(f" --deck {path}" for path in decks)
        screen.whole(f"Saved. Go on with: innkeeper play --resume {session.save_to}{more}")
    except BrokenPipeError:
        session.suspend()
        raise
    except OSError as error:
        typer.echo(f"The game cannot be saved: {error.filename or session.save_to}: {error.strerror}.", err=True)
        code = 1
    raise typer.Exit(code)
