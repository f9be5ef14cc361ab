"""The one picture that matters: Fortitude and Alcohol Content closing in on each other, on a track from 0 to 20.

Where somebody can have more than 20 Fortitude all tracks go that far, so that what is longer is more.
"""

from __future__ import annotations

from typing import Final

from textual.content import Content

from innkeeper.session.sitting import WARN_AT

LENGTH: Final = 20
BEHIND: Final = 2
"""Columns behind the track, for the number of the highest Fortitude."""


def _column(point: int, columns: int, length: int) -> int:
    return round(point * columns / length)


def axis(columns: int, length: int = LENGTH) -> str:
    """Return the numbers of the track's points, to stand above it; as far apart as there is room for."""
    text = [" "] * (columns + BEHIND)
    step = next(n for n in (5, 10, 20, 50) if n * columns >= 6 * length)
    for point in range(0, length + 1, step):
        at = _column(point, columns, length)
        text[at : at + len(str(point))] = str(point)
    return "".join(text)[: columns + BEHIND]


def track(fortitude: int, alcohol: int, columns: int, length: int = LENGTH) -> Content:
    """Return the track: what has been drunk ends with its number, then the gap, then the Fortitude's number.

    A gap of the last five points has another colour; its number, beside the track, is marked with `!` as well. A gap that
    is there takes a column at least.
    columns: of the whole track.  length: its points.
    """
    number = str(alcohol) if alcohol > 0 else ""
    end = str(fortitude)
    drunk = max(len(number), _column(max(0, min(alcohol, length)), columns, length))
    clear = max(int(fortitude > alcohol), _column(min(fortitude, length), columns, length) - drunk)
    clear = max(0, min(clear, columns - drunk))
    rest = columns - drunk - clear
    danger = fortitude - alcohol <= WARN_AT
    return Content.assemble(
        ("▒" * (drunk - len(number)), "$drunk"),
        (number, "$drunk bold"),
        ("█" * clear, "$danger" if danger else "$clear"),
        (end, "$ink bold"),
        ("·" * max(0, rest - len(end)), "$quiet"),
        " " * (BEHIND - max(0, len(end) - rest)),
    )
