"""Looking ahead: an option is carried out on a sampled table until nothing of it is pending any more, and judged.

Everybody else declines what they are asked meanwhile, except that in a Round of Gambling they play on as chance has it; the
seat itself declines too, but names the targets and makes the choices of what it has just played as is best for it. Where more
Actions may follow the one it has played, and a rival is in reach, the next one is tried too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from innkeeper.bots.judge import Judge
from innkeeper.engine import chance
from innkeeper.engine.decision import Decision, Option
from innkeeper.engine.program import CHEATING, GAMBLING
from innkeeper.engine.table import Table

MOST_STEPS: Final = 200
"""So many decisions are followed at the most; what is still pending then is judged as it is."""

MOST_BRANCHES: Final = 5
"""Where a card's targets can be named in more ways than this, later ones are not all tried: the first there is is taken."""

_REACH: Final = 6
"""A rival with no more of a gap between Fortitude and Alcohol Content could be put out by an Action and one after it."""

_PLAYING: Final = frozenset({"pick", "choose", "cards", "order-card"})
_TURN: Final = frozenset({"discard", "action", "order"})


class Ahead:
    """Looks ahead from one decision of one seat on one sampled table."""

    __slots__ = ("_chance", "_further", "_judge", "_left", "_masks", "_seat", "_table", "_when", "_wits")

    def __init__(self, table: Table, seat: int, judge: Judge, wits: float, seed: int) -> None:
        """`table`: a sampled table with the seat's decision open; it stays as it is.  wits: see `Weights`."""
        self._table = table
        self._masks = [0] * len(table.out)
        self._seat = seat
        self._judge = judge
        self._wits = int(wits * 1000)
        self._chance = chance.seeded(seed)
        self._when = (table.turns, table.phase, table.active)
        self._left = 0
        self._further = False

    def value(self, position: int) -> float:
        """Return what the option at that position comes to, by the judge's score."""
        t = self._table.copy()
        # A seat that may answer nothing is not asked: it declines, and much faster than by saying so each time.
        t.masks = self._masks[:]
        t.choose(position)
        self._left = MOST_BRANCHES
        self._further = True
        return self._follow(t, self._chance, 0)

    def _follow(self, t: Table, luck: int, steps: int) -> float:
        seat = self._seat
        while (d := t.decision) is not None and steps < MOST_STEPS:
            steps += 1
            kind = d.kind
            if kind in _TURN and (t.turns, t.phase, t.active) != self._when:
                break
            if kind == "action" and d.seat == seat and t.chain and self._further and self._in_reach(t):
                self._further = False
                return self._best_chained(t, d, luck, steps)
            if kind == "gamble":
                luck, position = self._gamble(t, d, luck)
            elif kind in _PLAYING:
                if d.seat != seat:
                    luck, position = chance.below(luck, len(d.options))
                elif self._left > 1:
                    return self._best(t, d.options, luck, steps)
                else:
                    position = d.default
            else:
                position = d.default
            t.choose(position)
        return self._judge.score(t)

    def _best(self, t: Table, options: Sequence[Option], luck: int, steps: int) -> float:
        best = -1e9
        self._left //= len(options)
        left = self._left
        for position in range(len(options)):
            branch = t.copy()
            branch.choose(position)
            self._left = left
            best = max(best, self._follow(branch, luck, steps))
        return best

    def _in_reach(self, t: Table) -> bool:
        own = t.game.party[self._seat]
        return any(
            p != own and t.fortitude[p] - t.alcohol[p] <= _REACH and not all(t.out[s] for s in members)
            for p, members in enumerate(t.game.members)
        )

    def _best_chained(self, t: Table, d: Decision, luck: int, steps: int) -> float:
        """Return what the best of the Actions that may follow comes to, or of none of them."""
        cards = t.game.cards
        best = -1e9
        for position, option in enumerate(d.options):
            if position == d.default or (option.kind == "play" and cards[option.value].uses[option.use].chain == t.chain):
                branch = t.copy()
                branch.choose(position)
                self._left = MOST_BRANCHES
                best = max(best, self._follow(branch, luck, steps))
        self._further = True
        return best

    def _gamble(self, t: Table, d: Decision, luck: int) -> tuple[int, int]:
        cards = t.game.cards
        turns = [
            i for i, o in enumerate(d.options)
            if o.kind == "play" and cards[o.value].uses[o.use].type & (GAMBLING | CHEATING)
        ]  # fmt: skip
        luck, drawn = chance.below(luck, 1000)
        if not turns or drawn >= self._wits:
            return luck, d.default
        luck, i = chance.below(luck, len(turns))
        return luck, turns[i]
