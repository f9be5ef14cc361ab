"""The steady bot: looks at what each option comes to by itself, this turn, and takes the best; knows no card by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from innkeeper.bots.ahead import Ahead
from innkeeper.bots.judge import TUNED, Judge, Weights
from innkeeper.bots.lying import Lying
from innkeeper.bots.sampling import Sample
from innkeeper.bots.worth import Keeping
from innkeeper.engine import chance
from innkeeper.engine.program import ANYTIME, Card
from innkeeper.engine.table import Table
from innkeeper.view import Asked, View

SAMPLES: Final = 3
GAMBLING_SAMPLES: Final = 5
_CLEAR: Final = (8.0, 2.5, 1.5)
"""An option that is behind by so much on average, after one, two, or more sampled tables, is not looked at on more of them."""
_SAME: Final = 1e-6
_NEED: Final = 6
"""With a gap between Fortitude and Alcohol Content as small as this, or as little Gold, an Anytime Card may be an answer."""
_POOR: Final = 2


class SteadyBot:
    """Plays no further ahead than this turn, from its view and from tables as they might be."""

    __slots__ = ("_cards", "_keeping", "_lies", "_state", "_weights", "broken")

    needs_view = True

    def __init__(self, seed: int, weights: Weights = TUNED) -> None:
        """Two bots with one seed and equal weights choose alike.  broken: sampled tables that could not be carried on."""
        self._state = chance.seeded(seed)
        self._weights = weights
        self._keeping: Keeping | None = None
        self._lies: Lying | None = None
        self._cards: Sequence[Card] = ()
        self.broken = 0

    def skip(self) -> None:
        """Let one decision's draw go by."""
        self._state, _ = chance.below(self._state, 1 << 30)

    def choose(self, view: View, sample: Sample) -> int:
        """Return the position of the option that comes to the most, on average over sampled tables."""
        asked = view.asked
        if asked is None or not asked.options:
            raise ValueError("this seat is asked nothing")
        self._state, seed = chance.below(self._state, 1 << 30)
        if len(asked.options) == 1:
            return 0
        if asked.kind == "discard":
            return self._discard(view, sample(seed))
        return self._best(view, sample, seed)

    def _keep(self, table: Table) -> Keeping:
        if self._keeping is None or self._cards is not table.game.cards:
            self._cards = table.game.cards
            self._keeping = Keeping(table.game.cards, self._weights)
            self._lies = Lying(table.game.cards, self._weights)
        return self._keeping

    # --- looking ahead ---------------------------------------------------------------------------------------------------

    def _best(self, view: View, sample: Sample, seed: int) -> int:
        asked = view.asked
        assert asked is not None
        if not self._cards:
            self._keep(sample(seed))
        alive = self._worth_a_look(view, asked)
        if len(alive) == 1:
            return alive[0]
        most = GAMBLING_SAMPLES if asked.kind == "gamble" else SAMPLES
        if all(option.kind == "order" for option in asked.options):
            most = 1  # onto whose pile: the Drinks that are revealed meanwhile are the same for all
        total = [0.0] * len(asked.options)
        before: list[float] = []
        for i in range(most):
            try:
                values = self._values(view.seat, sample(seed + i), alive, seed + i)
            except Exception:  # a game goes on, whatever becomes of a table that was only tried
                self.broken += 1
                continue
            top = max(values)
            for position, value in zip(alive, values, strict=True):
                total[position] += value
            behind = [top - value for value in values]
            if before and all(abs(x - y) < _SAME for x, y in zip(behind, before, strict=True)):
                break  # what is unknown makes no difference
            best = max(total[p] for p in alive)
            kept = [k for k, p in enumerate(alive) if best - total[p] < _CLEAR[min(i, 2)] * (i + 1)]
            alive = [alive[k] for k in kept]
            before = [behind[k] for k in kept]
            if len(alive) == 1:
                break
        # Where options come to the same, nothing is spent: the one that declines, or else the first.
        return max(alive, key=lambda p: (total[p], p == asked.default, -p))

    def _values(self, seat: int, table: Table, positions: Sequence[int], seed: int) -> list[float]:
        keeping = self._keep(table)
        assert self._lies is not None
        judge = Judge(table, seat, keeping, self._lies, self._weights)
        ahead = Ahead(table, seat, judge, self._weights.wits, seed)
        return [ahead.value(position) for position in positions]

    def _worth_a_look(self, view: View, asked: Asked) -> list[int]:
        """Return the positions to look ahead from: Anytime Cards are left for the seat's own Action Phase, and for need."""
        everything = list(range(len(asked.options)))
        if asked.kind != "answer":
            return everything
        me = view.seats[view.seat]
        if me.fortitude - me.alcohol <= _NEED or me.gold <= _POOR:
            return everything
        cards = self._cards
        found = [
            i
            for i, option in enumerate(asked.options)
            if option.kind != "play" or not cards[option.value].uses[option.use].type & ANYTIME
        ]
        return found or everything

    # --- Discard and Draw --------------------------------------------------------------------------------------------------

    def _discard(self, view: View, table: Table) -> int:
        """Throw what is worth less in hand than a card drawn for it: what there is too much of."""
        asked = view.asked
        assert asked is not None
        thrown = self._thrown(view, table)
        chosen = list(table.stack[0].cards)
        for card in chosen:
            if card in thrown:
                thrown.remove(card)
        for position, option in enumerate(asked.options):
            if option.kind == "discard" and option.value in thrown:
                return position
        return asked.default

    def _thrown(self, view: View, table: Table) -> list[int]:
        keeping = self._keep(table)
        seat = view.seat
        hand = list(view.hand)
        deck = table.deck[seat] or table.discard[seat]
        thrown: list[int] = []
        while len(hand) > 1 and deck:
            worth = keeping.hand(hand, table, seat)
            losses = [(worth - keeping.hand(hand[:i] + hand[i + 1 :], table, seat), i) for i in range(len(hand))]
            least, i = min(losses)
            rest = hand[:i] + hand[i + 1 :]
            base = keeping.hand(rest, table, seat)
            drawn = sum(keeping.hand([*rest, card], table, seat) - base for card in deck[:12]) / len(deck[:12])
            if least >= drawn - self._weights.redraw:
                break
            thrown.append(hand.pop(i))
        return thrown
