"""Natyli, as far as the rulings need her: Debuffs in front of players that then act on them."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects
from innkeeper.engine.game import AFTER_CHANGE, Character, Hooks
from innkeeper.engine.registry import Vocabulary
from innkeeper.engine.state import ADD_LOSS, EFFECT, NOBODY, THING, Frame, State

SLUG: Final = "natyli"
POWER_JINX: Final = "Power Jinx"
PAIN_CURSE: Final = "Pain Curse"
_RULES: Final = ("core.resolve.order",)


class Natyli(Character):
    """What her Debuffs do, wherever they lie."""

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen to the cards of those who have a Debuff in front of them, once for the table."""
        if _weaken not in hooks.pending:
            hooks.pending.append(_weaken)
            hooks.after.append((AFTER_CHANGE, _hurt))


def _count(t: State, seat: int, title: str) -> int:
    card = t.game.catalog.by_title[SLUG, title]
    return sum(item[0] == card for item in t.front[seat])


def _weaken(t: State, f: Frame) -> None:
    """A Power Jinx: losses of Fortitude on a card that its player plays are lower; what a thing of theirs does is none."""
    if f.kind != EFFECT or f.actor < 0 or f.holder != NOBODY or not f.physical:
        return
    n = _count(t, f.actor, POWER_JINX)
    if n:
        targets = [
            target
            for instr in effects.use_of(t, f).program
            if instr.run is effects.run_lose
            for target in effects.losses(t, f, instr)
        ]
        f.mods = (*f.mods, *((ADD_LOSS, target, -n) for target in dict.fromkeys(targets)))
        f.marks = ()


def _hurt(t: State, f: Frame) -> bool:
    """A Pain Curse: its player has lost Fortitude by a card, and gains Alcohol Content."""
    if f.kind == EFFECT:
        for seat in dict.fromkeys(target for target, _ in f.lost if target < THING):
            n = _count(t, seat, PAIN_CURSE)
            if n:
                atoms.change_alcohol(t, seat, n, _RULES, f.card)
    return True


def register(words: Vocabulary) -> None:
    """Add nothing to the vocabulary."""


RULES: Final = Natyli()
