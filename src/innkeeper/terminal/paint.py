"""Small helps for drawing: fitting text into columns, keys as they are shown."""

from __future__ import annotations

import textwrap
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

LETTERS: Final = "abcdefghijklmno"
"""The keys of the cards in a hand, in its order; the letters behind these are commands."""


def fit(text: str, width: int) -> str:
    """Return a text cut or filled to a number of columns; one that is cut ends with an ellipsis."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1).rstrip() + "…" if width > 1 else "…"
    return set_cell_size(text, width)


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Return a text in lines of at most `width` columns; those after the first are indented."""
    return textwrap.wrap(text, max(8, width), subsequent_indent=" " * indent, break_long_words=True) or [""]


def join(lines: list[Content]) -> Content:
    """Return lines as one content."""
    return Content("\n").join(lines)


def key(name: str, live: bool = True) -> Content:
    """Return a key as it is shown in front of what it does."""
    return Content.assemble((f"[{name}]", "$mine bold" if live else "$quiet"))
