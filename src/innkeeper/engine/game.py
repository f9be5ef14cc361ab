"""What stays the same through a game: who sits where, in which party, with which cards, hooks and variants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from innkeeper.engine.program import Card, Catalog, Sheet

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
    with their kind (`Card.thing`); other things stand among all that lies in front of a seat.  no_player: nobody sits there:
    what the seat is asked, `decide` answers.
    """

    counters: tuple[int, ...] = ()
    counter_names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    side: tuple[str, ...] = ()
    open_side: tuple[str, ...] = ()
    front_keys: tuple[tuple[str, str], ...] = ()
    no_player: bool = False

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

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return what `viewer` (a seat, or NOBODY for a spectator) sees of this seat's own state."""
        return {}


@dataclass(slots=True)
class Hooks:
    """Where characters and variants join in, each a list of functions; empty lists cost nothing.

    pending: as soon as an effect or a Drink is pending, before anyone is asked; for a Drink again when it changes hands.
    after: what follows from a resolved effect or Drink at once, as (place, function), in order of place; a function may push
    frames and ask, and is called again until it returns True.
    phase: as a Phase of a seat's begins (`State.phase`).  out: when a seat goes out of the game.
    left_round: when a seat has left a Round.  round_over: when a Round is over, with the winner or NOBODY.
    started_round: when a Round's first antes are made.  gaining: when an effect or a Drink is about to give a seat Fortitude.
    """

    pending: list[Callable[[State, Frame], None]] = field(default_factory=list)
    after: list[tuple[int, Callable[[State, Frame], bool]]] = field(default_factory=list)
    phase: list[Callable[[State, int], None]] = field(default_factory=list)
    out: list[Callable[[State, int], None]] = field(default_factory=list)
    left_round: list[Callable[[State, int], None]] = field(default_factory=list)
    round_over: list[Callable[[State, int], None]] = field(default_factory=list)
    started_round: list[Callable[[State, int], None]] = field(default_factory=list)
    gaining: list[Callable[[State, Frame, int], None]] = field(default_factory=list)


# The order of what follows a card at once (core.resolve.order).
AFTER_SUMMON: Final = 10
AFTER_CHANGE: Final = 20
AFTER_REVEAL: Final = 30
AFTER_RELEASE: Final = 40


class Game:
    """The fixed part of a table: copies of a table share it.

    seats: slugs clockwise.  names: the same, a repeated character with its count (`name`, `name-2`).
    party: each seat's party.  members: each party's seats.
    """

    __slots__ = (
        "cards", "catalog", "characters", "highest", "hooks", "key", "masks", "members", "names", "party", "seats", "settings",
        "sheets", "teams", "traits", "without_player",
    )  # fmt: skip

    def __init__(
        self,
        catalog: Catalog,
        seats: tuple[str, ...],
        teams: tuple[tuple[int, ...], ...] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Name the seats and seat the parties; without teams every seat is its own party."""
        self.catalog = catalog
        self.cards: tuple[Card, ...] = catalog.cards
        self.masks = catalog.masks
        self.sheets: tuple[Sheet, ...] = tuple(catalog.sheets[slug] for slug in seats)
        self.characters = tuple(catalog.characters.get(slug, _PLAIN) for slug in seats)
        self.hooks = Hooks()
        for seat, character in enumerate(self.characters):
            character.join(seat, self.hooks)
        self.without_player = tuple(seat for seat, character in enumerate(self.characters) if character.no_player)
        self.hooks.after.sort(key=lambda entry: entry[0])
        names: list[str] = []
        for i, slug in enumerate(seats):
            times = seats[: i + 1].count(slug)
            names.append(slug if times == 1 else f"{slug}-{times}")
        self.seats = seats
        self.names = tuple(names)
        self.teams = teams
        self.members = teams or tuple((s,) for s in range(len(seats)))
        party = [0] * len(seats)
        for p, seats_of in enumerate(self.members):
            for s in seats_of:
                party[s] = p
        self.party = tuple(party)
        self.highest = [20] * len(self.members)  # the most Fortitude a party can have; a variant may raise it
        self.traits = tuple(frozenset(sheet.traits) for sheet in self.sheets)
        self.settings: dict[str, Any] = dict(settings or {})
        self.key = (catalog.digest, seats, teams, repr(sorted(self.settings.items())))


_PLAIN = Character()
