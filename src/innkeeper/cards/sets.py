"""Sets of Drinks, of Prizes and of Events."""

from __future__ import annotations

from collections.abc import Sequence

from innkeeper.cards.drinks import drink
from innkeeper.cards.inn_cards import EVENTS, PRIZES, event, prize
from innkeeper.cards.keys import MOST_CARDS, SET_KEYS
from innkeeper.cards.reading import Value
from innkeeper.cards.stock import Stock
from innkeeper.cards.uses import Uses


class Sets:
    """The sets taken so far. A card's number stands in them once for each copy."""

    def __init__(self, stock: Stock, uses: Uses) -> None:
        """`stock` gets the cards; `uses` compiles what they do."""
        self.drinks: dict[str, tuple[int, ...]] = {}
        self.events: dict[str, tuple[int, ...]] = {}
        self.inn: dict[str, tuple[int, ...]] = {}  # the Inn's own cards, by pile
        self._names: list[str] = []
        self._stock, self._uses = stock, uses

    def add(self, file: Value, by_default: str) -> str:
        """Take a set of Drinks, of Prizes, of Events, or of several of them; return its name. Raises `yaml12.BadText`."""
        data = file.fields(SET_KEYS, ("set",))
        name = file["set"].text()
        if name in self._names:
            raise file["set"].error(f"a set called {name!r} exists already")
        if not any(key in data for key in ("drinks", "prizes", "events")):
            raise file.error("a set has `drinks`, `prizes` or `events`, or several of them")
        if "drinks" in data:
            cards = [drink(self._stock, self._uses, entry, by_default) for entry in file["drinks"].entries()]
            self.drinks[name] = _counted(file["drinks"], "Drinks", [(card.number, count) for card, count in cards])
        if "prizes" in data:
            prizes = [prize(self._stock, self._uses, entry, by_default) for entry in file["prizes"].entries()]
            self._lay(PRIZES, _counted(file["prizes"], "Prizes", [(card.number, 1) for card in prizes]))
        if "events" in data:
            cards = [event(self._stock, self._uses, entry, by_default) for entry in file["events"].entries()]
            self.events[name] = _counted(file["events"], "Events", [(card.number, count) for card, count in cards])
            self._lay(EVENTS, self.events[name])
        self._names.append(name)
        return name

    def _lay(self, pile: str, numbers: tuple[int, ...]) -> None:
        self.inn[pile] = (*self.inn.get(pile, ()), *numbers)


def _counted(entries: Value, what: str, cards: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the number of each card as often as it has copies."""
    numbers = [number for number, count in cards for _ in range(count)]
    if not 1 <= len(numbers) <= MOST_CARDS:
        raise entries.error(f"a set of {what} has 1 to {MOST_CARDS} cards; this one has {len(numbers)}")
    return tuple(numbers)
