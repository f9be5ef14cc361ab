"""From a scenario's `given` to a table: every pile as written, the rest shuffled, and the turn where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from innkeeper.cards.titles import plain
from innkeeper.cards.yaml12 import BadText, load
from innkeeper.cards.yaml12 import Path as At
from innkeeper.engine import atoms, drinks, gambling, happenings, loop, standing, turn, windows
from innkeeper.engine.game import HAND_SIZE, MOST_FORTITUDE, seat_names, usual_gold
from innkeeper.engine.program import ACTION, GAMBLING, INN_HOME, Catalog
from innkeeper.engine.state import (
    ACTION_PHASE,
    AWAITED,
    DISCARD_DRAW,
    DRINK_PHASE,
    FROM_PILE,
    LAID_DOWN,
    NOBODY,
    PHASES,
    ROUND,
    TOKEN,
    TURN,
    Frame,
)
from innkeeper.library import Table, shipped
from innkeeper.rulebook.scenario import SEAT_KEYS, Scenario

_AS_DEALT: Final = "as-dealt"


@cache
def catalog_for_cases() -> tuple[Catalog, dict[str, list[tuple[int, int]]]]:
    """Return the catalog of everything that ships with the cards that exist for cases alone, and those cards by title."""
    builder = shipped()
    folder = resources.files("innkeeper.rulebook") / "cards"
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".yaml"):
            builder.add_extras(load(entry.read_text("utf-8"), entry.name))
    return builder.catalog(), builder.extras


def _texts(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [text for inner in value.values() for text in _texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _texts(inner)]
    return [value] if isinstance(value, str) else []


class Position:
    """Lays a scenario's position out. Raises BadText for what cannot be laid out, with its line and key."""

    def __init__(self, scenario: Scenario, cards: Catalog | None = None) -> None:
        """`cards`: the catalog to play with; by default everything that ships, and the cards that only cases have."""
        self.scenario = scenario
        self.given = scenario.given
        self.at: At = (*scenario.path, "given")
        self.extras: dict[str, list[tuple[int, int]]] = {}
        if cards is None:
            cards, self.extras = catalog_for_cases()
        self.cards = cards
        self.names = list(seat_names(self.given["seats"]))

    def error(self, path: Sequence[str | int], expected: str) -> BadText:
        """Return the error for a key under `given`."""
        return self.scenario.document.error((*self.at, *path), expected)

    def table(self) -> Table:
        """Return the table as the position has it, at its first decision."""
        given = self.given
        for i, slug in enumerate(given["seats"]):
            if slug not in self.cards.sheets:
                raise self.error(("seats", i), f"there is no character {slug!r}")
        names = given.get("variants", [])
        if not isinstance(names, list):
            raise self.error(("variants",), "expected a list of variants, as [boss, prizes]")
        for key, name in (("teams", "teams"), ("boss", "boss"), ("boss_settings", "boss")):
            if key in given and name not in names:
                raise self.error((key,), f"this means something only in the variant `{name}`")
        variants: dict[str, Any] = {}
        for i, name in enumerate(names):
            if name == "boss":
                boss = self._seat(("boss",), given.get("boss"))
                usual = {"gold": usual_gold(len(self.names)), "fortitude": MOST_FORTITUDE, "hand_size": HAND_SIZE, "actions": 1}
                variants["boss"] = {"seat": boss, **usual, **given.get("boss_settings", {})}
                continue
            if name in self.cards.variants:
                variants[name] = True
                continue
            if name != "teams":
                there = ", ".join(sorted({"teams", *self.cards.variants}))
                raise self.error(("variants", i), f"there is no variant {name!r}; there are: {there}")
            if "teams" not in given:
                raise self.error(("variants", i), "a team game names its teams: `teams: [[a, b], [c, d]]`")
            variants["teams"] = [
                [self._seat(("teams", j, k), s) for k, s in enumerate(team)] for j, team in enumerate(given["teams"])
            ]
        more = self._drinks_named()
        if more:
            variants["drinks"] = ["base", *more]
        try:
            t = Table.laid_out(self.cards, given["seats"], variants, given.get("seed", 0))
        except ValueError as error:
            raise self.error(("variants",), str(error)) from None
        self._lay_out(t)
        self._begin(t)
        loop.run(t)
        return t

    def _drinks_named(self) -> list[str]:
        """Return the sets of Drinks, beside the base set, of which the position names a card."""
        named = {plain(text) for text in _texts(self.given)}
        cards = self.cards.cards
        return [
            name
            for name, numbers in self.cards.drinks.items()
            if name != "base" and any(plain(cards[number].title) in named for number in numbers)
        ]

    def _seat(self, path: Sequence[str | int], name: Any) -> int:
        if name not in self.names:
            raise self.error(path, f"expected a seat: {', '.join(self.names)}")
        return self.names.index(name)

    # --- piles -------------------------------------------------------------------------------------------------------

    def _lay_out(self, t: Table) -> None:
        given = self.given
        drink_deck = list(t.drink_deck)
        decks = [list(deck) for deck in t.deck]
        states = [given.get(name, {}) for name in self.names]
        for seat, state in enumerate(states):
            known = (*SEAT_KEYS, *self._own_keys(t, seat), *(key for who in t.game.characters for key, _ in who.front_keys))
            for key in state:
                if key not in known:
                    raise self.error((self.names[seat], key), f"expected one of {', '.join(known)}")
        for variant in t.game.variants.values():
            variant.deal(t)
        self._add_extras(t, drink_deck, decks)
        top = self._take(t, NOBODY, ("drink_deck",), given.get("drink_deck", []), drink_deck)
        only = None
        if "drink_deck_only" in given:
            only = self._take(t, NOBODY, ("drink_deck_only",), given["drink_deck_only"], drink_deck)
        t.drink_discard = tuple(self._take(t, NOBODY, ("drink_discard",), given.get("drink_discard", []), drink_deck))
        drink_cards = self._take(t, NOBODY, ("drink", "cards"), given.get("drink", {}).get("cards", []), drink_deck)
        fronts: list[list[tuple[int, int, int]]] = []
        tops: list[list[int]] = []
        for seat, state in enumerate(states):
            name, deck = self.names[seat], decks[seat]
            if state.get("hand", _AS_DEALT) != _AS_DEALT:
                atoms.to_hand(t, seat, tuple(self._take(t, seat, (name, "hand"), state["hand"], deck)))
            for key in ("discard", "discard_only"):
                if key in state:
                    t.discard[seat] = tuple(self._take(t, seat, (name, key), state[key], deck))
            fronts.append([])
            for key in ("in_front", *dict.fromkeys(key for who in t.game.characters for key, _ in who.front_keys)):
                fronts[seat] += self._take_front(t, seat, (name, key), state.get(key, []), decks, drink_deck)
            for key in ("drink_pile", "drink_pile_only"):
                if state.get(key, _AS_DEALT) != _AS_DEALT:
                    t.drink_pile[seat] = tuple(reversed(self._take(t, seat, (name, key), state[key], drink_deck)))
            tops.append(self._take(t, seat, (name, "deck"), state.get("deck", []), deck))
            if "deck_only" in state:
                tops[seat] = self._take(t, seat, (name, "deck_only"), state["deck_only"], deck)
                t.removed = (*t.removed, *deck)
                deck.clear()
        if only is not None:
            t.removed = (*t.removed, *drink_deck)
            drink_deck = []
            top = only
        t.drink_deck = (*t.shuffle(tuple(drink_deck)), *reversed(top))
        for seat, state in enumerate(states):
            t.deck[seat] = (*t.shuffle(tuple(decks[seat])), *reversed(tops[seat]))
            self._own_state(t, seat, state)
            if state.get("hand") == _AS_DEALT:
                turn.draw_up(t, seat, ("core.setup.hand",))
            if state.get("drink_pile") == _AS_DEALT:
                t.drink_pile[seat] = (t.drink_deck[-1],)
                t.drink_deck = t.drink_deck[:-1]
            for card, owner, tag in fronts[seat]:
                atoms.put_in_front(t, seat, card, owner, tag, ("core.turn.phases",))
        self._in_the_inn(t)
        self._decks_of_the_inn(t)
        self._markers(t, states)
        self._drink_cards = tuple(drink_cards)
        for seat in range(len(states)):
            standing.refresh(t, seat)

    def _in_the_inn(self, t: Table) -> None:
        """Lay the variants' piles: those that are named, that of the pot too, hold exactly these cards."""
        inn, pot = self.given.get("inn", {}), self.given.get("gambling", {})
        variants = t.game.variants.values()
        pots = [name for variant in variants for name in variant.pot_piles]
        piles = [name for name in t.game.inn_piles if name not in pots]
        for key in inn:
            if key != "gold" and key not in piles:
                raise self.error(("inn", key), f"expected one of {', '.join(('gold', *piles))}, in the variants played with")
        if "prize" in pot and "prize" not in pots:
            raise self.error(("gambling", "prize"), "a Round has a Prize only in the variant of that name")
        for name in pots:
            if name in pot:
                number = self._find(t, NOBODY, ("gambling", name), pot[name], [INN_HOME])
                if not self._from_the_inn(t, number):
                    raise self.error(("gambling", name), f"{pot[name]!r} is somewhere else already")
                atoms.set_inn_pile(t, name, (number,))
        for variant in variants:
            named = [name for name in variant.piles if name in inn]
            if not named:
                continue
            found = {name: self._take_from_the_inn(t, name, inn[name]) for name in named}
            for name in variant.piles:  # what is left where nothing is said is out of the game
                if name not in pots and (name in named or name not in [home for home, _ in variant.homes.values()]):
                    t.removed = (*t.removed, *atoms.inn_pile(t, name))
                    cards = found.get(name, ())
                    atoms.set_inn_pile(t, name, cards if name in variant.open_piles else tuple(reversed(cards)))

    def _decks_of_the_inn(self, t: Table) -> None:
        """Shuffle the variants' decks, with the cards that are named for each on top of it, the next one first."""
        for variant in t.game.variants.values():
            for name in variant.piles:
                if name in variant.open_piles or name in self.given.get("inn", {}):
                    continue
                top = self._take_from_the_inn(t, name, self.given.get(name, []))
                atoms.set_inn_pile(t, name, (*t.shuffle(atoms.inn_pile(t, name)), *reversed(top)))
        if "event_deck" in self.given and "event_deck" not in t.game.inn_piles:
            raise self.error(("event_deck",), "there is an Event Deck only in the variant `events`")

    def _take_from_the_inn(self, t: Table, name: str, titles: Any) -> tuple[int, ...]:
        if not isinstance(titles, list):
            raise self.error(("inn", name), "expected a list of card titles")
        numbers = []
        for i, title in enumerate(titles):
            numbers.append(self._find(t, NOBODY, ("inn", name, i), title, [INN_HOME]))
            if not self._from_the_inn(t, numbers[-1]):
                raise self.error(("inn", name, i), f"there are not so many copies of {title!r}")
        return tuple(numbers)

    def _from_the_inn(self, t: Table, number: int) -> bool:
        for name in t.game.inn_piles:
            cards = list(atoms.inn_pile(t, name))
            if number in cards:
                cards.remove(number)
                atoms.set_inn_pile(t, name, tuple(cards))
                return True
        return False

    def _add_extras(self, t: Table, drink_deck: list[int], decks: list[list[int]]) -> None:
        """Put the cards that exist for this case alone where their kind is: a deck, a side pile, the Drink Deck."""
        self.known = set(range(len(self.cards.cards)))
        for entries in self.extras.values():
            self.known -= {number for number, _ in entries}
        for i, entry in enumerate(self.given.get("cards", [])):
            title, copies = (entry.get("title"), entry.get("count")) if isinstance(entry, Mapping) else (entry, None)
            entries = self.extras.get(plain(str(title)), [])
            if not entries:
                raise self.error(("cards", i), f"no card for cases is called {title!r}")
            for number, usual in entries:
                count = usual if copies is None else copies
                self.known.add(number)
                card = self.cards.cards[number]
                if card.pile == "drink":
                    drink_deck += [number] * count
                    continue
                if card.home == INN_HOME:
                    if card.pile not in t.game.inn_homes:
                        raise self.error(("cards", i), f"{title!r} is for a variant that is not played with")
                    pile = t.game.inn_homes[card.pile][0]
                    atoms.set_inn_pile(t, pile, (*atoms.inn_pile(t, pile), *([number] * count)))
                    continue
                for seat in range(len(decks)):
                    if t.game.seats[seat] != card.home:
                        continue
                    if card.pile == "character":
                        decks[seat] += [number] * count
                    elif card.pile in t.game.characters[seat].side:
                        atoms.set_side(t, seat, card.pile, (*atoms.side(t, seat, card.pile), *([number] * count)))

    def _own_keys(self, t: Table, seat: int) -> list[str]:
        """Return the keys of a character's own state: its numbers, and its side piles with their twins."""
        character = t.game.characters[seat]
        return [
            *(name for name, _ in character.counter_names),
            *(name + twin for name in character.side for twin in ("", "_only")),
        ]

    def _own_state(self, t: Table, seat: int, state: Mapping[str, Any]) -> None:
        character = t.game.characters[seat]
        name = self.names[seat]
        for i, (key, words) in enumerate(character.counter_names):
            if key not in state:
                continue
            value = state[key]
            if words and value not in words:
                raise self.error((name, key), f"expected one of {', '.join(words)}")
            if not words and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise self.error((name, key), "expected a whole number from 0")
            atoms.set_counter(t, seat, i, words.index(value) if words else value)
        # First the piles that begin empty, whose cards come from the others: what is part of them must not be out of the game.
        empty = [pile for pile in character.side if not atoms.side(t, seat, pile)]
        for pile in sorted(character.side, key=lambda pile: pile not in empty):
            rest = list(atoms.side(t, seat, pile))
            if pile in empty:
                key = pile if pile in state else f"{pile}_only"
                atoms.set_side(t, seat, pile, tuple(self._take(t, seat, (name, key), state.get(key, []), [])))
            elif f"{pile}_only" in state:
                only = self._take(t, seat, (name, f"{pile}_only"), state[f"{pile}_only"], rest)
                t.removed = (*t.removed, *rest)
                atoms.set_side(t, seat, pile, tuple(reversed(only)))
            elif pile in state:
                top = self._take(t, seat, (name, pile), state[pile], rest)
                atoms.set_side(t, seat, pile, (*t.shuffle(tuple(rest)), *reversed(top)))
            elif rest and pile not in character.open_side:
                atoms.set_side(t, seat, pile, t.shuffle(tuple(rest)))

    def _find(self, t: Table, seat: int, path: Sequence[str | int], title: Any, homes: Sequence[str]) -> int:
        if not isinstance(title, str):
            raise self.error(path, "expected a card title")
        found = [
            card.number
            for card in self.cards.cards
            if card.home in homes and card.number in self.known and plain(card.title) == plain(title)
        ]
        if len(found) != 1:
            where = " or ".join(homes)
            raise self.error(path, f"{'no card' if not found else 'more than one card'} of {where} is called {title!r}")
        return found[0]

    def _take(self, t: Table, seat: int, path: Sequence[str | int], titles: Any, deck: list[int]) -> list[int]:
        if not isinstance(titles, list):
            raise self.error(path, "expected a list of card titles")
        drinks_here = seat == NOBODY or str(path[-1]).startswith("drink_pile")
        homes = ["drink"] if drinks_here else [t.game.seats[seat]]
        numbers: list[int] = []
        for i, title in enumerate(titles):
            number = self._find(t, seat, (*path, i), title, homes)
            if number in deck:
                deck.remove(number)
            elif seat == NOBODY or self._from_side_pile(t, (seat,), number) == NOBODY:
                raise self.error((*path, i), f"there are not so many copies of {title!r}")
            numbers.append(number)
        return numbers

    def _take_front(
        self, t: Table, seat: int, path: Sequence[str | int], titles: Any, decks: list[list[int]], drink_deck: list[int]
    ) -> list[tuple[int, int, int]]:
        """Take what lies in front of a seat from wherever it is: (card, owner, tag); what is no card is a token."""
        if not isinstance(titles, list):
            raise self.error(path, "expected a list of card titles")
        items: list[tuple[int, int, int]] = []
        order = [seat, *(s for s in range(len(decks)) if s != seat)]
        for i, title in enumerate(titles):
            homes = ["drink", INN_HOME, *dict.fromkeys(t.game.seats[s] for s in order)]
            mine = [c for c in self.cards.cards if c.home == t.game.seats[seat] and c.number in self.known]
            own = any(plain(c.title) == plain(str(title)) for c in mine)
            number = self._find(t, seat, (*path, i), title, [t.game.seats[seat]] if own else homes)
            card = self.cards.cards[number]
            if not card.pile:
                items.append((number, next(s for s in order if t.game.seats[s] == card.home), TOKEN))
                continue
            places = ((seat, drink_deck), *((s, decks[s]) for s in order))
            owner, deck = next(((s, deck) for s, deck in places if number in deck), (NOBODY, [number]))
            deck.remove(number)
            if owner == NOBODY and self._from_the_inn(t, number):
                owner = seat
            if owner == NOBODY:
                owner = self._from_side_pile(t, order, number)
            if owner == NOBODY:
                raise self.error((*path, i), f"there are not so many copies of {title!r}")
            # An Action Card of one's own that says nothing of lying there was laid down to be played later.
            laid = owner == seat and not card.in_front and not card.thing
            items.append((number, owner, LAID_DOWN if laid and any(use.type & ACTION for use in card.uses) else 0))
        return items

    def _from_side_pile(self, t: Table, order: Sequence[int], number: int) -> int:
        for s in order:
            for pile in t.game.characters[s].side:
                cards = list(atoms.side(t, s, pile))
                if number in cards:
                    cards.remove(number)
                    atoms.set_side(t, s, pile, tuple(cards))
                    return s
        return NOBODY

    def _markers(self, t: Table, states: Sequence[Mapping[str, Any]]) -> None:
        for key, pile, high in (
            ("fortitude", t.fortitude, max(t.game.highest)),
            ("alcohol", t.alcohol, max(t.game.highest)),
            ("gold", t.gold, 999),
        ):
            set_by: dict[int, int] = {}
            for seat, state in enumerate(states):
                if key not in state:
                    continue
                value = state[key]
                if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
                    raise self.error((self.names[seat], key), f"expected a whole number from 0 to {high}")
                p = t.game.party[seat]
                if set_by.setdefault(p, value) != value:
                    raise self.error(
                        (self.names[seat], key), "the members of a team share this; it was given differently before"
                    )
                pile[p] = value
        inn = self.given.get("inn", {})
        if "gold" in inn:
            t.inn = inn["gold"]
        for seat, state in enumerate(states):
            if state.get("out"):
                t.out[seat] = "passed-out"

    # --- the turn ----------------------------------------------------------------------------------------------------

    def _begin(self, t: Table) -> None:
        given = self.given
        active = self._seat(("active",), given.get("active", self.names[0]))
        drink = given.get("drink")
        own_drink = drink is not None and drink["by"] == self.names[active] and given.get("phase", "drink") == "drink"
        phase = DRINK_PHASE if own_drink else PHASES.index(given.get("phase", "action"))
        members = tuple(s for s in t.game.members[t.game.party[active]] if not t.out[s])
        f = t.push(Frame(TURN, active))
        f.data = members
        f.pc = members.index(active) if "active" in given else 0
        t.active = f.seat = members[f.pc]
        t.phase = phase
        t.actions = t.game.actions[t.active]
        t.turns = 1
        t.note("turn", active, ("core.setup.first",))
        t.note("phase", active, ("core.turn.phases",), NOBODY, -1, phase)
        if "gambling" in given:
            self._round(t, given["gambling"])
            t.stirred = True
        elif not own_drink:
            happenings.phase_begins(t, t.active)
        if drink is not None:
            if own_drink:
                f.stage = turn.MIDDLE
            shown = drinks.reveal(t, self._seat(("drink", "by"), drink["by"]), FROM_PILE)
            shown.cards = self._drink_cards
            shown.stage = AWAITED
            if not shown.cards:
                raise self.error(("drink", "cards"), "expected at least one card")
            for i, card in enumerate(shown.cards):
                if self.cards.cards[card].event:
                    raise self.error(("drink", "cards", i), "a Drink Event is no Drink; lay it on a drink_pile, to be revealed")
            drinks.pending(t, shown)
        elif phase == DRINK_PHASE:
            windows.quiet(t, NOBODY)
        elif phase != DISCARD_DRAW:
            t.stirred = True

    def _round(self, t: Table, given: Mapping[str, Any]) -> None:
        if t.phase != ACTION_PHASE:
            raise self.error(("gambling",), "a Round under way is in an Action Phase")
        antes = {self._seat(("gambling", "antes", name), name): n for name, n in given["antes"].items()}
        left = {self._seat(("gambling", "left"), name) for name in given.get("left", [])}
        t.control = self._seat(("gambling", "in_control"), given["in_control"])
        if t.control not in antes or t.control in left:
            raise self.error(("gambling", "in_control"), "whoever is in control has anted and not left")
        t.actions = 0
        for seat, n in antes.items():
            t.pot += n
            if seat not in left:
                t.champion[t.game.party[seat]] = seat
                for mate in t.game.members[t.game.party[seat]]:
                    t.took_part |= (not t.out[mate]) << mate
        frame = t.push(Frame(ROUND))
        inside = gambling.champions(t)
        if "turn" in given:
            seat = self._seat(("gambling", "turn"), given["turn"])
            if seat not in inside[1:]:
                raise self.error(("gambling", "turn"), "it is the turn of somebody in the Round who is not in control")
            frame.seat = seat
            t.passes = inside.index(seat) - 1
        if "last" in given:
            titles = [c for c in self.cards.cards if plain(c.title) == plain(str(given["last"]))]
            uses = [u for c in titles for u in c.uses if u.type & (GAMBLING | ACTION)]
            if not titles:
                raise self.error(("gambling", "last"), f"no card is called {given['last']!r}")
            t.only_cheating = any(i.verb == "take-control" and i.n for u in uses for i in u.program)
