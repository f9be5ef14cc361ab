"""Kaylin, as far as the rulings need her: Wulfric at her side, who hits back while he is Playful."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.engine import effects
from innkeeper.engine.game import AFTER_CHANGE, Character, Hooks
from innkeeper.engine.program import EVENT, PART
from innkeeper.engine.registry import Vocabulary
from innkeeper.engine.state import EFFECT, NOBODY, Frame, State

SLUG: Final = "kaylin"
QUIET, PLAYFUL = range(2)
MOODS: Final = ("quiet", "playful")
WULFRIC: Final = "Wulfric"


class Kaylin(Character):
    """Wulfric's mood, and what comes of it."""

    counters = (QUIET,)
    counter_names = (("wulfric", MOODS),)

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen to what cards have done to her."""
        hooks.after.append((AFTER_CHANGE, _HitBack(seat)))

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return Wulfric's mood; everybody sees it."""
        return {"wulfric": MOODS[t.counters[seat][0]]}


class _HitBack:
    """Whoever made Kaylin lose Fortitude by a card gets it back, be it by a thing of theirs: the thing itself does not."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, f: Frame) -> bool:
        seat = self.seat
        if f.kind != EFFECT or f.actor in (seat, NOBODY) or f.types & EVENT or t.out[seat] or t.out[f.actor]:
            return True
        if t.counters[seat][0] == PLAYFUL and any(target == seat for target, _ in f.lost):
            effects.begin(t, seat, t.game.catalog.by_title[SLUG, WULFRIC], 0, PART, (f.actor,))
        return True


def register(words: Vocabulary) -> None:
    """Add nothing to the vocabulary."""


RULES: Final = Kaylin()
