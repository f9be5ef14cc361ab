"""Zakhan: Drunken Chi from the Drinks that he drinks (ledger: drink.marathon.zakhan)."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms
from innkeeper.engine.game import AFTER_CHANGE, Character, Hooks
from innkeeper.engine.registry import Vocabulary
from innkeeper.engine.state import DRINKING, Frame, State

SLUG: Final = "zakhan"


class Zakhan(Character):
    """A Drink that raises his Alcohol Content gives 1 Chi; by the ruling he may gain it, here he always does."""

    counters = (0,)
    counter_names = (("chi", ()),)

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen to Drinks."""
        hooks.after.append((AFTER_CHANGE, _Drunk(seat)))


class _Drunk:
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, f: Frame) -> bool:
        if f.kind == DRINKING and f.seat == self.seat and f.data and f.data[0] > 0 and not t.out[f.seat]:
            atoms.set_counter(t, f.seat, 0, t.counters[f.seat][0] + 1)
        return True


def register(words: Vocabulary) -> None:
    """He brings no words of his own."""


RULES: Final = Zakhan()
