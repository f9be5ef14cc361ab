"""The two colour schemes, a dark room and a light one. Every colour that carries text is readable on every ground (WCAG AA).

The grounds are chosen so that they stay a ground where a terminal has 256 colours only: near grey when dark, near white else.
"""

from __future__ import annotations

import os
from typing import Final

from textual.theme import Theme

DARK: Final = "inn-dark"
LIGHT: Final = "inn-light"

INKS: Final = ("ink", "quiet", "mine", "drunk", "clear", "danger", "deed")
"""Colours of text: ordinary, less loud, yours to do, Alcohol Content, the way to go, danger, what somebody does."""
GROUNDS: Final = ("room", "wood", "board")
"""Colours behind text, from the farthest to the nearest."""


def _theme(name: str, dark: bool, **colours: str) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        primary=colours["mine"],
        secondary=colours["clear"],
        accent=colours["deed"],
        warning=colours["drunk"],
        error=colours["danger"],
        success=colours["clear"],
        foreground=colours["ink"],
        background=colours["room"],
        surface=colours["wood"],
        panel=colours["board"],
        text_alpha=1.0,
        variables=dict(colours),
    )


THEMES: Final = (
    _theme(
        DARK,
        True,
        ink="#f0e6d4",
        quiet="#b3a48e",
        mine="#f4c752",
        drunk="#e09a48",
        clear="#86bf7f",
        danger="#ff8a78",
        deed="#9ccbe0",
        room="#1a1715",
        wood="#25211e",
        board="#2e2925",
    ),
    _theme(
        LIGHT,
        False,
        ink="#2a2017",
        quiet="#5f5242",
        mine="#6d4700",
        drunk="#8a4500",
        clear="#24602c",
        danger="#a81712",
        deed="#17506d",
        room="#f8f1e4",
        wood="#f0e9da",
        board="#e5d8c1",
    ),
)


def usual() -> str:
    """Return the scheme to begin with: as the terminal says it is, where it says so (COLORFGBG), else the dark one."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground in ("7", "15") else DARK
