"""Starting the table in this process's terminal, where it has one that is full enough."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from innkeeper.engine.state import NOBODY
from innkeeper.library import Table
from innkeeper.record import Record
from innkeeper.session.newtable import Plan
from innkeeper.session.sitting import Sitting

LEAST: Final = (80, 24)
"""Columns and lines below which the table does not fit."""


def is_full() -> bool:
    """Whether this process has a terminal to read from and to write to that the table fits on."""
    # What draws the screen writes to the process's first standard error.
    streams = (sys.stdin, sys.stdout, sys.__stderr__)
    if not all(stream is not None and stream.isatty() for stream in streams) or os.environ.get("TERM", "dumb") in ("", "dumb"):
        return False
    columns, lines = shutil.get_terminal_size()
    return columns >= LEAST[0] and lines >= LEAST[1]


def play(
    what: Sitting | Plan,
    again: Callable[[Sitting], Sitting],
    hints: bool = True,
    decks: Sequence[Path] = (),
) -> tuple[str, int]:
    """Play a game, or make a table first; and more of them if that is wanted.

    Returns what is to be printed afterwards, and the exit code.
    again: deals another game to the same people.  decks: users' own deck files, which are needed to go on with a game.
    """
    from innkeeper.terminal.app import InnkeeperApp
    from innkeeper.terminal.gamescreen import USUAL_SPEED, GameScreen

    more = "".join(f" --deck {path}" for path in decks)
    first = GameScreen(what, USUAL_SPEED, hints) if isinstance(what, Sitting) else what
    app = InnkeeperApp(first, again, more, hints=hints, decks=decks)
    said = app.run()
    return said or "", app.return_code or 0


def replay(record: Record, table: Table, eye: int = NOBODY, choice: int = 0) -> int:
    """Show a game again, beginning with an eye after so many choices. Returns the exit code."""
    from innkeeper.terminal.app import InnkeeperApp
    from innkeeper.terminal.replayscreen import Film, ReplayScreen

    film = Film(record, table)
    app = InnkeeperApp(ReplayScreen(film, eye, film.frame_of(choice)))
    app.run()
    return app.return_code or 0
