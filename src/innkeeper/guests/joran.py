"""Joran: a spell that adds a discard to a Drink (ledger: drink.rough-remedy.added-discard-*)."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, windows
from innkeeper.engine.decision import Option
from innkeeper.engine.game import AFTER_SUMMON, Character, Hooks
from innkeeper.engine.program import Instr
from innkeeper.engine.registry import Args, Subject, Verb, Vocabulary
from innkeeper.engine.state import DRINKING, Frame, State

SLUG: Final = "joran"

# What is noted on a Drink for later, in `Frame.later`: a discard that a seat has added to it.
ADDED: Final = 101
_ADDED: Final = ("drink.rough-remedy.added-discard-stays-due", "drink.rough-remedy.added-discard-later")


class Joran(Character):
    """Whoever has drunk such a Drink discards a card of the hand, when all else on the Drink is done."""

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen to Drinks."""
        hooks.after.append((AFTER_SUMMON, _Drunk(seat)))


class _Drunk:
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, t: State, f: Frame) -> bool:
        if f.kind != DRINKING:
            return True
        answer = t.take_answer()
        if answer is not None:
            atoms.discard(t, f.seat, (answer.value,), _ADDED)
            return True
        if (ADDED, self.seat, 0) not in f.later or f.ignored or f.negated:
            return True
        cards = list(dict.fromkeys(t.hand[f.seat]))
        if len(cards) > 1:
            t.ask(f.seat, "cards", [Option("card", card) for card in cards], _ADDED, f.cards[0])
            return False
        atoms.discard(t, f.seat, tuple(cards), _ADDED)
        return True


def _run_add(t: State, f: Frame, instr: Instr) -> bool:
    drink = windows.answered(t)
    if drink is not None and drink.kind == DRINKING:
        drink.later = (*drink.later, (ADDED, f.actor, 0))
    return True


def _say(args: Args, who: Subject) -> str:
    return "whoever drinks it discards 1 card of their choice from their hand, after all else that it does"


def register(words: Vocabulary) -> None:
    """Add the word for a discard that comes with a Drink."""
    words.add(verbs={"add-discard": Verb(_run_add, {}, _say, touches_drink=True)})


RULES: Final = Joran()
