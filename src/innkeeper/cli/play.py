"""`innkeeper play`: a game at the table in a terminal, or in lines of text. `innkeeper replay`: a game told again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from innkeeper.cli.options import Decks, Drinks


def play(
    file: Annotated[
        Path | None, typer.Argument(help="With --resume: the game to go on with; the newest one if left out.")
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="Who sits down, clockwise, and who plays them: zot=me, gerki=bot:random, fiona=me:Ann. Once for each seat."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Everything random follows from it; drawn if left out.")] = None,
    first: Annotated[
        str | None, typer.Option(help='Whose turn is the first: a seat, or "random". The first seat if left out.')
    ] = None,
    drinks: Drinks = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(
            help="A variant, once for each: teams=2,2 (sizes, clockwise), boss=pooky or boss=pooky:gold=30, prizes, events."
        ),
    ] = None,
    deck: Decks = None,
    save: Annotated[
        Path | None, typer.Option(help="Where the game is written to, instead of your own folder of games.")
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Make the table first: who sits where, teams, a Boss, Prizes, Drinks, who begins.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a saved game, at the very choice where it stopped.")
    ] = False,
    hints: Annotated[bool, typer.Option(help="Say what a Phase is when it comes for the first time.")] = True,
    watch: Annotated[bool, typer.Option("--watch", help="Bots play all seats, and you look on.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Play in lines of text; so it is by itself where there is no full terminal.")
    ] = False,
) -> None:
    """Play: you against three bots, unless you say otherwise."""
    from innkeeper.cli import playing, retelling
    from innkeeper.session import beginning
    from innkeeper.session.beginning import Refused, Wish
    from innkeeper.session.newtable import Plan
    from innkeeper.session.sitting import Sitting
    from innkeeper.terminal import run as terminal

    decks = tuple(deck or ())
    wish = Wish(tuple(seat or ()), seed, first, decks, save, watch, tuple(retelling.words_of(variant, drinks)))
    going_on = resume or file is not None
    if going_on and (seed is not None or first is not None or variant or drinks):
        raise Refused("a game that is gone on with has its seed, its variants and its first turn already")
    if going_on and new:
        raise Refused("either --new or --resume: a game that is gone on with has its table already")
    if not plain and terminal.is_full():
        what: Plan | Sitting
        if going_on:
            what = beginning.saved_game(file, wish.seats, decks, save)
        else:
            what = Plan.of(wish) if new else beginning.new_game(wish)
        said, code = terminal.play(what, lambda over: beginning.rematch(over, decks), hints, decks)
        typer.echo(said, err=code != 0)
        raise typer.Exit(code)
    screen = playing.screen_here()
    if going_on:
        session = playing.saved_game(file, seat or [], deck or [], save, screen, hints)
    else:
        session = playing.new_game(playing.made(wish, screen) if new else wish, screen, hints)
    playing.run(session, deck or [])


def replay(
    file: Annotated[Path | None, typer.Argument(help="A saved game.")] = None,
    seat: Annotated[str | None, typer.Option(help="Tell it as this seat saw it; otherwise as everybody could see it.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Tell everything, with every choice and its number.")] = False,
    step: Annotated[int | None, typer.Option(min=0, help="Stop after so many choices, and show the table there.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="In place of a file: play the game of `innkeeper simulate` with this seed.")
    ] = None,
    seats: Annotated[str, typer.Option(help="With --seed: the seats, as zot,gerki, or any.")] = "any",
    bots: Annotated[str, typer.Option(help="With --seed: the bots, one for all or one for each seat.")] = "random",
    variant: Annotated[
        list[str] | None, typer.Option(help="With --seed: a variant that the game was played with, once for each.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="With --seed: examine every position, as simulate --check does.")
    ] = False,
    deck: Annotated[list[Path] | None, typer.Option(help="A deck file of your own that the game was played with.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Tell it in lines of text; so it is by itself where there is no full terminal.")
    ] = False,
) -> None:
    """See a game again, forwards and back, with any seat's eyes; or have it told as a story, as one of `innkeeper simulate`."""
    from innkeeper.cli import retelling
    from innkeeper.session.beginning import Refused
    from innkeeper.terminal import run as terminal

    if (file is None) == (seed is None):
        raise Refused("name a saved game, or the seed of one of `innkeeper simulate`: innkeeper replay FILE")
    if file is not None and not plain and not everything and terminal.is_full():
        raise typer.Exit(retelling.show_saved(file, deck or [], seat, step))
    if file is not None:
        retelling.tell_saved(file, deck or [], seat, everything, step)
    else:
        setup = retelling.setup_of(seats, bots, seed or 0, check, deck or [], False, variant or [])
        retelling.tell_seed(setup, seat, everything, step)
