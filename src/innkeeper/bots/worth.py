"""What a card in hand is for and what keeping it is worth, told from its uses alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from innkeeper.engine import moments
from innkeeper.engine.program import ACTION, ANYTIME, CHEATING, GAMBLING, Card, Use

if TYPE_CHECKING:
    from innkeeper.bots.judge import Weights

# What a card is for. A card with several uses counts by the best of them, and a little for the others.
ANSWER, DRINK, GOLD, HIT_BACK, AT_ANY_TIME, ROUND, CHEAT, GAMBLE, ACT, ORDER, OTHER = range(11)
_KINDS: Final = 11
_ANY_PHASE: Final = 15 * moments.PHASE_AT


def purpose(use: Use) -> int:
    """Return what a use of a card is for."""
    bit = use.bit
    if use.type & CHEATING:
        return CHEAT
    if use.type & GAMBLING:
        return GAMBLE
    if use.type & ACTION:
        return ACT
    if use.type & ANYTIME:
        return AT_ANY_TIME
    for moment, kind in _FOR:
        if bit & moment:
            return kind
    return OTHER


_FOR: Final = (
    (moments.DRINK_AT, DRINK),
    (moments.CARD_AT | moments.LOSS_AT, ANSWER),
    (moments.HIT_AT, HIT_BACK),
    (moments.ANTE_AT | moments.ROUND_AT | moments.WON_AT | moments.LEAVE_AT, ROUND),
    (moments.GOLD_AT, GOLD),
    (_ANY_PHASE, ORDER),
)


def _at_best(card: Card, kind: int) -> float:
    """Return how much better than a blow of 2 an Action is at its best: what grows with a Mood is worth waiting for."""
    if kind != ACT:
        return 1.0
    blows = [
        _most(instr.args.get("fortitude")) * (1.5 if instr.args.get("who") == "each-other" else 1.0)
        for use in card.uses
        if use.type & ACTION
        for instr in use.program
        if instr.verb == "lose" and instr.args.get("who") != "you"
    ]
    return 0.5 + 0.25 * max(blows, default=2.0)


def _most(number: object) -> float:
    """Return the highest number in what a card says of an amount."""
    if isinstance(number, Mapping):
        return max((_most(value) for value in number.values()), default=0.0)
    return float(number) if isinstance(number, int) else 0.0


class Keeping:
    """What hands are worth, by one set of weights; what a card is for is looked up once for each catalog."""

    __slots__ = ("_cards", "_kinds", "_more", "_worth")

    def __init__(self, cards: Sequence[Card], weights: Weights) -> None:
        """`cards`: the catalog's."""
        w = weights
        self._cards = cards
        self._kinds: dict[int, tuple[int, float]] = {}
        self._more = w.more
        self._worth = (
            w.keep_answer, w.keep_drink, w.keep_gold, w.keep_hit_back, w.keep_anytime, w.keep_round, w.keep_cheat,
            w.keep_gamble, w.keep_action, w.keep_order, 0.3,
        )  # fmt: skip

    def kind(self, card: int) -> tuple[int, float]:
        """Return what a card is for, and what the first of its kind is worth in hand."""
        found = self._kinds.get(card)
        if found is None:
            kinds = {purpose(use) for use in self._cards[card].uses if use.playable and not use.moment}
            best = max(kinds, key=lambda k: (self._worth[k], -k), default=OTHER)
            worth = self._worth[best] * _at_best(self._cards[card], best) + 0.25 * sum(
                self._worth[k] for k in kinds if k != best
            )
            found = self._kinds[card] = (best, worth)
        return found

    def hand(self, cards: Iterable[int]) -> float:
        """Return what a hand is worth; of each kind the second card less than the first, and so on."""
        share = [1.0] * _KINDS
        total = 0.0
        for card in cards:
            kind, worth = self.kind(card)
            total += worth * share[kind]
            share[kind] *= self._more
        return total
