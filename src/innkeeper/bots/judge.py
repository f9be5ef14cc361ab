"""How good a position is for a seat, as a number: life, Gold, cards worth keeping, Drinks to come, and the same for rivals.

It asks for what every character has and for what every character may show (`View.seats[...].seen`); it knows no card by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from innkeeper.bots.lying import Lying
from innkeeper.bots.worth import Keeping
from innkeeper.engine.table import Table
from innkeeper.engine.turn import hand_size

_KNEE: Final = 2.0
"""Of a gap below this every point is worth the same: the Drinks that are expected may yet be light, or avoided."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the bot makes of a position; found by playing against itself and against chance (docs/bots.md).

    life, life_half: what a gap of Fortitude over Alcohol Content is worth, life * gap / (gap + life_half): the last points are
    dear.  money, money_half: the same of Gold.  lost, won: going out, and winning.  rival: what a rival's wellbeing costs,
    all rivals together.  leader: the best rival's once more.  drink, drink_later: the Alcohol Content expected of the next
    Drink of a pile, and how much less each one under it counts.  card: a rival's card.  keep_*: cards of one's own by what
    they are for; the second and third of a kind count less and less (more).  counters: each of what a character gathers.
    thing: something of one's own in play.  burden: a rival's card that lies in front of one.
    wits: how likely a rival is to play on in a Round of Gambling who can.  redraw: how much better what is drawn must be.
    """

    life: float = 30.0
    life_half: float = 8.0
    money: float = 14.0
    money_half: float = 4.0
    lost: float = 25.0
    won: float = 60.0
    rival: float = 1.6
    leader: float = 1.2
    drink: float = 1.5
    drink_later: float = 0.6
    card: float = 0.05
    keep_answer: float = 0.9
    keep_drink: float = 1.0
    keep_gold: float = 0.4
    keep_hit_back: float = 0.7
    keep_anytime: float = 0.7
    keep_round: float = 0.5
    keep_cheat: float = 0.5
    keep_gamble: float = 0.35
    keep_action: float = 0.5
    keep_order: float = 0.5
    more: float = 0.7
    state: float = 0.4
    slot: float = 0.4
    counters: float = 0.4
    thing: float = 0.4
    burden: float = 1.0
    toll_sure: float = 0.9
    toll_perhaps: float = 0.5
    toll_again: float = 1.7
    wits: float = 0.6
    redraw: float = 0.1


TUNED: Final = Weights()


class Judge:
    """Scores tables from one seat's eyes."""

    __slots__ = ("_at_knee", "_keeping", "_later", "_lies", "_party", "_rival", "_rivals", "_seat", "_steep", "_w")

    def __init__(self, t: Table, seat: int, keeping: Keeping, lies: Lying, weights: Weights) -> None:
        """`t`: the position that is decided about; how many rivals there are does not change while it is looked ahead."""
        game = t.game
        self._w = weights
        self._seat = seat
        self._party = game.party[seat]
        self._keeping = keeping
        self._lies = lies
        self._rivals = [p for p, m in enumerate(game.members) if p != self._party and not all(t.out[s] for s in m)]
        self._rival = weights.rival / max(1, len(self._rivals))
        g = weights.drink_later
        half = weights.life_half
        self._at_knee = weights.life * _KNEE / (_KNEE + half)
        self._steep = weights.life * half / (_KNEE + half) ** 2
        self._later = [weights.drink * (1 - g**n) / (1 - g) for n in range(8)]

    def score(self, t: Table) -> float:
        """Return how good this is for the seat; more is better."""
        w = self._w
        if t.outcome is not None:
            if self._seat in t.outcome.winners:
                return w.won / len({t.game.party[s] for s in t.outcome.winners})
            return -w.lost
        lying = self._lying(t) if any(t.front) else None
        total = self.wellbeing(t, self._party, lying)
        if total > 0 or not self._gone(t, self._party):
            total += self._in_hand(t)
        best = 0.0
        others = 0.0
        for p in self._rivals:
            value = self.wellbeing(t, p, lying)
            others += value
            best = max(best, value)
        return total - self._rival * others - w.leader * best

    def _in_hand(self, t: Table) -> float:
        """Return what is worth having of one's own cards: the hand, and what is played from in front as if from the hand."""
        seat = self._seat
        front = t.front[seat]
        if not front:
            return self._keeping.hand(t.hand[seat], t, seat)
        kept = [item[0] for item in front if self._lies.is_kept(item, seat)]
        room = self._w.slot * (hand_size(t, seat) - t.game.hand_size[seat])
        return self._keeping.hand([*t.hand[seat], *kept], t, seat) + room

    def _lying(self, t: Table) -> Sequence[tuple[float, float, float]]:
        """Return what lies in front of players comes to for each party: the life and Gold it is to cost, and all else."""
        w = self._w
        party = t.game.party
        life = [0.0] * len(t.game.members)
        gold = life[:]
        worth = life[:]
        for seat, items in enumerate(t.front):
            p = party[seat]
            for item in items:
                card, owner, _ = item
                if self._lies.is_kept(item, seat):
                    if p != self._party:
                        worth[p] += w.card
                    continue
                thing = t.game.cards[card].thing
                if thing:
                    worth[party[owner]] += w.thing
                toll = self._lies.toll(card)
                if toll:
                    life[p] += toll.life
                    gold[p] += toll.gold
                    gold[party[owner]] -= toll.to_owner
                    worth[p] -= toll.cards * w.slot
                elif not thing and party[owner] != p:
                    worth[p] -= w.burden
        return list(zip(life, gold, worth, strict=True))

    @staticmethod
    def _gone(t: Table, p: int) -> bool:
        return all(t.out[s] for s in t.game.members[p])

    def wellbeing(self, t: Table, p: int, lying: Sequence[tuple[float, float, float]] | None = None) -> float:
        """Return what a party's life, Gold and prospects are worth; -lost for one that is out.

        lying: what lies in front of players comes to, where anything does.
        """
        w = self._w
        members = t.game.members[p]
        own = p == self._party
        cards = 0
        pile = 0.0
        inside = False
        for s in members:
            if not t.out[s]:
                inside = True
                cards += len(t.hand[s])
                pile += self._later[min(7, len(t.drink_pile[s]))]
        if not inside:
            return -w.lost
        gap = t.fortitude[p] - t.alcohol[p] - pile
        gold: float = t.gold[p]
        value = 0.0
        if lying is not None:
            life, toll, value = lying[p]
            gap -= life
            gold = max(0.0, gold - toll)
        value += w.life * gap / (gap + w.life_half) if gap >= _KNEE else self._at_knee + self._steep * (gap - _KNEE)
        value += w.money * gold / (gold + w.money_half)
        for s in members:
            for n, (_, words) in zip(t.counters[s], t.game.characters[s].counter_names, strict=False):
                if not words:
                    value += w.counters * n
        if not own:
            value += w.card * cards
        return value
