"""Cards as the engine sees them: facts, uses, and programs of instructions. Built by `innkeeper.cards`, never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from innkeeper.engine.decision import PASS, Option

if TYPE_CHECKING:
    from innkeeper.engine.game import Character, Variant
    from innkeeper.engine.state import Frame, State

# What a card, or what counts as one, is answered as.
ACTION: Final = 1
SOMETIMES: Final = 2
ANYTIME: Final = 4
GAMBLING: Final = 8
CHEATING: Final = 16
EVENT: Final = 32
DRINK: Final = 64
PRIZE: Final = 128  # no card that is played: only what answers every type answers it
PART: Final = 0  # a piece of another card, carried out without an answer of its own

TYPE_NAMES: Final[dict[str, int]] = {
    "action": ACTION,
    "sometimes": SOMETIMES,
    "anytime": ANYTIME,
    "gambling": GAMBLING,
    "cheating": CHEATING,
    "event": EVENT,
    "drink": DRINK,
    "prize": PRIZE,
    "part": PART,
}

INN_HOME: Final = "inn"
"""The home of cards that are nobody's but the Inn's own; variants lay them out."""

type_words: Final[dict[int, str]] = {bit: name for name, bit in TYPE_NAMES.items()}

Run = Callable[["State", "Frame", "Instr"], bool]
"""Carries an instruction out. True: done; False: call again when this frame is on top of the stack once more."""

Affects = Callable[["State", "Frame", "Instr", list[int]], None]
"""Adds to a list of marks, one per seat, what the instruction would move (FORTITUDE, ALCOHOL, GOLD, losses)."""

Who = Callable[["State", "Frame"], Sequence[int]]
Amount = Callable[["State", "Frame"], int]
Condition = Callable[["State", "Frame"], bool]
Fits = Callable[["State", int, "Use", "Frame | None"], bool]
Candidates = Callable[["State", "Frame", int], list[int]]


class Instr:
    """One instruction of a program: a verb with its arguments filled in."""

    __slots__ = ("affects", "amount", "args", "condition", "fixed", "jump", "n", "run", "stat", "to", "verb", "who")

    def __init__(
        self,
        verb: str,
        run: Run,
        affects: Affects | None = None,
        who: Who | None = None,
        n: int = 0,
        amount: Amount | None = None,
        stat: int = 0,
        to: Who | None = None,
        condition: Condition | None = None,
        jump: int = 0,
        args: Mapping[str, object] | None = None,
        fixed: bool = False,
    ) -> None:
        """Fill in the arguments; `n` is the printed number unless `amount` works it out as the card resolves.

        fixed: it follows what has happened and is no number of the card's, so that nothing raises or lowers it.
        """
        self.verb = verb
        self.run = run
        self.affects = affects
        self.who = who
        self.n = n
        self.amount = amount
        self.stat = stat
        self.to = to
        self.condition = condition
        self.jump = jump
        self.args = args or {}
        self.fixed = fixed


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """A target that is named as the card is played: which candidates there are, and its name in the card format."""

    name: str
    candidates: Candidates
    hits: bool = False  # whoever is picked would lose Fortitude by it
    sure: bool = False  # there is always somebody, unless a standing effect keeps somebody from being picked


@dataclass(slots=True, eq=False)
class Use:
    """One way to use a card: its type, its moment, what it picks and what it does."""

    index: int
    mode: str
    type: int
    bit: int  # the kinds of moment at which it may be open (engine.moments)
    fits: Fits
    picks: tuple[Pick, ...]
    program: tuple[Instr, ...]
    family: str = ""
    when: Mapping[str, object] = field(default_factory=dict)
    playable: bool = True  # False for a part of another use
    cannot_negate: bool = False
    cannot_ignore: bool = False
    cannot_reduce: bool = False
    shield: str = ""  # only a card of this family may affect it
    shield_called: str = ""  # what the text calls such a card
    touches_drink: bool = False
    antes: bool = False
    ends_round: bool = False
    moves: bool = False  # some instruction of it can move a marker or coins
    spares_things: bool = False
    moment: str = ""  # it is not played, and happens by itself at this moment (engine.happenings)
    once: bool = False  # its card is put away after it has happened
    by_family: str = ""  # its moment comes only by a card of this family
    by_called: str = ""  # what the text calls such a card
    at_once: bool = False  # its moment is one at which something is pending, which it changes with no answer to it
    chain: str = ""  # any number of Actions of this kind may be played in one Action Phase
    negates: bool = False  # what it does to the card it answers
    ignores: bool = False
    reduces: bool = False
    rules: tuple[str, ...] = ()  # ids of the rules that speak of it, for the log
    source: Mapping[str, object] = field(default_factory=dict)  # as written, for the text
    option: Option = PASS  # playing it from the hand, and from in front; made once by the catalog
    front_option: Option = PASS


@dataclass(slots=True, eq=False)
class Card:
    """One card title: facts and uses. `number` is its place in the catalog; equal copies share it."""

    number: int
    title: str
    home: str  # the character that owns it, "drink", or INN_HOME
    pile: str  # "character", "drink" or a side pile of its owner's
    uses: tuple[Use, ...]
    origin: str
    mask: int = 0  # all moments at which some use may be open
    family: str = ""
    subtype: str = ""
    alcohol: int = 0
    fortitude: int = 0
    chaser: bool = False
    event: bool = False
    instead_for: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # trait -> (alcohol, fortitude)
    splittable: bool = True
    on_drink: int = -1  # the use carried out when it is drunk
    before_drink: int = -1  # the use carried out just before that, by whoever is about to drink it
    alcohol_amount: Amount | None = None  # its Alcohol Content, where it is worked out from the Drink as it is drunk
    in_front: Mapping[str, object] = field(default_factory=dict)  # what it does while it lies in front of a seat
    thing: str = ""  # what kind of thing it is in play, for what is no player
    rules: tuple[str, ...] = ()  # ids of the rules that speak of this card; the log cites them where it is used
    given_to: str = ""  # "owner": who gets what is given to this thing; "": nobody
    ours: str = ""
    source: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class BossPart:
    """What a character brings besides as the Boss (boss.cards).

    cards: shuffled into the Character Deck.  instead: side decks in place of those of the same name.  more: cards that lie with
    a side deck of that name.  settings: by the number of Challengers, what a Boss Battle uses where the table says nothing.
    hero: as the Boss too it counts as a Hero.
    """

    cards: tuple[int, ...] = ()
    instead: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    more: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    settings: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    hero: bool = False


@dataclass(slots=True, eq=False)
class Sheet:
    """What a character brings: name, traits, the Character Deck, side decks, and its part as the Boss, if it has one."""

    slug: str
    name: str
    deck: tuple[int, ...]
    traits: tuple[str, ...] = ()
    side: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    kit: bool = False
    plays: str = ""
    boss: BossPart | None = None

    def piles(self) -> list[tuple[int, ...]]:
        """Return every pile there is: the Character Deck, side decks, and those of the Boss."""
        found = [self.deck, *self.side.values()]
        if self.boss is not None:
            found += [self.boss.cards, *self.boss.instead.values(), *self.boss.more.values()]
        return found


class Catalog:
    """Every card and character that a table may use; cards are numbered, programs are compiled. Never changed.

    characters: what characters add to the rules, by slug; plain ones are not there.  variants: what a table may be played
    with, by name.  inn: the Inn's own cards, by pile.  events: sets of Events by name.  act_at_once: whose cards (slugs, or
    "drink") change what is pending with no answer to it.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        sheets: Mapping[str, Sheet],
        drinks: Mapping[str, tuple[int, ...]],
        digest: str,
        characters: Mapping[str, Character] | None = None,
        variants: Mapping[str, Variant] | None = None,
        inn: Mapping[str, tuple[int, ...]] | None = None,
        events: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        """Index the cards by number and title; `drinks` are sets of Drinks by name, "base" among them."""
        self.cards = tuple(cards)
        self.sheets = dict(sheets)
        self.drinks = dict(drinks)
        self.digest = digest
        self.characters = dict(characters or {})
        self.variants = dict(variants or {})
        self.inn = dict(inn or {})
        self.events = dict(events or {})
        self.masks = tuple(card.mask for card in cards)
        self.act_at_once = frozenset(card.home for card in cards if any(use.at_once for use in card.uses))
        self.discards = tuple(Option("discard", card.number) for card in cards)  # made once
        for card in self.cards:
            for use in card.uses:
                use.option = Option("play", card.number, use.index)
                use.front_option = Option("play", card.number, use.index, True)
        self.by_title = {(card.home, card.title): card.number for card in self.cards}
