"""The question: what it means for you first, then the card, then what can be answered, one key each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from innkeeper.session.look import Look
from innkeeper.terminal.choices import HAND, PROMPT, SEAT, Choice
from innkeeper.terminal.paint import join, wrap
from innkeeper.view.story import quoted

_HARMS: Final = re.compile(
    r"You (lose \d+ Fortitude|gain \d+ Alcohol|pass out|have no Gold)|You .* and pass out|Your team (passes|has no)"
    r"|.*(loses \d+ Fortitude|gains \d+ Alcohol Content) \(your team:"
)

Command = tuple[str, str]
"""A key, and what it does."""


class Prompt(Static):
    """What you are asked, or what is going on meanwhile."""

    DEFAULT_CSS: ClassVar[str] = """
    Prompt {
        height: auto; background: $board; padding: 0 1; border: round $mine; border-title-color: $mine;
        border-title-style: bold;
    }
    Prompt.-idle { border: none; background: $room; }
    """

    class Taken(Message):
        """A choice, or a command's key, was clicked."""

        def __init__(self, choice: int, key: str) -> None:
            """`choice`: its place among the choices, or -1 for the command of `key`."""
            super().__init__()
            self.choice, self.key = choice, key

    def __init__(self) -> None:
        """Begin with no question."""
        super().__init__(id="prompt")
        self._spans: list[tuple[int, int, int, int, str]] = []  # line, from, to, choice, key

    def idle(self, text: str = "") -> None:
        """Show that nothing is asked; `text`: what may be done meanwhile."""
        self.set_class(True, "-idle")
        self.border_title = None
        self._spans = []
        self.update(Content.assemble((text, "$quiet")))

    def ask(
        self,
        look: Look,
        found: Sequence[Choice],
        cursor: int,
        commands: Sequence[Command],
        hint: str,
        room: int,
        question: str = "",
    ) -> None:
        """Draw a question. cursor: the choice that Enter takes, or -1.  room: how many lines it may take, frame included."""
        asking = look.asking
        assert asking is not None
        width = (self.size.width or self.app.size.width) - 4
        self.set_class(False, "-idle")
        self.border_title = question or asking.question
        foot, spans = self._answers(look, found, cursor, commands, width)
        free = max(1, room - 2 - len(foot))
        body: list[Content] = []
        for i, sentence in enumerate(asking.forecast):
            style = ("$danger bold" if _HARMS.match(sentence) else "$ink bold") if i == 0 else "$ink"
            body += [Content.assemble((text, style)) for text in wrap(sentence, width, 2)]
        for text in (
            self._card_text(look),
            hint,
        ):
            if text:
                body += [Content.assemble((part, "$quiet")) for part in wrap(text, width, 2)]
        if len(body) > free:
            body = [*body[: free - 1], Content.assemble(("… (? tells all of it)", "$quiet"))] if free > 1 else body[:1]
        self._spans = [(line + len(body), left, right, n, name) for line, left, right, n, name in spans]
        self.update(join([*body, *foot]))

    def _card_text(self, look: Look) -> str:
        """Return what the card says that is answered, or that asks; its title, where the question has not just said it."""
        asking = look.asking
        if asking is None or asking.card < 0 or not asking.text:
            return ""
        title = quoted(look.game, asking.card)
        return asking.text if asking.question.startswith(title) else f"{title}: {asking.text}"

    def _answers(
        self, look: Look, found: Sequence[Choice], cursor: int, commands: Sequence[Command], width: int
    ) -> tuple[list[Content], list[tuple[int, int, int, int, str]]]:
        """Return the lines of what can be answered here, flowing, and where on them each answer stands."""
        parts: list[tuple[Content, int, str]] = []
        picked = [choice for choice in found if choice.place == SEAT]
        if picked:
            keys = " ".join(choice.key for choice in picked if choice.key)
            parts.append(
                (Content.assemble(("pick on the table: ", "$ink"), (keys, "$mine bold"), (" or click", "$ink")), -1, "")
            )
        for n, choice in enumerate(found):
            here = n == cursor
            if choice.place == PROMPT:
                key = "Enter" if here else choice.key
            elif choice.place == SEAT and here:
                key = "Enter"
            else:
                continue
            text = choice.text if choice.place == PROMPT else f"picks {choice.text}"
            if len(text) > width - 10:
                text = text[: width - 11] + "…"
            mark = "▶" if here else " "
            parts.append((Content.assemble((f"{mark}[{key}] {text}", "$mine bold" if here else "$mine")), n, choice.key))
        if any(choice.place == HAND for choice in found):
            parts.append((Content.assemble(("or a lit card, by its letter", "$ink")), -1, ""))
        for name, text in commands:
            parts.append((Content.assemble((f"[{name}]", "$mine"), (f" {text}", "$quiet")), -1, name))
        rows: list[Content] = []
        spans: list[tuple[int, int, int, int, str]] = []
        for part, n, name in parts:
            size = part.cell_length
            if rows and rows[-1].cell_length + 2 + size <= width:
                left = rows[-1].cell_length + 2
                rows[-1] = rows[-1] + Content("  ") + part
            else:
                left = 0
                rows.append(part)
            if n >= 0 or name:
                spans.append((len(rows) - 1, left, left + size, n, name))
        return rows, spans

    def on_click(self, event: events.Click) -> None:
        """Take what was clicked."""
        x, y = event.x - 2, event.y - 1  # behind the frame
        for line, left, right, n, name in self._spans:
            if y == line and left <= x < right:
                self.post_message(self.Taken(n, name))
                return
