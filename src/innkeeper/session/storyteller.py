"""What has happened, told once, as one seat may read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from innkeeper.engine.state import NOBODY, Entry, State
from innkeeper.view.log import log_for
from innkeeper.view.story import tell

ALL_KNOWING: Final = -2
"""In place of a seat, for a reader who may know everything: a game that is told again."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story: its text, the kind of log entry it tells, and the rules that made it so."""

    text: str
    kind: str
    rules: tuple[str, ...]


class Storyteller:
    """Tells what has happened, each thing once, as one seat (or NOBODY, or ALL_KNOWING) may read it."""

    def __init__(self, eye: int, since: int = 0) -> None:
        """Begin with the log entry numbered `since`."""
        self.eye = eye
        self.since = since

    def news(self, t: State) -> list[Line]:
        """Return what has happened since the last time."""
        entries = log_for(t, self.eye, self.since) if self.eye != ALL_KNOWING else t.entries()[self.since :]
        self.since += len(entries)
        # Entries tell by how much a marker moved; where it stands is known for now, so this goes backwards.
        now = {"fortitude": t.fortitude[:], "alcohol": t.alcohol[:]}
        lines: list[Line] = []
        for entry in reversed(entries):
            total = NOBODY
            if entry[0] in now:
                party = t.game.party[entry[1]]
                total = now[entry[0]][party]
                now[entry[0]][party] -= entry[4]
            text = self._told(t, entry, total)
            if text:
                lines.append(Line(text, entry[0], entry[5]))
        lines.reverse()
        return lines

    def _told(self, t: State, entry: Entry, total: int) -> str:
        return tell(t.game, entry, entry[1] if self.eye == ALL_KNOWING else self.eye, total)
