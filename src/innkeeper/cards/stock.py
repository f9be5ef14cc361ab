"""The cards made so far, and what cards of every kind say in the same way."""

from __future__ import annotations

from typing import Any

from innkeeper.cards.keys import EVENT_KINDS, IN_FRONT, MOST_COPIES, ORIGINS
from innkeeper.cards.reading import Value
from innkeeper.cards.titles import plain
from innkeeper.engine.program import INN_HOME, Card


class Stock:
    """All cards that are made, by number. Two cards of one home have two titles."""

    def __init__(self) -> None:
        """Nothing has been added yet."""
        self.cards: list[Card] = []
        self._titles: set[tuple[str, str]] = set()  # home and plain title

    @property
    def next_number(self) -> int:
        """The number of the card that is added next."""
        return len(self.cards)

    def title(self, entry: Value, home: str) -> str:
        """Return the title of an entry, which is to be the only one of its home so called. Raises `yaml12.BadText`."""
        title = entry["title"].text()
        if not plain(title):
            raise entry["title"].error("expected a title with letters or digits in it")
        if (home, plain(title)) in self._titles:
            if home == INN_HOME:
                raise entry["title"].error(f"the title {title!r} stands twice among Prizes and Events")
            raise entry["title"].error(f"the title {title!r} stands twice; give one entry a count")
        return title

    def add(self, card: Card) -> Card:
        """Take a card, once it is told at which moments it may be played; return it."""
        for use in card.uses:
            if use.playable:
                card.mask |= use.bit
        self.cards.append(card)
        self._titles.add((card.home, plain(card.title)))
        return card


def copies(entry: Value) -> int:
    """Return how many copies of a card there are. Raises `yaml12.BadText`, as all of these."""
    return entry.get("count", 1).integer(1, MOST_COPIES)


def origin(entry: Value, default: str) -> str:
    """Return where a card comes from: what it says itself, else `default`."""
    return entry.get("origin", default or "yours").one_of(ORIGINS)


def kind_of_event(entry: Value) -> str:
    """Return the kind of an Event, empty where it says none."""
    return entry["subtype"].one_of(EVENT_KINDS) if "subtype" in entry.data else ""


def in_front(entry: Value) -> dict[str, Any]:
    """Return what a card does while it lies in front of somebody, by names as the engine has them."""
    facts = entry.get("in-front", {})
    facts.fields(tuple(IN_FRONT))
    for key, value in facts.items():
        kind = IN_FRONT[key]
        if key == "holds":
            for word in value.entries():
                word.one_of(kind)
        elif kind is int:
            value.integer(-7, 7)
        elif kind is str:
            value.text()
        else:
            value.one_of(kind)
    return {key.replace("-", "_"): value for key, value in facts.data.items()}
