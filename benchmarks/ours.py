"""Uniformly random four-player games of this project's own engine, timed the way the rivals are.

How it is driven: only through the public interface. ``Table.decision`` names the options, one is drawn uniformly, and
``Table.choose`` carries it out, until there is no decision left. A decision is one call of ``choose``; it is a real
choice when there were two or more options. The copy is ``Table.copy``. Beyond what the rivals report, this also times
a player's view, writing a table out and reading it back. The picks come from a generator of their own, so that every
run plays the same games in the same order.

The output is one line of JSON with the same keys as the rivals' lines, plus ``view_us``, ``dump_us`` and ``load_us``.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import innkeeper
from innkeeper import Table
from innkeeper.view import view

CHARACTERS = ("zot", "gerki", "fiona", "deirdre")
WARM_SEED = 1_000_001
ENDLESS = 1 << 60
MID_GAMES = 8


def new_game(seed: int) -> Table:
    """Set up a four-player table."""
    return Table.new(list(CHARACTERS), seed=seed)


def drive(table: Table, bits: Callable[[int], int], limit: int = ENDLESS) -> tuple[int, int]:
    """Play at random to the end, or for `limit` decisions; return how many decisions and real choices there were."""
    choose = table.choose
    real = 0
    for done in range(limit):
        decision = table.decision
        if decision is None:
            return done, real
        count = len(decision.options)
        if count > 1:
            real += 1
            choose(bits(32) % count)
        else:
            choose(0)
    return limit, real


def play(first_seed: int, seconds: float) -> tuple[int, int, int, float]:
    """Play whole games with consecutive seeds for at least `seconds`; return games, decisions, real and time."""
    games = decisions = real = 0
    bits = random.Random(first_seed).getrandbits
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not games:
        more, choices = drive(new_game(first_seed + games), bits)
        games += 1
        decisions += more
        real += choices
    return games, decisions, real, spent


def mid_game(seed: int) -> Table:
    """Return the game with this seed halfway through its decisions."""
    length, _ = drive(new_game(seed), random.Random(seed).getrandbits)
    table = new_game(seed)
    drive(table, random.Random(seed).getrandbits, length // 2)
    return table


def mean_us(actions: list[Callable[[], object]], seconds: float) -> float:
    """Call each of `actions` in turn for at least `seconds`; return the mean microseconds of one call."""
    calls = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not calls:
        for act in actions:
            act()
        calls += len(actions)
    return spent / calls * 1e6


def viewing(table: Table) -> Callable[[], object]:
    """Return a call that makes the view of the seat whose decision it is."""
    decision = table.decision
    if decision is None:
        raise RuntimeError("a table at its midpoint has no decision")
    seat = decision.seat
    return lambda: view(table, seat)


def loading(table: Table) -> Callable[[], object]:
    """Return a call that reads the written-out table back."""
    data = table.dump()
    return lambda: Table.load(data)


def engine_version() -> str:
    """Return the engine's version: the installed one, else the one the package itself states."""
    try:
        return version("innkeeper")
    except PackageNotFoundError:
        return str(getattr(innkeeper, "__version__", "unreleased"))


def main() -> None:
    """Warm up, measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(description="Time random games of this project's engine.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time to play for (default: %(default)s)")
    seconds = parser.parse_args().seconds
    play(WARM_SEED, seconds / 5)
    games, decisions, real, spent = play(1, seconds)
    tables = [mid_game(seed) for seed in range(1, MID_GAMES + 1)]
    figures = {
        "engine": "innkeeper",
        "version": engine_version(),
        "games": games,
        "seconds": spent,
        "decisions": decisions,
        "real": real,
        "copy_us": mean_us([table.copy for table in tables], seconds / 5),
        "copy_how": "its own copy",
        "view_us": mean_us([viewing(table) for table in tables], seconds / 10),
        "dump_us": mean_us([table.dump for table in tables], seconds / 10),
        "load_us": mean_us([loading(table) for table in tables], seconds / 10),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
