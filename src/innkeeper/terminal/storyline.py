"""The log as a story: its end, as much as there is room for. A click on a line opens the rules that made it so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from innkeeper.session.storyteller import Line
from innkeeper.terminal.paint import wrap

STYLES: Final = {
    "turn": "$ink bold",
    "play": "$deed",
    "happens": "$deed",
    "out": "$danger bold",
    "win": "$mine bold",
    "round": "$mine",
    "round-won": "$mine",
    "fortitude": "$ink",
    "alcohol": "$ink",
}


def shown(line: Line, width: int) -> list[Content]:
    """Return a line of the story, wrapped and in its colours; a turn stands out to the left."""
    if line.kind == "turn":
        return [Content.assemble((text, STYLES["turn"])) for text in wrap(f"— {line.text}", width, 2)]
    style = STYLES.get(line.kind, "$quiet")
    return [Content.assemble((text, style)) for text in wrap(f"  {line.text}", width, 4)]


class Storyline(Widget):
    """The end of the story."""

    DEFAULT_CSS: ClassVar[str] = "Storyline { height: 1fr; min-height: 0; padding: 0 1; }"

    class Asked(Message):
        """Somebody wants to know why a line is so."""

        def __init__(self, line: Line) -> None:
            """`line`: which."""
            super().__init__()
            self.line = line

    def __init__(self) -> None:
        """Begin with nothing told."""
        super().__init__(id="story")
        self.lines: list[Line] = []
        self._drawn: list[Line] = []
        self._above = 0  # empty lines above them

    def tell(self, lines: Sequence[Line]) -> None:
        """Add what has happened."""
        self.lines.extend(lines)
        self.refresh()

    def begin_again(self, lines: Sequence[Line]) -> None:
        """Tell this instead of what was told before."""
        self.lines = list(lines)
        self.refresh()

    def render(self) -> Content:
        """Draw the end of the story, the newest line at the bottom."""
        width, height = self.content_size.width, self.content_size.height
        rows: list[Content] = []
        self._drawn = []
        for line in reversed(self.lines):
            drawn = shown(line, width)
            if len(rows) + len(drawn) > height and rows:
                break
            drawn = drawn[:height]
            rows[:0] = drawn
            self._drawn[:0] = [line] * len(drawn)
        self._above = max(0, height - len(rows))
        return Content("\n").join([Content("")] * self._above + rows)

    def on_click(self, event: events.Click) -> None:
        """Ask why, of the line that was clicked."""
        at = event.y - self._above
        if 0 <= at < len(self._drawn):
            self.post_message(self.Asked(self._drawn[at]))
