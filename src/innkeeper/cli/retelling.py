"""A game told again, as a story: a saved one, or one of many games by its seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from innkeeper.cli.playing import screen_here
from innkeeper.cli.screen import Screen
from innkeeper.engine.game import seat_names
from innkeeper.engine.state import NOBODY
from innkeeper.lab.simulate import ANY, Setup, moves, new_table
from innkeeper.library import Table, catalog, catalog_with
from innkeeper.record import BadRecord, Record, catalog_for
from innkeeper.record.replay import go_through, start
from innkeeper.record.variants import BOSS, DRINKS, TEAMS, read_variants
from innkeeper.session.beginning import Refused, slug_of
from innkeeper.session.storyteller import ALL_KNOWING, Storyteller
from innkeeper.terminal import run as terminal
from innkeeper.view.labels import label
from innkeeper.view.story import listed, name_of


def tell_saved(file: Path, decks: Sequence[Path], seat: str | None, everything: bool, step: int | None) -> None:
    """Tell a saved game. Raises ValueError (BadRecord, BadText), OSError; ends with 1 where the game breaks."""
    record = Record.load(file.expanduser())
    if step is not None and step > len(record.choices):
        raise Refused(f"the game has {len(record.choices)} choices; {step} is not among them")
    table = start(record, catalog_for(record, decks))
    moving = ((at, position) for at, _, position in go_through(record, table))
    _tell_again(screen_here(), table, moving, _reader(table, seat, everything), step, record.header.plays)


def show_saved(file: Path, decks: Sequence[Path], seat: str | None, step: int | None) -> int:
    """Show a saved game at the table, and return the exit code. Raises ValueError (BadRecord, BadText), OSError."""
    record = Record.load(file.expanduser())
    table = start(record, catalog_for(record, decks))
    return terminal.replay(record, table, _reader(table, seat, False), step or 0)


def tell_seed(setup: Setup, seat: str | None, everything: bool, step: int | None) -> None:
    """Tell the game whose own seed is that of the setup. Raises ValueError; ends with 1 where the game breaks."""
    table = new_table(setup, setup.seed)
    moving = ((table, position) for position in moves(setup, setup.seed, table))
    _tell_again(screen_here(), table, moving, _reader(table, seat, everything), step, ())


def words_of(variants: Sequence[str] | None, drinks: str | None) -> list[str]:
    """Return the words for variants of a command line that names sets of Drinks by themselves."""
    return [*(variants or ()), *([] if drinks is None else [f"{DRINKS}={drinks}"])]


def setup_of(
    seats: str, bots: str, seed: int, check: bool, decks: Sequence[Path], rotate: bool = False, variants: Sequence[str] = ()
) -> Setup:
    """Return what games to play from the words of a command line. Raises ValueError (BadText for a deck file), OSError."""
    cards = catalog_with(decks) if decks else catalog()
    there = sorted(cards.variants)
    slugs = () if seats.strip() == ANY else tuple(slug_of(name) for name in seats.split(",") if name.strip())
    mix = ANY in variants
    words = [word for word in variants if word != ANY]
    if not slugs and any(word.partition("=")[0].strip() in (BOSS, TEAMS) for word in words):
        raise Refused("a Boss and teams have their seats: name these, as --seats pooky,any,any,any")
    names = ["" if slug == ANY else name for slug, name in zip(slugs, seat_names(slugs), strict=True)]
    setup = Setup(
        seats=slugs,
        bots=tuple(name.strip() for name in bots.split(",")),
        seed=seed,
        check=check,
        decks=tuple(str(path) for path in decks),
        rotate=rotate,
        variants=read_variants(words, names, there),
        mix=(TEAMS, *there) if mix else (),
    )
    setup.validate()
    return setup


def _reader(table: Table, seat: str | None, everything: bool) -> int:
    if seat is None:
        return ALL_KNOWING if everything else NOBODY
    if everything:
        raise Refused("either --seat or --all: a seat does not know everything.")
    if seat not in table.game.names:
        raise Refused(f'there is no seat "{seat}" in this game; there are: {", ".join(table.game.names)}.')
    return table.game.names.index(seat)


def _tell_again(
    screen: Screen, table: Table, moves: Iterator[tuple[Table, int]], eye: int, step: int | None, plays: Sequence[str]
) -> None:
    teller = Storyteller(eye)
    names = [f"{table.game.sheets[s].name}{f' ({plays[s]})' if plays else ''}" for s in range(len(table.out))]
    screen.say(f"{listed(names)}.", "bold")
    done = 0
    try:
        while True:
            # The move that was announced last is carried out as the next one is asked for.
            move = next(moves, None)
            screen.story(teller.news(table))
            if move is None or done == step:
                break
            done += 1
            decision = table.decision
            if eye == ALL_KNOWING and decision is not None:
                words = label(table, decision.options[move[1]])
                screen.say(f"{done:6}  {name_of(table.game, decision.seat)}: {words}", "dim", indent=8)
    except (BadRecord, BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        screen.story(teller.news(table))
        screen.say()
        screen.say(f"The game breaks at choice {done}: {type(error).__name__}: {error}", "bold red")
        raise typer.Exit(1) from None
    screen.say()
    screen.seats(table, eye)
    decision = table.decision
    if decision is not None:
        there = f"After {done} choices"
        if eye in (ALL_KNOWING, decision.seat):
            options = ", ".join(label(table, option) for option in decision.options)
            screen.say(f"{there}: {name_of(table.game, decision.seat)} chooses among: {options}.")
        else:
            screen.say(f"{there}.")
