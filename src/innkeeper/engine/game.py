"""What stays the same through a game: who sits where, in which party, with which cards, hooks and variants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from innkeeper.engine.program import Card, Catalog, Sheet

if TYPE_CHECKING:
    from innkeeper.engine.state import Frame, State


class Character:
    """What a character adds to the rules beyond its cards: its own state and the moments it listens to.

    A plain character needs none of it. The engine calls these; it never asks who somebody is. `counters` are the numbers
    a seat starts with (`State.counters`), `side` the names of its side piles in the order of `State.piles`.
    """

    counters: tuple[int, ...] = ()
    side: tuple[str, ...] = ()

    def setup(self, t: State, seat: int) -> None:
        """Lay out side decks; called after the Character Decks are dealt."""

    def hand_size(self, t: State, seat: int, size: int) -> int:
        """Return the hand size that applies instead of `size`."""
        return size

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return what `viewer` (a seat, or NOBODY for a spectator) sees of this seat's own state."""
        return {}


@dataclass(slots=True)
class Hooks:
    """Where characters and variants join in, each a list of functions; empty lists cost nothing.

    pending: as soon as an effect is pending, before anyone is asked.
    after: what follows from a resolved effect or Drink at once, in order of (place, seat); each may push frames and is called
    again until it returns True.
    action_end: as an Action Phase ends; pushes what acts then. Returns True when nothing is left.
    turn_start: as a party's turn begins.
    out: when a seat goes out of the game.
    round_over: when a Round of Gambling is over (winner seat or NOBODY).
    thing_hit: when something that is no player loses Fortitude.
    """

    pending: list[Callable[[State, Frame], None]]
    after: list[tuple[int, Callable[[State, Frame], bool]]]
    action_end: list[Callable[[State, Frame], bool]]
    turn_start: list[Callable[[State, int], None]]
    out: list[Callable[[State, int], None]]
    round_over: list[Callable[[State, int], None]]
    thing_hit: list[Callable[[State, int, Frame], None]]


def no_hooks() -> Hooks:
    """Return hooks that nobody has joined."""
    return Hooks([], [], [], [], [], [], [])


class Game:
    """The fixed part of a table: copies of a table share it.

    seats: slugs clockwise.  names: the same, a repeated character with its count (`name`, `name-2`).
    party: each seat's party.  members: each party's seats.
    """

    __slots__ = (
        "cards", "catalog", "characters", "highest", "hooks", "key", "masks", "members", "names", "party", "seats", "settings",
        "sheets", "teams", "traits",
    )  # fmt: skip

    def __init__(
        self,
        catalog: Catalog,
        seats: tuple[str, ...],
        characters: Mapping[str, Character],
        hooks: Hooks,
        teams: tuple[tuple[int, ...], ...] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Name the seats and seat the parties; without teams every seat is its own party."""
        self.catalog = catalog
        self.cards: tuple[Card, ...] = catalog.cards
        self.masks = catalog.masks
        self.sheets: tuple[Sheet, ...] = tuple(catalog.sheets[slug] for slug in seats)
        self.characters = tuple(characters.get(slug, _PLAIN) for slug in seats)
        self.hooks = hooks
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
