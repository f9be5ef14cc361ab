"""Words of the registry with their arguments, as a file may say them: players, amounts, conditions, moments, picks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from innkeeper.cards.keys import SLUG
from innkeeper.cards.reading import Value, near
from innkeeper.engine import moments
from innkeeper.engine.program import Condition, Fits, Pick, Who
from innkeeper.engine.registry import AmountWord, Arg, Vocabulary


class Phrases:
    """Reads words with their arguments. Raises `yaml12.BadText` for what the registry does not have."""

    def __init__(self, words: Vocabulary) -> None:
        """`words`: the registry."""
        self.words = words
        self.titles: list[Value] = []  # of cards that were spoken of; whether there are such is a deck's to say

    def who(self, value: Value) -> Who:
        """Return the players that a word means."""
        name = value.data
        word = self.words.selectors.get(name) if isinstance(name, str) else None
        if word is None:
            raise value.error(f"no such player{near(str(name), self.words.selectors)}")
        return word.who

    def amount(self, value: Value) -> tuple[AmountWord, Mapping[str, Any]]:
        """Return a number that is worked out as the card resolves, and its arguments."""
        name, args = called(value)
        word = self.words.amounts.get(name)
        if word is None:
            raise value.error(f"expected a number or an amount{near(name, self.words.amounts)}")
        return word, self.arguments(args, word.args)

    def condition(self, value: Value) -> Condition:
        """Return a condition."""
        name, args = called(value)
        word = self.words.conditions.get(name)
        if word is None:
            raise value.error(f"no such condition{near(name, self.words.conditions)}")
        return word.make(self.arguments(args, word.args))

    def moment(self, when: Value) -> tuple[int, Fits]:
        """Return the kind of moment of a Sometimes Card, and what must hold at it."""
        if len(when.mapping()) != 1:
            raise when.error("a Sometimes Card says when: exactly one moment")
        ((name, given),) = when.items()
        trigger = self.words.triggers.get(name)
        if trigger is None:
            raise given.error(f"no such moment{near(name, self.words.triggers)}")
        args = self.arguments(given, trigger.args)
        return trigger.at(args), trigger.make(args)

    def pick(self, value: Value, kinds: int, hits: bool) -> Pick:
        """Return a pick of a card for these kinds of moment; `hits`: whoever is picked may lose Fortitude by it."""
        name = value.data
        word = self.words.picks.get(name) if isinstance(name, str) else None
        if word is None:
            raise value.error(f"no such pick{near(str(name), self.words.picks)}")
        self.check_moment(value, str(name), word.at, kinds)
        return Pick(str(name), word.make(hits), hits, word.sure)

    def check_moment(self, value: Value, name: str, at: int, kinds: int) -> None:
        """Refuse a word for moments `at` in a use for these `kinds` of moment, where it could do nothing.

        Moments that a character registers are its own business.
        """
        if at and kinds and kinds < moments.FIRST_FREE and not kinds & at:
            fitting = [
                when for when, trigger in self.words.triggers.items() if isinstance(trigger.bit, int) and trigger.bit & at
            ]
            raise value.error(f"{name!r} is for a Sometimes Card whose moment is one of: {', '.join(fitting)}")

    def arguments(self, value: Value, known: Mapping[str, Arg]) -> dict[str, Any]:
        """Return the arguments of a word, each of which is what it must be."""
        data = value.fields(tuple(known), tuple(key for key, arg in known.items() if arg.required))
        for key in data:
            self._argument(value[key], known[key])
        return dict(data)

    def _argument(self, value: Value, arg: Arg) -> None:
        if arg.kind == "who":
            self.who(value)
        elif arg.kind in ("number", "stat"):
            if isinstance(value.data, (str, Mapping)):
                self.amount(value)
            else:
                value.integer(1, 99)
        elif arg.kind == "int":
            value.integer(-99, 99)
        elif arg.kind == "title":
            value.text()
            self.titles.append(value)
        elif arg.kind == "slugs":
            for slug in value.entries():
                if not SLUG.fullmatch(slug.text()):
                    raise slug.error(f"expected the short name of a character; this is {slug.data!r}")
        elif arg.kind == "bool":
            value.boolean()
        elif arg.kind == "word":
            value.one_of(arg.words)
        elif arg.kind == "words":
            for word in value.entries():
                word.one_of(arg.words)


def called(value: Value) -> tuple[str, Value]:
    """Return a word and its arguments, from `name` or `{name: {arguments}}`."""
    if isinstance(value.data, str):
        return value.data, value.below(value.data, {})
    if isinstance(value.data, Mapping) and len(value.data) == 1:
        ((name, args),) = value.items()
        args.mapping()
        return name, args
    raise value.error("expected a word, or one word with its arguments")
