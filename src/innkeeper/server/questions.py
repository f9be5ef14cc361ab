"""Who is asked what at a table: all who may answer the same moment at once, so that nobody's thinking shows to the next."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from innkeeper.engine.decision import PASS, Decision
from innkeeper.engine.state import NOBODY, QUIET, State
from innkeeper.library import Table
from innkeeper.view.project import is_chosen

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Question:
    """A question to a seat. table: as it is when the question comes to that seat, all before it having declined.

    id: names it to the client.  answer: the position that was chosen, once one is, by a message with the id `message`, over
    the connection `link`.  started: a bot has been set to it.  due: when a timer takes the default, on the loop's clock.
    """

    id: str
    seat: int
    table: Table
    answer: int = -1
    message: str = ""
    link: object = None
    started: bool = False
    due: float | None = None

    @property
    def decision(self) -> Decision:
        """The decision of the engine that is asked."""
        decision = self.table.decision
        assert decision is not None
        return decision


_ANYBODY: Final = Decision(NOBODY, "answer", (PASS,), 0, -1, ())  # answers are open, to whoever holds one


@dataclass(slots=True)
class Tried:
    """What a choice leads to.

    table: at the next decision.  moments: the table at each moment on the way, in order, at which anybody who holds the right
    card may play it, alike whether or not anybody does, and at which it is somebody's Action Phase; the last of them is the
    moment of the next decision where that is an answer or an Action.
    """

    table: Table
    moments: list[Table]


def tried(table: Table, choice: int) -> Tried:
    """Carry a choice out on a copy of a table. Raises what the engine raises."""
    after = table.copy()
    moments: list[Table] = []
    after.on_moment = moments_into(moments, after)
    after.choose(choice)
    after.on_moment = None
    return Tried(after, moments)


def moments_into(found: list[Table], table: Table) -> Callable[[State, int], None]:
    """Return what a table may tell of its moments: it puts each into a list, as everybody may see it."""

    def on_moment(now: State, seat: int) -> None:
        seen = table.copy()
        if seen.stack[-1].kind == QUIET:  # opened only where somebody holds a card for it
            seen.stack.pop()
        # Who can play nothing in its own Action Phase is awaited as anybody would be.
        seen.decision = _ANYBODY if seat == NOBODY else Decision(seat, "action", (PASS,), 0, -1, ())
        found.append(seen)

    return on_moment


def is_anybodys(table: Table) -> bool:
    """Whether a table is the face of a moment, at which nobody in particular is asked."""
    return table.decision is _ANYBODY


def open_to(table: Table) -> list[Table]:
    """Return the tables at which seats are asked now, in the order of the rules; the first one is `table`.

    More than one only where answers are open: each seat after the first is asked as if all before it had declined, which
    is no event, and of which it sees nothing.
    """
    found = [table]
    asked = {table.decision.seat} if table.decision is not None else set()
    at = table
    while at.decision is not None and at.decision.kind == "answer" and PASS in at.decision.options:
        after = at.copy()
        try:
            after.choose(PASS)
        except Exception:
            # What declining leads to cannot be carried out. Whoever declines will be told; asking goes on.
            log.exception("declining cannot be carried out")
            break
        if not same_moment(table, after) or after.decision is None or after.decision.seat in asked:
            break
        asked.add(after.decision.seat)
        found.append(after)
        at = after
    return found


def same_moment(before: Table, after: Table) -> bool:
    """Whether answers to one moment are open at both tables, and nothing has happened in between."""
    d, e = before.decision, after.decision
    if d is None or e is None or d.kind != "answer" or e.kind != "answer":
        return False
    if before._log_size != after._log_size or len(before.stack) != len(after.stack) or before.chance != after.chance:
        return False
    f, g = before.stack[-1], after.stack[-1]
    return (f.kind, f.stage, f.seat, f.card, f.cards, f.n, f.pc) == (g.kind, g.stage, g.seat, g.card, g.cards, g.n, g.pc)


def is_secret(table: Table) -> bool:
    """Whether the seat that is asked has chosen a card that nobody sees until its targets are picked."""
    return bool(table.stack) and is_chosen(table, table.stack[-1])
