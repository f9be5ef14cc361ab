"""What stays the same through a game: who sits where, in which party, with which cards, hooks and variants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from innkeeper.engine.program import Card, Catalog, Sheet
from innkeeper.engine.state import NOBODY

if TYPE_CHECKING:
    from innkeeper.engine.decision import Decision, Option
    from innkeeper.engine.state import Frame, State


class Character:
    """What a character adds to the rules beyond its cards: its own state and the moments it listens to.

    A plain character needs none of it. The engine calls these; it never asks who somebody is.
    counters, counter_names: the numbers a seat starts with (`State.counters`), their names in scenarios, each with the words
    that stand for 0, 1, 2, ... or () for a plain number.  side: the names of its side piles, in the order of `State.piles`;
    a pile of the deck file's with the same name is laid there.  open_side: those of them that are no decks, and that everybody
    may look through (so may they a pile called `..._discard`).  front_keys: the names in scenarios of its things in play, each
    with their kind (thing or subtype); other things stand among all that lies in front of a seat.  joining: those of its
    side piles whose cards belong to the Character Deck from their being drawn on: used, they go to its discard pile.
    no_player: nobody sits there: what the seat is asked, `decide` answers.
    """

    counters: tuple[int, ...] = ()
    counter_names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    side: tuple[str, ...] = ()
    open_side: tuple[str, ...] = ()
    front_keys: tuple[tuple[str, str], ...] = ()
    joining: tuple[str, ...] = ()
    no_player: bool = False

    def counters_of(self, game: Game, seat: int) -> tuple[int, ...]:
        """Return the numbers that this seat starts with, where they are not the same for everybody."""
        return self.counters

    def setup(self, t: State, seat: int) -> None:
        """Prepare side decks, which lie in the order of the deck file; called before opening hands are drawn."""

    def join(self, seat: int, hooks: Hooks) -> None:
        """Join the game's hooks for a seat."""

    def hand_size(self, t: State, seat: int, size: int) -> int:
        """Return the hand size that applies instead of `size`."""
        return size

    def draw_up(self, t: State, seat: int, missing: int) -> int:
        """Draw what comes first when a hand is filled (at setup, in Discard and Draw); return how many are still missing."""
        return missing

    def discardable(self, t: State, seat: int) -> tuple[int, ...]:
        """Return the cards in front of the seat that it may discard in its Discard and Draw, beside those of its hand."""
        return ()

    def decide(self, t: State, seat: int, decision: Decision) -> Option:
        """Return the answer of a seat without a player to a decision of its own."""
        return decision.options[decision.default]

    def settle(self, t: State, f: Frame) -> None:
        """Take a frame of the character's own (SETTLE, on top of the stack) a step further: ask, open a window, or end it.

        `f.n` is the moments (engine.moments) that its window is for.
        """
        t.stack.pop()

    def question(self, t: State, f: Frame) -> str:
        """Return in words what the seat is asked by a frame of the character's own; "" for no more than its card."""
        return ""

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return what `viewer` (a seat, or NOBODY for a spectator) sees of this seat's own state."""
        return {}


class Variant:
    """What a variant adds to the rules of a table that is played with it. `wish` is what the table says of it, plain data.

    piles: the names of the piles that it lays in the Inn, in the order of `State.inn_piles`.  open_piles: those of them that
    are no decks, and that everybody may look through.  pot_piles: those of them whose cards lie in the pot of the Round under
    way.  homes: for each pile of the Inn's own cards (`Card.pile`) where such a card lies at first, and where it goes when it
    has been used.
    """

    piles: tuple[str, ...] = ()
    open_piles: tuple[str, ...] = ()
    pot_piles: tuple[str, ...] = ()
    homes: Mapping[str, tuple[str, str]] = MappingProxyType({})

    def teams(self, seats: Sequence[str], wish: Any, catalog: Catalog) -> Sequence[Sequence[int]]:
        """Return the teams that the variant makes of the seats, () for none. Raises ValueError where it makes no game."""
        return ()

    def join(self, game: Game, wish: Any) -> None:
        """Change what is fixed for the whole game, and join its hooks. Raises ValueError for a wish that makes no game."""

    def deal(self, t: State) -> None:
        """Prepare the variant's piles, which are empty; called when the decks are shuffled, before opening hands are drawn."""

    def seen(self, t: State, viewer: int) -> Mapping[str, Any]:
        """Return what `viewer` (a seat, or NOBODY for a spectator) sees of the variant's own state: its piles by name.

        An open pile as its cards, any other as their number.
        """
        piles = dict(zip(t.game.inn_piles, t.inn_piles, strict=True))
        return {name: piles[name] if name in self.open_piles else len(piles[name]) for name in self.piles}


