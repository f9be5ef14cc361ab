"""What a card in hand is for and what keeping it is worth, told from its uses alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from innkeeper.bots.lying import most
from innkeeper.engine import instructions, moments
from innkeeper.engine.program import ACTION, ANYTIME, CHEATING, GAMBLING, Card, Use
from innkeeper.engine.state import EFFECT, Frame, State
from innkeeper.engine.table import Table

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
        most(instr.args.get("fortitude")) * (1.5 if instr.args.get("who") == "each-other" else 1.0)
        for use in card.uses
        if use.type & ACTION
        for instr in use.program
        if instr.verb == "lose" and instr.args.get("who") != "you"
    ]
    return 0.5 + 0.25 * max(blows, default=2.0)


def _power(t: State, seat: int, card: Card) -> float:
    """Return what the numbers of a card come to for its player, in the state its player is in now: of its uses the best."""
    f = Frame(EFFECT, seat, seat)
    return max((_of_use(t, f, use) for use in card.uses if use.playable and not use.moment), default=0.0)


def _of_use(t: State, f: Frame, use: Use) -> float:
    total = 0.0
    pc = 0
    while pc < len(use.program):
        instr = use.program[pc]
        if instr.jump and instr.run is instructions.run_jump:
            pc = pc + 1 if instr.condition is not None and instr.condition(t, f) else instr.jump
            continue
        share = _SHARES.get(instr.verb)
        if share is not None:
            own = instr.args.get("who", "you") == "you"
            n = instr.amount(t, f) if instr.amount is not None else instr.n
            total += n * (-share if own and instr.verb in _DEAR else share)
        pc += 1
    return max(0.0, total)


_DEAR: Final = frozenset({"lose", "pay"})
_SHARES: Final[dict[str, float]] = {
    "lose": 1.0, "pay": 1.0, "gain": 0.8, "sober": 0.8, "reduce": 0.8, "weaken-drink": 0.8, "raise-loss": 0.8,
}  # fmt: skip


class Keeping:
    """What hands are worth, by one set of weights; what a card is for is looked up once for each catalog."""

    __slots__ = ("_cards", "_kinds", "_more", "_states", "_w", "_worth")

    def __init__(self, cards: Sequence[Card], weights: Weights) -> None:
        """`cards`: the catalog's."""
        w = weights
        self._w = weights
        self._cards = cards
        self._states: dict[tuple[int, int], tuple[float, ...]] = {}
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

    def hand(self, cards: Iterable[int], t: Table, seat: int) -> float:
        """Return what a hand of a seat's is worth; of each kind the second card less than the first, and so on."""
        share = [1.0] * _KINDS
        total = 0.0
        names = t.game.characters[seat].counter_names
        state = next((i for i, (_, words) in enumerate(names) if words), -1)
        for card in cards:
            kind, worth = self.kind(card)
            if state >= 0:
                worth *= self._by_state(t, seat, state, card)
            total += worth * share[kind]
            share[kind] *= self._more
        return total

    def _by_state(self, t: Table, seat: int, counter: int, card: int) -> float:
        """Return how much of its worth a card has in the state that its character is in now: all in its best one."""
        key = (seat, card)
        shares = self._states.get(key)
        if shares is None:
            words = t.game.characters[seat].counter_names[counter][1]
            there = t.copy()
            powers = []
            for n in range(len(words)):
                counters = list(t.counters[seat])
                counters[counter] = n
                there.counters[seat] = tuple(counters)
                powers.append(_power(there, seat, self._cards[card]))
            highest = max(powers)
            state = self._w.state
            shares = tuple(1 - state + state * power / highest if highest else 1.0 for power in powers)
            self._states[key] = shares
        return shares[t.counters[seat][counter]]
