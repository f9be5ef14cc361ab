"""The whole state of a table as plain data: numbers, strings, tuples, and a stack of frames.

A table is copied in microseconds because piles are immutable tuples that copies share, and it can be saved at any decision
because whatever is pending is a frame: a kind, a stage, and a place in a program. Nothing here decides a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from innkeeper.engine import chance
from innkeeper.engine.decision import Decision, EngineBug, Option

if TYPE_CHECKING:
    from collections.abc import Callable

    from innkeeper.engine.game import Game

# --- kinds of frame -----------------------------------------------------------------------------------------------
TURN: Final = 0  # the turn of a party, the bottom of the stack
QUIET: Final = 1  # a moment between things, open to Anytime Cards and Sometimes Cards whose moment it is
CHECK: Final = 2  # the last chance before losing is checked, and the check
EFFECT: Final = 3  # a card that is played, or what counts as one
DRINKING: Final = 4  # a Drink being revealed, answered and drunk
RESHUFFLE: Final = 5  # the Drink Deck has run out
PAYMENT: Final = 6  # a payment that has just become known
ANTE: Final = 7  # one party's ante
LEAVE: Final = 8  # a forced departure from a Round
WIN: Final = 9  # the winning of a pot
ROUND: Final = 10  # a Round of Gambling
DUE: Final = 11  # effects of cards in front of a seat whose moment has come, one after the other
SETTLE: Final = 12  # what a character settles before anything else goes on (`Character.settle`)
FRAME_NAMES: Final = (
    "turn", "quiet", "check", "effect", "drink", "reshuffle", "payment", "ante", "leave", "win", "round", "due", "settle",
)  # fmt: skip

# --- stages of an effect ------------------------------------------------------------------------------------------
PICKING: Final = 0
PLAYED: Final = 1
OPEN: Final = 2  # pending and open to answers
RESOLVING: Final = 3
AFTER: Final = 4  # what follows from it at once
HIT: Final = 5  # cards played immediately after a loss
SPENT: Final = 6  # what lay in front of a seat has acted and is about to be put away
DONE: Final = 7

# --- stages of a Drink -----------------------------------------------------------------------------------------------
REVEALING: Final = 0
AWAITED: Final = 1  # open to answers
BEFORE: Final = 2  # what its drinker does first
DRUNK: Final = 3  # its numbers have been taken; what else is on it follows
LATER: Final = 4  # what follows from it at once

# --- phases of a turn ---------------------------------------------------------------------------------------------
DISCARD_DRAW: Final = 0
ACTION_PHASE: Final = 1
ORDER_PHASE: Final = 2
DRINK_PHASE: Final = 3
PHASES: Final = ("discard-draw", "action", "order", "drink")

# --- marks of what a card affects, one set per seat -----------------------------------------------------------------
FORTITUDE: Final = 1
ALCOHOL: Final = 2
GOLD: Final = 4
LOSES_GOLD: Final = 8
LOSES_FORTITUDE: Final = 16
COSTS_FORTITUDE: Final = 64  # a price in Fortitude: it affects the marker, and nobody can Ignore it
GAINS_FORTITUDE: Final = 128

# --- standing effects on a seat -------------------------------------------------------------------------------------
PLAYS_NOTHING: Final = 1
IGNORES_ALL: Final = 2
NOT_PICKED: Final = 4
NO_FORTITUDE_LOSS: Final = 8
ORDERS_OWN: Final = 16  # the Drink that its Order a Drink Phase has it order goes onto its own pile

# --- changes to a pending card, in the order they were played ---------------------------------------------------------
ADD_ALL: Final = 0  # every number, by b (at least 0)
ADD_LOSS: Final = 1  # the loss of target a, by b (at least 0)
MOVE: Final = 2  # the loss of a goes to b
SHARE: Final = 3  # a and b each take half of a's loss
COVER: Final = 4  # the Inn pays for seat a
VOID: Final = 5  # what seat a pays counts as paid and reaches nobody
EXTRA_LOSS: Final = 6  # target a loses b more by this card
# --- changes to a Drink ------------------------------------------------------------------------------------------------
STRONGER: Final = 7
WEAKER: Final = 8
HALVED: Final = 9
REPLACED: Final = 10
TO_FORTITUDE: Final = 11
# --- what a Drinking Contest has counted ---------------------------------------------------------------------------------
SCORE: Final = 12  # the Drink that seat a revealed came to b

# --- a gain that does not happen -------------------------------------------------------------------------------------------
NO_GAIN: Final = 13  # seat a gains no Fortitude by it

# --- losses of several players, and antes -----------------------------------------------------------------------------------
ADD_LOSSES: Final = 14  # everybody's loss but that of seat a (NOBODY: everybody's), by b (at least 0)
ADD_ANTE: Final = 15  # the first ante of seat a's party, by b

# --- where a Drink comes from and how it is taken -----------------------------------------------------------------------
FROM_PILE: Final = 0
FROM_DECK: Final = 1  # Events turned up are put by and another card is revealed
CONTEST: Final = 2  # from the deck, Events count as 0
SHOWN: Final = 3  # from the deck, revealed for several players to drink copies of

NOBODY: Final = -1
INN: Final = -2
THING: Final = 1000  # targets from here on are things in play: THING + 1000 * owner + card number


class Frame:
    """Something that is going on: what it is, how far it has come, and what others have changed about it.

    seat: whom it asks or is about (the drinker, the one who antes).  actor: the seat that caused it, or NOBODY.
    card, use: the program it runs, or -1.  targets: the targets named for it.  physical: the card itself is here.
    at: how many seats of its window have declined.  mods: changes by others, in order.  lost: (target, amount) pairs of
    Fortitude really lost.  marks: what it would move, one set of marks per seat, or () when that must be worked out anew.
    choice: the position of a word chosen while it resolves.  later: what it lets loose or brings about that comes after its
    instructions, as (kind, a, b).  holder: the seat in front of which the card lies whose effect this is.  source: the thing
    that acts, where it is none of a player's cards.
    laid: which of its cards (1 << place), of a Drink, have been laid in front of somebody and are no part of it any more.
    """

    __slots__ = (
        "actor", "at", "card", "cards", "choice", "data", "front", "holder", "ignored", "kind", "laid", "later", "locked",
        "lost", "marks", "mods", "n", "negated", "pc", "physical", "reduced", "seat", "source", "stage", "step", "targets",
        "types", "use",
    )  # fmt: skip

    def __init__(self, kind: int, seat: int = NOBODY, actor: int = NOBODY) -> None:
        """Make a frame of a kind with nothing on it yet."""
        self.kind = kind
        self.seat = seat
        self.actor = actor
        self.stage = 0
        self.pc = 0
        self.step = 0
        self.at = 0
        self.card = -1
        self.use = 0
        self.types = 0
        self.targets: tuple[int, ...] = ()
        self.physical = False
        self.front = False
        self.negated = False
        self.ignored = 0
        self.locked = 0
        self.laid = 0
        self.reduced = 0
        self.mods: tuple[tuple[int, int, int], ...] = ()
        self.lost: tuple[tuple[int, int], ...] = ()
        self.marks: tuple[int, ...] = ()
        self.choice = -1
        self.data: tuple[int, ...] = ()
        self.cards: tuple[int, ...] = ()
        self.n = 0
        self.later: tuple[tuple[int, int, int], ...] = ()
        self.holder = NOBODY
        self.source = NOBODY

    def copy(self) -> Frame:
        """Return an equal frame that shares nothing mutable with this one."""
        new = Frame.__new__(Frame)
        new.kind = self.kind
        new.seat = self.seat
        new.actor = self.actor
        new.stage = self.stage
        new.pc = self.pc
        new.step = self.step
        new.at = self.at
        new.card = self.card
        new.use = self.use
        new.types = self.types
        new.targets = self.targets
        new.physical = self.physical
        new.front = self.front
        new.negated = self.negated
        new.ignored = self.ignored
        new.locked = self.locked
        new.laid = self.laid
        new.reduced = self.reduced
        new.mods = self.mods
        new.lost = self.lost
        new.marks = self.marks
        new.choice = self.choice
        new.data = self.data
        new.cards = self.cards
        new.n = self.n
        new.later = self.later
        new.holder = self.holder
        new.source = self.source
        return new

    def __eq__(self, other: object) -> bool:
        """Frames are equal when all they say is."""
        if not isinstance(other, Frame):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Frame.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Name the kind and whatever differs from a new frame."""
        fresh = Frame(self.kind)
        parts = [f"{n}={getattr(self, n)!r}" for n in Frame.__slots__ if getattr(self, n) != getattr(fresh, n)]
        return f"Frame({FRAME_NAMES[self.kind]}, {', '.join(parts)})"