@dataclass(slots=True)
class Hooks:
    """Where characters and variants join in, each a list of functions; empty lists cost nothing.

    pending: as soon as an effect or a Drink is pending, before anyone is asked; for a Drink again when it changes hands.
    after: what follows from a resolved effect or Drink at once, as (place, function), in order of place; a function may push
    frames and ask, and is called again until it returns True.
    phase: as a Phase of a seat's begins (`State.phase`).  out: when a seat goes out of the game.
    left_round: when a seat has left a Round.  round_over: when a Round is over, with the winner or NOBODY.
    full_round: when every party has had its turn, with the last turn's frame; such a function may push frames, and is called
    again until it returns True.
    before_antes: as a Round begins, with the effect that starts it; pot_taken: when a Round's pot has been taken, with its
    frame (`actor`: the seat that has the pot, or INN; `data`: the seats that have had a share of it). Either may push frames
    and ask, and is called again until it returns True; but where the Inn has the pot, pot_taken does neither.
    swapped: when two seats' Stashes have changed places.
    starting_round: as an effect starts a Round, before the first antes.  started_round: when those are made.  gaining: when an
    effect or a Drink is about to give a seat Fortitude.  hurting: when an effect is about to take Fortitude, with what of whom.
    """

    pending: list[Callable[[State, Frame], None]] = field(default_factory=list)
    after: list[tuple[int, Callable[[State, Frame], bool]]] = field(default_factory=list)
    phase: list[Callable[[State, int], None]] = field(default_factory=list)
    out: list[Callable[[State, int], None]] = field(default_factory=list)
    left_round: list[Callable[[State, int], None]] = field(default_factory=list)
    round_over: list[Callable[[State, int], None]] = field(default_factory=list)
    full_round: list[Callable[[State, Frame], bool]] = field(default_factory=list)
    before_antes: list[Callable[[State, Frame], bool]] = field(default_factory=list)
    started_round: list[Callable[[State, int], None]] = field(default_factory=list)
    pot_taken: list[Callable[[State, Frame], bool]] = field(default_factory=list)
    swapped: list[Callable[[State, int, int], None]] = field(default_factory=list)
    starting_round: list[Callable[[State, Frame], None]] = field(default_factory=list)
    gaining: list[Callable[[State, Frame, int], None]] = field(default_factory=list)
    hurting: list[Callable[[State, Frame, dict[int, int]], None]] = field(default_factory=list)


HAND_SIZE: Final = 7
MOST_FORTITUDE: Final = 20


def carried_out(t: State, f: Frame, hooks: Sequence[Callable[[State, Frame], bool]]) -> bool:
    """Call hooks that may push frames and ask, one after the other, each until it returns True; False while one is at it.

    `step` of the frame counts them; whoever calls is called again when the frame is on top once more.
    """
    while f.step < len(hooks):
        if hooks[f.step](t, f):
            f.step += 1
        if t.decision is not None or t.stack[-1] is not f:
            return False
    return True


# The order of what follows a card at once (core.resolve.order).
AFTER_SUMMON: Final = 10
AFTER_CHANGE: Final = 20
AFTER_REVEAL: Final = 30
AFTER_RELEASE: Final = 40
AFTER_ALL: Final = 50


def seat_names(seats: Sequence[str]) -> tuple[str, ...]:
    """Return the names of seats: each its character's slug, a repeated one with its count (`name`, `name-2`)."""
    return tuple(
        slug if (times := list(seats[: i + 1]).count(slug)) == 1 else f"{slug}-{times}" for i, slug in enumerate(seats)
    )


def usual_gold(seats: int) -> int:
    """Return the Gold that a player of a game with so many seats begins with (core.setup.gold)."""
    return 8 if seats == 2 else 12 if seats >= 7 else 10


