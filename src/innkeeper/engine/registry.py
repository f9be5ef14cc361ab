"""The registry of words that card programs are written in: what each does, what it takes, and how it reads.

The loader and the engine know only the registry. A character module adds its own words in the same way as the base game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from innkeeper.engine import happenings
from innkeeper.engine.program import (
    Affects,
    Amount,
    Candidates,
    Condition,
    Fits,
    Run,
    Who,
)
from innkeeper.engine.state import (
    ALCOHOL,
    FORTITUDE,
    GOLD,
    PHASES,
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
     "word" (one of `words`), "words" (a list of them), "slugs" (a list of characters), "stat", "to", "program".
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
    impersonal: bool = False  # speaks of no player of its card, so that an Event, which nobody plays, may say it too


def says(text: str) -> Callable[[Args, Subject], str]:
    """Return the text function of a word that reads the same whatever its arguments."""

    def say(args: Args, who: Subject) -> str:
        return text

    return say


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
