"""Standing effects: what holds for a seat for a while, each with its source and when it ends, asked in one place.

An effect is (marks, seat, until, card, hand): hand is what it adds to the hand size, until is UNTIL_TURN_ENDS or
UNTIL_PHASE_ENDS. What lies in front of a seat holds while it lies there; what lies there until its holder's next turn begins
is put away then.
"""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms
from innkeeper.engine.state import (
    IGNORES_ALL,
    NO_FORTITUDE_LOSS,
    NOT_PICKED,
    PLAYS_NOTHING,
    State,
)

UNTIL_TURN_ENDS: Final = 0
UNTIL_PHASE_ENDS: Final = 1
MARK_NAMES: Final[dict[str, int]] = {
    "plays-nothing": PLAYS_NOTHING,
    "ignores-all": IGNORES_ALL,
    "not-picked": NOT_PICKED,
    "no-fortitude-loss": NO_FORTITUDE_LOSS,
}


def add(t: State, marks: int, seat: int, until: int, card: int, hand: int = 0) -> None:
    """Begin a standing effect: marks that hold for the seat, or a change of its hand size."""
    t.effects = (*t.effects, (marks, seat, until, card, hand))
    refresh(t, seat)


def refresh(t: State, seat: int) -> None:
    """Work out anew what holds for a seat: its standing effects and what lies in front of it."""
    marks = 0
    for m, s, _, _, _ in t.effects:
        if s == seat:
            marks |= m
    for card, _, _ in t.front[seat]:
        while_there = t.game.cards[card].in_front.get("holds", ())
        if isinstance(while_there, (list, tuple)):
            for name in while_there:
                marks |= MARK_NAMES[str(name)]
    t.standing[seat] = marks


def turn_ends(t: State) -> None:
    """What lasted until the end of the turn, or of a Phase of it, is over."""
    _end(t, (UNTIL_TURN_ENDS, UNTIL_PHASE_ENDS))


def phase_ends(t: State) -> None:
    """What lasted until the end of the Phase is over."""
    _end(t, (UNTIL_PHASE_ENDS,))


def _end(t: State, which: tuple[int, ...]) -> None:
    if not t.effects:
        return
    over = [e for e in t.effects if e[2] in which]
    t.effects = tuple(e for e in t.effects if e[2] not in which)
    for _, seat, _, _, _ in over:
        refresh(t, seat)


def turn_begins(t: State, seats: tuple[int, ...]) -> None:
    """Cards in front of these seats that lie there until their next turn begins are put away, first thing."""
    for seat in seats:
        for card, owner, _ in t.front[seat]:
            facts = t.game.cards[card].in_front
            if facts.get("until") == "next-turn":
                atoms.lay_aside(t, atoms.from_front(t, seat, card))
                t.note("front-gone", seat, (str(facts.get("rule", "core.turn.phases")),), owner, card)
        if t.standing[seat]:
            refresh(t, seat)
