"""`innkeeper simulate`: many games between bots, counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from innkeeper.cli.options import Decks, Drinks

if TYPE_CHECKING:
    from innkeeper.lab.simulate import Played, Setup, Summary


def simulate_games(
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    seats: Annotated[
        str,
        typer.Option(
            help="Characters clockwise, as zot,gerki,any (one is drawn); or any: all drawn, as many as bots or 2 to 8."
        ),
    ] = "any",
    bots: Annotated[str, typer.Option(help="The bots, one for all seats or one for each, as steady,random.")] = "random",
    rotate: Annotated[bool, typer.Option("--rotate", help="Move characters and bots on by a seat from game to game.")] = False,
    drinks: Drinks = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(
            help="A variant, once for each: teams=2,2 (sizes, clockwise), boss=pooky, prizes, events; any: drawn for each game."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes; the results do not depend on it.")] = 1,
    seed: Annotated[int, typer.Option(help="All games follow from it.")] = 1,
    check: Annotated[bool, typer.Option("--check", help="Examine every position of every game (much slower).")] = False,
    deck: Decks = None,
    out: Annotated[
        Path | None, typer.Option(help="Write a row for each seat of each game to this .csv or .parquet file.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was to write --out and was stopped.")] = False,
) -> None:
    """Play many games between bots: who wins, how long games are, how players go out. Ctrl-C shows what is there so far."""
    from rich.console import Console

    from innkeeper.cli.playing import INTERRUPTED
    from innkeeper.cli.retelling import setup_of, words_of
    from innkeeper.lab.report import failures, report
    from innkeeper.lab.rows import NotResumable, Partial
    from innkeeper.lab.simulate import Stopped, catalog_of

    console = Console(highlight=False, emoji=False, markup=False)
    setup = setup_of(seats, bots, seed, check, deck or [], rotate, words_of(variant, drinks))
    if resume and out is None:
        raise NotResumable("--resume goes on with a run that was to write --out FILE; name the file")
    partial = None
    try:
        if out is None:
            summary = with_bar(setup, games, jobs)
        else:
            with Partial(out, setup, resume) as partial:
                if len(partial.games) > games:
                    raise NotResumable(f"{len(partial.games)} games were played already, more than are asked for")
                summary = with_bar(setup, games, jobs, tuple(partial.games), partial.keep)
                if not summary.interrupted:
                    partial.finish()
    except Stopped as error:
        typer.echo(f"innkeeper: {error}", err=True)
        if partial is not None:
            typer.echo("What was played until then is kept: --resume goes on with it.", err=True)
        raise typer.Exit(1) from None
    console.print(report(summary, catalog_of(setup)), soft_wrap=False)
    if summary.failures:
        typer.echo(f"\n{failures(summary)}")
    if summary.failures:
        raise typer.Exit(1)
    if summary.interrupted:
        if partial is not None:
            typer.echo(f"\nKept in {partial.path}: the same command with --resume goes on.")
        raise typer.Exit(INTERRUPTED)


def with_bar(
    setup: Setup,
    games: int,
    jobs: int,
    done: Sequence[Played] = (),
    keep: Callable[[Sequence[Played]], None] | None = None,
) -> Summary:
    """Play games with a progress bar beside the results. See `lab.simulate.simulate`."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from innkeeper.lab.simulate import simulate

    # The bar goes beside the results, so that these can be sent on by themselves; it shows on a terminal only.
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=games)

        def move_on(summary: Summary) -> None:
            failed = len(summary.failures)
            text = f"games ({failed} failed)" if failed else "games"
            progress.update(task, completed=summary.games + failed, description=text)

        return simulate(setup, games, jobs, move_on, done, keep)
