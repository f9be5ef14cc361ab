"""What can be set while playing: when to be asked, the speed of the others, the colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from innkeeper.terminal.sheets import Sheet

Setting = tuple[Callable[[], str], Callable[[], None]]
"""What it says now, and what makes it another."""


class Settings(Sheet):
    """A list of settings; Enter or a click changes one."""

    title_text = "Settings"
    foot = "Enter changes one · Esc closes"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,s", "close", "close", priority=True)]

    def __init__(self, settings: Callable[[], Sequence[Setting]]) -> None:
        """`settings`: the ones there are now; asked again after each change."""
        super().__init__()
        self._settings = settings

    def content(self) -> ComposeResult:
        """Return the list."""
        yield OptionList(*[Option(text()) for text, _ in self._settings()])

    def on_mount(self) -> None:
        """Begin at the first."""
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change it, and show what it says then."""
        self._settings()[event.option_index][1]()
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(text()) for text, _ in self._settings()])
        options.highlighted = min(event.option_index, options.option_count - 1)
