"""The table: a game from the deal to its outcome. `decision`, `choose`, `copy`, `dump`, `load`, `why_not`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from innkeeper.engine import at_once, chance, loop, turn, why
from innkeeper.engine.decision import Decision, EngineBug, IllegalChoice, Option
from innkeeper.engine.game import Game
from innkeeper.engine.losing import Outcome
from innkeeper.engine.program import Catalog
from innkeeper.engine.state import LISTS, NOBODY, PILES, SCALARS, Event, Frame, State

FORMAT: Final = 1
LEAST_SEATS: Final = 2
MOST_SEATS: Final = 8
_DEALT: Final = ("core.setup.markers", "core.setup.gold", "core.setup.hand", "core.setup.drink")


class Table(State):
    """A table of 2 to 8 seats. Whatever happens, happens through `choose`."""

    __slots__ = ()

    # --- making and saving -------------------------------------------------------------------------------------------

    @classmethod
    def seat(
        cls,
        catalog: Catalog,
        seats: Sequence[str],
        variants: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> Self:
        """Seat players, deal, and begin the first turn.

        seats: character slugs clockwise, 2 to 8; one may sit more than once.
        variants: `teams` (lists of seats), `first` ("random", or a seat: who begins), `drinks` (names of sets of Drinks), and
        those of the catalog, each with what it wants to know.
        seed: everything random follows from it.
        Raises ValueError for seats or variants that make no game.  Rules: core.setup.*
        """
        t = cls.laid_out(catalog, seats, variants, seed)
        first = 0
        chosen = t.game.settings.get("first")
        if t.game.first != NOBODY:
            first = t.game.party[t.game.first]
        elif chosen == "random":
            first = t.random_below(len(t.game.members))
        elif isinstance(chosen, int):
            first = t.game.party[chosen]
        t.began = first
        t.deal()
        turn.begin_turn(t, first)
        loop.run(t)
        return t

    @classmethod
    def laid_out(
        cls,
        catalog: Catalog,
        seats: Sequence[str],
        variants: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> Self:
        """Return a table that is set up but not dealt: whole decks, empty hands, nobody's turn."""
        variants = dict(variants or {})
        if not LEAST_SEATS <= len(seats) <= MOST_SEATS:
            raise ValueError(f"a game has {LEAST_SEATS} to {MOST_SEATS} seats; these are {len(seats)}")
        for slug in seats:
            if slug not in catalog.sheets:
                there = ", ".join(sorted(other for other, sheet in catalog.sheets.items() if not sheet.kit))
                raise ValueError(f"there is no character {slug!r}; there are: {there}")
        known = {"teams", "first", "drinks", *catalog.variants}
        for key in variants:
            if key not in known:
                raise ValueError(f"there is no variant {key!r}; there are: {', '.join(sorted(known))}")
        teams = seated(variants.pop("teams", ()), len(seats))
        for name in sorted(catalog.variants):
            if name in variants and (made := catalog.variants[name].teams(seats, variants[name], catalog)):
                if teams and teams != seated(made, len(seats)):
                    raise ValueError(f"the variant {name!r} makes the teams itself")
                teams = seated(made, len(seats))
        game = Game(catalog, tuple(seats), teams, variants)
        at_once.join(game)
        t = cls()
        t.game = game
        n, parties = len(seats), len(game.members)
        t.decision = None
        t.outcome = None
        t.answer = None
        t.on_moment = None
        t.active = 0
        t.began = game.party[game.first] if game.first != NOBODY else 0
        t.phase = 0
        t.chance = chance.seeded(seed)
        t.inn = 0
        t.turns = 0
        t.stirred = False
        t.actions = 1
        t.pot = 0
        t.control = NOBODY
        t.only_cheating = False
        t.passes = 0
        t.took_part = 0
        t.forced_winner = NOBODY
        t.round_over = False
        t.anteing = False
        t.chain = ""
        t.chained = 0
        t.fortitude = game.starting_fortitude[:]
        t.alcohol = [0] * parties
        t.gold = game.starting_gold[:]
        t.out = [""] * n
        t.hand = [()] * n
        t.deck = game.decks[:]
        t.discard = [()] * n
        t.drink_pile = [()] * n
        t.front = [()] * n
        t.masks = [0] * n
        t.standing = [0] * n
        t.champion = [NOBODY] * parties
        t.counters = [character.counters_of(game, s) for s, character in enumerate(game.characters)]
        t.piles = game.sides[:]
        t.inn_piles = [()] * len(game.inn_piles)
        drinks: tuple[int, ...] = ()
        for name in variants.get("drinks", ("base",)):
            if name not in catalog.drinks:
                raise ValueError(f"there is no set of Drinks {name!r}; there are: {', '.join(sorted(catalog.drinks))}")
            drinks += catalog.drinks[name]
        t.drink_deck = drinks
        t.drink_discard = ()
        t.removed = ()
        t.effects = ()
        t.stack = []
        t._log = []
        t._log_size = 0
        return t

    def deal(self) -> None:
        """Shuffle all decks, deal opening hands and the first Drinks, lay out side decks."""
        self.drink_deck = self.shuffle(self.drink_deck)
        for seat in range(len(self.out)):
            self.deck[seat] = self.shuffle(self.deck[seat])
        for seat, character in enumerate(self.game.characters):
            character.setup(self, seat)
        for variant in self.game.variants.values():
            variant.deal(self)
        for seat in range(len(self.out)):
            turn.draw_up(self, seat, ("core.setup.hand",))
            self.drink_pile[seat] = (self.drink_deck[-1],)
            self.drink_deck = self.drink_deck[:-1]
        self.note("dealt", NOBODY, _DEALT)

    def copy(self) -> Self:
        """Return an equal table that shares nothing mutable with this one (microseconds)."""
        new = type(self).__new__(type(self))
        self._copy_into(new)
        return new

    def dump(self) -> str:
        """Return the whole table as JSON, at any decision; `load` gives it back."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in (*SCALARS, *LISTS, *PILES)}
        return json.dumps(
            {
                "format": FORMAT,
                "catalog": self.game.catalog.digest,
                "seats": self.game.seats,
                "variants": {**self.game.settings, **({"teams": self.game.teams} if self.game.teams else {})},
                "state": fields,
                "stack": [[getattr(f, name) for name in Frame.__slots__] for f in self.stack],
                "decision": self.decision,
                "outcome": [self.outcome.winners, self.outcome.reasons] if self.outcome else None,
                "log": self.entries(),
            },
            separators=(",", ":"),
        )

    @classmethod
    def restore(cls, data: str, catalog: Catalog) -> Self:
        """Return the table that `dump` wrote. Raises ValueError for another format or other cards."""
        saved = json.loads(data)
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise ValueError(f"this is no table of format {FORMAT}")
        if saved["catalog"] != catalog.digest:
            raise ValueError("this table was saved with other cards; load it with the card files it was played with")
        t = cls.laid_out(catalog, saved["seats"], saved["variants"], 0)
        for name in SCALARS:
            setattr(t, name, saved["state"][name])
        for name in LISTS:
            setattr(t, name, [_frozen(x) for x in saved["state"][name]])
        for name in PILES:
            setattr(t, name, _frozen(saved["state"][name]))
        for values in saved["stack"]:
            frame = Frame(0)
            for name, value in zip(Frame.__slots__, values, strict=True):
                setattr(frame, name, _frozen(value))
            t.stack.append(frame)
        decision = saved["decision"]
        if decision is not None:
            seat, kind, options, default, card, rules = decision
            t.decision = Decision(seat, kind, tuple(Option(*o) for o in options), default, card, tuple(rules))
        if saved["outcome"] is not None:
            t.outcome = Outcome(*(tuple(x) for x in saved["outcome"]))
        t._log = [_frozen(entry) for entry in saved["log"]]
        t._log_size = len(t._log)
        return t

    # --- playing -----------------------------------------------------------------------------------------------------

    def choose(self, option: int | Option) -> None:
        """Answer the open decision with one of its options, by position or by value, and go on to the next decision.

        Raises IllegalChoice, before anything moves, for anything else; the message says why it is illegal.
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice("the game is over" if self.outcome else "no decision is open")
        options = decision.options
        if isinstance(option, Option):
            if option not in options:
                raise IllegalChoice(why.not_an_option(self, decision, option))
            chosen = option
        else:
            if not isinstance(option, int):
                raise IllegalChoice(f"an option is chosen by its position or as it stands in `options`; this is {option!r}")
            if not 0 <= option < len(options):
                raise IllegalChoice(f"there are {len(options)} options, 0 to {len(options) - 1}; {option} is none of them")
            chosen = options[option]
        self.decision = None
        self.answer = chosen
        loop.run(self)
        if self.answer is not None:
            raise EngineBug("an answer was not taken by the frame that asked")

    def why_not(self, seat: int, card: int) -> str:
        """Return, in a sentence, why a seat cannot play a card now; "" when it can. `card` is its number."""
        return why.why_not(self, seat, card)

    @property
    def log(self) -> list[Event]:
        """Everything that has happened, each event with the ids of the rules that made it so."""
        return [Event(*entry) for entry in self.entries()]

    def seat_name(self, target: int) -> str:
        """Return the name of a seat: its character's slug, with its number where the character sits twice."""
        return self.game.names[target]


def seated(teams: Sequence[Sequence[int]], n: int) -> tuple[tuple[int, ...], ...]:
    """Return the teams of a table of n seats as they take turns: clockwise from that of the first seat, members clockwise.

    () where nobody plays in teams. Raises ValueError where a seat has no team or two, or team-mates do not sit together
    (team.two-or-more).
    """
    if not teams:
        return ()
    if sorted(s for team in teams for s in team) != list(range(n)):
        raise ValueError("in a team game every seat belongs to exactly one team")
    if len(teams) < LEAST_SEATS:
        raise ValueError("a team game has two teams or more")
    found: list[tuple[int, ...]] = []
    for team in teams:
        first = [s for s in team if (s - 1) % n not in team]
        if len(first) != 1:
            raise ValueError("team-mates sit together: side by side, with nobody of another team between them")
        found.append(tuple((first[0] + i) % n for i in range(len(team))))
    found.sort(key=lambda team: -1 if 0 in team else team[0])
    return tuple(found)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(x) for x in value) if isinstance(value, list) else value
