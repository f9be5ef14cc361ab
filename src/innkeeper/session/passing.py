"""When somebody wants to be asked: always, only about what touches them, or never at moments of one kind."""

from __future__ import annotations

from typing import Final, NamedTuple

from innkeeper.engine.decision import Decision
from innkeeper.engine.program import ANYTIME
from innkeeper.engine.state import ANTE, CHECK, DRINKING, EFFECT, HIT, LEAVE, PAYMENT, QUIET, ROUND, SPENT, WIN, State
from innkeeper.session.forecast import touches

_KINDS: Final = {DRINKING: "drink", ANTE: "ante", PAYMENT: "payment", LEAVE: "leave", WIN: "win", CHECK: "check"}
_WORDS: Final = {
    "card": ("cards that touch you", "cards between others"),
    "own": ("cards of your own", "cards of your own"),
    "hit": ("losses you have just taken", "losses others have just taken"),
    "drink": ("your own Drinks", "the Drinks of others"),
    "ante": ("your antes", "the antes of others"),
    "payment": ("your payments", "the payments of others"),
    "leave": ("your leaving a Round", "others leaving a Round"),
    "win": ("pots you win", "pots that others win"),
    "check": ("your own last chance", "the last chance of others"),
    "round": ("quiet moments of a Round", "quiet moments of a Round"),
    "quiet": ("quiet moments", "quiet moments"),
}
_TEAM: Final = {
    "card": "cards that touch your team",
    "hit": "losses your team has just taken",
    "drink": "your team's Drinks",
    "ante": "your team's antes",
    "payment": "your team's payments",
    "leave": "your team's leaving a Round",
    "win": "pots your team wins",
    "check": "your team's last chance",
}


class Moment(NamedTuple):
    """A kind of moment at which a seat may answer: what is pending, and whether it touches the seat."""

    kind: str
    touches: bool

    def words(self, team: bool = False) -> str:
        """Return it in words, in the plural: "the Drinks of others". team: to somebody who has team-mates."""
        return (_TEAM.get(self.kind) if team and self.touches else None) or _WORDS[self.kind][0 if self.touches else 1]


def moment(t: State, seat: int) -> Moment:
    """Return what kind of moment a table is at, for a seat that may answer."""
    top = t.stack[-1] if t.stack else None
    if top is None or top.kind == QUIET:
        return Moment("round" if any(f.kind == ROUND for f in t.stack) else "quiet", False)
    if top.kind == EFFECT:
        if top.stage not in (HIT, SPENT) and top.actor == seat:
            return Moment("own", False)  # whoever has just played it wants it to happen
        mine = top.stage == SPENT and top.actor == seat  # nobody else can say anything to that
        return Moment("hit" if top.stage == HIT else "card", mine or touches(t, seat))
    kind = _KINDS.get(top.kind, "quiet")
    return Moment(kind, kind != "quiet" and touches(t, seat))


class Passing:
    """What one seat has asked to be left alone with. Begins with: always ask."""

    def __init__(self, always: bool = True) -> None:
        """always: ask at every moment; otherwise only where what is pending touches the seat and a card of its answers it."""
        self.always = always
        self.never: set[Moment] = set()
        self.stop = False
        self._since: int | None = None  # the turn in which it asked to be left in peace until its own next one

    @property
    def left_alone(self) -> bool:
        """Whether the seat has asked to be left in peace until its next turn."""
        return self._since is not None

    def until_next_turn(self, t: State | None) -> None:
        """Let be whatever does not touch the seat until its next turn; None: no longer."""
        self._since = t.turns if t is not None else None

    def lets_be(self, t: State, decision: Decision) -> bool:
        """Whether this is a moment to pass by itself. A `stop` that was asked for is used up by the next one that is none."""
        seat = decision.seat
        if self._since is not None and t.active == seat and t.turns > self._since:
            self._since = None
        if decision.kind != "answer":
            return False
        if self.stop:
            self.stop = False
            return False
        now = moment(t, seat)
        if now in self.never:
            return True
        if not now.touches:
            return self._since is not None or not self.always
        # A card that may be played at any time need not be played now, but for the last chance before one is out.
        return not self.always and now.kind != "check" and _only_anytime(t, decision)


def _only_anytime(t: State, decision: Decision) -> bool:
    uses = [t.game.cards[o.value].uses[o.use] for o in decision.options if o.kind == "play"]
    return bool(uses) and all(use.type == ANYTIME for use in uses)
