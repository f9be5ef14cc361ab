"""Characters' decks: the Character Deck, side piles, effects, and what a character brings as the Boss."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from innkeeper.cards.character_cards import character_card
from innkeeper.cards.drinks import drink
from innkeeper.cards.keys import AGAIN_KEYS, BOSS_KEYS, BOSS_SETTINGS, DECK_KEYS, MOST_CARDS, SLUG
from innkeeper.cards.reading import Value, near
from innkeeper.cards.stock import Stock, copies
from innkeeper.cards.titles import plain
from innkeeper.cards.uses import Uses
from innkeeper.engine.program import BossPart, Card, Sheet


class Decks:
    """The characters taken so far, by their short names."""

    def __init__(self, stock: Stock, uses: Uses) -> None:
        """`stock` gets the cards; `uses` compiles what they do."""
        self.sheets: dict[str, Sheet] = {}
        self._stock, self._uses = stock, uses

    def add(self, file: Value, by_default: str) -> str:
        """Take a character's deck; return its slug. Raises `yaml12.BadText`. by_default: the origin of cards that say none."""
        data = file.fields(DECK_KEYS, ("character", "name", "cards"))
        slug = file["character"].text()
        if not SLUG.fullmatch(slug):
            raise file["character"].error(f"expected small letters, digits and _, a letter first; this is {slug!r}")
        if slug in self.sheets:
            raise file["character"].error(f"a character {slug!r} exists already; choose another name")
        self._uses.phrases.titles.clear()
        cards = self._pile(file["cards"], slug, "character", by_default)
        if not 1 <= len(cards) <= MOST_CARDS:
            raise file["cards"].error(f"a Character Deck has 1 to {MOST_CARDS} cards; this one has {len(cards)}")
        side = {name: self._pile(pile, slug, name, by_default) for name, pile in file.get("piles", {}).items()}
        boss = self._boss(file["boss"], slug, side, by_default) if "boss" in data else None
        # What counts as a card and is none: it has a title and a program, and lies nowhere.
        self._pile(file.get("effects", []), slug, "", by_default)
        self._check_titles(slug)
        traits = file.texts_at("traits")
        self.sheets[slug] = Sheet(
            slug,
            file["name"].text(),
            cards,
            traits,
            side,
            file.get("kit", False).boolean(),
            file.text_at("plays"),
            boss,
        )
        return slug

    def _check_titles(self, slug: str) -> None:
        """Refuse a card that speaks of another one which the character does not have."""
        titles = [card.title for card in self._stock.cards if card.home == slug]
        for title in self._uses.phrases.titles:
            if title.data not in titles:
                raise title.error(f"no card of this character is called {title.data!r}{near(title.data, titles)}")

    def _boss(self, part: Value, slug: str, side: Collection[str], by_default: str) -> BossPart:
        """Return what a character brings besides as the Boss; `side`: its side piles."""
        part.fields(BOSS_KEYS, ("cards",))
        cards = self._pile(part["cards"], slug, "character", by_default)
        instead = {name: self._pile(pile, slug, name, by_default) for name, pile in part.get("instead", {}).items()}
        more: dict[str, tuple[int, ...]] = {}
        for name, pile in part.get("more", {}).items():
            if name not in side:
                raise pile.error(f"there is no pile {name!r} for more cards{near(name, side)}")
            more[name] = self._pile(pile, slug, name, by_default)
        settings: dict[int, dict[str, int]] = {}
        for number, numbers in part.get("settings", {}).items():
            if not number.isdecimal() or not 1 <= int(number) <= 7:
                raise numbers.error(f"expected a number of Challengers, 1 to 7; this is {number!r}")
            numbers.fields(tuple(BOSS_SETTINGS))
            settings[int(number)] = {
                key.replace("-", "_"): value.integer(*BOSS_SETTINGS[key]) for key, value in numbers.items()
            }
        return BossPart(cards, instead, more, settings, part.get("hero", False).boolean())

    def _pile(self, entries: Value, home: str, pile: str, by_default: str) -> tuple[int, ...]:
        """Return the numbers of the cards of a pile, each as often as it has copies."""
        numbers: list[int] = []
        for entry in entries.entries():
            if isinstance(entry.data, Mapping) and "again" in entry.data:
                card, count = self._again(entry, home, pile)
            elif pile != "character" and isinstance(entry.data, Mapping) and "alcohol" in entry.data:
                card, count = drink(self._stock, self._uses, entry, by_default, home, pile)
            else:
                card, count = character_card(self._stock, self._uses, entry, home, pile, by_default)
            numbers += [card.number] * count
        return tuple(numbers)

    def _again(self, entry: Value, home: str, pile: str) -> tuple[Card, int]:
        """Return a card that lies in another pile as well, one in place of the other, and how many copies there are here."""
        entry.fields(AGAIN_KEYS, ("again",))
        title = entry["again"].text()
        found = [card for card in self._stock.cards if card.home == home and card.pile == pile]
        for card in found:
            if plain(card.title) == plain(title):
                return card, copies(entry)
        raise entry["again"].error(
            f"no card above for such a pile is called {title!r}{near(title, [card.title for card in found])}"
        )
