"""Uniformly random gin rummy from rlcard (two players), timed.

How it is driven: the game object itself is stepped, not the environment around it, so no observation is ever encoded
into an array and no action number is decoded (stepping the environment plays at well under half the speed). The judge
lists the legal actions, one is drawn uniformly, and ``Game.step`` carries it out. ``step`` always builds a small
dictionary of what the player sees, and the public interface has no way around that. The environment is made once a
run, outside the games, and serves to seed the shuffler.

A decision is one call of ``step``. That includes the two steps at the end that score each hand; they have one option
each, so they count among the decisions but not among the real choices. The game has no copy of its own, so both
``copy.deepcopy`` (sharing the shuffler, idle once the game is dealt) and a round trip through pickle are timed, and
the quicker one counts. The shuffler is seeded once a run and the picks come from a generator of their own, so that
every run plays the same games in the same order.

This file needs nothing but rlcard and prints one line of JSON.
"""

import argparse
import json
import pickle
import random
import time
from collections.abc import Callable
from copy import deepcopy
from importlib.metadata import version
from typing import Any

import rlcard  # type: ignore[import-not-found]

WARM_SEED = 1_000_001
ENDLESS = 1 << 60
MID_GAMES = 8


def new_env(seed: int) -> Any:
    """Make the environment whose game is played; the game deals anew from the same shuffler as often as asked."""
    return rlcard.make("gin-rummy", config={"seed": seed})


def drive(game: Any, bits: Callable[[int], int], limit: int = ENDLESS) -> tuple[int, int]:
    """Play at random to the end, or for `limit` decisions; return how many decisions and real choices there were."""
    step = game.step
    over = game.is_over
    legal = game.judge.get_legal_actions
    real = 0
    for done in range(limit):
        if over():
            return done, real
        actions = legal()
        count = len(actions)
        if count > 1:
            real += 1
            step(actions[bits(32) % count])
        else:
            step(actions[0])
    return limit, real


def play(first_seed: int, seconds: float) -> tuple[int, int, int, float]:
    """Play whole games for at least `seconds`; return games, decisions, real and time."""
    games = decisions = real = 0
    game = new_env(first_seed).game
    bits = random.Random(first_seed).getrandbits
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not games:
        game.init_game()
        more, choices = drive(game, bits)
        games += 1
        decisions += more
        real += choices
    return games, decisions, real, spent


def mid_game(seed: int) -> Any:
    """Return the first game after this seed, halfway through its decisions."""
    game = new_env(seed).game
    game.init_game()
    length, _ = drive(game, random.Random(seed).getrandbits)
    game = new_env(seed).game
    game.init_game()
    drive(game, random.Random(seed).getrandbits, length // 2)
    return game


def deep_copy(game: Any) -> Any:
    """Copy all but the shuffler, which is done with its work once the game is dealt."""
    return deepcopy(game, {id(game.np_random): game.np_random})


def pickle_copy(game: Any) -> Any:
    """Copy by a round trip through pickle."""
    return pickle.loads(pickle.dumps(game, pickle.HIGHEST_PROTOCOL))


COPIES: dict[str, Callable[[Any], Any]] = {"deepcopy": deep_copy, "pickle": pickle_copy}


def copy_time(seconds: float) -> tuple[float, str]:
    """Return the mean microseconds of one copy over the midpoints of the first few games, and the quicker way."""
    games = [mid_game(seed) for seed in range(1, MID_GAMES + 1)]
    means = []
    for how, copy in COPIES.items():
        copies = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / len(COPIES) or not copies:
            for game in games:
                copy(game)
            copies += MID_GAMES
        means.append((spent / copies * 1e6, how))
    return min(means)


def main() -> None:
    """Warm up, measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(description="Time random gin rummy games.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time to play for (default: %(default)s)")
    seconds = parser.parse_args().seconds
    play(WARM_SEED, seconds / 5)
    games, decisions, real, spent = play(1, seconds)
    copy_us, copy_how = copy_time(seconds / 5)
    figures = {
        "engine": "rlcard gin rummy",
        "version": version("rlcard"),
        "games": games,
        "seconds": spent,
        "decisions": decisions,
        "real": real,
        "copy_us": copy_us,
        "copy_how": copy_how,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
