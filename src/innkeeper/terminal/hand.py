"""Your hand: what can be played now is lit, the rest readable but quiet. One key each; the card in focus says all it does."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from innkeeper.cards.text import card_text, type_line
from innkeeper.session.look import Look
from innkeeper.session.texts import words
from innkeeper.terminal.paint import LETTERS, fit, join, wrap


@dataclass(frozen=True, slots=True)
class Held:
    """A card that a seat may use: one of its hand, or one in front of it that it may play from there."""

    card: int
    front: bool = False


def held(look: Look) -> list[Held]:
    """Return the cards of the viewer, as they are laid out: the hand, then what can be played from in front."""
    asked = look.view.asked
    front = [o.value for o in asked.options if o.kind == "play" and o.front] if asked is not None else []
    return [Held(card) for card in look.view.hand] + [Held(card, True) for card in dict.fromkeys(front)]


class Hand(Static):
    """The cards of a hand in two or three columns, read row by row."""

    DEFAULT_CSS: ClassVar[str] = """
    Hand { height: auto; background: $wood; padding: 0 1; border-top: solid $quiet; border-title-color: $ink; }
    Hand.-none { display: none; }
    """

    class Pointed(Message):
        """The mouse is over a card (or, at -1, no longer), or has clicked it."""

        def __init__(self, position: int, clicked: bool) -> None:
            """`position`: in the hand."""
            super().__init__()
            self.position, self.clicked = position, clicked

    def __init__(self) -> None:
        """Begin with no cards."""
        super().__init__(id="hand")
        self.columns = 2
        self._count = 0
        self._hovered = -1

    def show(self, look: Look, cursor: int, lit: Set[int], marked: Set[int], title: str = "Your hand") -> int:
        """Draw, and return how many lines it takes.

        cursor: the card in focus, or -1.  lit: what does something now.  marked: what is to be thrown away.
        """
        cards = held(look)
        self._count = len(cards)
        hidden = look.eye < 0 or bool(look.view.seats[look.eye].out)
        self.set_class(hidden, "-none")
        self.border_title = title
        width = (self.size.width or self.app.size.width) - 2
        self.columns = max(1, min(3, width // 38))
        each = width // self.columns
        rows: list[Content] = []
        for start in range(0, len(cards), self.columns):
            row = Content("")
            for i in range(start, min(start + self.columns, len(cards))):
                row += self._card(look, i, cards[i], each, cursor == i, i in lit, i in marked)
            rows.append(row)
        self.update(join(rows) if rows else Content.assemble(("(no cards)", "$quiet")))
        return max(1, len(rows)) + 1 if not hidden else 0

    def _card(self, look: Look, i: int, item: Held, width: int, focus: bool, lit: bool, marked: bool) -> Content:
        letter = LETTERS[i] if i < len(LETTERS) else " "
        title = look.game.cards[item.card].title
        if item.front:
            title = f"(in front) {title}"
        # The key stands in brackets where the card does something now, so that colour is not alone in saying so.
        key = f"[{letter}]" if lit else f" {letter} "
        mark = "✗" if marked else " "
        text = fit(f"{key}{mark}{title}", width - 1)
        style = "$danger" if marked else "$mine bold" if lit else "$quiet"
        return Content.assemble((text, f"{style} reverse" if focus else style), " ")

    def _at(self, x: int, y: int) -> int:
        each = max(1, self.content_size.width // self.columns)
        i = (y - 1) * self.columns + min((x - 1) // each, self.columns - 1)  # behind the border and the padding
        return i if y >= 1 and 0 <= i < self._count else -1

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Bring the card below the mouse into focus."""
        i = self._at(event.x, event.y)
        if i != self._hovered:
            self._hovered = i
            self.post_message(self.Pointed(i, False))

    def on_leave(self) -> None:
        """Take the card out of focus."""
        if self._hovered >= 0:
            self._hovered = -1
            self.post_message(self.Pointed(-1, False))

    def on_click(self, event: events.Click) -> None:
        """Take the card."""
        i = self._at(event.x, event.y)
        if i >= 0:
            self.post_message(self.Pointed(i, True))


def card_lines(look: Look, card: int, width: int, most: int = 0) -> list[Content]:
    """Return a card in full: its title, its type, what it does, and where it is our own."""
    read = look.game.cards[card]
    lines = [Content.assemble((read.title, "$ink bold"), (f"  {type_line(read)}", "$quiet"))]
    for text in card_text(read, words()).splitlines():
        lines += [Content.assemble((part, "$ink")) for part in wrap(text, width, 2)]
    if read.origin == "reconstructed":
        lines.append(Content.assemble(("Our own card: what is printed on it is not known to us.", "$quiet")))
    return lines[:most] if most else lines


class Detail(Static):
    """The card in focus: what it does, and why it cannot be played now."""

    DEFAULT_CSS: ClassVar[str] = """
    Detail { height: auto; background: $board; padding: 0 1; }
    Detail.-none { display: none; }
    """

    def show(self, look: Look, card: int, room: int = 5, why_not: bool = True) -> int:
        """Draw a card, -1 for none, and return how many lines it takes; `room`: at most. why_not: say that too."""
        self.set_class(card < 0, "-none")
        if card < 0:
            return 0
        width = (self.size.width or self.app.size.width) - 2
        lines = card_lines(look, card, width)
        why = look.why_not.get(card, "") if why_not else ""
        if why:
            reasons = [Content.assemble((text, "$danger")) for text in wrap(f"Not now: {why}", width, 2)]
            # What keeps it from being played comes first: it is what one wants to know of a card that is not lit.
            lines = [lines[0], *reasons[:2], *lines[1:]]
        if len(lines) > room:
            lines = [*lines[: room - 1], lines[room - 1] + Content.assemble((" …", "$quiet"))]
        self.update(join(lines))
        return len(lines)
