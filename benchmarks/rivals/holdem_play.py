"""Uniformly random six-handed no-limit hold'em from pokerkit, timed; a game is one hand.

How it is driven: everything but the betting is automated (antes, blinds, dealing, showdown, pots), as the library
offers. At each betting decision the options are to check or call (always there while somebody is to act in hold'em),
to fold (``can_fold``: tournament mode, so not when checking is free), and to bet or raise by the least amount allowed
(its property is None when no raise is allowed, which asks the library once, where ``can_complete_bet_or_raise_to``
asks it several times over). One option is drawn uniformly and carried out. Free bet sizes would make "the number of
options" a matter of taste, hence the single size. Six players start with a hundred big blinds each.

A decision is one betting action. The state has no copy of its own, so both ``copy.deepcopy`` and a round trip through
pickle are timed, and the quicker one counts. The deals come from the module-level generator, seeded once a run, and
the picks from a generator of their own, so that every run plays the same hands in the same order.

This file needs nothing but pokerkit and prints one line of JSON.
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

from pokerkit import Automation, NoLimitTexasHoldem  # type: ignore[import-not-found]

PLAYERS = 6
GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
STACKS = (200,) * PLAYERS
WARM_SEED = 1_000_001
ENDLESS = 1 << 60
MID_GAMES = 8


def drive(game: Any, bits: Callable[[int], int], limit: int = ENDLESS) -> tuple[int, int]:
    """Play at random to the end, or for `limit` decisions; return how many decisions and real choices there were."""
    call = game.check_or_call
    fold = game.fold
    raise_to = game.complete_bet_or_raise_to
    can_fold = game.can_fold
    real = 0
    for done in range(limit):
        if game.actor_index is None:
            return done, real
        actions = [call]
        if can_fold():
            actions.append(fold)
        if game.min_completion_betting_or_raising_to_amount is not None:
            actions.append(raise_to)
        count = len(actions)
        if count > 1:
            real += 1
            actions[bits(32) % count]()
        else:
            call()
    return limit, real


def play(first_seed: int, seconds: float) -> tuple[int, int, int, float]:
    """Play whole games for at least `seconds`; return games, decisions, real and time."""
    games = decisions = real = 0
    random.seed(first_seed)
    bits = random.Random(first_seed).getrandbits
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not games:
        more, choices = drive(GAME(STACKS, PLAYERS), bits)
        games += 1
        decisions += more
        real += choices
    return games, decisions, real, spent


def mid_game(seed: int) -> Any:
    """Return the first hand after this seed, halfway through its decisions."""
    random.seed(seed)
    length, _ = drive(GAME(STACKS, PLAYERS), random.Random(seed).getrandbits)
    random.seed(seed)
    game = GAME(STACKS, PLAYERS)
    drive(game, random.Random(seed).getrandbits, length // 2)
    return game


def pickle_copy(game: Any) -> Any:
    """Copy by a round trip through pickle."""
    return pickle.loads(pickle.dumps(game, pickle.HIGHEST_PROTOCOL))


COPIES: dict[str, Callable[[Any], Any]] = {"deepcopy": deepcopy, "pickle": pickle_copy}


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
    parser = argparse.ArgumentParser(description="Time random hold'em hands.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time to play for (default: %(default)s)")
    seconds = parser.parse_args().seconds
    play(WARM_SEED, seconds / 5)
    games, decisions, real, spent = play(1, seconds)
    copy_us, copy_how = copy_time(seconds / 5)
    figures = {
        "engine": "pokerkit hold'em",
        "version": version("pokerkit"),
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
