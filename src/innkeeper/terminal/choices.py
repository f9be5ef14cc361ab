"""What can be answered, and where on the table it is answered: in the prompt, on a seat, or with a card of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from innkeeper.engine.decision import Option
from innkeeper.engine.state import NOBODY, THING
from innkeeper.session.look import Look
from innkeeper.session.sides import mates
from innkeeper.session.texts import text_of_use
from innkeeper.terminal.hand import Held, held
from innkeeper.terminal.paint import LETTERS

PROMPT: Final = "prompt"
SEAT: Final = "seat"
HAND: Final = "hand"


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer.

    position: among the options.  key: what is pressed for it, or "".  place: where it is shown.  at: the target, or the
    card's place in the hand.
    """

    position: int
    key: str
    text: str
    place: str = PROMPT
    at: int = -1


def choices(look: Look, only: Sequence[int] = ()) -> list[Choice]:
    """Return the ways to answer, in the order of the options; `only`: some of them, which are then told apart in the prompt."""
    asked = look.view.asked
    if asked is None or look.asking is None:
        return []
    if only:
        return [Choice(i, str(n), _use_words(look, asked.options[i])) for n, i in enumerate(only, 1)]
    found: list[Choice] = []
    cards = held(look)
    things = len(look.view.seats)
    numbers = 0
    used: set[int] = set()
    for i, option in enumerate(asked.options):
        if option.kind == "pass":
            found.append(Choice(i, "p", look.asking.let_be))
        elif option.kind in ("seat", "order"):
            if option.value >= THING:
                things += 1
                found.append(Choice(i, str(things) if things < 10 else "", asked.labels[i], SEAT, option.value))
            elif option.value == NOBODY:
                found.append(Choice(i, "0", "nobody"))
            else:
                found.append(Choice(i, str(option.value + 1), look.name(option.value), SEAT, option.value))
        else:
            place = _in_hand(cards, option, used)
            if place >= 0:
                used.add(place)
                key = LETTERS[place] if place < len(LETTERS) else ""
                found.append(Choice(i, key, asked.labels[i], HAND, place))
            else:
                numbers += 1
                found.append(Choice(i, str(numbers) if numbers < 10 else "", asked.labels[i]))
    return found


def _in_hand(cards: Sequence[Held], option: Option, used: set[int]) -> int:
    """Return where in the hand a card lies that an option is about; -1 where it is about none of these."""
    if option.kind not in ("play", "discard", "card"):
        return -1
    for i, item in enumerate(cards):
        if item.card == option.value and item.front == option.front:
            # Several uses of one card lie at one place; copies of a card that are picked one by one do not.
            if option.kind == "play" or i not in used:
                return i
    return -1


def _use_words(look: Look, option: Option) -> str:
    card = look.game.cards[option.value]
    return f"as {card.uses[option.use].mode}: {text_of_use(card, option.use)}"


def first_of(look: Look, found: Sequence[Choice]) -> int:
    """Return which choice is marked to begin with: what a timer would take, but nobody of one's own side if possible."""
    asked = look.view.asked
    if asked is None or not found:
        return -1
    default = next((n for n, choice in enumerate(found) if choice.position == asked.default), 0)
    own = (look.eye, *mates(look.game, look.eye))
    if found[default].place == SEAT and found[default].at in own:
        return next((n for n, choice in enumerate(found) if choice.place == SEAT and choice.at not in own), default)
    return default
