"""The vocabulary of card programs: a registry of words, each with what it does, what it takes, and how it reads.

The loader and the engine know only the registry. The base game's words are registered here; a character module adds its own
to the same registry in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from innkeeper.engine import answers, drinks, effects, gambling, happenings, instructions, moments, turn, windows
from innkeeper.engine.program import (
    TYPE_NAMES,
    Affects,
    Amount,
    Candidates,
    Condition,
    Fits,
    Run,
    Use,
    Who,
)
from innkeeper.engine.state import (
    ALCOHOL,
    ANTE,
    AWAITED,
    CONTEST,
    COSTS_FORTITUDE,
    DRINKING,
    EFFECT,
    FORTITUDE,
    GOLD,
    HIT,
    IGNORES_ALL,
    INN,
    LOSES_FORTITUDE,
    LOSES_GOLD,
    NOBODY,
    NOT_PICKED,
    OPEN,
    PAYMENT,
    PHASES,
    RESOLVING,
    WIN,
    Frame,
    State,
)

Args = Mapping[str, Any]
_Word = TypeVar("_Word")
STATS: Final[dict[str, int]] = {"fortitude": FORTITUDE, "alcohol": ALCOHOL, "gold": GOLD}


@dataclass(frozen=True, slots=True)
class Subject:
    """How a selector reads as the subject of a clause: "they lose", "each other player loses", or as an order: "lose"."""

    text: str
    third: bool = False  # takes the verb with an s
    own: str = "their"
    me: str = ""  # as an object; where it is empty, the same as `text`
    order: bool = False  # the verb alone is enough: cards speak to their player

    def does(self, verb: str) -> str:
        """Return subject and verb: "they lose", "each other player loses", "lose"."""
        if self.order:
            return verb
        return f"{self.text} {_with_s(verb) if self.third else verb}"

    @property
    def self(self) -> str:
        """How it reads where somebody does something to themselves: "yourself", "themselves"."""
        return "yourself" if self.own == "your" else "themselves"

    @property
    def object(self) -> str:
        """How it reads as an object: "them", "each other player"."""
        return self.me or self.text


def _with_s(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return {"have": "has", "do": "does", "go": "goes"}.get(verb, verb + "s")


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of a word: its kind, whether it must be there, what it may be.

    kind: "who", "number", "int" (any whole number), "title" (a card's), "bool",
     "word" (one of `words`), "words" (a list of them), "stat", "to", "program".
    """

    kind: str
    required: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: what it does, what it would move, what it takes, and how it reads.

    `say(args, subject)` returns one clause without a capital letter or a full stop of its own: "they lose 2 Fortitude",
    "draw 1 card". Rules terms keep their capital letters.
    """

    run: Run
    args: Mapping[str, Arg]
    say: Callable[[Args, Subject], str]
    affects: Affects | None = None
    who: str = "you"  # the subject where the card names none
    touches_drink: bool = False
    antes: bool = False
    ends_round: bool = False
    negates: bool = False
    ignores: bool = False
    reduces: bool = False
    mass: bool = False  # reaches what is no player, where it reaches everybody
    stat: int = 0
    at: int = 0  # the kinds of moment (engine.moments) at which it means something; 0: at all of them
    needs_pick: bool = False  # is about somebody who was picked
    at_once: str = ""  # the moment (engine.happenings) at which it may change what is pending with no answer to it
    only_at_once: bool = False  # it means something there alone


@dataclass(frozen=True, slots=True)
class Selector:
    """Whom an instruction is about; `mass` marks those that reach everybody."""

    who: Who
    subject: Subject
    mass: bool = False


@dataclass(frozen=True, slots=True)
class PickWord:
    """A target named on playing: candidates, for a card that would make them lose Fortitude (`hits`) or not.

    `text` is an order without a full stop, "Pick another player"; empty where nothing is left to choose. `several` is the
    same for more than one of them, with `{n}` for the number in words.
    """

    make: Callable[[bool], Candidates]
    text: str
    several: str = ""
    at: int = 0  # as a verb's
    sure: bool = False  # there is always somebody, unless a standing effect keeps somebody from being picked


@dataclass(frozen=True, slots=True)
class Trigger:
    """A moment at which a Sometimes Card may be played: which kind of moment, what must hold, how it reads.

    `text(args)` returns what stands before the colon, without a capital letter: "when you must ante".
    """

    bit: int | tuple[int, ...]  # several: chosen by the phase that the card names
    make: Callable[[Args], Fits]
    args: Mapping[str, Arg]
    text: Callable[[Args], str]

    def at(self, args: Args) -> int:
        """Return the kind of moment for these arguments."""
        return self.bit if isinstance(self.bit, int) else self.bit[PHASES.index(args["phase"])]


@dataclass(frozen=True, slots=True)
class AmountWord:
    """A number that is worked out as the card resolves: `{name: {arguments}}`, or the name alone where it takes none.

    fixed: it follows what the card has done and is no number on it: what changes all numbers of the card leaves it alone.
    """

    make: Callable[[Args], Amount]
    text: Callable[[Args], str]
    args: Mapping[str, Arg] = field(default_factory=dict)
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class ConditionWord:
    """Something that holds or does not as the card resolves: `{name: {arguments}}`, or the name alone."""

    make: Callable[[Args], Condition]
    text: Callable[[Args], str]
    args: Mapping[str, Arg] = field(default_factory=dict)


@dataclass(slots=True)
class Vocabulary:
    """All registered words, by name. A name is registered once."""

    verbs: dict[str, Verb] = field(default_factory=dict)
    selectors: dict[str, Selector] = field(default_factory=dict)
    picks: dict[str, PickWord] = field(default_factory=dict)
    triggers: dict[str, Trigger] = field(default_factory=dict)
    amounts: dict[str, AmountWord] = field(default_factory=dict)
    conditions: dict[str, ConditionWord] = field(default_factory=dict)
    moments: dict[str, str] = field(default_factory=lambda: dict(happenings.MOMENTS))  # of what happens by itself

    def add(
        self,
        verbs: Mapping[str, Verb] | None = None,
        selectors: Mapping[str, Selector] | None = None,
        picks: Mapping[str, PickWord] | None = None,
        triggers: Mapping[str, Trigger] | None = None,
        amounts: Mapping[str, AmountWord] | None = None,
        conditions: Mapping[str, ConditionWord] | None = None,
        moments: Mapping[str, str] | None = None,
    ) -> None:
        """Register words. Raises ValueError for a name that is taken."""
        _register(self.moments, moments)
        _register(self.verbs, verbs)
        _register(self.selectors, selectors)
        _register(self.picks, picks)
        _register(self.triggers, triggers)
        _register(self.amounts, amounts)
        _register(self.conditions, conditions)


def _register(mine: dict[str, _Word], new: Mapping[str, _Word] | None) -> None:
    for name, word in (new or {}).items():
        if name in mine:
            raise ValueError(f"the word {name!r} is registered twice")
        mine[name] = word


# --- whom ---------------------------------------------------------------------------------------------------------------


def you(t: State, f: Frame) -> tuple[int, ...]:
    """The player of the card; for an Event nobody."""
    return (f.actor,) if f.actor >= 0 else ()


def picked(t: State, f: Frame) -> tuple[int, ...]:
    """The first target named; nobody where there was none to name."""
    return f.targets[:1] if f.targets and f.targets[0] != NOBODY else ()


def all_picked(t: State, f: Frame) -> tuple[int, ...]:
    """All targets named; fewer than the card asks for where there are no more."""
    return tuple(target for target in f.targets if target != NOBODY)


def each_other(t: State, f: Frame) -> list[int]:
    """Every player of the other parties, clockwise from the player of the card (core.gamble.ante-order's way round)."""
    own = t.game.members[t.game.party[f.actor]] if f.actor >= 0 else ()
    return [s for s in t.clockwise(max(f.actor, 0)) if s not in own]


def every(t: State, f: Frame) -> list[int]:
    """Every player, clockwise from the player whose turn it is."""
    return t.clockwise(t.active)


def active(t: State, f: Frame) -> tuple[int, ...]:
    """The player whose turn it is."""
    return (t.active,)


def holder(t: State, f: Frame) -> tuple[int, ...]:
    """The player in front of whom the card lies whose effect this is."""
    return (f.holder,) if f.holder >= 0 else ()


def owner(t: State, f: Frame) -> tuple[int, ...]:
    """The player whose card it is whose effect this is; the Inn where that player is out of the game."""
    return (INN if t.out[f.actor] else f.actor,)


def drinker(t: State, f: Frame) -> tuple[int, ...]:
    """The player who revealed the Drink that is pending."""
    for below in reversed(t.stack):
        if below.kind == DRINKING:
            return (below.actor,)
    return ()


def with_things(who: Who) -> Who:
    """The same, and whatever is in play that is no player (a loss for everybody reaches it)."""

    def reached(t: State, f: Frame) -> Sequence[int]:
        return [*who(t, f), *effects.things(t, f)]

    return reached


# --- targets named on playing ---------------------------------------------------------------------------------------------


def can_be_picked(t: State, f: Frame, seat: int) -> bool:
    """Whether a seat may be picked for an effect (standing effects may forbid it, unless nothing can Ignore the effect)."""
    return not t.out[seat] and (not t.standing[seat] & (NOT_PICKED | IGNORES_ALL) or effects.use_of(t, f).cannot_ignore)


def _another(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        own = t.game.members[t.game.party[f.actor]] if hits else (f.actor,)
        found = [s for s in t.clockwise(f.actor) if s not in own and s not in f.targets and can_be_picked(t, f, s)]
        if hits:
            found += [x for x in effects.things_in_play(t) if x not in f.targets]
        return found

    return candidates


def _anybody(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        found = [s for s in t.clockwise(f.actor) if can_be_picked(t, f, s)]
        return found + effects.things_in_play(t) if hits else found

    return candidates


def _another_in_round(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        return [s for s in t.clockwise(f.actor) if s != f.actor and gambling.in_round(t, s) and can_be_picked(t, f, s)]

    return candidates


def _third(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        if pending is None:
            return [NOBODY]
        own = t.game.members[t.game.party[f.actor]]
        found = [s for s in t.clockwise(f.actor) if s not in own and s != pending.actor and can_be_picked(t, f, s)]
        return found + effects.things_in_play(t) or [NOBODY]

    return candidates


def _culprit(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        if pending is None or pending.actor < 0:
            return []
        found = [] if t.out[pending.actor] else [pending.actor]
        return found + [x for x in effects.things_in_play(t) if x == pending.source]

    return candidates


def _victim(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        if pending is None or pending.kind not in (EFFECT, DRINKING):
            return []
        return victims(t, f.actor, pending)

    return candidates


def _drink_to(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        return [s for s in t.clockwise(f.actor) if pending is None or (s != pending.seat and can_be_picked(t, f, s))]

    return candidates


# --- moments --------------------------------------------------------------------------------------------------------------


def always(t: State, seat: int, use: Use, f: Frame | None) -> bool:
    """An Anytime Card asks for nothing."""
    return True


def _may_answer(t: State, seat: int, use: Use, f: Frame) -> bool:
    """Whether this use may affect the pending effect at all: what shields it, and what cannot be done to it."""
    pending = effects.use_of(t, f)
    if pending.shield and use.family != pending.shield:
        return False
    if (use.negates and pending.cannot_negate) or (use.ignores and pending.cannot_ignore):
        return False
    if use.reduces and pending.cannot_reduce:
        return False
    return not ((use.ignores or use.reduces) and f.locked >> seat & 1)


def _affected(t: State, seat: int, f: Frame, mask: int) -> bool:
    marks = effects.marks(t, f)
    if marks[seat] & mask:
        return True
    mates = t.game.members[t.game.party[seat]]
    return len(mates) > 1 and any(marks[s] & mask for s in mates)


def _types(args: Args) -> int:
    bits = 0
    for name in args.get("types", ("action", "sometimes", "anytime", "gambling", "cheating", "event")):
        bits |= TYPE_NAMES[name]
    return bits


def _card(args: Args) -> Fits:
    types = _types(args)
    by = args.get("by", "any")
    mask = 0
    for name in args.get("affects", ()):
        mask |= STATS[name]
    if args.get("loses"):
        mask = LOSES_FORTITUDE
    # A price in Fortitude affects the marker too, but nobody can Ignore it.
    or_price = mask | COSTS_FORTITUDE if mask & FORTITUDE else mask
    drink_change = bool(args.get("changes-drink"))
    passes = bool(args.get("passes-drink"))
    inside = bool(args.get("in-round"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != EFFECT or f.stage != OPEN or not f.types & types:
            return False
        if (by == "other" and f.actor == seat) or (by == "you" and f.actor != seat):
            return False
        if mask and not _affected(t, seat, f, mask if use.ignores else or_price):
            return False
        if drink_change and not effects.use_of(t, f).touches_drink:
            return False
        if passes and not _passes_drink(t, seat, f):
            return False
        if inside and not gambling.takes_part(t, seat):
            return False
        return _may_answer(t, seat, use, f)

    return fits


def _passes_drink(t: State, seat: int, f: Frame) -> bool:
    """Whether a pending card would pass a revealed Drink on to this seat's party; splitting one is another thing."""
    passes = any(instr.run is answers.run_pass_drink for instr in effects.use_of(t, f).program)
    return passes and bool(f.targets) and t.game.party[f.targets[0]] == t.game.party[seat]


def _card_text(args: Args) -> str:
    kinds = sorted(name.capitalize() for name in args.get("types", ()) if name != "event")
    card = f"{_an(_or(kinds))} Card" if kinds else "" if "types" in args else "a card"
    by = args.get("by", "any")
    kinds_left = () if args.get("passes-drink") else ("event",)
    event = "a Drink Event" if by != "you" and "event" in args.get("types", kinds_left) else ""
    inside = " while you are still in the Round" if args.get("in-round") else ""
    changes = " that changes, Negates, Ignores, splits or passes a Drink" if args.get("changes-drink") else ""
    would = ""
    if args.get("passes-drink"):
        would = "would pass a revealed Drink on to you"
    elif args.get("loses"):
        would = "would make you lose Fortitude"
    elif args.get("affects"):
        would = f"would affect your {_or([_STAT_WORDS[s] for s in args['affects']])}"
    if would:
        whose = {"any": "", "other": " of another player", "you": " of your own"}[by]
        what = _or([x for x in (f"{card}{whose}{changes}" if card else "", event) if x])
        return f"when {what} {would}{inside}"
    played = {"any": f"{card}{changes} is played", "other": f"another player plays {card}{changes}"}
    what = played.get(by, f"you play {card}{changes}") if card else ""
    return f"when {_or([x for x in (what, f'{event} is revealed' if event else '') if x])}{inside}"


_STAT_WORDS: Final = {"fortitude": "Fortitude", "alcohol": "Alcohol Content", "gold": "Gold"}


def _or(words: Sequence[str]) -> str:
    if len(words) <= 1:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]


def _an(text: str) -> str:
    return ("an " if text[:1] in "AEIOU" else "a ") + text


def _loss(args: Args) -> Fits:
    by = args.get("by", "player")
    of_others = args.get("whose", "you") == "other"
    types = _types(args) if "types" in args else ~0

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None:
            return False
        if f.kind == DRINKING:
            if by != "anything" or (f.seat == seat) == of_others:
                return False
            return bool(drinks.marks(t, f)[f.seat] & LOSES_FORTITUDE)
        if f.kind != EFFECT or f.stage != OPEN:
            return False
        if (by != "anything" and f.actor < 0) or (by == "other" and f.actor == seat) or (by == "you" and f.actor != seat):
            return False
        if types != ~0 and not f.types & types:
            return False
        if use.reduces and effects.use_of(t, f).cannot_reduce:
            return False
        hurt = bool(victims(t, seat, f)) if of_others else _affected(t, seat, f, LOSES_FORTITUDE)
        return not f.locked >> seat & 1 and hurt and _may_answer(t, seat, use, f)

    return fits


def victims(t: State, seat: int, f: Frame) -> list[int]:
    """Return the players of other parties than the seat's who would lose Fortitude by a pending effect or Drink."""
    found = effects.marks(t, f) if f.kind == EFFECT else drinks.marks(t, f)
    own = t.game.members[t.game.party[seat]]
    return [s for s in t.clockwise(seat) if s not in own and found[s] & LOSES_FORTITUDE]


def _loss_text(args: Args) -> str:
    whom = "you" if args.get("whose", "you") == "you" else "another player"
    by = args.get("by", "player")
    if by == "anything" and "types" not in args:
        return f"when {whom} {'are' if whom == 'you' else 'is'} about to lose Fortitude"
    if "types" not in args:
        who = {"player": "a player", "other": "another player", "you": "you"}[by]
        return f"when {who} would make {whom} lose Fortitude"
    kinds = sorted(name.capitalize() for name in args["types"] if name != "event")
    whose = {"other": " of another player", "you": " that you played"}.get(by, "")
    card = f"{_an(_or(kinds))} Card{whose}" if kinds else ""
    event = "a Drink Event" if "event" in args["types"] and by == "anything" else ""
    return f"when {_or([x for x in (card, event) if x])} would make {whom} lose Fortitude"


def _drink(args: Args) -> Fits:
    whose = args.get("whose", "you")
    split = bool(args.get("splits"))
    mask = 0
    for name in args.get("affects", ()):
        mask |= STATS[name]
    adds = bool(args.get("adds"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != DRINKING or f.stage != AWAITED:
            return False
        if adds:
            return f.actor != seat
        mine = t.game.party[f.seat] == t.game.party[seat]
        if (whose == "you" and not mine) or (whose == "other" and f.actor == seat):
            return False
        if f.ignored and not (f.n == CONTEST and whose != "you"):
            return False
        if mask and not drinks.marks(t, f)[f.seat] & mask:
            return False
        return not split or all(t.game.cards[c].splittable for c in f.cards)

    return fits


def _drink_text(args: Args) -> str:
    if args.get("adds"):
        return "when another player has revealed a Drink"
    which = " that can be split" if args.get("splits") else ""
    if args.get("affects"):
        owner = "your" if args.get("whose", "you") == "you" else "its drinker's"
        which += f" that would affect {owner} {_or([_STAT_WORDS[s] for s in args['affects']])}"
    return {
        "you": f"when you are about to drink a revealed Drink{which}",
        "other": f"when another player is about to drink a revealed Drink{which}",
        "any": f"when a revealed Drink{which} is about to be drunk",
    }[args.get("whose", "you")]


def _ante(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return f is not None and f.kind == ANTE and not f.mods and t.game.party[f.seat] == t.game.party[seat]

    return fits


def _gold_loss(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or not t.gold[t.game.party[seat]]:
            return False
        if f.kind in (ANTE, PAYMENT):
            return t.game.party[f.seat] == t.game.party[seat] and not f.mods
        return f.kind == EFFECT and f.stage == OPEN and _affected(t, seat, f, LOSES_GOLD)

    return fits


def _round(args: Args) -> Fits:
    stops = bool(args.get("stops"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if t.control < 0 or t.round_over or t.forced_winner != NOBODY:
            return False
        if any(pending.kind == WIN and not pending.negated for pending in t.stack):  # it has been won (house.gamble.won)
            return False
        if not stops:
            return t.pot > 0
        if t.anteing:
            return False
        for pending in t.stack:
            if pending.kind == EFFECT and pending.stage in (OPEN, RESOLVING) and not pending.negated:
                program = effects.use_of(t, pending)
                if program.antes or program.ends_round:
                    return False
        return True

    return fits


def _won(args: Args) -> Fits:
    inside = bool(args.get("in-round"))
    prolongs = bool(args.get("prolongs"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != WIN or t.game.party[f.seat] == t.game.party[seat]:
            return False
        if prolongs and f.targets[0] != f.seat:
            return False
        return not inside or gambling.takes_part(t, seat)

    return fits


def _phase(args: Args) -> Fits:
    yours = args.get("whose", "you") == "you"
    phase = PHASES.index(args["phase"])

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return t.phase == phase and (t.active == seat) == yours

    return fits


def _turn(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return t.game.party[t.active] == t.game.party[seat]  # a team takes its turn together (team.turn)

    return fits


def _reshuffle(args: Args) -> Fits:
    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return f is not None and f.kind == PAYMENT and f.step == 1 and f.seat == seat and t.gold[t.game.party[seat]] > 0

    return fits


def _hit(args: Args) -> Fits:
    even_reduced = bool(args.get("even-reduced"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        if f is None or f.kind != EFFECT or f.stage != HIT:
            return False
        mates = t.game.members[t.game.party[seat]]
        if f.actor in mates or (f.reduced >> seat & 1 and not even_reduced):
            return False
        return any(target in mates for target, _ in f.lost)

    return fits


def _action(t: State, seat: int, use: Use, f: Frame | None) -> bool:
    """One Action in an Action Phase, or any number of those of one chain (core.turn.action)."""
    return t.actions > 0 or (use.chain != "" and use.chain == t.chain)


def _gamble(args: Args) -> Fits:
    cheating = bool(args.get("cheating"))
    beats = bool(args.get("beats-any"))

    def fits(t: State, seat: int, use: Use, f: Frame | None) -> bool:
        return cheating or beats or not t.only_cheating

    return fits


# --- the base game's words ------------------------------------------------------------------------------------------------


def _stat_of(args: Args) -> tuple[str, Any]:
    for name, word in _STAT_WORDS.items():
        if name in args:
            return word, args[name]
    raise KeyError("no marker named")


def _say_stat(verb: str) -> Callable[[Args, Subject], str]:
    def say(args: Args, who: Subject) -> str:
        word, n = _stat_of(args)
        return f"{who.does(verb)} {n} {word}"

    return say


def _say_pay(args: Args, who: Subject) -> str:
    to = {"inn": "to the Inn", "you": "you", "picked": "them", "owner": "the owner of this card"}[args.get("to", "inn")]
    if to.startswith("to"):
        return f"{who.does('pay')} {args['gold']} Gold {to}"
    return f"{who.does('pay')} {to} {args['gold']} Gold"


def _say(text: str) -> Callable[[Args, Subject], str]:
    def say(args: Args, who: Subject) -> str:
        return text

    return say


def _say_discard(args: Args, who: Subject) -> str:
    how = args.get("how", "choice")
    if how == "all":
        return f"{who.does('discard')} {who.own} whole hand"
    n = args.get("n", 1)
    cards = f"{n} card{'' if n == 1 else 's'}"
    if how == "seen":
        return f"{who.does('show')} you {who.own} hand, and {who.text} must discard {cards} of it that you choose"
    if how == "random":
        return f"{who.does('discard')} {cards} from {who.own} hand at random"
    return f"{who.does('discard')} {cards} of {who.own} choice from {who.own} hand"


def _say_extra(args: Args, who: Subject) -> str:
    after = " after this one" if args.get("who", "drinker") == "drinker" else ""
    return f"{who.does('drink')} one more Drink from {who.own} own Drink Me! Pile{after}"


def _say_leave(args: Args, who: Subject) -> str:
    return "leave the Round" if who.order else f"{who.text} must leave the Round"


def _say_ante(args: Args, who: Subject) -> str:
    everybody = (
        "each other player still in the Round" if args.get("but-you") else "every player still in the Round, you included,"
    )
    return f"{everybody} antes {args.get('n', 1)} more Gold"


def _say_start(args: Args, who: Subject) -> str:
    return f"start a Round of Gambling, for which every player, you included, antes {args.get('ante', 1)} Gold"


def _say_cards(verb: str) -> Callable[[Args, Subject], str]:
    def say(args: Args, who: Subject) -> str:
        n = args.get("n", 1)
        return f"{who.does(verb)} {n} card{'' if n == 1 else 's'}"

    return say


_WHO: Final = Arg("who")
_NUMBER: Final = Arg("number", required=True)


# A card, or a loss that it would bring; Gold that is about to be lost.
_ANSWERS: Final = moments.CARD_AT | moments.LOSS_AT
_OWED: Final = moments.GOLD_AT | moments.ANTE_AT | moments.RESHUFFLE_AT


def _marker_args(*stats: str) -> dict[str, Arg]:
    return {"who": _WHO, **{stat: Arg("stat") for stat in stats}}


def base() -> Vocabulary:
    """Return a vocabulary with the base game's words."""
    words = Vocabulary()
    words.add(
        selectors={
            "you": Selector(you, Subject("you", own="your", order=True)),
            "picked": Selector(picked, Subject("they", me="them")),
            "all-picked": Selector(all_picked, Subject("each of them", third=True, own="their")),
            "each-other": Selector(each_other, Subject("each other player", third=True), mass=True),
            "every": Selector(every, Subject("every player", third=True), mass=True),
            "holder": Selector(holder, Subject("you", own="your", order=True)),
            "active": Selector(active, Subject("the player whose turn it is", third=True)),
            "drinker": Selector(drinker, Subject("the player who revealed it", third=True)),
        },
        picks={
            "another": PickWord(_another, "Pick another player", "Pick {n} other players", sure=True),
            "anybody": PickWord(_anybody, "Pick a player, yourself included", sure=True),
            "another-in-round": PickWord(_another_in_round, "Pick another player in the Round"),
            "third": PickWord(_third, "Pick a third player", at=_ANSWERS, sure=True),
            "culprit": PickWord(_culprit, "", at=_ANSWERS | moments.GOLD_AT | moments.ANTE_AT | moments.HIT_AT),
            "victim": PickWord(_victim, "Pick another player who would lose it", at=_ANSWERS),
            "drink-to": PickWord(_drink_to, "Pick another player", at=moments.DRINK_AT, sure=True),
        },
        triggers=_triggers(),
        verbs={**_verbs(), **_more_verbs()},
        amounts={
            "cards-in-hand": AmountWord(_cards_in_hand, lambda args: "the number of cards in their hand"),
            "drinkers-hand": AmountWord(_drinkers_hand, lambda args: "the number of cards in your hand as you drink it"),
            "discarded": AmountWord(_discarded, lambda args: "the number of cards so discarded"),
        },
    )
    return words


def _cards_in_hand(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        return len(t.hand[f.targets[0]]) if f.targets and 0 <= f.targets[0] < len(t.hand) else 0

    return amount


def _triggers() -> dict[str, Trigger]:
    kinds = tuple(name for name in TYPE_NAMES if name not in ("part", "drink"))
    return {
        "card": Trigger(
            moments.CARD_AT,
            _card,
            {
                "types": Arg("words", words=kinds),
                "by": Arg("word", words=("any", "other", "you")),
                "affects": Arg("words", words=tuple(STATS)),
                "loses": Arg("bool"),
                "changes-drink": Arg("bool"),
                "passes-drink": Arg("bool"),
                "in-round": Arg("bool"),
            },
            _card_text,
        ),
        "loss": Trigger(
            moments.LOSS_AT,
            _loss,
            {
                "types": Arg("words", words=kinds),
                "by": Arg("word", words=("player", "other", "anything", "you")),
                "whose": Arg("word", words=("you", "other")),
            },
            _loss_text,
        ),
        "drink": Trigger(
            moments.DRINK_AT,
            _drink,
            {
                "whose": Arg("word", words=("you", "other", "any")),
                "adds": Arg("bool"),
                "splits": Arg("bool"),
                "affects": Arg("words", words=("fortitude", "alcohol")),
            },
            _drink_text,
        ),
        "ante": Trigger(moments.ANTE_AT, _ante, {}, lambda args: "when you must ante"),
        "gold-loss": Trigger(
            moments.GOLD_AT,
            _gold_loss,
            {},
            lambda args: "when you are about to lose Gold by paying, anteing or having it taken",
        ),
        "round": Trigger(
            moments.ROUND_AT,
            _round,
            {"stops": Arg("bool")},
            lambda args: (
                "during a Round of Gambling, even if you have left it"
                + (
                    " (not while antes are being made, nor in answer to a card that asks for antes or would end the Round)"
                    if args.get("stops")
                    else ""
                )
            ),
        ),
        "won": Trigger(
            moments.WON_AT,
            _won,
            {"in-round": Arg("bool"), "prolongs": Arg("bool")},
            lambda args: (
                "when another player has just won a Round"
                + (" that you have not left" if args.get("in-round") else ", even if you had left it")
                + (", and nobody has taken the pot from them" if args.get("prolongs") else "")
            ),
        ),
        "phase": Trigger(
            tuple(moments.PHASE_AT << i for i in range(len(PHASES))),
            _phase,
            {"phase": Arg("word", True, PHASES), "whose": Arg("word", words=("you", "other"))},
            lambda args: (
                ("in your" if args.get("whose", "you") == "you" else "in another player's")
                + {
                    "order": " Order a Drink",
                    "drink": " Drink",
                    "action": " Action",
                    "discard-draw": " Discard and Draw",
                }[args["phase"]]
                + " Phase"
            ),
        ),
        "own-turn": Trigger(moments.TURN_AT, _turn, {}, lambda args: "on your own turn"),
        "reshuffle": Trigger(
            moments.RESHUFFLE_AT, _reshuffle, {}, lambda args: "when you must pay because the Drink Deck has run out"
        ),
        "hit": Trigger(
            moments.HIT_AT,
            _hit,
            {"even-reduced": Arg("bool")},
            lambda args: (
                "when you have just lost Fortitude to a card that another player played"
                + (", even if you reduced that loss" if args.get("even-reduced") else ", and have not reduced that loss")
            ),
        ),
    }


def _verbs() -> dict[str, Verb]:
    d = drinks
    g = gambling
    return {
        # markers
        "lose": Verb(
            effects.run_lose,
            _marker_args("fortitude"),
            _say_stat("lose"),
            effects.affects_lose,
            mass=True,
            stat=FORTITUDE,
        ),
        "gain": Verb(
            instructions.run_gain,
            _marker_args("fortitude", "alcohol"),
            _say_stat("gain"),
            instructions.affects_gain,
            stat=-1,
        ),
        "sober": Verb(
            instructions.run_gain, _marker_args("alcohol"), _say_stat("lose"), instructions.affects_gain, stat=ALCOHOL
        ),
        # coins
        "pay": Verb(
            instructions.run_pay,
            {"who": _WHO, "gold": Arg("stat", True), "to": Arg("word", words=("inn", "you", "picked", "owner"))},
            _say_pay,
            instructions.affects_pay,
            stat=GOLD,
        ),
        # cards
        "draw": Verb(instructions.run_draw, {"who": _WHO, "n": _NUMBER}, _say_cards("draw")),
        "discard": Verb(
            instructions.run_discard,
            {"who": _WHO, "n": Arg("number"), "how": Arg("word", words=("choice", "random", "all", "seen"))},
            _say_discard,
        ),
        "reveal-hand": Verb(
            instructions.run_reveal_hand,
            {"who": _WHO},
            lambda args, who: f"{who.does('reveal')} {who.own} whole hand",
        ),
        "put-in-front": Verb(
            instructions.run_put_in_front, {"who": _WHO}, lambda args, who: f"lay this card in front of {who.object}"
        ),
        "give": Verb(
            instructions.run_give,
            {"who": _WHO, "what": Arg("title", required=True)},
            lambda args, who: f"{who.does('get')} a {args['what']}",
            who="picked",
            mass=True,
        ),
        "show": Verb(
            instructions.run_show,
            {"who": _WHO},
            lambda args, who: f"{who.does('show')} everybody a card from {who.own} hand",
        ),
        "petrify": Verb(
            instructions.run_petrify,
            {"who": _WHO},
            lambda args, who: (
                f"{who.does('lay')} a card from {who.own} hand face up in front of {who.self}, where it may not be played"
            ),
        ),
        "serve": Verb(
            instructions.run_serve,
            {"who": _WHO, "n": _NUMBER},
            lambda args, who: (
                f"{args['n']} card{'' if args['n'] == 1 else 's'} from the top of the Drink Deck, unseen, "
                f"{'goes' if args['n'] == 1 else 'go'} on top of {who.own} Drink Me! Pile"
            ),
        ),
        "end-turn": Verb(turn.run_end_turn, {}, _say("the turn ends at once"), ends_round=True),
        # the card or loss that this answers
        "negate": Verb(answers.run_negate, {}, _say("Negate it"), negates=True, at=_ANSWERS),
        "ignore": Verb(answers.run_ignore, {}, _say("Ignore it"), ignores=True, at=_ANSWERS),
        "reduce": Verb(
            answers.run_reduce,
            {"n": _NUMBER, "who": Arg("who")},
            lambda args, who: f"reduce {'that' if who.order else who.own} loss by {args['n']}, not below 0",
            reduces=True,
            at=_ANSWERS,
        ),
        "raise-loss": Verb(
            answers.run_raise,
            {"n": _NUMBER},
            lambda args, who: f"that player's loss is {args['n']} higher",
            at=_ANSWERS,
            needs_pick=True,
        ),
        "raise-numbers": Verb(
            answers.run_alter,
            {"n": _NUMBER},
            lambda args, who: f"raise every number of that card by {args['n']}",
            at=_ANSWERS,
        ),
        "lower-numbers": Verb(
            answers.run_alter,
            {"n": _NUMBER},
            lambda args, who: f"lower every number of that card by {args['n']}, not below 0",
            reduces=True,
            at=_ANSWERS,
        ),
        "redirect": Verb(
            answers.run_redirect,
            {},
            _say("they take that loss instead of you; if there is nobody and nothing else to take it, Ignore the card instead"),
            at=_ANSWERS,
            needs_pick=True,
        ),
        "share": Verb(
            answers.run_share,
            {},
            _say(
                "you and that player each take half of the loss, rounded up; you may play no other card to reduce or Ignore it"
            ),
            reduces=True,
            at=_ANSWERS,
        ),
        "cover": Verb(answers.run_cover, {}, _say("the Inn's Gold is used in place of yours"), at=_OWED),
        "void": Verb(answers.run_void, {}, _say("you lose none; a payment or an ante counts as made"), at=_OWED),
        "waive": Verb(answers.run_waive, {}, _say("you need not pay"), at=moments.RESHUFFLE_AT),
        # Drinks
        "ignore-drink": Verb(
            answers.run_ignore, {}, _say("Ignore the Drink, Chasers and all"), touches_drink=True, at=moments.DRINK_AT
        ),
        "pass-drink": Verb(
            answers.run_pass_drink,
            {},
            _say("they drink it instead of you"),
            touches_drink=True,
            at=moments.DRINK_AT,
            needs_pick=True,
        ),
        "split-drink": Verb(
            answers.run_split_drink,
            {},
            _say("split the Drink with them: each of you drinks half of every number on it, rounded up"),
            touches_drink=True,
            at=moments.DRINK_AT,
            needs_pick=True,
        ),
        "drink-to-fortitude": Verb(
            answers.run_to_fortitude,
            {},
            _say("its Alcohol Content is gained as Fortitude instead"),
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "strengthen-drink": Verb(
            answers.run_stronger,
            {"n": _NUMBER},
            lambda args, who: f"add {args['n']} Alcohol Content to it",
            at_once=happenings.DRINK_PENDING,
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "weaken-drink": Verb(
            answers.run_weaker,
            {"n": _NUMBER},
            lambda args, who: f"reduce its Alcohol Content by {args['n']}, not below 0",
            at_once=happenings.DRINK_PENDING,
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "replace-drink": Verb(
            answers.run_replace,
            {"n": _NUMBER},
            lambda args, who: (
                f"whoever drinks it gains {args['n']} Alcohol Content in place of all else that it does; "
                "cards that change the Drink still count"
            ),
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "extra-drink": Verb(
            answers.run_extra_drink,
            {"who": _WHO},
            _say_extra,
            who="drinker",
        ),
        "drink-now": Verb(
            answers.run_drink_now,
            {"who": _WHO},
            lambda args, who: f"{who.does('drink')} the top card of {who.own} Drink Me! Pile now",
            who="picked",
        ),
        "order-drinks": Verb(
            instructions.run_order,
            {"n": _NUMBER},
            lambda args, who: (
                f"order {args['n']} more Drink{'' if args['n'] == 1 else 's'}, each onto any other player's Drink Me! Pile"
            ),
        ),
        "toast": Verb(
            d.run_toast,
            {},
            _say(
                "every player, you included, reveals a Drink with its Chasers from the Drink Deck and drinks it; "
                "a Drink Event that turns up is discarded and the next card revealed"
            ),
        ),
        "round-on-the-house": Verb(
            d.run_house,
            {},
            _say(
                "cards are revealed from the Drink Deck until there is a Drink with its Chasers, Drink Events being discarded; "
                "every player drinks a copy of it, clockwise from the player whose turn it is"
            ),
        ),
        "contest": Verb(
            d.run_contest,
            {},
            _say(
                "every player reveals a Drink with its Chasers from the Drink Deck and drinks it; a Drink Event does nothing "
                "and counts as 0. The highest Alcohol Content, even of a Drink that was avoided, wins 1 Gold from each other "
                "player. Those who are tied for it reveal and drink again until one is ahead"
            ),
        ),
        # Rounds of Gambling
        "start-round": Verb(
            g.run_start,
            {"ante": Arg("number")},
            _say_start,
            antes=True,
        ),
        "take-control": Verb(
            g.run_control,
            {"only-cheating-next": Arg("bool")},
            lambda args, who: (
                "take control of the Round"
                + ("; only a Cheating Card may take control next" if args.get("only-cheating-next") else "")
            ),
        ),
        "ante-all": Verb(
            g.run_ante,
            {"n": Arg("number"), "but-you": Arg("bool")},
            _say_ante,
            antes=True,
        ),
        "make-leave": Verb(g.run_leave, {"who": _WHO}, _say_leave, who="picked"),
        "leave-round": Verb(g.run_depart, {"who": _WHO}, lambda args, who: f"{who.does('leave')} the Round", who="picked"),
        "sit-out": Verb(g.run_sit_out, {}, _say("leave the Round instead of anteing"), at=moments.ANTE_AT),
        "end-round": Verb(g.run_end, {}, _say("the Round ends at once; the pot goes to the Inn"), ends_round=True),
        "win-round": Verb(g.run_catch, {}, _say("you win the Round"), ends_round=True),
        "steal-pot": Verb(g.run_steal, {}, _say("you get the pot instead of the winner"), ends_round=True, at=moments.WON_AT),
        "play-on": Verb(g.run_again, {}, _say("the Round goes on for the same pot, and you are in control"), at=moments.WON_AT),
        "palm": Verb(
            g.run_palm,
            {"gold": Arg("stat", True)},
            lambda args, who: f"take {args['gold']} Gold from the pot; nothing else about the Round changes",
        ),
    }


def _drinkers_hand(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        return len(t.hand[f.seat])

    return amount


def _discarded(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        return f.n

    return amount


def _say_discard_any(args: Args, who: Subject) -> str:
    most = args.get("most")
    number = f"up to {most} card{'' if most == 1 else 's'}" if most else "any number of cards"
    return f"{who.does('discard')} {number} of {who.own} choice from {who.own} hand"


def _more_verbs() -> dict[str, Verb]:
    """Words for hands, for what a Drink leaves behind, and for what lasts for a Phase."""
    i = instructions
    d = drinks
    return {
        "discard-any": Verb(i.run_discard_any, {"most": Arg("int")}, _say_discard_any),
        "draw-up": Verb(i.run_draw_up, {}, lambda args, who: f"{who.does('draw')} up to {who.own} hand size"),
        "lay-down-action": Verb(
            i.run_lay_down,
            {},
            _say(
                "you may lay an Action Card from your hand down in front of you; in one later Action Phase of yours it may be "
                "played besides that Phase's Action"
            ),
        ),
        "one-more-action": Verb(i.run_one_more_action, {}, _say("you may play one more Action Card in this Action Phase")),
        "lower-hand-size": Verb(
            i.run_lower_hand_size,
            {"who": _WHO, "n": _NUMBER},
            lambda args, who: f"{who.own} hand size is {args['n']} lower in this Phase, but not below 0",
        ),
        "order-for-oneself": Verb(
            i.run_order_for_oneself,
            {"who": _WHO},
            lambda args, who: f"the Drink that this Phase has {who.object} order goes onto {who.own} own Drink Me! Pile",
        ),
        "prevent-gain": Verb(
            answers.run_prevent_gain,
            {},
            _say("you gain no Fortitude by it; its other numbers stay"),
            at_once=happenings.GAIN_PENDING,
            only_at_once=True,
        ),
        "keep-drink": Verb(
            d.run_keep,
            {"instead": Arg("bool")},
            lambda args, who: (
                "you may lay it down in front of you instead of drinking it, unless several players drink it; what comes with "
                "it is drunk"
                if args.get("instead")
                else "lay it down in front of you"
            ),
        ),
        "move-own-drink": Verb(
            d.run_move_own,
            {},
            _say(
                "move the top card of your Drink Me! Pile, unseen, onto the pile of another player of your choice; several who "
                "drink this do so in turn when all of them have drunk"
            ),
        ),
    }


def gamble(args: Args) -> tuple[int, Fits]:
    """Return the moment and the condition of a Gambling or Cheating use."""
    return moments.GAMBLE_AT, _gamble(args)


def action() -> tuple[int, Fits]:
    """Return the moment and the condition of an Action use."""
    return moments.ACTION_AT, _action


def anytime() -> tuple[int, Fits]:
    """Return the moment and the condition of an Anytime use."""
    return moments.ANYTIME_AT, always