class Event:
    """One thing that happened: the log's entry. Made only when the log is read; the table keeps bare tuples."""

    __slots__ = ("card", "cards", "kind", "n", "other", "rules", "seat")

    def __init__(self, kind: str, seat: int, other: int, card: int, n: int, rules: tuple[str, ...], cards: tuple[int, ...]):
        """See the attributes' names; `cards` may be known to some seats only (`innkeeper.view` says to whom)."""
        self.kind = kind
        self.seat = seat
        self.other = other
        self.card = card
        self.n = n
        self.rules = rules
        self.cards = cards

    def __repr__(self) -> str:
        """Show the entry as its fields."""
        return (
            f"Event({self.kind}, seat={self.seat}, other={self.other}, card={self.card}, n={self.n}, "
            f"cards={self.cards}, rules={self.rules})"
        )


Entry = tuple[str, int, int, int, int, tuple[str, ...], tuple[int, ...]]
Front = tuple[int, int, int]  # card, owner, tag
TOKEN: Final = -1  # the tag of what is no card: a copy's effect that lies in front of a seat and vanishes with it
LAID_DOWN: Final = 1  # tags from here on: an Action Card laid down to be played besides the Action (windows.may_play_laid_down)
PETRIFIED: Final = -2  # the tag of a card of the hand that lies there face up and may not be played

