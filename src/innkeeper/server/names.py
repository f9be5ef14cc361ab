"""What people may call themselves, and the codes and secrets that tables and seats are found by."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
NOBODYS_NAME: Final = "Guest"
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_CODE: Final = 7


def name_from(text: str) -> str:
    """Return a name as it is kept: normalised, without control and format characters, at most 24 characters; never empty."""
    kept = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFKC", text))
    kept = "".join(c for c in kept if unicodedata.category(c)[0] != "C")
    kept = " ".join(kept.split())[:LONGEST_NAME].strip()
    # Marks above and below letters may be stacked without end; a name that is more marks than letters is none.
    marks = sum(unicodedata.category(c)[0] == "M" for c in kept)
    return kept if kept and marks * 2 <= len(kept) else NOBODYS_NAME


def sentence_from(text: str) -> str:
    """Return what somebody wrote, in one line and without control and format characters."""
    return " ".join(
        "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C").split()
    )


def new_code() -> str:
    """Return a new code for a table: short enough to be read out, too many to be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE))


def code_from(text: str) -> str:
    """Return a code as it was typed, in the form it is kept in; "" for what can be none."""
    code = text.strip().lower()
    return code if len(code) == _CODE and all(c in _LETTERS for c in code) else ""


def new_token() -> str:
    """Return a new secret that holds a seat."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token: str, stored: str) -> bool:
    """Whether a secret is the one that was stored."""
    return bool(stored) and hmac.compare_digest(hashed(token), stored)


def ask_id(seed: int, seat: int, number: int) -> str:
    """Return the id of a question: the same after a restart, and telling nothing of how many there have been."""
    return hmac.new(str(seed).encode(), f"{seat} {number}".encode(), hashlib.sha256).hexdigest()[:16]
