"""What somebody at a table sees: the view of one seat, with the names, the reasons and the question that belong to it.

This is all that a screen is made from; nothing else of a table reaches it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from innkeeper.engine.game import Game
from innkeeper.engine.state import EFFECT, NOBODY
from innkeeper.engine.table import Table
from innkeeper.session.asking import declining, pending_words, question
from innkeeper.session.forecast import forecast
from innkeeper.session.passing import Moment, moment
from innkeeper.session.texts import text_of, text_of_use
from innkeeper.view import View, view
from innkeeper.view.story import listed, name_of


@dataclass(frozen=True, slots=True)
class Asking:
    """The open question as it is put to the person who is asked; its options are the view's.

    forecast: what is about to happen, one sentence each, the person's own share first.  card: the card that is answered, or
    that asks, or -1, and its text.  under: what else is still to come.  let_be: what declining means.  moment: which kind of
    moment it is.
    """

    question: str
    forecast: tuple[str, ...]
    card: int
    text: str
    under: str
    let_be: str
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class Look:
    """A view with what a screen needs beside it.

    game: the cards and the seats, which never change.  called: who sits there.  why_not: why a card of the viewer's cannot be
    played now, "" where it can.  asking: where it is the viewer who is asked.
    """

    view: View
    game: Game
    called: tuple[str, ...]
    why_not: Mapping[int, str]
    asking: Asking | None

    @property
    def eye(self) -> int:
        """The seat that looks, or NOBODY."""
        return self.view.seat

    def name(self, target: int) -> str:
        """Return the name of a seat, of a thing in play, of the Inn."""
        return name_of(self.game, target)

    def playable(self, card: int) -> bool:
        """Whether the viewer may play a card now."""
        asked = self.view.asked
        return asked is not None and any(o.kind == "play" and o.value == card for o in asked.options)


def look(table: Table, eye: int, called: Sequence[str] = ()) -> Look:
    """Return what a seat, or a spectator (NOBODY), sees of a table. `called`: who sits at each seat."""
    seen = view(table, eye)
    game = table.game
    names = tuple(called) or tuple(name_of(game, seat) for seat in range(len(seen.seats)))
    mine = (*seen.hand, *(card for card, _ in seen.seats[eye].front)) if eye != NOBODY else ()
    reasons = {card: table.why_not(eye, card) for card in dict.fromkeys(mine)}
    return Look(seen, game, names, reasons, _asking(table, eye))


def _asking(t: Table, eye: int) -> Asking | None:
    decision = t.decision
    if decision is None or decision.seat != eye:
        return None
    if decision.kind == "discard":
        return Asking(question(t, decision), (), -1, "", "", declining(t, decision), None)
    top = t.stack[-1] if t.stack else None
    told: list[str] = []
    under = text = ""
    card = -1
    if decision.kind in ("answer", "choose", "cards", "order-card"):
        told = forecast(t, eye)
        under = listed([words for words in (pending_words(t, f, eye) for f in reversed(t.stack[:-1])) if words])
    # The card that is answered, or the viewer's own one that asks whom it is for.
    if top is not None and top.kind == EFFECT and top.card >= 0:
        if (told and top.actor != eye) or (decision.kind != "answer" and decision.card == top.card):
            card = top.card
            read = t.game.cards[card]
            text = text_of(read) if top.use < 0 else text_of_use(read, top.use)
    now = moment(t, eye) if decision.kind == "answer" else None
    return Asking(question(t, decision), tuple(told), card, text, under, declining(t, decision), now)
