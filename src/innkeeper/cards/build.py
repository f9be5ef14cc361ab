"""From card files to the engine's catalog: every key is checked against the registry, every use becomes a program.

A user's file is checked as strictly as our own and can run no code: all it can say is words of the registry.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from innkeeper.cards.character_cards import character_card
from innkeeper.cards.decks import Decks
from innkeeper.cards.drinks import DRINK_DECK, drink
from innkeeper.cards.inn_cards import EVENTS, PRIZES, event, prize
from innkeeper.cards.keys import FAMILY_KEYS
from innkeeper.cards.phrases import Phrases
from innkeeper.cards.reading import Value
from innkeeper.cards.sets import Sets
from innkeeper.cards.stock import Stock
from innkeeper.cards.titles import plain
from innkeeper.cards.uses import Uses
from innkeeper.cards.yaml12 import Document
from innkeeper.engine.game import Character, Variant
from innkeeper.engine.program import Card, Catalog, Sheet
from innkeeper.engine.registry import Vocabulary


class Builder:
    """Collects families, sets and decks, then makes the catalog. Raises `yaml12.BadText` at the first thing that is wrong."""

    def __init__(self, words: Vocabulary) -> None:
        """`words`: the registry that the files may use."""
        self.words = words
        self.families: dict[str, Value] = {}
        self.extras: dict[str, list[tuple[int, int]]] = {}  # plain title -> (card, how many), of cards in no deck
        self.characters: dict[str, Character] = {}  # what characters add to the rules, by slug
        self.variants: dict[str, Variant] = {}  # what tables may be played with, by name
        self._digest = hashlib.sha256()
        self._stock = Stock()
        self._uses = Uses(Phrases(words), self.families)
        self._decks = Decks(self._stock, self._uses)
        self._sets = Sets(self._stock, self._uses)

    @property
    def cards(self) -> list[Card]:
        """All cards, by number."""
        return self._stock.cards

    @property
    def sheets(self) -> dict[str, Sheet]:
        """The characters' decks, by slug."""
        return self._decks.sheets

    @property
    def drinks(self) -> dict[str, tuple[int, ...]]:
        """The sets of Drinks, by name."""
        return self._sets.drinks

    @property
    def inn(self) -> dict[str, tuple[int, ...]]:
        """The Inn's own cards, by pile."""
        return self._sets.inn

    def add(self, document: Document, origin: str = "") -> None:
        """Take a user's file, a deck or a set. `origin` is what cards that say nothing get."""
        if isinstance(document.data, Mapping) and "set" in document.data:
            self.add_set(document, origin)
        else:
            self.add_deck(document, origin)

    def add_set(self, document: Document, origin: str = "") -> str:
        """Take a set of Drinks, of Prizes, of Events, or of several of them; return its name."""
        return self._sets.add(self._see(document), origin)

    def add_deck(self, document: Document, origin: str = "") -> str:
        """Take a character's deck; return its slug. `origin` is what cards that say nothing get."""
        return self._decks.add(self._see(document), origin)

    def add_families(self, document: Document) -> None:
        """Take the families of a file: a mapping of names to uses."""
        families = self._see(document).items()
        for name, family in families:  # first their names: one may speak of another that stands below it
            family.mapping()
            if name in self.families:
                raise family.error("a family of this name exists already")
            family.text_at("called")
            self.families[name] = family
        for name, family in families:
            if "uses" not in family.data:
                family.fields(FAMILY_KEYS, ("type", "does"))
            self._uses.of(family, name)

    def add_extras(self, document: Document) -> None:
        """Take cards that stand in no deck: cases ask for them by title (`extras`).

        Each says its `owner`, or `deck: drink`, `deck: prize` or `deck: event`.
        """
        file = self._see(document)
        file.fields(("cards",), ("cards",))
        for entry in file["cards"].entries():
            fields = dict(entry.mapping())
            deck = fields.pop("deck", "")
            said = entry.of(fields)
            if deck == DRINK_DECK:
                card, count = drink(self._stock, self._uses, said, "scenario")
            elif deck == PRIZES:
                card, count = prize(self._stock, self._uses, said, "scenario"), 1
            elif deck == EVENTS:
                card, count = event(self._stock, self._uses, said, "scenario")
            else:
                owner = entry.below("owner", fields.pop("owner", "")).text()
                pile = entry.below("pile", fields.pop("pile", "character")).text()
                card, count = character_card(self._stock, self._uses, said, owner, pile, "scenario")
            self.extras.setdefault(plain(card.title), []).append((card.number, count))

    def catalog(self) -> Catalog:
        """Return the catalog of everything taken so far."""
        return Catalog(
            self.cards,
            self.sheets,
            self.drinks,
            self._digest.hexdigest()[:16],
            self.characters,
            self.variants,
            self.inn,
            self._sets.events,
        )

    def _see(self, document: Document) -> Value:
        """Return the whole of a file, which counts for the digest whether or not it is right."""
        self._digest.update(repr(document.data).encode())
        return Value(document, (), document.data)
