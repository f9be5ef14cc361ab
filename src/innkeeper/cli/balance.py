"""`innkeeper balance`: how often each character wins, written into a page."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

import typer


def balance(
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 20_000,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes; the results do not depend on it.")] = 1,
    seed: Annotated[int, typer.Option(help="All games follow from it.")] = 4_000,
    bosses: Annotated[
        bool, typer.Option("--bosses", help="Measure how often each Boss wins against 2 to 5 Challengers instead.")
    ] = False,
    page: Annotated[Path, typer.Option(help="The page that is written, between its two marks.")] = Path("docs/balance.md"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")] = False,
    so_far: Annotated[
        bool, typer.Option("--so-far", help="Play nothing: write what a run, stopped or going on, has come to.")
    ] = False,
) -> None:
    """Measure how often characters win among four steady bots, or Bosses; write the page. Ctrl-C keeps what is played."""
    from rich.console import Console

    from innkeeper.cli.playing import INTERRUPTED
    from innkeeper.cli.simulate import with_bar
    from innkeeper.lab import balance as lab
    from innkeeper.lab.report import boss_wins, failures, wins
    from innkeeper.lab.rows import NotResumable, Partial, read_partial
    from innkeeper.lab.simulate import Stopped, Summary, catalog_of
    from innkeeper.library import catalog

    setup = lab.boss_setup(catalog(), seed) if bosses else lab.setup(seed)
    cards = catalog_of(setup)
    rows = page.with_name(f"{page.stem}-bosses.csv") if bosses else page.with_suffix(".csv")
    if so_far:
        done, _ = read_partial(rows, setup)
        summary = Summary(setup, games)
        for played in done:
            summary.add(played)
    else:
        with Partial(rows, setup, resume) as partial:
            if len(partial.games) > games:
                raise NotResumable(f"{len(partial.games)} games were played already, more than are asked for")
            try:
                summary = with_bar(setup, games, jobs, tuple(partial.games), partial.keep)
            except Stopped as error:
                typer.echo(f"innkeeper: {error}. What was played until then is kept: --resume goes on with it.", err=True)
                raise typer.Exit(1) from None
        if summary.interrupted:
            typer.echo(f"Kept in {partial.path}: the same command with --resume goes on; with --so-far it writes the page.")
            raise typer.Exit(INTERRUPTED)
    if bosses:
        lab.write(page, lab.measured_bosses(summary, cards, _commit(), games), "bosses")
    else:
        lab.write(page, lab.measured(summary, cards, _commit(), games))
    if not so_far:
        partial.path.unlink()
    Console(highlight=False, emoji=False, markup=False).print((boss_wins if bosses else wins)(summary, cards))
    typer.echo(f"Written: {page}")
    if summary.failures:
        typer.echo(f"\n{failures(summary)}")
        raise typer.Exit(1)


def _commit() -> str:
    """Return the commit that this is run from; "" where Git knows of none. What was changed since is owned up to."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(here), *words], capture_output=True, text=True, check=True).stdout.strip()

    try:
        commit = git("rev-parse", "--short=12", "HEAD")
        return commit + (", with changes" if git("status", "--porcelain", "--untracked-files=no", "--", "..") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""
