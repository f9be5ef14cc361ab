"""What is sent to a seat or a spectator: built from what that eye may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from innkeeper.engine.state import NOBODY, Entry
from innkeeper.library import Table
from innkeeper.server.protocol import Ask, Leave, Line
from innkeeper.server.questions import is_anybodys
from innkeeper.session.asking import declining, hint, question
from innkeeper.session.forecast import forecast
from innkeeper.session.passing import moment
from innkeeper.session.storyteller import ALL_KNOWING
from innkeeper.view import Asked, View, log_for, view
from innkeeper.view.story import tell

ANSWERS_OPEN: Final = Asked(NOBODY, "answer", (), (), -1, -1, ())
"""What a seat sees that has answered a moment, while others still may."""

_NO_SEAT: Final = -3  # nobody is "you" in what spectators read


class Sight(msgspec.Struct, frozen=True):
    """What an eye sees at one time, without the log."""

    view: View
    forecast: list[str]
    why: dict[int, str]


def sight(table: Table, eye: int, answered: bool = False) -> Sight:
    """Return what a seat (NOBODY: a spectator) sees of a table.

    answered: it has answered the question that is open to it there, and is not asked again.
    """
    seen = seen_by(table, eye, answered)
    why: dict[int, str] = {}
    if eye >= 0 and table.outcome is None:
        mine = (*seen.hand, *(card for card, _ in seen.seats[eye].front))
        why = {card: table.why_not(eye, card) for card in dict.fromkeys(mine)}
        if answered:
            why = {card: reason or "You have answered this already." for card, reason in why.items()}
    return Sight(seen, forecast(table, eye if eye >= 0 else _NO_SEAT) if table.outcome is None else [], why)


def seen_by(table: Table, eye: int, answered: bool = False) -> View:
    """Return the view of an eye, which at a moment's face, or once it has answered, is that answers are open."""
    seen = view(table, eye)
    return msgspec.structs.replace(seen, asked=ANSWERS_OPEN) if answered or is_anybodys(table) else seen


def ask(table: Table, id: str, ms: int | None) -> Ask:
    """Return the question that is open at a table, in words, to the seat that is asked."""
    decision = table.decision
    assert decision is not None
    now = moment(table, decision.seat) if decision.kind == "answer" else None
    leave = Leave(now.kind, now.touches) if now is not None else None
    about = hint(table.game, decision.kind, decision.seat)
    return Ask(id, question(table, decision), about, declining(table, decision), leave, ms)


def lines(table: Table, eye: int, since: int = 0) -> list[Line]:
    """Return the log from an entry on, as a seat (NOBODY: a spectator; ALL_KNOWING: after the game) may read it."""
    entries: Sequence[Entry] = log_for(table, eye, since) if eye != ALL_KNOWING else table.entries()[since:]
    # Entries tell by how much a marker moved; where it stands is known for now, so this goes backwards.
    now = {"fortitude": table.fortitude[:], "alcohol": table.alcohol[:]}
    found: list[Line] = []
    first = table._log_size - len(entries)
    for k in range(len(entries) - 1, -1, -1):
        entry = entries[k]
        kind, seat, other, card, n, rules, cards = entry
        total = NOBODY
        if kind in now:
            party = table.game.party[seat]
            total = now[kind][party]
            now[kind][party] -= n
        text = tell(table.game, entry, seat if eye == ALL_KNOWING else eye, total)
        found.append(Line(first + k, text, kind, seat, other, card, n, list(cards), list(rules)))
    found.reverse()
    return found
