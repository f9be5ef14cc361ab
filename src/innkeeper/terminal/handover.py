"""Between two people at one keyboard: a screen that shows nothing of anybody's hand."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static


class HandOver(Screen[None]):
    """Waits until somebody else sits at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "ready", "ready")]
    DEFAULT_CSS: ClassVar[str] = """
    HandOver { align: center middle; background: $board; color: $ink; }
    HandOver Static { width: auto; max-width: 90%; border: round $mine; padding: 1 3; text-align: center; }
    """

    def __init__(self, name: str, character: str) -> None:
        """`name`: who is to sit down; `character`: whom they play."""
        super().__init__()
        self._who = name if name == character else f"{name} ({character})"

    def compose(self) -> ComposeResult:
        """Say whose turn at the keyboard it is."""
        yield Static(
            Content.assemble(
                (f"Pass the keyboard to {self._who}.", "$mine bold"),
                (f"\n\nEnter, once {self._who} sits here and nobody else looks.", "$ink"),
                ("\n\nq saves the game and leaves", "$quiet"),
            )
        )

    def on_click(self) -> None:
        """Take a click for Enter."""
        self.action_ready()

    def action_ready(self) -> None:
        """Go on."""
        self.dismiss(None)
