"""Sitting down to a game at the keyboard: a new one, or one that was saved; and leaving it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from typing import Final

import typer
from rich.console import Console

from innkeeper.bots import Bot, bot_seed, make
from innkeeper.cli.screen import Screen
from innkeeper.cli.session import ME, Quit, Session, Stuck, headline
from innkeeper.engine import chance
from innkeeper.engine.program import Catalog
from innkeeper.library import Table, catalog, catalog_with
from innkeeper.record import BadRecord, Header, Record, catalog_for
from innkeeper.record.record import deck_digest
from innkeeper.record.replay import go_through, start

FIRST_GAME: Final = ("deirdre", "fiona", "gerki", "zot")
"""Who sits down where nobody says who: four characters that are easy to begin with."""

RANDOM_BOT: Final = "bot:random"
INTERRUPTED: Final = 130


class Refused(ValueError):
    """What was asked for cannot be done; the message is for the person who asked."""


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


def new_game(
    words: Sequence[str],
    seed: int | None,
    first: str | None,
    decks: Sequence[Path],
    save: Path | None,
    screen: Screen,
    hints: bool,
) -> Session:
    """Seat people and bots, deal, say what is to be known. `words`: SEAT=WHO. Raises ValueError, OSError."""
    cards = catalog_with(decks) if decks else catalog()
    if seed is None:
        seed = SystemRandom().randrange(1_000_000)
    seats, plays = _seats(words, cards) if words else _first_game(seed)
    names = _names(seats)
    variants: dict[str, object] = {}
    if first is not None:
        if first != "random" and first not in names:
            raise Refused(f'there is no seat "{first}"; there are: {", ".join(names)}, or random.')
        variants["first"] = first if first == "random" else names.index(first)
    table = Table.new(seats, variants, seed, cards)
    header = Header(
        seats=seats,
        seed=seed,
        plays=plays,
        variants=variants,
        decks=tuple((path.name, deck_digest(path)) for path in decks),
        cards=cards.digest,
    )
    where = save.expanduser() if save is not None else _new_file(seats[plays.index(ME)] if ME in plays else seats[0])
    session = Session(table, Record(header), _players(plays, seed), screen, where, hints)
    _introduce(session, seed)
    return session


def _seats(words: Sequence[str], cards: Catalog) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return characters and who plays them. Of seats that say nothing the first is yours, unless another one is."""
    parts = [word.partition("=") for word in words]
    seats = []
    for name, _, _ in parts:
        slug = slug_of(name)
        if slug not in cards.sheets:
            raise Refused(f'there is no character "{name}"; there are: {", ".join(sorted(cards.sheets))}.')
        seats.append(slug)
    mine = any(sign and who == ME for _, sign, who in parts)
    plays = []
    for _, sign, who in parts:
        if not sign:
            who, mine = (RANDOM_BOT, mine) if mine else (ME, True)
        plays.append(_who(who))
    return tuple(seats), tuple(plays)


def slug_of(name: str) -> str:
    """Return a character's slug from how it was typed."""
    return name.strip().lower().replace("-", "_")


def _who(word: str) -> str:
    if word == ME:
        return word
    try:
        make(word, 0)
    except ValueError as error:
        raise Refused(f'a seat is played by "me" or by a bot: {error}') from None
    return word if word.startswith("bot:") else f"bot:{word}"


def _names(seats: Sequence[str]) -> list[str]:
    found: list[str] = []
    for i, slug in enumerate(seats):
        times = list(seats[: i + 1]).count(slug)
        found.append(slug if times == 1 else f"{slug}-{times}")
    return found


def _first_game(seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    order = chance.shuffled(chance.seeded(seed), range(len(FIRST_GAME)))[1]
    return tuple(FIRST_GAME[i] for i in order), (ME, *[RANDOM_BOT] * (len(FIRST_GAME) - 1))


def _players(plays: Sequence[str], seed: int) -> list[Bot | None]:
    return [None if who == ME else make(who, bot_seed(seed, seat)) for seat, who in enumerate(plays)]


def _introduce(session: Session, seed: int) -> None:
    screen = session.screen
    text = headline(session)
    text.append(f"Seed {seed}.")
    screen.say(text)
    if not session.people:
        return
    screen.say(
        "You pass out when your Alcohol Content reaches your Fortitude, and you are out without Gold. The last one "
        "standing wins."
    )
    screen.say(
        "Enter takes the answer marked with *; a number, or a few letters of a name, takes another one. ? tells what else "
        "there is, ? 2 what the second card does. Ctrl-C stops, and the game can be gone on with."
    )


# --- going on ---------------------------------------------------------------------------------------------------------


def games_folder() -> Path:
    """Return the folder that games are saved in."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if state and Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "innkeeper" / "games"


def _new_file(name: str) -> Path:
    stem = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{name}"
    path = games_folder() / f"{stem}.record"
    number = 2
    while path.exists():
        path = games_folder() / f"{stem}-{number}.record"
        number += 1
    return path


def newest_unfinished() -> Path | None:
    """Return the saved game that was played last and is not over, or None."""
    folder = games_folder()
    files = [path for path in folder.glob("*.record") if path.is_file()] if folder.is_dir() else []
    for path in sorted(files, key=lambda p: (p.stat().st_mtime_ns, p.name), reverse=True):
        try:
            if Record.load(path).over is None:
                return path
        except (BadRecord, OSError):
            continue
    return None


def saved_game(
    file: Path | None, words: Sequence[str], decks: Sequence[Path], save: Path | None, screen: Screen, hints: bool
) -> Session:
    """Go on with a saved game, the newest unfinished one without `file`. Raises ValueError (BadRecord), OSError."""
    path = file.expanduser() if file is not None else newest_unfinished()
    if path is None:
        raise Refused(f"there is no unfinished game in {games_folder()}. innkeeper play begins one.")
    record = Record.load(path)
    if record.over is not None:
        raise Refused(f"this game is over. innkeeper replay {path} tells it again.")
    table = start(record, catalog_for(record, decks))
    plays = list(record.header.plays) or [ME] * len(table.out)
    for word in words:
        name, sign, who = word.partition("=")
        if name not in table.game.names or not sign:
            raise Refused(f"say SEAT=me or SEAT=bot:random for a seat of this game: {', '.join(table.game.names)}.")
        plays[table.game.names.index(name)] = _who(who)
    players = _players(plays, record.header.seed)
    steps = 0
    for at, _, _ in go_through(record, table):
        assert at.decision is not None
        bot = players[at.decision.seat]
        if bot is not None:
            bot.skip()
        steps += 1
    if save is None:
        record.go_on()
    session = Session(table, record, players, screen, save.expanduser() if save is not None else path, hints)
    text = headline(session)
    text.append(f"Going on after {steps} choices.")
    screen.say(text)
    # What was told before is not told again, but the last of it, so that one knows where one is.
    for seat, teller in session.tellers.items():
        told = teller.news(table)
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
