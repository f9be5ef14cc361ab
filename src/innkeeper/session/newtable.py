"""A table that is being made: who sits where, what it is played with, and what keeps it from being a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Final

from innkeeper.bots import NAMES
from innkeeper.bots.base import PREFIX
from innkeeper.engine.game import Game, seat_names
from innkeeper.engine.program import Catalog
from innkeeper.engine.table import LEAST_SEATS, MOST_SEATS
from innkeeper.library import Table
from innkeeper.record.variants import BASE, BOSS, DRINKS, TEAMS, variant_words
from innkeeper.session.beginning import USUAL_BOT, Wish, settled
from innkeeper.session.explaining import BOTS, VARIANTS
from innkeeper.session.sitting import ME, Sitting, is_me
from innkeeper.view.story import boss_words, listed, pretty

FIRST: Final = "first"
PRIZES: Final = "prizes"
RANDOM: Final = "random"
LEAST_TEAM, MOST_TEAM = 2, 4
BOSS_NUMBERS: Final = ("gold", "fortitude", "hand_size", "actions")
_FEW: Final = 4  # cards of which every choice is offered, and not only all of them or a single one


@dataclass(slots=True, eq=False)
class Chair:
    """A seat of the table: a character's slug, and who plays it ("me", "me:Ann", "bot:steady")."""

    character: str
    who: str


def team_sizes(n: int) -> list[tuple[int, ...]]:
    """Return the teams that n seats can be divided into, clockwise: sizes from 2 to 4, equal ones and few teams first."""
    if n == LEAST_TEAM + 1:  # no other way
        return [(2, 1), (1, 2)]

    def parts(rest: int) -> list[tuple[int, ...]]:
        if not rest:
            return [()]
        return [(size, *more) for size in range(LEAST_TEAM, MOST_TEAM + 1) if size <= rest for more in parts(rest - size)]

    found = [sizes for sizes in parts(n) if len(sizes) > 1]
    return sorted(found, key=lambda sizes: (len(set(sizes)) > 1, len(sizes), [-size for size in sizes]))


