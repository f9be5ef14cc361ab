"""The line at the bottom: the keys that do something now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.content import Content
from textual.widgets import Static

from innkeeper.terminal.paint import fit


class KeyBar(Static):
    """Keys and what they do, as many as there is room for."""

    DEFAULT_CSS: ClassVar[str] = "KeyBar { dock: bottom; height: 1; background: $room; color: $quiet; padding: 0 1; }"

    def show(self, keys: Sequence[tuple[str, str]], said: str = "") -> None:
        """Draw. said: something to be said once, in their place."""
        width = (self.size.width or self.app.size.width) - 2
        if said:
            self.update(Content.assemble((fit(said, width), "$mine bold")))
            return
        text = Content("")
        for name, what in keys:
            part = Content.assemble((name, "$mine bold"), (f" {what}", "$quiet"))
            if text.cell_length + part.cell_length + 2 > width:
                break
            text = (text + Content("  ") + part) if text.plain else part
        self.update(text)
