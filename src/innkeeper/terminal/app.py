"""The application: colours, leaving, one screen for a game or for a game told again."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from innkeeper.session.sitting import Sitting
from innkeeper.terminal.gamescreen import USUAL_SPEED, GameScreen
from innkeeper.terminal.theme import DARK, LIGHT, THEMES, usual


class InnkeeperApp(App[str]):
    """Runs one screen; ends with a sentence that is to be printed once the terminal is as it was."""

    TITLE = "Innkeeper"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "leave", priority=True, show=False),
        Binding("q", "leave", "leave", show=False),
    ]

    def __init__(
        self, first: Screen[None], again: Callable[[Sitting], Sitting] | None = None, more: str = "", theme: str = ""
    ) -> None:
        """Begin with a screen.

        again: makes another game of the same people.  more: what the command that goes on with a game needs besides the file.
        theme: DARK or LIGHT; as the terminal says, if left out.
        """
        super().__init__()
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme or usual()
        self._first = first
        self._again = again
        self.more = more

    def on_mount(self) -> None:
        """Show the first screen."""
        self.push_screen(self._first)

    def again(self, over: Sitting, speed: int = USUAL_SPEED) -> None:
        """Begin another game after one that is over."""
        if self._again is None:
            self.exit("")
            return
        self._first = GameScreen(self._again(over), speed, hints=False)
        self.switch_screen(self._first)

    def other_theme(self) -> None:
        """Go from dark to light, or back."""
        self.theme = LIGHT if self.theme == DARK else DARK

    def action_leave(self) -> None:
        """Leave without a question: a game is saved, and it is said how to go on."""
        if isinstance(self._first, GameScreen):
            self._first.leave()
        else:
            self.exit("")