@dataclass(slots=True)
class Plan:
    """A table as it would be. Anything can be set at any time; `problem` says what is wrong with it.

    teams: their sizes clockwise, () for none.  boss: the Boss's character, or "".  numbers: the Boss's settings, where they
    are not the usual ones.  on: variants besides, each with what it is played with, "" for all there is.
    drinks: sets of Drinks, comma-separated; "" for those that come with who plays.  first: who begins, None: drawn by lot.
    lent: the seat that was given to the Boss, and whose it had been.  rest: what else was asked for (a seed, deck files).
    """

    cards: Catalog
    chairs: list[Chair]
    teams: tuple[int, ...] = ()
    boss: str = ""
    numbers: dict[str, int] = field(default_factory=dict)
    on: dict[str, str] = field(default_factory=dict)
    drinks: str = ""
    first: int | None = None
    lent: tuple[Chair, str] | None = None
    rest: Wish = field(default_factory=Wish)

    @classmethod
    def of(cls, wish: Wish) -> Plan:
        """Return the plan of what was asked for. Raises ValueError (Refused, BadText), OSError."""
        cards, _, seats, plays, variants = settled(wish)
        plan = cls._with(cards, seats, plays, variants)
        plan.rest = replace(wish, seats=(), variants=(), first=None)
        return plan

    @classmethod
    def like(cls, over: Sitting, rest: Wish) -> Plan:
        """Return the plan of a table like one that there was; `rest`: what else the new one is to have."""
        header = over.record.header
        plan = cls._with(over.table.game.catalog, header.seats, over.plays, header.variants)
        plan.rest = rest
        return plan

    @classmethod
    def _with(cls, cards: Catalog, seats: Sequence[str], plays: Sequence[str], variants: Mapping[str, Any]) -> Plan:
        plan = cls(cards, [Chair(slug, who) for slug, who in zip(seats, plays, strict=True)])
        for word in variant_words(variants, seat_names(seats)):
            name, _, wish = word.partition("=")
            if name == TEAMS:
                plan.teams = tuple(map(int, wish.split(",")))
            elif name == BOSS:
                plan.boss = seats[variants[BOSS]["seat"]]
                plan.numbers = {key: n for key, n in variants[BOSS].items() if key != "seat"}
            elif name == DRINKS:
                plan.drinks = wish
            else:
                plan.on[name] = wish
        first = variants.get(FIRST)
        plan.first = first if isinstance(first, int) else None
        return plan

    # --- what comes of it ---------------------------------------------------------------------------------------------

    def wish(self) -> Wish:
        """Return what to ask for so that this table is dealt."""
        names = self.names
        words = [f"{TEAMS}={','.join(map(str, self.teams))}"] if self.teams else []
        if self.boss:
            numbers = ",".join(f"{key}={n}" for key, n in self.numbers.items())
            words.append(f"{BOSS}={names[self.boss_seat]}{':' if numbers else ''}{numbers}")
        words += [f"{name}={wish}" if wish else name for name, wish in sorted(self.on.items())]
        if self.drinks:
            words.append(f"{DRINKS}={self.drinks}")
        first = None if self.boss else RANDOM if self.first is None else names[self.first]
        seats = tuple(f"{chair.character}={chair.who}" for chair in self.chairs)
        return replace(self.rest, seats=seats, variants=tuple(words), first=first)

    def problem(self) -> str:
        """Return what keeps this from being a game, in a sentence; "" where nothing does."""
        n = len(self.chairs)
        if not LEAST_SEATS <= n <= MOST_SEATS:
            return f"A game has {LEAST_SEATS} to {MOST_SEATS} seats; there {'is' if n == 1 else 'are'} {n}."
        people = [chair.who for chair in self.chairs if chair.who.startswith(f"{ME}:")]
        for who in people:
            if people.count(who) > 1:
                return f"Two people are called {who.partition(':')[2]}."
        if self.teams and self.boss:
            return "A Boss plays against all the others, who are one team: leave out the Boss or the teams."
        if sum(self.teams) not in (0, n):
            return f"Teams of {listed([str(size) for size in self.teams])} take {sum(self.teams)} seats, and there are {n}."
        if self.boss and self.boss_seat < 0:
            return f"{pretty(self.boss)} is to be the Boss, and does not sit at the table."
        try:
            self.game()
        except ValueError as error:
            text = str(error).rstrip(".")
            return f"{text[:1].upper()}{text[1:]}."
        return ""

    def game(self) -> Game:
        """Return the fixed part of this table. Raises ValueError where it is no game."""
        _, seed, seats, _, variants = settled(self.wish(), self.cards)
        return Table.laid_out(self.cards, seats, variants, seed).game

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return seat_names([chair.character for chair in self.chairs])

    @property
    def boss_seat(self) -> int:
        """Where the Boss sits, or -1."""
        return next((i for i, chair in enumerate(self.chairs) if chair.character == self.boss), -1)

    def side(self, seat: int) -> str:
        """Return which side a seat is on, in a word or two; "" without sides."""
        if self.boss:
            return "THE BOSS" if seat == self.boss_seat else "Challenger"
        end = 0
        for number, size in enumerate(self.teams, 1):
            end += size
            if seat < end:
                return f"team {number}"
        return ""

    # --- changing it --------------------------------------------------------------------------------------------------

    @property
    def characters(self) -> list[str]:
        """The characters that may sit down, by name."""
        return sorted(slug for slug, sheet in self.cards.sheets.items() if not sheet.kit)

    @property
    def variants(self) -> list[str]:
        """What can be set besides the seats, in the order to be asked."""
        return [TEAMS, BOSS, *sorted(name for name in self.cards.variants if name != BOSS), DRINKS, FIRST]

    def add(self) -> None:
        """Add a seat, with a bot and a character that is not there yet."""
        if len(self.chairs) < MOST_SEATS:
            here = {chair.character for chair in self.chairs}
            free = [slug for slug in self.characters if slug not in here]
            self.chairs.append(Chair((free or self.characters)[0], USUAL_BOT))

    def remove(self, seat: int) -> None:
        """Take a seat away."""
        if len(self.chairs) > LEAST_SEATS:
            del self.chairs[seat]
            if self.first is not None:
                self.first = None if self.first == seat else self.first - (self.first > seat)

    def move(self, seat: int, step: int) -> int:
        """Have a seat change places with the one before or after it, and return where it then is."""
        there = (seat + step) % len(self.chairs)
        self.chairs[seat], self.chairs[there] = self.chairs[there], self.chairs[seat]
        if self.first in (seat, there):
            self.first = there if self.first == seat else seat
        return there

    def players(self, seat: int) -> list[str]:
        """Return who may play a seat, as words: whoever plays it now, a person at this keyboard, the bots."""
        now = self.chairs[seat].who
        bots = [USUAL_BOT, *(f"{PREFIX}{name}" for name in NAMES if f"{PREFIX}{name}" != USUAL_BOT)]
        return [now if is_me(now) else ME, *bots]

    def call(self, seat: int, name: str) -> str:
        """Let a person of that name play a seat; return what is wrong with the name, or ""."""
        name = name.strip()
        if len(name.split()) > 1:
            return "A name is one word."
        self.chairs[seat].who = f"{ME}:{name}" if name else ME
        return ""

    def values(self, variant: str) -> list[Any]:
        """Return what a variant, or what else can be set, can be set to."""
        if variant == TEAMS:
            return [(), *team_sizes(len(self.chairs))]
        if variant == BOSS:
            return ["", *(slug for slug in self.characters if self.cards.sheets[slug].boss is not None)]
        if variant == DRINKS:
            more = sorted(name for name in self.cards.drinks if name != BASE)
            return ["", ",".join((BASE, *more)), BASE] if more else [""]
        if variant == FIRST:
            return [None, *range(len(self.chairs))]
        if variant == PRIZES:
            titles = [self.cards.cards[card].title for card in self.cards.inn.get("prize", ())]
            some = range(len(titles) - 1, 0, -1) if len(titles) <= _FEW else (1,)
            return [None, "", *(",".join(chosen) for size in some for chosen in combinations(titles, size))]
        return [None, ""]

    def value(self, variant: str) -> Any:
        """Return what a variant is set to; None where it is not played with."""
        return {TEAMS: self.teams, BOSS: self.boss, DRINKS: self.drinks, FIRST: self.first}.get(variant, self.on.get(variant))

    def set(self, variant: str, value: Any) -> str:
        """Set a variant; return what else that has changed, in a sentence, or ""."""
        if variant == TEAMS:
            self.teams = value
        elif variant == BOSS:
            return self._make_boss(value)
        elif variant == DRINKS:
            self.drinks = value
        elif variant == FIRST:
            self.first = value
        elif value is None:
            self.on.pop(variant, None)
        else:
            self.on[variant] = value
        return ""

    def change(self, variant: str, step: int) -> str:
        """Set a variant to what comes next; see `set`."""
        values = self.values(variant)
        now = self.value(variant)
        return self.set(variant, values[(values.index(now) + step) % len(values) if now in values else 0])

    def _make_boss(self, slug: str) -> str:
        """Make a character the Boss; where nobody plays it, a bot's seat is given to it."""
        if self.lent is not None and self.lent[0] in self.chairs and self.lent[0].character == self.boss:
            self.lent[0].character = self.lent[1]  # whoever sat there before the last one
        self.lent = None
        self.boss = slug
        self.numbers = {}
        bots = [chair for chair in self.chairs if not is_me(chair.who)]
        if not slug or self.boss_seat >= 0 or not bots:
            return ""
        self.lent = (bots[-1], bots[-1].character)
        bots[-1].character = slug
        return f"{pretty(slug)} has taken the seat of {pretty(self.lent[1])}."

    def set_number(self, key: str, step: int) -> None:
        """Make one of the Boss's numbers greater or smaller, as far as that makes a game."""
        before = dict(self.numbers)
        self.numbers[key] = self.boss_number(key) + step
        if self.problem():
            self.numbers = before

    # --- words --------------------------------------------------------------------------------------------------------

    def title(self, variant: str) -> str:
        """Return what a variant, or what else can be set, is called."""
        return {BOSS: "Boss Battle", DRINKS: "Evil Pooky's Drinks", FIRST: "Begins"}.get(variant, variant.capitalize())

    def words(self, variant: str, value: Any) -> str:
        """Return what a variant is set to, in words."""
        if variant == TEAMS:
            return " against ".join(map(str, value)) or "none"
        if variant == BOSS:
            return f"{pretty(value)} is the Boss" if value else "none"
        if variant == DRINKS:
            return {"": "where he plays", BASE: "never"}.get(value, "shuffled in")
        if variant == FIRST:
            if self.boss:
                return "the Boss"
            who = "drawn by lot" if value is None else pretty(self.names[value])
            return f"{who}'s team" if value is not None and self.teams else who
        if variant == PRIZES and value is not None:
            return value.replace(",", ", ") or f"all {len(self.cards.inn.get('prize', ()))} of them"
        return "none" if value is None else "yes"

    def about(self, variant: str) -> str:
        """Return what there is to know of a variant."""
        if variant == FIRST:
            return "Whose turn is the first; the others follow clockwise."
        text = VARIANTS.get(variant, "")
        if variant == BOSS and self.boss and not self.problem():
            return f"{boss_words(self.game())} {text}"
        return text

    def boss_number(self, key: str) -> int:
        """Return one of BOSS_NUMBERS as it is at this table. Raises ValueError where it is no game."""
        game = self.game()
        party = game.party[game.boss]
        return {
            "gold": game.starting_gold[party],
            "fortitude": game.starting_fortitude[party],
            "hand_size": game.hand_size[game.boss],
            "actions": game.actions[game.boss],
        }[key]


def player_words(who: str, people: int) -> str:
    """Return who plays a seat, in words; `people`: how many sit at this keyboard."""
    if who == ME:
        return "you" if people < 2 else "somebody here"
    if is_me(who):
        return who.partition(":")[2]
    return f"{who.removeprefix(PREFIX)} bot"


def about_player(who: str) -> str:
    """Return what there is to know of who plays a seat."""
    if is_me(who):
        return "Somebody at this keyboard plays this seat. Several people pass the keyboard on, and nobody sees another's hand."
    return f"A bot plays this seat: it {BOTS.get(who, f'is called {who}')}."
