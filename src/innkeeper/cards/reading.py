"""Checked values out of a document: each knows its place there, so that what is wrong is told to the line and key."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from innkeeper.cards.yaml12 import BadText, Document, Path


class Value:
    """A value in a file. Whoever asks for it as what it is not gets the error for its place (`yaml12.BadText`)."""

    __slots__ = ("data", "document", "path")

    def __init__(self, document: Document, path: Path, data: Any) -> None:
        """`path`: the keys that lead to it from the top of the document."""
        self.document, self.path, self.data = document, path, data

    def error(self, expected: str, *below: str | int) -> BadText:
        """Return the error for this place, or for the one that keys lead to from here."""
        return self.document.error((*self.path, *below), expected)

    # --- other values ------------------------------------------------------------------------------------------------

    def of(self, data: Any) -> Value:
        """Return other data that speaks for this place."""
        return Value(self.document, self.path, data)

    def below(self, key: str | int, data: Any) -> Value:
        """Return data that speaks for the place under a key of this one."""
        return Value(self.document, (*self.path, key), data)

    def __getitem__(self, key: str) -> Value:
        """Return what stands under a key that is there."""
        return Value(self.document, (*self.path, key), self.data[key])

    def get(self, key: str, default: Any) -> Value:
        """Return what stands under a key, or the default in its place."""
        return Value(self.document, (*self.path, key), self.data.get(key, default))

    # --- what it is --------------------------------------------------------------------------------------------------

    def mapping(self) -> Mapping[str, Any]:
        """Return it as keys and values."""
        if not isinstance(self.data, Mapping):
            raise self.error("expected keys and values here")
        return self.data

    def fields(self, known: Sequence[str], needed: Sequence[str] = ()) -> Mapping[str, Any]:
        """Return it as keys and values, of which none is unknown and none that is needed is missing."""
        data = self.mapping()
        for key in data:
            if key not in known:
                raise self.error(f"no such key here{near(key, known)}", key)
        for key in needed:
            if key not in data:
                raise self.error(f"the key {key!r} is missing here")
        return data

    def items(self) -> list[tuple[str, Value]]:
        """Return each of its keys with what stands there."""
        return [(key, self.below(key, value)) for key, value in self.mapping().items()]

    def entries(self) -> list[Value]:
        """Return each entry of a list."""
        if not isinstance(self.data, list):
            raise self.error("expected a list here")
        return [self.below(i, value) for i, value in enumerate(self.data)]

    def text(self) -> str:
        """Return it as text that is not empty."""
        if not isinstance(self.data, str) or not self.data.strip():
            raise self.error("expected some text")
        return self.data

    def text_at(self, key: str) -> str:
        """Return the text under a key, empty where the key is not there."""
        return self[key].text() if key in self.data else ""

    def texts_at(self, key: str) -> tuple[str, ...]:
        """Return the texts in a list under a key, none where the key is not there."""
        return tuple(entry.text() for entry in self[key].entries()) if key in self.data else ()

    def one_of(self, words: Sequence[str]) -> str:
        """Return it as one of these words."""
        if not isinstance(self.data, str) or self.data not in words:
            raise self.error(f"expected one of {', '.join(words)}; this is {self.data!r}")
        return self.data

    def integer(self, low: int, high: int) -> int:
        """Return it as a whole number from `low` to `high`, both included."""
        if isinstance(self.data, bool) or not isinstance(self.data, int) or not low <= self.data <= high:
            raise self.error(f"expected a whole number from {low} to {high}; this is {self.data!r}")
        return self.data

    def boolean(self) -> bool:
        """Return it as true or false."""
        if not isinstance(self.data, bool):
            raise self.error(f"expected true or false; this is {self.data!r}")
        return self.data


def near(word: str, known: Iterable[str]) -> str:
    """Return a hint for a word that is not known: the nearest one, or what there is."""
    names = list(known)
    close = difflib.get_close_matches(word, names, 1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there are: {', '.join(sorted(names))}" if names else "; there are none"