class Game:
    """The fixed part of a table: copies of a table share it.

    seats: slugs clockwise.  names: the same, a repeated character with its count (`name`, `name-2`).
    party: each seat's party.  members: each party's seats.  boss: the seat of the Boss, or NOBODY.  villain: the same, but
    NOBODY where the Boss is a Hero.  first: the seat that begins, or NOBODY.  hand_size, actions: by seat, as they are without
    any card.  highest (the most Fortitude and Alcohol Content), starting_gold, starting_fortitude: by party.  decks, sides: by
    seat, all its cards, as they lie before anything is shuffled.
    variants: those played with, by name.  inn_piles: the names of their piles in the Inn, inn_cards: all cards that they bring.
    inn_homes: the variants' `homes`.  bits: the kinds of moment for which any card of the decks is.
    """

    __slots__ = (
        "actions", "bits", "boss", "cards", "catalog", "characters", "decks", "first", "hand_size", "highest", "hooks",
        "inn_cards", "inn_homes", "inn_piles", "key", "masks", "members", "names", "party", "seats", "settings", "sheets",
        "sides", "starting_fortitude", "starting_gold", "teams", "traits", "variants", "villain", "without_player",
    )  # fmt: skip

    def __init__(
        self,
        catalog: Catalog,
        seats: tuple[str, ...],
        teams: tuple[tuple[int, ...], ...] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Name the seats, seat the parties and let the variants join; without teams every seat is its own party.

        Raises ValueError where a variant says that this makes no game.
        """
        self.catalog = catalog
        self.cards: tuple[Card, ...] = catalog.cards
        self.masks = catalog.masks
        self.sheets: tuple[Sheet, ...] = tuple(catalog.sheets[slug] for slug in seats)
        self.characters = tuple(catalog.characters.get(slug, _PLAIN) for slug in seats)
        self.hooks = Hooks()
        for seat, character in enumerate(self.characters):
            character.join(seat, self.hooks)
        self.without_player = tuple(seat for seat, character in enumerate(self.characters) if character.no_player)
        self.seats = seats
        self.names = seat_names(seats)
        self.teams = teams
        self.members = teams or tuple((s,) for s in range(len(seats)))
        party = [0] * len(seats)
        for p, seats_of in enumerate(self.members):
            for s in seats_of:
                party[s] = p
        self.party = tuple(party)
        n, parties = len(seats), len(self.members)
        self.boss = NOBODY
        self.villain = NOBODY
        self.first = NOBODY
        self.hand_size = [HAND_SIZE] * n
        self.actions = [1] * n
        self.highest = [MOST_FORTITUDE] * parties  # the most Fortitude a party can have; a variant may raise it
        self.starting_fortitude = [MOST_FORTITUDE] * parties
        self.starting_gold = [usual_gold(n)] * parties
        self.traits = tuple(frozenset(sheet.traits) for sheet in self.sheets)
        self.decks = [sheet.deck for sheet in self.sheets]
        self.sides = [
            tuple(sheet.side.get(name, ()) for name in character.side)
            for sheet, character in zip(self.sheets, self.characters, strict=True)
        ]
        self.settings: dict[str, Any] = dict(sorted((settings or {}).items()))
        self.variants = {name: catalog.variants[name] for name in sorted(self.settings) if name in catalog.variants}
        self.inn_piles = tuple(pile for variant in self.variants.values() for pile in variant.piles)
        self.inn_homes = {pile: home for variant in self.variants.values() for pile, home in variant.homes.items()}
        self.inn_cards: tuple[int, ...] = ()
        for name, variant in self.variants.items():
            variant.join(self, self.settings[name])
        self.hooks.after.sort(key=lambda entry: entry[0])
        self.bits = 0
        for deck in self.decks:
            for card in deck:
                self.bits |= self.masks[card]
        self.key = (catalog.digest, seats, teams, repr(sorted(self.settings.items())))

    def be_boss(self, seat: int) -> None:
        """Make a seat the Boss: its Boss Cards and its side decks as the Boss are laid with its own (boss.cards)."""
        part = self.sheets[seat].boss
        if part is None:
            able = ", ".join(sorted(slug for slug, sheet in self.catalog.sheets.items() if sheet.boss is not None))
            raise ValueError(f"{self.sheets[seat].name} has no Boss Cards and cannot be the Boss; these can: {able}")
        self.boss = seat
        self.villain = NOBODY if part.hero else seat
        self.decks[seat] = (*self.sheets[seat].deck, *part.cards)
        self.sides[seat] = tuple(
            (*part.instead.get(name, pile), *part.more.get(name, ()))
            for name, pile in zip(self.characters[seat].side, self.sides[seat], strict=True)
        )


_PLAIN = Character()