SHARED: Final = ("game", "decision", "outcome")
SCALARS: Final = (
    "active", "began", "phase", "chance", "inn", "turns", "stirred", "actions", "pot", "control", "only_cheating", "passes",
    "took_part", "forced_winner", "round_over", "anteing", "chain", "chained",
)  # fmt: skip
LISTS: Final = (
    "fortitude", "alcohol", "gold", "out", "hand", "deck", "discard", "drink_pile", "front", "masks", "standing",
    "champion", "counters", "piles", "inn_piles",
)  # fmt: skip
PILES: Final = ("drink_deck", "drink_discard", "removed", "effects")


class State:
    """Everything about a table. Lists are indexed by seat or by party; piles are tuples, the next card last.

    fortitude, alcohol (0 to `Game.highest`), gold, champion: by party.  hand (sorted), deck, discard, drink_pile, front,
    counters, piles: by seat.  inn_piles: those of the variants, in the order of `Game.inn_piles`.  out: by seat, "" or the
    reason.  standing: marks of standing effects by seat.  champion: the seat that plays for the party in the Round under
    way, or NOBODY.  began: the party whose turn was the first.  chance: the generator's state.  inn: the Inn's balance of Gold.
    stirred: something has happened since the last quiet moment.  removed: cards that are out of the game.
    took_part: who has anted in the Round under way and not left it, one bit a seat.
    on_moment: told, at this table and at none of its copies, of every moment at which cards may be played, before anybody is
    asked and whether or not anybody holds one; with the seat whose Action Phase it is where that one alone may, else NOBODY.
    actions: how many more Actions may be played in this Action Phase.  chain, chained: the kind of Actions played in it of
    which any number may be, and how many were.
    """

    __slots__ = (*SHARED, *SCALARS, *LISTS, *PILES, "stack", "answer", "on_moment", "_log", "_log_size")

    game: Game
    decision: Decision | None
    outcome: Any
    active: int
    began: int
    phase: int
    chance: int
    inn: int
    turns: int
    stirred: bool
    actions: int
    pot: int
    control: int
    only_cheating: bool
    passes: int
    took_part: int
    forced_winner: int
    round_over: bool
    anteing: bool
    chain: str
    chained: int
    fortitude: list[int]
    alcohol: list[int]
    gold: list[int]
    out: list[str]
    hand: list[tuple[int, ...]]
    deck: list[tuple[int, ...]]
    discard: list[tuple[int, ...]]
    drink_pile: list[tuple[int, ...]]
    front: list[tuple[Front, ...]]
    masks: list[int]
    standing: list[int]
    champion: list[int]
    counters: list[tuple[int, ...]]
    piles: list[tuple[tuple[int, ...], ...]]
    inn_piles: list[tuple[int, ...]]
    drink_deck: tuple[int, ...]
    drink_discard: tuple[int, ...]
    removed: tuple[int, ...]
    effects: tuple[tuple[int, int, int, int, int], ...]
    stack: list[Frame]
    answer: Option | None
    on_moment: Callable[[Any, int], None] | None
    _log: list[Entry]
    _log_size: int

    # --- copying, comparing --------------------------------------------------------------------------------------

    def _copy_into(self, new: State) -> None:
        new.game = self.game
        new.decision = self.decision
        new.outcome = self.outcome
        new.active = self.active
        new.began = self.began
        new.phase = self.phase
        new.chance = self.chance
        new.inn = self.inn
        new.turns = self.turns
        new.stirred = self.stirred
        new.actions = self.actions
        new.pot = self.pot
        new.control = self.control
        new.only_cheating = self.only_cheating
        new.passes = self.passes
        new.took_part = self.took_part
        new.forced_winner = self.forced_winner
        new.round_over = self.round_over
        new.anteing = self.anteing
        new.chain = self.chain
        new.chained = self.chained
        new.fortitude = self.fortitude[:]
        new.alcohol = self.alcohol[:]
        new.gold = self.gold[:]
        new.out = self.out[:]
        new.hand = self.hand[:]
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.drink_pile = self.drink_pile[:]
        new.front = self.front[:]
        new.masks = self.masks[:]
        new.standing = self.standing[:]
        new.champion = self.champion[:]
        new.counters = self.counters[:]
        new.piles = self.piles[:]
        new.inn_piles = self.inn_piles[:]
        new.drink_deck = self.drink_deck
        new.drink_discard = self.drink_discard
        new.removed = self.removed
        new.effects = self.effects
        new.stack = [frame.copy() for frame in self.stack]
        new.answer = None
        new.on_moment = None
        new._log = self._log
        new._log_size = self._log_size

    def __eq__(self, other: object) -> bool:
        """Tables are equal when their game, their whole state and their logs are."""
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.game.key == other.game.key
            and all(getattr(self, n) == getattr(other, n) for n in ("decision", "outcome", *SCALARS, *LISTS, *PILES, "stack"))
            and self.entries() == other.entries()
        )

    __hash__ = None  # type: ignore[assignment]

    # --- the log -------------------------------------------------------------------------------------------------

    def note(
        self,
        kind: str,
        seat: int,
        rules: tuple[str, ...],
        other: int = NOBODY,
        card: int = -1,
        n: int = 0,
        cards: tuple[int, ...] = (),
    ) -> None:
        """Write an entry to the log. Copies share the list until one of them writes where another already has."""
        if len(self._log) != self._log_size:
            self._log = self._log[: self._log_size]
        self._log.append((kind, seat, other, card, n, rules, cards))
        self._log_size += 1

    def entries(self) -> list[Entry]:
        """Return the log as bare tuples."""
        return self._log[: self._log_size]

    # --- the stack and the decision --------------------------------------------------------------------------------

    def push(self, frame: Frame) -> Frame:
        """Put a frame on top of the stack; it is carried out before anything below it goes on."""
        self.stack.append(frame)
        return frame

    def position(self, frame: Frame) -> int:
        """Return where in the stack this very frame is."""
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i] is frame:
                return i
        raise EngineBug("a frame that is no longer on the stack was asked for")

    def drop(self, frame: Frame) -> None:
        """Take this very frame off the stack, wherever it is."""
        del self.stack[self.position(frame)]

    def ask(
        self, seat: int, kind: str, options: list[Option], rules: tuple[str, ...], card: int = -1, default: int = 0
    ) -> None:
        """Open a decision; the answer comes back through `take_answer` to the frame on top."""
        self.decision = Decision(seat, kind, tuple(options), default, card, rules)

    def take_answer(self) -> Option | None:
        """Hand the answer that has just been given to the frame that asked, once; None when nothing was asked."""
        answer = self.answer
        self.answer = None
        return answer

    # --- plain questions -------------------------------------------------------------------------------------------

    def clockwise(self, first: int) -> list[int]:
        """Return the seats still in the game, clockwise from `first`."""
        out = self.out
        n = len(out)
        return [s % n for s in range(first, first + n) if not out[s % n]]

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cards in a random order, by the table's own chance."""
        self.chance, pile = chance.shuffled(self.chance, cards)
        return pile

    def random_below(self, n: int) -> int:
        """Return a random number from 0 to n - 1, by the table's own chance."""
        self.chance, value = chance.below(self.chance, n)
        return value
