"""Decisions and options: the one question that is open at an unfinished table, and its legal answers."""

from typing import Final, NamedTuple


class Option(NamedTuple):
    """One legal answer.

    kind: "play" (a card), "pass" (decline), "order" (a Drink onto a pile), "discard" (a card, in Discard and Draw), or an
    answer to a question: "seat" (a seat or another target), "card", "word" or "number".
    value: a card number, a target, a position in the list of words, or a number.
    use: which use of the card, for "play".
    front: whether the card is played from in front of the seat.
    word: the word, for "word".
    """

    kind: str
    value: int = -1
    use: int = 0
    front: bool = False
    word: str = ""


PASS: Final = Option("pass")


class Decision(NamedTuple):
    """The open question: whose, what kind, the legal options, and what a timer would take.

    kind: "discard", "action", "order" and "gamble" are the turn's own; "answer" is a response, a last chance or a quiet
    moment; "pick", "choose", "cards" and "order-card" belong to a card that is being played or resolved.
    options: never empty, unique, in a stable order.
    default: the position of the option that declines, or else of the first.
    card: the card that asks (its number), or -1.
    rules: ledger ids of the rules that open the question.
    """

    seat: int
    kind: str
    options: tuple[Option, ...]
    default: int
    card: int
    rules: tuple[str, ...]


class IllegalChoice(ValueError):
    """A choice that is not among the legal options; nothing has moved. The message says why it is illegal."""


class EngineBug(RuntimeError):
    """An invariant of the engine is broken; the message says which."""
