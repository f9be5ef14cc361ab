"""The table on a screen: what a game and a game told again have in common. It is drawn from a `Look` and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from innkeeper.session.look import Look
from innkeeper.session.storyteller import Line
from innkeeper.terminal.hand import Detail, Hand
from innkeeper.terminal.headline import Headline, Pot
from innkeeper.terminal.keybar import KeyBar
from innkeeper.terminal.pending import PendingStack
from innkeeper.terminal.prompt import Prompt
from innkeeper.terminal.seats import Seats, SeatStrip
from innkeeper.terminal.sheets import InnSheet, SeatSheet, StorySheet, WhySheet
from innkeeper.terminal.storyline import Storyline

LEAST: tuple[int, int] = (80, 24)
_TIGHT = 9  # lines for a prompt, the story and a card, below which the Inn's piles are left to their own sheet


class TableScreen(Screen[None]):
    """Seats, story, what is pending, a prompt, a hand; on a wide terminal the story stands beside the rest."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (126, "-wide")]  # noqa: RUF012  (as the base class has it)
    DEFAULT_CSS: ClassVar[str] = """
    TableScreen { background: $room; color: $ink; overflow: hidden; }
    TableScreen #filler { height: 1fr; display: none; }
    TableScreen.-wide #filler { display: block; }
    TableScreen.-wide Storyline {
        dock: right; width: 36%; height: 100%; margin: 0 0 1 0; border-left: solid $quiet; padding: 0 1;
    }
    """

    def __init__(self, seats: int) -> None:
        """`seats`: how many there are."""
        super().__init__()
        self.count = seats
        self.sight: Look | None = None

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        yield Headline()
        yield Seats(self.count)
        yield Pot()
        yield Storyline()
        yield Static(id="filler")
        yield PendingStack()
        yield Prompt()
        yield Hand()
        yield Detail()
        yield KeyBar()

    @property
    def storyline(self) -> Storyline:
        """The story."""
        return self.query_one(Storyline)

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything anew; what a screen adds to this is its own."""

    def draw_table(self, beside: str = "", keys: Mapping[int, str] | None = None, cursor: int = -1, taken: int = 0) -> int:
        """Draw what everybody sees, and return how many lines are left for a prompt, the story and a card.

        keys: of the targets that are to be picked from; None where none is to be picked.  taken: lines that the hand takes.
        """
        sight = self.sight
        if sight is None:
            return 0
        self.query_one(Headline).show(sight, beside)
        room = max(self.count + 1, self.app.size.height // 2 - 2)
        left = self.app.size.height - 3 - taken  # the lines at the top and at the bottom, and one for the story
        left -= self.query_one(Seats).show(sight, keys or {}, keys is not None, cursor, room)
        left -= self.query_one(Pot).show(sight, left > _TIGHT)
        return left - self.query_one(PendingStack).show(sight, 0 if left < 7 else 1 if left < 10 else 2 if left < 13 else 4)

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew, once every part knows its width."""
        self.call_after_refresh(self.draw)

    # --- reading ----------------------------------------------------------------------------------------------------

    def open_story(self) -> None:
        """Show the whole story, to scroll in."""
        self.app.push_screen(StorySheet(self.storyline.lines))

    def open_why(self, lines: Sequence[Line]) -> None:
        """Show the rules behind lines of the story."""
        self.app.push_screen(WhySheet(lines))

    def open_seat(self, seat: int) -> None:
        """Show all there is to see of a seat."""
        if self.sight is not None and 0 <= seat < self.count:
            self.app.push_screen(SeatSheet(self.sight, seat))

    def open_inn(self) -> None:
        """Show what variants lay in the Inn."""
        if self.sight is not None:
            self.app.push_screen(InnSheet(self.sight))

    def on_storyline_asked(self, message: Storyline.Asked) -> None:
        """Tell why a line is so."""
        self.open_why([message.line])

    def on_seat_strip_picked(self, message: SeatStrip.Picked) -> None:
        """Do what a click on a seat, or on a thing in front of one, means here."""
        self.picked(message.target)

    def picked(self, target: int) -> None:
        """Show the seat; a screen on which seats are picked does something else first."""
        self.open_seat(target)

    def command(self, key: str) -> bool:
        """Carry out a key that all tables know; return whether it was one."""
        app: Any = self.app
        if key == "r":
            self.open_story()
        elif key == "z":
            self.open_inn()
        elif key == "t":
            app.other_theme()
            self.call_after_refresh(self.draw)
        elif key.isdigit() and key != "0":
            self.open_seat(int(key) - 1)
        else:
            return False
        return True
