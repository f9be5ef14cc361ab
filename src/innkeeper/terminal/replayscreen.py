"""A game told again: forwards and back, with any seat's eyes."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.timer import Timer

from innkeeper.engine.state import NOBODY
from innkeeper.library import Table
from innkeeper.record import BadRecord, Record
from innkeeper.record.replay import go_through
from innkeeper.session.look import look
from innkeeper.session.sitting import is_me
from innkeeper.session.storyteller import Line, Storyteller
from innkeeper.terminal.hand import Detail, Hand, held
from innkeeper.terminal.keybar import KeyBar
from innkeeper.terminal.paint import LETTERS
from innkeeper.terminal.prompt import Prompt
from innkeeper.terminal.sheets import HelpSheet
from innkeeper.terminal.tablescreen import TableScreen
from innkeeper.view.story import name_of

SPEEDS: Final = (0.15, 0.4, 0.9, 1.8)
_KEYS: Final = (
    ("→ ←", "to the next thing that happens, and back"),
    ("PgDn PgUp", "to the next turn, and back"),
    ("Home End", "to the beginning, to the end"),
    ("Space", "plays by itself; + and - change its speed"),
    ("v", "see with the next seat's eyes; after the last one as somebody who watches"),
    ("a … o", "read a card"),
    ("1 … 9", "all there is to see of a seat"),
    ("r", "the story up to here, and the rules behind each line"),
    ("t", "light or dark"),
    ("q, Ctrl-C", "leave"),
)


class Film:
    """A record played through once, with the table as it was after every choice at which something happened."""

    def __init__(self, record: Record, table: Table) -> None:
        """table: as it was dealt. Where the record does not fit any longer, `broken` says why and the film ends there."""
        self.record = record
        self.broken = ""
        self.tables: list[Table] = [table.copy()]
        self.choices: list[int] = [0]
        done = 0
        try:
            for at, _, _ in go_through(record, table):
                self._keep(at, done)
                done += 1
        except BadRecord as error:
            self.broken = str(error)
        except Exception as error:  # a game that breaks the engine can be looked at up to there
            self.broken = f"the game breaks at choice {done}: {type(error).__name__}: {error}"
            return
        self._keep(table, done)

    def _keep(self, table: Table, done: int) -> None:
        """Keep a table at which there is something new to read, and the last one."""
        if table._log_size != self.tables[-1]._log_size or table.decision is None:
            self.tables.append(table.copy())
            self.choices.append(done)

    def frame_of(self, choice: int) -> int:
        """Return the frame in which so many choices had been made."""
        return max((i for i, done in enumerate(self.choices) if done <= choice), default=0)


class ReplayScreen(TableScreen):
    """Looks at a film."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, film: Film, eye: int = NOBODY, frame: int = 0) -> None:
        """eye: the seat to see with, NOBODY for what everybody sees.  frame: where to begin."""
        super().__init__(len(film.tables[0].out))
        self.film = film
        self.eye = eye
        self.frame = frame
        self.card = -1
        self.speed = 2
        self._timer: Timer | None = None
        game, plays = film.tables[0].game, film.record.header.plays
        self.called = tuple(
            (plays[seat].partition(":")[2] if plays and is_me(plays[seat]) else "") or name_of(game, seat)
            for seat in range(self.count)
        )

    def on_mount(self) -> None:
        """Show the first frame."""
        self._show()

    def _show(self) -> None:
        table = self.film.tables[self.frame]
        self.sight = look(table, self.eye, self.called)
        self.storyline.begin_again(self._story(table))
        self.card = min(self.card, len(held(self.sight)) - 1)
        self.call_after_refresh(self.draw)

    def _story(self, table: Table) -> list[Line]:
        return Storyteller(self.eye).news(table)

    def draw(self) -> None:
        """Draw the frame."""
        sight = self.sight
        if sight is None:
            return
        lit = {i for i, item in enumerate(held(sight)) if sight.playable(item.card)}
        title = f"The hand of {sight.name(self.eye)}" if self.eye >= 0 else ""
        taken = self.query_one(Hand).show(sight, self.card, lit, set(), title)
        left = self.draw_table("playing" if self._timer is not None else "", taken=taken)
        cards = held(sight)
        focus = cards[self.card].card if 0 <= self.card < len(cards) else -1
        self.query_one(Detail).show(sight, focus, max(1, min(6, left - 2)))
        whose = f"with {sight.name(self.eye)}'s eyes" if self.eye >= 0 else "as everybody sees it"
        where = f"Choice {self.film.choices[self.frame]} of {len(self.film.record.choices)}, {whose}."
        if self.film.broken and self.frame == len(self.film.tables) - 1:
            where = f"It goes no further: {self.film.broken}"
        elif self.eye >= 0 and sight.asking is not None:
            labels = sight.view.asked.labels if sight.view.asked is not None else ()
            where += f" {sight.asking.question} {', '.join(labels)}"
        self.query_one(Prompt).idle(where)
        self.query_one(KeyBar).show(
            [
                ("← →", "step"),
                ("PgUp PgDn", "turn"),
                ("Space", "play"),
                ("v", "eyes"),
                ("r", "story and rules"),
                ("?", "help"),
                ("q", "leave"),
            ]
        )

    def go_to(self, frame: int) -> None:
        """Show a frame."""
        self.frame = max(0, min(len(self.film.tables) - 1, frame))
        self._show()

    def _turn(self, step: int) -> None:
        """Go to where the next turn begins, or to where this one or the one before began."""
        turns = [t.turns for t in self.film.tables]
        starts = [i for i, n in enumerate(turns) if i == 0 or n != turns[i - 1]]
        if step > 0:
            self.go_to(next((i for i in starts if i > self.frame), len(turns) - 1))
        else:
            self.go_to(next((i for i in reversed(starts) if i < self.frame), 0))

    def on_key(self, event: events.Key) -> None:
        """Take a key for what it means here."""
        key = event.character if event.character is not None and event.is_printable else event.key
        if key == "right":
            self.go_to(self.frame + 1)
        elif key == "left":
            self.go_to(self.frame - 1)
        elif key in ("pagedown", "down"):
            self._turn(1)
        elif key in ("pageup", "up"):
            self._turn(-1)
        elif key == "home":
            self.go_to(0)
        elif key == "end":
            self.go_to(len(self.film.tables) - 1)
        elif key == " ":
            self._play()
        elif key in ("+", "=", "-"):
            self.speed = max(0, min(len(SPEEDS) - 1, self.speed + (1 if key == "-" else -1)))
            if self._timer is not None:
                self._play()
                self._play()
        elif key == "v":
            self.eye = self.eye + 1 if self.eye + 1 < self.count else NOBODY
            self._show()
        elif key == "?":
            self._help()
        elif key.lower() in LETTERS and len(key) == 1:
            self.card = LETTERS.index(key.lower())
            self._show()
        elif key == "escape":
            self.card = -1
            self.draw()
        elif not self.command(key):
            return
        event.stop()
        event.prevent_default()

    def _play(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        else:
            self._timer = self.set_interval(SPEEDS[self.speed], self._next)
        self.draw()

    def _next(self) -> None:
        if self.frame + 1 >= len(self.film.tables):
            self._play()
        else:
            self.go_to(self.frame + 1)

    def _help(self) -> None:
        if self.sight is not None:
            ids = [rule for line in self.storyline.lines[-3:] for rule in line.rules]
            self.app.push_screen(HelpSheet(self.sight, "", ids, _KEYS))

    def on_hand_pointed(self, message: Hand.Pointed) -> None:
        """Read a card."""
        if message.position >= 0:
            self.card = message.position
        self.draw()
