"""The one picture that matters: Fortitude and Alcohol Content closing in on each other, on a track from 0 to 20."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from innkeeper.session.sitting import WARN_AT

LENGTH: Final = 20
BEHIND: Final = 2
"""Columns behind the track, for the number of a Fortitude of 20."""


def axis(scale: int) -> str:
    """Return the numbers of the track's points, to stand above it."""
    text = [" "] * (LENGTH * scale + BEHIND)
    for point in range(0, LENGTH + 1, 5):
        text[point * scale : point * scale + len(str(point))] = str(point)
    return "".join(text)[: LENGTH * scale + BEHIND]


def track(fortitude: int, alcohol: int, scale: int) -> Content:
    """Return the track: what has been drunk ends with its number, then the gap, then the Fortitude's number.

    A gap of the last five points has another colour; its number, beside the track, is marked with `!` as well.
    scale: columns for a point, at least 2.
    """
    drunk = max(0, min(alcohol, LENGTH)) * scale
    clear = max(0, min(fortitude, LENGTH) * scale - drunk)
    rest = LENGTH * scale - drunk - clear
    danger = fortitude - alcohol <= WARN_AT
    number = str(alcohol) if alcohol > 0 else ""
    end = str(fortitude)
    return Content.assemble(
        ("▒" * (drunk - len(number)), "$drunk"),
        (number, "$drunk bold"),
        ("█" * clear, "$danger" if danger else "$clear"),
        (end, "$ink bold"),
        ("·" * max(0, rest - len(end)), "$quiet"),
        " " * (BEHIND - max(0, len(end) - rest)),
    )
