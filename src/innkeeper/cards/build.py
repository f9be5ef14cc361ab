"""From card files to the engine's catalog: every key is checked against the registry, every use becomes a program.

A user's file is checked as strictly as our own and can run no code: all it can say is words of the registry.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from innkeeper.cards.yaml12 import Document, Path
from innkeeper.engine import happenings, instructions, moments, occasions, selectors
from innkeeper.engine.game import Character, Variant
from innkeeper.engine.program import (
    CHEATING,
    EVENT,
    INN_HOME,
    PART,
    TYPE_NAMES,
    Amount,
    BossPart,
    Card,
    Catalog,
    Fits,
    Instr,
    Pick,
    Sheet,
    Use,
    Who,
)
from innkeeper.engine.registry import STATS, Arg, Verb, Vocabulary
from innkeeper.engine.standing import MARK_NAMES

ORIGINS: Final = ("seed", "public", "named", "reconstructed", "yours", "scenario")
PLAY_TYPES: Final = ("action", "sometimes", "anytime", "gambling", "cheating")
USE_KEYS: Final = (
    "moment",
    "by-family",
    "once",
    "chain",
    "type",
    "as",
    "when",
    "pick",
    "does",
    "cannot-be",
    "only-affected-by",
    "spares-non-players",
    "beats-any",
)
ONE_OF_USES_KEYS: Final = (*USE_KEYS, "rules")  # of one of several uses
FAMILY_KEYS: Final = ("called", "uses", *USE_KEYS)
CARD_KEYS: Final = (
    "count",
    "title",
    "family",
    "origin",
    "ours",
    "subtype",
    "uses",
    "in-front",
    "thing",
    "given-to",
    "counts-as",
    "rules",
    "owner",
    "pile",
    *USE_KEYS,
)
AGAIN_KEYS: Final = ("again", "count")
DRINK_KEYS: Final = (
    "count", "title", "origin", "ours", "alcohol", "fortitude", "chaser", "event", "instead-for", "splittable",
    "first", "does", "subtype", "in-front", "type", "rules",
)  # fmt: skip
DRINK_TYPES: Final = ("action", "anytime")  # what a Drink may be played as, from in front of somebody
SET_KEYS: Final = ("set", "drinks", "prizes", "events")
PRIZE_KEYS: Final = ("title", "origin", "ours", "subtype", "uses", "in-front", "rules", *USE_KEYS)
PRIZES: Final = "prize"
"""The pile of the Inn's own that Prizes are."""
EVENT_KEYS: Final = ("count", "title", "origin", "ours", "subtype", "event", "rules")
EVENT_KINDS: Final = ("drink", "sea", "dungeon", "tavern", "gm")
EVENTS: Final = "event"
"""The pile of the Inn's own that Events are."""
NOT_FOR_EVENTS: Final = ("alcohol", "fortitude", "chaser", "instead-for", "splittable", "first", "does", "type", "in-front")
INSTEAD_KEYS: Final = ("alcohol", "fortitude")
DECK_KEYS: Final = ("character", "name", "traits", "plays", "cards", "piles", "effects", "kit", "boss")
BOSS_KEYS: Final = ("cards", "instead", "more", "hero", "settings")
BOSS_SETTINGS: Final = ("gold", "fortitude", "hand-size", "actions")
CANNOT: Final = ("negated", "ignored", "reduced")
IN_FRONT: Final[dict[str, Any]] = {
    "playable": ("owner", "holder"),
    "holds": tuple(MARK_NAMES),
    "until": ("next-turn",),
    "hand-size": int,
    "rule": str,
    "gone": str,  # the rule by which a thing in play goes when it is hurt
    "kept": str,  # the rule by which it comes to lie there
}
MOST_COPIES: Final = 60
MOST_CARDS: Final = 200
MOST_STEPS: Final = 60  # of one use
SLUG: Final = re.compile(r"[a-z][a-z0-9_]*")
_NEVER_PICKED: Final = ("you", "holder", "active", "drinker", "each-other", "every")
_TO: Final[dict[str, Who]] = {
    "inn": instructions.inn,
    "you": selectors.you,
    "picked": selectors.picked,
    "owner": selectors.owner,
}


def plain(title: str) -> str:
    """Return a title as it is compared: no case, no accents, no punctuation."""
    folded = unicodedata.normalize("NFKD", title)
    return "".join(c for c in folded.casefold() if c.isalnum())


