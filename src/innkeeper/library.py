"""Everything that ships: all decks, Drinks and characters in one catalog, and tables made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Self

from innkeeper.cards.build import Builder
from innkeeper.cards.yaml12 import load, read
from innkeeper.characters import baelfire, evil_pooky, piper, pooky, ripsnarl
from innkeeper.engine import table, vocabulary
from innkeeper.engine.program import Catalog
from innkeeper.guests import jin, joran, kaylin, keet, lizwick, natyli, otto, phrenk, the_wench, wizgille, zakhan
from innkeeper.variants import boss, events, prizes

_BASE_DRINKS = "drinks.yaml"
_MORE_DRINKS = "drinks-"  # a file so called holds another set of Drinks
_OF_THE_INN = ("prizes.yaml", "events.yaml")
CHARACTERS = (baelfire, pooky, ripsnarl, piper, evil_pooky)
GUESTS = (jin, joran, kaylin, keet, lizwick, natyli, otto, phrenk, the_wench, wizgille, zakhan)
VARIANTS = (boss, events, prizes)


def shipped() -> Builder:
    """Return a builder that has taken every file that ships."""
    words = vocabulary.base()
    for module in (*CHARACTERS, *GUESTS):
        module.register(words)
    builder = Builder(words)
    builder.characters = {module.SLUG: module.RULES for module in (*CHARACTERS, *GUESTS)}
    builder.variants = {module.NAME: module.RULES for module in VARIANTS}
    folder = resources.files("innkeeper") / "decks"
    files = {entry.name: entry for entry in folder.iterdir() if entry.name.endswith(".yaml")}
    builder.add_families(load(files["families.yaml"].read_text("utf-8"), "families.yaml"))
    sets = [_BASE_DRINKS, *sorted(name for name in files if name.startswith(_MORE_DRINKS)), *_OF_THE_INN]
    for name in sets:
        builder.add_set(load(files[name].read_text("utf-8"), name))
    decks = [files[name] for name in sorted(files) if name != "families.yaml" and name not in sets]
    for entry in [*decks, *sorted((folder / "kits").iterdir(), key=lambda e: e.name)]:
        if entry.name.endswith(".yaml"):
            builder.add_deck(load(entry.read_text("utf-8"), entry.name))
    return builder


@cache
def catalog() -> Catalog:
    """Return the catalog of everything that ships."""
    return shipped().catalog()


def catalog_with(decks: Iterable[Path]) -> Catalog:
    """Return the catalog of everything that ships and of users' own files, decks and sets. Raises `yaml12.BadText`, OSError."""
    builder = shipped()
    for path in decks:
        builder.add(read(path), "yours")
    return builder.catalog()


def drinks_with(seats: Iterable[str]) -> list[str]:
    """Return the names of the sets of Drinks that come with these characters, beside the base set."""
    found: list[str] = []
    for module in CHARACTERS:
        if module.SLUG in seats:
            found += getattr(module, "DRINKS", ())
    return found


class Table(table.Table):
    """A table made from what ships with the package (`engine.table.Table` takes any catalog)."""

    __slots__ = ()

    @classmethod
    def new(
        cls,
        seats: Sequence[str],
        variants: Mapping[str, Any] | None = None,
        seed: int = 0,
        cards: Catalog | None = None,
    ) -> Self:
        """Seat players, deal, and begin. See `engine.table.Table.seat`; `cards` is the catalog to play with.

        Where the variants name no sets of Drinks, those that come with the seated characters are shuffled in with the base set.
        """
        variants = dict(variants or {})
        more = drinks_with(seats)
        if more and "drinks" not in variants:
            variants["drinks"] = ["base", *more]
        return cls.seat(cards or catalog(), seats, variants, seed)

    @classmethod
    def load(cls, data: str, cards: Catalog | None = None) -> Self:
        """Return the table that `dump` wrote. Raises ValueError for another format or other cards."""
        return cls.restore(data, cards or catalog())
