"""Titles as they are compared."""

from __future__ import annotations

import unicodedata


def plain(title: str) -> str:
    """Return a title as it is compared: no case, no accents, no punctuation."""
    folded = unicodedata.normalize("NFKD", title)
    return "".join(c for c in folded.casefold() if c.isalnum())
