"""The application: colours, leaving, one screen for a game or for a game told again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from innkeeper.session.beginning import Wish, new_game
from innkeeper.session.newtable import Plan
from innkeeper.session.sitting import Sitting
from innkeeper.terminal.gamescreen import USUAL_SPEED, GameScreen
from innkeeper.terminal.newtable import NewTable
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
        self,
        first: Screen[None] | Plan,
        again: Callable[[Sitting], Sitting] | None = None,
        more: str = "",
        theme: str = "",
        hints: bool = True,
        decks: Sequence[Path] = (),
    ) -> None:
        """Begin with a screen, or with a table that is to be made.

        again: makes another game of the same people.  more: what the command that goes on with a game needs besides the file.
        theme: DARK or LIGHT; as the terminal says, if left out.  hints: as in `GameScreen`, for games of tables made here.
        decks: users' own deck files, for those tables.
        """
        super().__init__()
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme or usual()
        self._hints = hints
        self._decks = tuple(decks)
        self._first = NewTable(first, self._deal) if isinstance(first, Plan) else first
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
        self._show(GameScreen(self._again(over), speed, hints=False))

    def new_table(self, over: Sitting) -> None:
        """Make another table after a game that is over, beginning with how that one was."""
        self._hints = False
        self._show(NewTable(Plan.like(over, Wish(decks=self._decks)), self._deal))

    def _deal(self, plan: Plan) -> str:
        """Begin the game of a table that was made; return what is wrong with it, or ""."""
        try:
            sitting = new_game(plan.wish())
        except (ValueError, OSError) as error:
            return str(error)
        self._show(GameScreen(sitting, USUAL_SPEED, self._hints))
        return ""

    def _show(self, screen: Screen[None]) -> None:
        self._first = screen
        self.switch_screen(screen)

    def other_theme(self) -> None:
        """Go from dark to light, or back."""
        self.theme = LIGHT if self.theme == DARK else DARK

    def action_leave(self) -> None:
        """Leave without a question: a game is saved, and it is said how to go on."""
        if isinstance(self._first, GameScreen):
            self._first.leave()
        else:
            self.exit("")
