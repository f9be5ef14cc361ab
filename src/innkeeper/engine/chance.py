"""Chance: a generator whose whole state is one integer, so that a table copies, compares and saves it as a number.

A 64-bit linear congruential generator read from its high bits; fast in plain Python and the same on every machine.
"""

from collections.abc import Sequence
from typing import Final

_MASK: Final = (1 << 64) - 1
_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407


def seeded(seed: int) -> int:
    """Return the generator's state for a seed; near seeds give unrelated games (splitmix64 finaliser)."""
    z = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def below(state: int, n: int) -> tuple[int, int]:
    """Return the next state and a number from 0 to n - 1, each as likely as the next; n >= 1."""
    state = (state * _MULTIPLIER + _INCREMENT) & _MASK
    return state, ((state >> 33) * n) >> 31


def shuffled(state: int, cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Return the next state and the cards in a random order (Fisher-Yates)."""
    pile = list(cards)
    for i in range(len(pile) - 1, 0, -1):
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK
        j = ((state >> 33) * (i + 1)) >> 31
        pile[i], pile[j] = pile[j], pile[i]
    return state, tuple(pile)
