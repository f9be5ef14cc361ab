"""Uniformly random four-player catanatron games, timed.

How it is driven: ``Game`` keeps ``state.playable_actions``, the complete list of legal actions at the decision in
hand; one is drawn uniformly and given back through ``Game.execute``. The loop is that of ``Game.play`` with four
random players, less three costs that are not the engine's: the action is known to be legal, so
``validate_action=False`` skips looking it up again; there is no call into a player object; and the copies that
``play`` makes for observers at both ends are left out. The stopping rule is the one ``play`` has: a winner, or the
library's own limit on turns.

A decision is one call of ``execute``. Rolling the dice is a decision with one option, so it counts among the
decisions but not among the real choices. The copy is ``Game.copy``, which the library offers for search. The board,
the dice and the cards come from the module-level generator that ``Game(seed=...)`` seeds; the picks come from a
generator of their own, so that every run plays the same games.

This file needs nothing but catanatron and prints one line of JSON.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from catanatron.game import TURNS_LIMIT, Game  # type: ignore[import-not-found]
from catanatron.models.player import Color, Player  # type: ignore[import-not-found]

COLORS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
WARM_SEED = 1_000_001
ENDLESS = 1 << 60
MID_GAMES = 8


def new_game(seed: int) -> Any:
    """Set up a four-player game; a base ``Player`` is only a name tag here, since the loop below does the picking."""
    return Game([Player(color) for color in COLORS], seed=seed)


def drive(game: Any, bits: Callable[[int], int], limit: int = ENDLESS) -> tuple[int, int]:
    """Play at random to the end, or for `limit` decisions; return how many decisions and real choices there were."""
    state = game.state
    execute = game.execute
    winner = game.winning_color
    real = 0
    for done in range(limit):
        if state.num_turns >= TURNS_LIMIT or winner() is not None:
            return done, real
        actions = state.playable_actions
        count = len(actions)
        if count > 1:
            real += 1
            execute(actions[bits(32) % count], validate_action=False)
        else:
            execute(actions[0], validate_action=False)
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


def mid_game(seed: int) -> Any:
    """Return the game with this seed halfway through its decisions."""
    length, _ = drive(new_game(seed), random.Random(seed).getrandbits)
    game = new_game(seed)
    drive(game, random.Random(seed).getrandbits, length // 2)
    return game


def copy_time(seconds: float) -> float:
    """Return the mean microseconds one copy takes, over the midpoints of the first few games."""
    games = [mid_game(seed) for seed in range(1, MID_GAMES + 1)]
    copies = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not copies:
        for game in games:
            game.copy()
        copies += MID_GAMES
    return spent / copies * 1e6


def main() -> None:
    """Warm up, measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(description="Time random catanatron games.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time to play for (default: %(default)s)")
    seconds = parser.parse_args().seconds
    play(WARM_SEED, seconds / 5)
    games, decisions, real, spent = play(1, seconds)
    figures = {
        "engine": "catanatron",
        "version": version("catanatron"),
        "games": games,
        "seconds": spent,
        "decisions": decisions,
        "real": real,
        "copy_us": copy_time(seconds / 5),
        "copy_how": "its own copy",
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