class Builder:
    """Collects families, Drinks and decks, then makes the catalog. Raises `yaml12.BadText` at the first thing that is wrong."""

    def __init__(self, words: Vocabulary) -> None:
        """`words`: the registry that the files may use."""
        self.words = words
        self.families: dict[str, tuple[Document, Path, Mapping[str, Any]]] = {}
        self.cards: list[Card] = []
        self.sheets: dict[str, Sheet] = {}
        self.drinks: dict[str, tuple[int, ...]] = {}
        self.inn: dict[str, tuple[int, ...]] = {}  # the Inn's own cards, by pile
        self.events: dict[str, tuple[int, ...]] = {}  # Events, by set
        self.sets: list[str] = []
        self.extras: dict[str, list[tuple[int, int]]] = {}  # plain title -> (card, how many), of cards in no deck
        self.characters: dict[str, Character] = {}  # what characters add to the rules, by slug
        self.variants: dict[str, Variant] = {}  # what tables may be played with, by name
        self._digest = hashlib.sha256()
        self._moments = 0  # of the use that is being built
        self._parts: list[Use] = []  # of the card that is being built
        self._next_part = 1
        self._named: list[tuple[Document, Path, str]] = []  # cards that a deck speaks of by title

    # --- files ---------------------------------------------------------------------------------------------------

    def add_families(self, document: Document) -> None:
        """Take the families of a file: a mapping of names to uses."""
        self._see(document)
        families = self._mapping(document, (), document.data)
        for name, family in families.items():  # first their names: one may speak of another that stands below it
            path: Path = (name,)
            self._mapping(document, path, family)
            if name in self.families:
                raise document.error(path, "a family of this name exists already")
            if "called" in family:
                self._word(document, (*path, "called"), family["called"])
            self.families[name] = (document, path, family)
        for name, family in families.items():
            if "uses" not in family:
                self._keys(document, (name,), family, FAMILY_KEYS, ("type", "does"))
            self._uses(document, (name,), family, name)

    def add(self, document: Document, origin: str = "") -> None:
        """Take a user's file, a deck or a set. `origin` is what cards that say nothing get."""
        if isinstance(document.data, Mapping) and "set" in document.data:
            self.add_set(document, origin)
        else:
            self.add_deck(document, origin)

    def add_set(self, document: Document, origin: str = "") -> str:
        """Take a set of Drinks, of Prizes, of Events, or of several of them; return its name."""
        self._see(document)
        data = self._mapping(document, (), document.data)
        self._keys(document, (), data, SET_KEYS, ("set",))
        numbers: list[int] = []
        name = self._word(document, ("set",), data["set"])
        if name in self.sets:
            raise document.error(("set",), f"a set called {name!r} exists already")
        if not any(key in data for key in ("drinks", "prizes", "events")):
            raise document.error((), "a set has `drinks`, `prizes` or `events`, or several of them")
        for i, entry in enumerate(self._list(document, ("drinks",), data.get("drinks", []))):
            card, count = self.drink(document, ("drinks", i), entry, origin=origin)
            numbers += [card.number] * count
        if "drinks" in data:
            if not 1 <= len(numbers) <= MOST_CARDS:
                raise document.error(("drinks",), f"a set of Drinks has 1 to {MOST_CARDS} cards; this one has {len(numbers)}")
            self.drinks[name] = tuple(numbers)
        prizes = [
            self.prize(document, ("prizes", i), entry, origin).number
            for i, entry in enumerate(self._list(document, ("prizes",), data.get("prizes", [])))
        ]
        if "prizes" in data and not 1 <= len(prizes) <= MOST_CARDS:
            raise document.error(("prizes",), f"a set of Prizes has 1 to {MOST_CARDS} cards; this one has {len(prizes)}")
        self.inn[PRIZES] = (*self.inn.get(PRIZES, ()), *prizes)
        events: list[int] = []
        for i, entry in enumerate(self._list(document, ("events",), data.get("events", []))):
            card, count = self.event(document, ("events", i), entry, origin)
            events += [card.number] * count
        if "events" in data:
            if not 1 <= len(events) <= MOST_CARDS:
                raise document.error(("events",), f"a set of Events has 1 to {MOST_CARDS} cards; this one has {len(events)}")
            self.events[name] = tuple(events)
            self.inn[EVENTS] = (*self.inn.get(EVENTS, ()), *events)
        self.sets.append(name)
        return name

    def add_deck(self, document: Document, origin: str = "") -> str:
        """Take a character's deck; return its slug. `origin` is what cards that say nothing get."""
        self._see(document)
        data = self._mapping(document, (), document.data)
        self._keys(document, (), data, DECK_KEYS, ("character", "name", "cards"))
        slug = self._word(document, ("character",), data["character"])
        if not SLUG.fullmatch(slug):
            raise document.error(("character",), f"expected small letters, digits and _, a letter first; this is {slug!r}")
        if slug in self.sheets:
            raise document.error(("character",), f"a character {slug!r} exists already; choose another name")
        self._named.clear()
        cards = self._pile(document, ("cards",), data["cards"], slug, "character", origin)
        if not 1 <= len(cards) <= MOST_CARDS:
            raise document.error(("cards",), f"a Character Deck has 1 to {MOST_CARDS} cards; this one has {len(cards)}")
        side = {
            name: self._pile(document, ("piles", name), entries, slug, name, origin)
            for name, entries in self._mapping(document, ("piles",), data.get("piles", {})).items()
        }
        boss = self._boss(document, data["boss"], slug, side, origin) if "boss" in data else None
        # What counts as a card and is none: it has a title and a program, and lies nowhere.
        self._pile(document, ("effects",), data.get("effects", []), slug, "", origin)
        titles = [card.title for card in self.cards if card.home == slug]
        for where, at, title in self._named:
            if title not in titles:
                raise where.error(at, f"no card of this character is called {title!r}{_near(title, titles)}")
        traits = [
            self._word(document, ("traits", i), x)
            for i, x in enumerate(self._list(document, ("traits",), data.get("traits", [])))
        ]
        self.sheets[slug] = Sheet(
            slug,
            self._word(document, ("name",), data["name"]),
            tuple(cards),
            tuple(traits),
            {name: tuple(pile) for name, pile in side.items()},
            self._bool(document, ("kit",), data.get("kit", False)),
            self._text(document, (), data, "plays"),
            boss,
        )
        return slug

    def _boss(self, document: Document, entry: Any, slug: str, side: Mapping[str, Sequence[int]], origin: str) -> BossPart:
        """Return what a character brings besides as the Boss."""
        data = self._mapping(document, ("boss",), entry)
        self._keys(document, ("boss",), data, BOSS_KEYS, ("cards",))
        cards = self._pile(document, ("boss", "cards"), data["cards"], slug, "character", origin)
        piles: dict[str, dict[str, tuple[int, ...]]] = {"instead": {}, "more": {}}
        for key, found in piles.items():
            for name, entries in self._mapping(document, ("boss", key), data.get(key, {})).items():
                if key == "more" and name not in side:
                    raise document.error(("boss", key, name), f"there is no pile {name!r} for more cards{_near(name, side)}")
                found[name] = tuple(self._pile(document, ("boss", key, name), entries, slug, name, origin))
        settings: dict[int, dict[str, int]] = {}
        for number, numbers in self._mapping(document, ("boss", "settings"), data.get("settings", {})).items():
            at: Path = ("boss", "settings", number)
            if not str(number).isdecimal() or not 1 <= int(number) <= 7:
                raise document.error(at, f"expected a number of Challengers, 1 to 7; this is {number!r}")
            self._keys(document, at, self._mapping(document, at, numbers), BOSS_SETTINGS, ())
            settings[int(number)] = {
                key.replace("-", "_"): self._int(document, (*at, key), value, 1, 99) for key, value in numbers.items()
            }
        hero = self._bool(document, ("boss", "hero"), data.get("hero", False))
        return BossPart(tuple(cards), piles["instead"], piles["more"], settings, hero)

    def add_extras(self, document: Document) -> None:
        """Take cards that stand in no deck: cases ask for them by title (`extras`).

        Each says its `owner`, or `deck: drink`, `deck: prize` or `deck: event`.
        """
        self._see(document)
        data = self._mapping(document, (), document.data)
        self._keys(document, (), data, ("cards",), ("cards",))
        for i, entry in enumerate(self._list(document, ("cards",), data["cards"])):
            path: Path = ("cards", i)
            fields = dict(self._mapping(document, path, entry))
            deck = fields.pop("deck", "")
            if deck == "drink":
                card, count = self.drink(document, path, fields, origin="scenario")
            elif deck == PRIZES:
                card, count = self.prize(document, path, fields, "scenario"), 1
            elif deck == EVENTS:
                card, count = self.event(document, path, fields, "scenario")
            else:
                owner = self._word(document, (*path, "owner"), fields.pop("owner", ""))
                pile = self._word(document, (*path, "pile"), fields.pop("pile", "character"))
                card, count = self.card(document, path, fields, owner, pile, "scenario")
            self.extras.setdefault(plain(card.title), []).append((card.number, count))

    def catalog(self) -> Catalog:
        """Return the catalog of everything taken so far."""
        digest = self._digest.hexdigest()[:16]
        return Catalog(self.cards, self.sheets, self.drinks, digest, self.characters, self.variants, self.inn, self.events)

    def _see(self, document: Document) -> None:
        self._digest.update(repr(document.data).encode())

    # --- cards ---------------------------------------------------------------------------------------------------

    def _pile(self, document: Document, path: Path, entries: Any, home: str, pile: str, origin: str) -> list[int]:
        numbers: list[int] = []
        for i, entry in enumerate(self._list(document, path, entries)):
            if isinstance(entry, Mapping) and "again" in entry:
                card, count = self._again(document, (*path, i), entry, home, pile)
            elif pile != "character" and isinstance(entry, Mapping) and "alcohol" in entry:
                card, count = self.drink(document, (*path, i), entry, home, pile)
            else:
                card, count = self.card(document, (*path, i), entry, home, pile, origin)
            numbers += [card.number] * count
        return numbers

    def _again(self, document: Document, path: Path, entry: Mapping[str, Any], home: str, pile: str) -> tuple[Card, int]:
        """Return a card that lies in another pile as well, one in place of the other, and how many copies there are here."""
        self._keys(document, path, entry, AGAIN_KEYS, ("again",))
        title = self._word(document, (*path, "again"), entry["again"])
        found = [card for card in self.cards if card.home == home and card.pile == pile]
        for card in found:
            if plain(card.title) == plain(title):
                return card, self._int(document, (*path, "count"), entry.get("count", 1), 1, MOST_COPIES)
        titles = [card.title for card in found]
        raise document.error((*path, "again"), f"no card above for such a pile is called {title!r}{_near(title, titles)}")

    def card(self, document: Document, path: Path, entry: Any, home: str, pile: str, origin: str = "") -> tuple[Card, int]:
        """Add a card of a character's; return it and how many copies there are."""
        data = self._mapping(document, path, entry)
        self._keys(document, path, data, CARD_KEYS, ("title",))
        title, count = self._title(document, path, data, home)
        family = self._text(document, path, data, "family")
        if family:
            if family not in self.families:
                raise document.error((*path, "family"), f"no such family{_near(family, self.families)}")
            clash = [key for key in data if key in (*USE_KEYS, "uses", "counts-as")]
            if clash:
                raise document.error((*path, clash[0]), "a card with a family takes what it does from there")
            where, at, source = self.families[family]
            uses = self._uses(where, at, source, family)
        else:
            source = data
            if "uses" in data:
                clash = [key for key in data if key in USE_KEYS]
                if clash:
                    raise document.error((*path, clash[0]), "a card with `uses` says this in each of them")
            elif clash := [key for key in data if key in USE_KEYS and "type" not in data]:
                raise document.error(path, f"the key 'type' is missing here: {clash[0]!r} is there without it")
            elif pile == "character" and not any(key in data for key in ("type", "in-front", "thing")):
                raise document.error(path, "a card has a `family`, or a `type` and what it `does`, or `uses`")
            uses = self._uses(document, path, {k: v for k, v in data.items() if k in (*USE_KEYS, "uses")}, "")
        if "counts-as" in data:
            family = self._one_of(document, (*path, "counts-as"), data["counts-as"], tuple(self.families))
            for use in uses:
                use.family = family
        card = Card(
            number=len(self.cards),
            title=title,
            home=home,
            pile=pile,
            uses=uses,
            origin=self._origin(document, path, data, origin),
            family=family,
            subtype=self._text(document, path, data, "subtype"),
            in_front=self._in_front(document, path, data),
            thing=self._text(document, path, data, "thing"),
            rules=self._rules(document, path, data),
            given_to=self._one_of(document, (*path, "given-to"), data["given-to"], ("owner",)) if "given-to" in data else "",
            ours=self._text(document, path, data, "ours"),
            source=source,
        )
        for use in uses:
            if use.playable:
                card.mask |= use.bit
        self.cards.append(card)
        return card, count

    def prize(self, document: Document, path: Path, entry: Any, origin: str = "") -> Card:
        """Add a Prize, of which there is one copy. What it does by itself, or is played for, uses it up (prize.used-to-bin)."""
        data = self._mapping(document, path, entry)
        self._keys(document, path, data, PRIZE_KEYS, ("title",))
        title, _ = self._title(document, path, data, INN_HOME)
        source = {key: value for key, value in data.items() if key in (*USE_KEYS, "uses")}
        if "uses" in source:
            clash = [key for key in source if key in USE_KEYS]
            if clash:
                raise document.error((*path, clash[0]), "a card with `uses` says this in each of them")
            source["uses"] = [_used_up(use) for use in self._list(document, (*path, "uses"), source["uses"])]
        elif source and "type" not in (source := _used_up(source)):
            raise document.error(path, "a Prize says when it acts: at a `moment`, or by its `type` when it is played")
        uses = self._uses(document, path, source, "")
        in_front = self._in_front(document, path, data)
        if "playable" in in_front:
            raise document.error((*path, "in-front", "playable"), "a Prize is played by its owner alone, without being told so")
        if any(use.playable for use in uses):
            in_front["playable"] = "holder"
        if not uses and not in_front:
            raise document.error(path, "a Prize says what it does: at a `moment`, as it is played, or while it is `in-front`")
        card = Card(
            number=len(self.cards),
            title=title,
            home=INN_HOME,
            pile=PRIZES,
            uses=uses,
            origin=self._origin(document, path, data, origin),
            subtype=self._text(document, path, data, "subtype"),
            in_front=in_front,
            rules=self._rules(document, path, data),
            ours=self._text(document, path, data, "ours"),
            source=data,
        )
        for use in uses:
            if use.playable:
                card.mask |= use.bit
        self.cards.append(card)
        return card

    def event(self, document: Document, path: Path, entry: Any, origin: str = "") -> tuple[Card, int]:
        """Add an Event of the Event Deck; return it and how many copies there are."""
        data = self._mapping(document, path, entry)
        self._keys(document, path, data, EVENT_KEYS, ("title", "event"))
        title, count = self._title(document, path, data, INN_HOME)
        self._parts = []
        self._next_part = 1
        use = self._use(document, path, {"type": "event", "does": data["event"]}, 0, "", ("event",))
        card = Card(
            number=len(self.cards),
            title=title,
            home=INN_HOME,
            pile=EVENTS,
            uses=(use, *self._parts),
            origin=self._origin(document, path, data, origin),
            subtype=self._kind_of_event(document, path, data),
            ours=self._text(document, path, data, "ours"),
            event=True,
            rules=self._rules(document, path, data),
            source=data,
        )
        self.cards.append(card)
        return card, count

    def _kind_of_event(self, document: Document, path: Path, data: Mapping[str, Any]) -> str:
        return self._one_of(document, (*path, "subtype"), data["subtype"], EVENT_KINDS) if "subtype" in data else ""

    def drink(
        self, document: Document, path: Path, entry: Any, home: str = "drink", pile: str = "drink", origin: str = ""
    ) -> tuple[Card, int]:
        """Add a Drink or a Drink Event, of the Drink Deck or of a character's own; return it and how many copies there are."""
        data = self._mapping(document, path, entry)
        self._keys(document, path, data, DRINK_KEYS, ("title",))
        title, count = self._title(document, path, data, home)
        uses: list[Use] = []
        event = "event" in data
        self._parts = []
        self._next_part = sum(key in data for key in ("event", "does", "first", "type"))
        if event:
            clash = [key for key in data if key in NOT_FOR_EVENTS]
            if clash:
                raise document.error((*path, clash[0]), "a Drink Event is no Drink, and does what stands under `event`")
            uses.append(self._use(document, path, {"type": "event", "does": data["event"]}, 0, "", ("event",)))
        on_drink = before_drink = -1
        if "does" in data:
            on_drink = len(uses)
            uses.append(self._use(document, path, {"type": "part", "does": data["does"]}, on_drink, ""))
        if "first" in data:
            before_drink = len(uses)
            uses.append(self._use(document, path, {"type": "part", "does": data["first"]}, before_drink, "", ("first",)))
        if "type" in data:
            self._as_card(document, path, data, uses)
        strength = data.get("alcohol", 0)
        amount: Amount | None = None
        if isinstance(strength, (str, Mapping)):
            word, inner = self._called(document, (*path, "alcohol"), strength)
            if word not in self.words.amounts:
                raise document.error((*path, "alcohol"), f"expected a number or an amount{_near(word, self.words.amounts)}")
            inner = self._args(document, (*path, "alcohol", word), inner, self.words.amounts[word].args)
            strength, amount = 0, self.words.amounts[word].make(inner)
        instead: dict[str, tuple[int, int]] = {}
        for trait, entry in self._mapping(document, (*path, "instead-for"), data.get("instead-for", {})).items():
            at: Path = (*path, "instead-for", trait)
            gains = self._mapping(document, at, entry)
            self._keys(document, at, gains, INSTEAD_KEYS, ())
            alcohol, fortitude = (self._int(document, (*at, key), gains.get(key, 0), -20, 20) for key in INSTEAD_KEYS)
            instead[trait] = (alcohol, fortitude)
        card = Card(
            number=len(self.cards),
            title=title,
            home=home,
            pile=pile,
            uses=(*uses, *self._parts),
            origin=self._origin(document, path, data, origin),
            subtype=self._kind_of_event(document, path, data) if event else self._text(document, path, data, "subtype"),
            ours=self._text(document, path, data, "ours"),
            alcohol=self._int(document, (*path, "alcohol"), strength, -20, 20),
            alcohol_amount=amount,
            fortitude=self._int(document, (*path, "fortitude"), data.get("fortitude", 0), -20, 20),
            chaser=self._bool(document, (*path, "chaser"), data.get("chaser", False)),
            event=event,
            instead_for=instead,
            splittable=self._bool(document, (*path, "splittable"), data.get("splittable", True)),
            on_drink=on_drink,
            before_drink=before_drink,
            rules=self._rules(document, path, data),
            in_front=self._in_front(document, path, data),
            source=data,
        )
        for use in uses:
            if use.playable:
                card.mask |= use.bit
        self.cards.append(card)
        return card, count

    def _as_card(self, document: Document, path: Path, data: Mapping[str, Any], uses: list[Use]) -> None:
        """Let a Drink that lies in front of somebody be played from there as a card of a type, with the effect of the Drink."""
        at = (*path, "type")
        kind = self._one_of(document, at, data["type"], DRINK_TYPES)
        if "playable" not in data.get("in-front", {}):
            raise document.error(at, "a Drink is played from in front of somebody: say `in-front: {playable: ...}`")
        gains: list[Any] = []
        for marker in ("alcohol", "fortitude"):
            n = data.get(marker, 0)
            if isinstance(n, bool) or not isinstance(n, int) or n < 0:
                raise document.error(at, f"a Drink that may be played as a card has a plain number for {marker}, at least 0")
            if n:
                gains.append({"gain": {marker: n}})
        does = [*gains, *self._list(document, (*path, "does"), data.get("does", []))]
        use = self._use(document, path, {"type": kind, "does": does}, len(uses), "")
        uses.append(use)

    def _title(self, document: Document, path: Path, data: Mapping[str, Any], home: str) -> tuple[str, int]:
        title = self._word(document, (*path, "title"), data["title"])
        if not plain(title):
            raise document.error((*path, "title"), "expected a title with letters or digits in it")
        for card in self.cards:
            if card.home == home and plain(card.title) == plain(title):
                raise document.error((*path, "title"), f"the title {title!r} stands twice; give one entry a count")
        return title, self._int(document, (*path, "count"), data.get("count", 1), 1, MOST_COPIES)

    def _origin(self, document: Document, path: Path, data: Mapping[str, Any], default: str) -> str:
        return self._one_of(document, (*path, "origin"), data.get("origin", default or "yours"), ORIGINS)

    def _in_front(self, document: Document, path: Path, data: Mapping[str, Any]) -> dict[str, Any]:
        path = (*path, "in-front")
        facts = self._mapping(document, path, data.get("in-front", {}))
        self._keys(document, path, facts, tuple(IN_FRONT), ())
        for key, value in facts.items():
            kind = IN_FRONT[key]
            if key == "holds":
                for i, word in enumerate(self._list(document, (*path, key), value)):
                    self._one_of(document, (*path, key, i), word, kind)
            elif kind is int:
                self._int(document, (*path, key), value, -7, 7)
            elif kind is str:
                self._word(document, (*path, key), value)
            else:
                self._one_of(document, (*path, key), value, kind)
        return {key.replace("-", "_"): value for key, value in facts.items()}

    # --- uses and programs -----------------------------------------------------------------------------------------

    def _uses(self, document: Document, path: Path, data: Mapping[str, Any], family: str) -> tuple[Use, ...]:
        self._parts = []
        if "uses" not in data:
            if "type" not in data:
                return ()
            self._next_part = 1
            return (self._use(document, path, data, 0, family), *self._parts)
        self._keys(document, path, data, ("uses", "called"), ("uses",))
        entries = self._list(document, (*path, "uses"), data["uses"])
        if not entries:
            raise document.error((*path, "uses"), "expected at least one use")
        uses: list[Use] = []
        self._next_part = len(entries)
        for i, entry in enumerate(entries):
            at: Path = (*path, "uses", i)
            entry = self._mapping(document, at, entry)
            use = self._use(document, at, {key: value for key, value in entry.items() if key != "rules"}, i, family)
            use.rules = self._rules(document, at, entry)
            if any(use.mode == other.mode for other in uses):
                raise document.error((*at, "as"), f"two uses are called {use.mode!r}: say `as` what this one is called")
            uses.append(use)
        return (*uses, *self._parts)

    def _use(
        self, document: Document, path: Path, data: Mapping[str, Any], index: int, family: str, does: Path = ("does",)
    ) -> Use:
        data = {key: value for key, value in data.items() if key != "called"} if family else data
        self._keys(document, path, data, USE_KEYS, ("type", "does"))
        by_itself = ("prize",) if "moment" in data else ()
        kind = self._one_of(document, (*path, "type"), data["type"], (*PLAY_TYPES, "event", "part", *by_itself))
        type_bit = TYPE_NAMES[kind]
        bit, fits = self._moment(document, path, data, kind)
        cannot = [
            self._one_of(document, (*path, "cannot-be", i), x, CANNOT)
            for i, x in enumerate(self._list(document, (*path, "cannot-be"), data.get("cannot-be", [])))
        ]
        names = data.get("pick", [])
        if isinstance(names, str):
            at = [(*path, "pick")]
            names = [names]
        else:
            at = [(*path, "pick", i) for i in range(len(self._list(document, (*path, "pick"), names)))]
        program: list[Instr] = []
        verbs: list[Verb] = []
        self._moments = bit
        self._program(document, (*path, *does), data["does"], program, verbs, tuple(names))
        self._at_once(document, path, data, program)
        hits = any(self._hits(instr) for instr in program)
        picks = tuple(self._pick(document, place, name, hits) for place, name in zip(at, names, strict=True))
        shield = self._text(document, path, data, "only-affected-by")
        if shield and shield not in self.families:
            raise document.error((*path, "only-affected-by"), f"no such family{_near(shield, self.families)}")
        return Use(
            index=index,
            mode=self._text(document, path, data, "as") or kind,
            type=type_bit,
            bit=bit,
            fits=fits,
            picks=picks,
            program=tuple(program),
            family=family,
            when=data.get("when", {}),
            playable=type_bit not in (EVENT, PART) and "moment" not in data,
            moment=self._one_of(document, (*path, "moment"), data["moment"], tuple(self.words.moments))
            if "moment" in data
            else "",
            once=self._bool(document, (*path, "once"), data.get("once", False)),
            at_once=data.get("moment") in happenings.AT_ONCE,
            by_family=(by_family := self._by_family(document, path, data)),
            by_called=self._called_by(by_family),
            chain=self._text(document, path, data, "chain"),
            cannot_negate="negated" in cannot,
            cannot_ignore="ignored" in cannot,
            cannot_reduce="reduced" in cannot,
            shield=shield,
            shield_called=self._called_by(shield),
            touches_drink=any(v.touches_drink for v in verbs),
            antes=any(v.antes for v in verbs),
            ends_round=any(v.ends_round for v in verbs),
            moves=any(v.affects is not None for v in verbs),
            spares_things=self._bool(document, (*path, "spares-non-players"), data.get("spares-non-players", False)),
            negates=any(v.negates for v in verbs),
            ignores=any(v.ignores for v in verbs),
            reduces=any(v.reduces for v in verbs),
            source=data,
        )

    def _by_family(self, document: Document, path: Path, data: Mapping[str, Any]) -> str:
        family = self._text(document, path, data, "by-family")
        if not family:
            return ""
        if data.get("moment") not in happenings.AT_ONCE:
            at_once = ", ".join(happenings.AT_ONCE)
            raise document.error((*path, "by-family"), f"this goes with one of these moments: {at_once}")
        if family not in self.families:
            raise document.error((*path, "by-family"), f"no such family{_near(family, self.families)}")
        return family

    def _called_by(self, family: str) -> str:
        return str(self.families[family][2].get("called", "")) if family else ""

    def _hits(self, instr: Instr) -> bool:
        """Whether whoever is picked loses Fortitude by this instruction, now or instead of somebody else."""
        if instr.verb == "pending":
            return any(self._hits(inner) for part in self._parts if part.index == instr.n for inner in part.program)
        verb = self.words.verbs.get(instr.verb)
        if verb is None or verb.stat != STATS["fortitude"] or not verb.mass:
            return False
        return instr.args.get("who", verb.who) not in _NEVER_PICKED

    def _moment(self, document: Document, path: Path, data: Mapping[str, Any], kind: str) -> tuple[int, Fits]:
        when = self._mapping(document, (*path, "when"), data.get("when", {}))
        if "moment" in data:
            if when:
                raise document.error((*path, "when"), "what happens by itself is not played: it has a moment, and no `when`")
            return 0, occasions.always
        if kind == "sometimes":
            if len(when) != 1:
                raise document.error((*path, "when"), "a Sometimes Card says when: exactly one moment")
            ((name, args),) = when.items()
            if name not in self.words.triggers:
                raise document.error((*path, "when", name), f"no such moment{_near(name, self.words.triggers)}")
            trigger = self.words.triggers[name]
            args = self._args(document, (*path, "when", name), args, trigger.args)
            return trigger.at(args), trigger.make(args)
        if when:
            raise document.error((*path, "when"), f"only a Sometimes Card has a moment of its own, and this is {kind}")
        if "beats-any" in data and kind != "gambling":
            raise document.error((*path, "beats-any"), "only a Gambling Card has this; a Cheating Card may always take control")
        if kind in ("gambling", "cheating"):
            beats = self._bool(document, (*path, "beats-any"), data.get("beats-any", False))
            return occasions.gamble({"cheating": TYPE_NAMES[kind] == CHEATING, "beats-any": beats})
        if kind == "anytime":
            return occasions.anytime()
        return occasions.action() if kind == "action" else (0, occasions.always)

    def _pick(self, document: Document, path: Path, name: Any, hits: bool) -> Pick:
        word = self.words.picks.get(name) if isinstance(name, str) else None
        if word is None:
            raise document.error(path, f"no such pick{_near(str(name), self.words.picks)}")
        self._at_its_moment(document, path, str(name), word.at)
        return Pick(str(name), word.make(hits), hits, word.sure)

    def _program(
        self,
        document: Document,
        path: Path,
        steps: Any,
        program: list[Instr],
        verbs: list[Verb],
        picks: tuple[Any, ...],
    ) -> None:
        for i, step in enumerate(self._list(document, path, steps)):
            at: Path = (*path, i)
            data = self._mapping(document, at, step)
            if "if" in data:
                self._branch(document, at, data, program, verbs, picks)
                continue
            if "choose" in data:
                self._choice(document, at, data, program, verbs, picks)
                continue
            if "pending" in data:
                self._part(document, at, data, program, picks)
                continue
            if "each" in data:
                self._each(document, at, data, program, verbs, picks)
                continue
            if len(data) != 1:
                raise document.error(at, "expected exactly one verb here")
            ((name, args),) = data.items()
            verb = self.words.verbs.get(name)
            if verb is None:
                words = [*self.words.verbs, "if", "choose", "pending", "each"]
                raise document.error((*at, name), f"no such verb{_near(name, words)}")
            verbs.append(verb)
            self._at_its_moment(document, (*at, name), name, verb.at)
            if verb.needs_pick and not picks:
                raise document.error((*at, name), "nobody has been picked: give the card a `pick`")
            if len(verbs) > MOST_STEPS:
                raise document.error(at, f"a use has at most {MOST_STEPS} steps")
            program.append(self._instr(document, (*at, name), name, verb, args, picks))

    def _at_its_moment(self, document: Document, path: Path, name: str, at: int) -> None:
        """Refuse a word at a moment where it could do nothing. Moments that a character registers are its own business."""
        if at and self._moments and self._moments < moments.FIRST_FREE and not self._moments & at:
            fitting = [
                when for when, trigger in self.words.triggers.items() if isinstance(trigger.bit, int) and trigger.bit & at
            ]
            raise document.error(path, f"{name!r} is for a Sometimes Card whose moment is one of: {', '.join(fitting)}")

    def _at_once(self, document: Document, path: Path, data: Mapping[str, Any], program: Sequence[Instr]) -> None:
        """Refuse what could not be carried out with no answer to it, and a word that means something there alone elsewhere."""
        moment = data.get("moment", "")
        for instr in program:
            verb = self.words.verbs.get(instr.verb)
            if verb is not None and verb.only_at_once and verb.at_once != moment:
                raise document.error((*path, "does"), f"{instr.verb!r} is for what happens at the moment {verb.at_once!r}")
            if moment in happenings.AT_ONCE and (verb is None or verb.at_once != moment):
                words = sorted(name for name, word in self.words.verbs.items() if word.at_once == moment)
                raise document.error((*path, "does"), f"at this moment a card does nothing but: {', '.join(words)}")
        if moment in happenings.AT_ONCE and (data.get("pick") or not data.get("once")):
            raise document.error((*path, "moment"), "at this moment a card picks nobody, and works once: say `once: true`")

    def _branch(
        self,
        document: Document,
        path: Path,
        data: Mapping[str, Any],
        program: list[Instr],
        verbs: list[Verb],
        picks: tuple[Any, ...],
    ) -> None:
        self._keys(document, path, data, ("if", "then", "else"), ("if", "then"))
        name, args = self._called(document, (*path, "if"), data["if"])
        word = self.words.conditions.get(name)
        if word is None:
            raise document.error((*path, "if"), f"no such condition{_near(name, self.words.conditions)}")
        args = self._args(document, (*path, "if", name), args, word.args)
        jump = Instr("if", instructions.run_jump, condition=word.make(args))
        program.append(jump)
        self._program(document, (*path, "then"), data["then"], program, verbs, picks)
        if "else" in data:
            over = Instr("else", instructions.run_jump)
            program.append(over)
            jump.jump = len(program)
            self._program(document, (*path, "else"), data["else"], program, verbs, picks)
            over.jump = len(program)
        else:
            jump.jump = len(program)

    def _part(
        self, document: Document, path: Path, data: Mapping[str, Any], program: list[Instr], picks: tuple[Any, ...]
    ) -> None:
        """A part of a card that is pending on its own once it is known: a use of the card that nobody plays."""
        self._keys(document, path, data, ("pending",), ("pending",))
        steps: list[Instr] = []
        verbs: list[Verb] = []
        self._program(document, (*path, "pending"), data["pending"], steps, verbs, picks)
        part = Use(
            index=self._next_part,
            mode="part",
            type=PART,
            bit=0,
            fits=occasions.always,
            picks=(),
            program=tuple(steps),
            playable=False,
            cannot_negate=True,
            moves=any(v.affects is not None for v in verbs),
            source={"type": "part", "does": data["pending"]},
        )
        self._next_part += 1
        self._parts.append(part)
        program.append(Instr("pending", instructions.run_pending, n=part.index))

    def _each(
        self,
        document: Document,
        path: Path,
        data: Mapping[str, Any],
        program: list[Instr],
        verbs: list[Verb],
        picks: tuple[Any, ...],
    ) -> None:
        """Steps that are gone through for one player after the other, who is as if picked in them."""
        self._keys(document, path, data, ("each", "does"), ("each", "does"))
        who = self._who(document, (*path, "each"), data["each"])
        if picks:
            raise document.error((*path, "each"), "here each player is as if picked: a card with a `pick` cannot do this too")
        start = len(program)
        begin = Instr("each", instructions.run_each, who=who)
        program.append(begin)
        self._program(document, (*path, "does"), data["does"], program, verbs, (data["each"],))
        program.append(Instr("next", instructions.run_next, jump=start))
        begin.jump = len(program)

    def _called(self, document: Document, path: Path, value: Any) -> tuple[str, Mapping[str, Any]]:
        """Return a word and its arguments, from `name` or `{name: {arguments}}`."""
        if isinstance(value, str):
            return value, {}
        if isinstance(value, Mapping) and len(value) == 1:
            ((name, args),) = value.items()
            return name, self._mapping(document, (*path, name), args)
        raise document.error(path, "expected a word, or one word with its arguments")

    def _choice(
        self,
        document: Document,
        path: Path,
        data: Mapping[str, Any],
        program: list[Instr],
        verbs: list[Verb],
        picks: tuple[Any, ...],
    ) -> None:
        self._keys(document, path, data, ("choose",), ("choose",))
        inner = self._mapping(document, (*path, "choose"), data["choose"])
        self._keys(document, (*path, "choose"), inner, ("who", "options"), ("options",))
        options = self._mapping(document, (*path, "choose", "options"), inner["options"])
        if len(options) < 2:
            raise document.error((*path, "choose", "options"), "expected two words or more, each with what it does")
        who = self._who(document, (*path, "choose", "who"), inner.get("who", "you"))
        ask = Instr("choose", instructions.run_choose, who=who, args={"words": tuple(options)})
        program.append(ask)
        overs: list[Instr] = []
        for i, (word, steps) in enumerate(options.items()):
            jump = Instr("chosen", instructions.run_jump, condition=_chosen(i))
            program.append(jump)
            self._program(document, (*path, "choose", "options", word), steps, program, verbs, picks)
            over = Instr("else", instructions.run_jump)
            program.append(over)
            overs.append(over)
            jump.jump = len(program)
        for over in overs:
            over.jump = len(program)
        ask.jump = len(program)

    def _who(self, document: Document, path: Path, name: Any) -> Who:
        word = self.words.selectors.get(name) if isinstance(name, str) else None
        if word is None:
            raise document.error(path, f"no such player{_near(str(name), self.words.selectors)}")
        return word.who

    def _instr(self, document: Document, path: Path, name: str, verb: Verb, args: Any, picks: tuple[Any, ...]) -> Instr:
        args = self._args(document, path, args, verb.args)
        chosen = args.get("who", verb.who)
        who = self._who(document, (*path, "who"), chosen)
        for key, name_of in (("who", chosen), ("to", args.get("to"))):
            if name_of in ("picked", "all-picked") and not picks:
                raise document.error((*path, key) if key in args else path, "nobody has been picked: give the card a `pick`")
        if verb.mass and self.words.selectors[chosen].mass:
            who = selectors.with_things(who)
        n, amount, stat, fixed = 0, None, max(verb.stat, 0), False
        markers = [key for key, arg in verb.args.items() if arg.kind == "stat" and key in args]
        if any(arg.kind == "stat" for arg in verb.args.values()) and len(markers) != 1:
            names = [key for key, arg in verb.args.items() if arg.kind == "stat"]
            raise document.error(path, f"expected exactly one of {', '.join(names)}")
        value: Any = 0
        if markers:
            value = args[markers[0]]
            stat = STATS[markers[0]]
        elif numbers := [args[key] for key, arg in verb.args.items() if arg.kind == "number" and key in args]:
            value = numbers[0]
        elif "ante" in verb.args or "n" in verb.args:
            value = 1
        if isinstance(value, (str, Mapping)):
            word, inner = self._called(document, path, value)
            amount = self.words.amounts[word].make(inner)
            fixed = self.words.amounts[word].fixed
        else:
            n = int(value)
        extra: dict[str, Any] = dict(args)
        if name == "sober":
            extra["lose"] = True
        if name == "lower-numbers":
            extra["lower"] = True
        if args.get("only-cheating-next"):
            n = 1
        return Instr(
            name,
            verb.run,
            verb.affects,
            who,
            n,
            amount,
            stat,
            to=_TO[args.get("to", "inn")] if "to" in verb.args else None,
            args=extra,
            fixed=fixed,
        )

    def _args(self, document: Document, path: Path, args: Any, schema: Mapping[str, Arg]) -> dict[str, Any]:
        data = self._mapping(document, path, args)
        self._keys(document, path, data, tuple(schema), tuple(key for key, arg in schema.items() if arg.required))
        for key, value in data.items():
            arg, at = schema[key], (*path, key)
            if arg.kind == "who":
                self._who(document, at, value)
            elif arg.kind in ("number", "stat"):
                if isinstance(value, (str, Mapping)):
                    name, inner = self._called(document, at, value)
                    if name not in self.words.amounts:
                        raise document.error(at, f"expected a number or an amount{_near(name, self.words.amounts)}")
                    self._args(document, (*at, name), inner, self.words.amounts[name].args)
                else:
                    self._int(document, at, value, 1, 99)
            elif arg.kind == "int":
                self._int(document, at, value, -99, 99)
            elif arg.kind == "title":
                self._named.append((document, at, self._word(document, at, value)))
            elif arg.kind == "slugs":
                for i, slug in enumerate(self._list(document, at, value)):
                    if not SLUG.fullmatch(self._word(document, (*at, i), slug)):
                        raise document.error((*at, i), f"expected the short name of a character; this is {slug!r}")
            elif arg.kind == "bool":
                self._bool(document, at, value)
            elif arg.kind == "word":
                self._one_of(document, at, value, arg.words)
            elif arg.kind == "words":
                for i, word in enumerate(self._list(document, at, value)):
                    self._one_of(document, (*at, i), word, arg.words)
        return dict(data)

    # --- plain checks ------------------------------------------------------------------------------------------------

    def _mapping(self, document: Document, path: Path, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise document.error(path, "expected keys and values here")
        return value

    def _list(self, document: Document, path: Path, value: Any) -> Sequence[Any]:
        if not isinstance(value, list):
            raise document.error(path, "expected a list here")
        return value

    def _keys(
        self, document: Document, path: Path, data: Mapping[str, Any], known: Sequence[str], needed: Sequence[str]
    ) -> None:
        for key in data:
            if key not in known:
                raise document.error((*path, key), f"no such key here{_near(key, known)}")
        for key in needed:
            if key not in data:
                raise document.error(path, f"the key {key!r} is missing here")

    def _word(self, document: Document, path: Path, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise document.error(path, "expected some text")
        return value

    def _text(self, document: Document, path: Path, data: Mapping[str, Any], key: str) -> str:
        return self._word(document, (*path, key), data[key]) if key in data else ""

    def _one_of(self, document: Document, path: Path, value: Any, words: Sequence[str]) -> str:
        if not isinstance(value, str) or value not in words:
            raise document.error(path, f"expected one of {', '.join(words)}; this is {value!r}")
        return str(value)

    def _int(self, document: Document, path: Path, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise document.error(path, f"expected a whole number from {low} to {high}; this is {value!r}")
        return value

    def _rules(self, document: Document, path: Path, data: Mapping[str, Any]) -> tuple[str, ...]:
        path = (*path, "rules")
        found = self._list(document, path, data.get("rules", []))
        return tuple(self._word(document, (*path, i), x) for i, x in enumerate(found))

    def _bool(self, document: Document, path: Path, value: Any) -> bool:
        if not isinstance(value, bool):
            raise document.error(path, f"expected true or false; this is {value!r}")
        return value


def _used_up(use: Any) -> Any:
    """Return a use of a Prize with what all have that act by themselves: a type of their own, and they act once."""
    return {"type": "prize", **use, "once": True} if isinstance(use, Mapping) and "moment" in use else use


def _chosen(i: int) -> Any:
    def holds(t: Any, f: Any) -> bool:
        return bool(f.choice == i)

    return holds


def _near(word: str, known: Iterable[str]) -> str:
    """Return a hint for a word that is not known: the nearest one, or what there is."""
    names = list(known)
    close = difflib.get_close_matches(word, names, 1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there are: {', '.join(sorted(names))}" if names else "; there are none"
