"""The Wench, as far as the rulings need her: Special Reserve Drinks of her own."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects
from innkeeper.engine.game import Character
from innkeeper.engine.program import Instr
from innkeeper.engine.registry import Arg, Verb, Vocabulary
from innkeeper.engine.state import Frame, State

SLUG: Final = "the_wench"
RESERVE: Final = "special_reserve"
_SERVE: Final = ("core.respond.in-order",)


class TheWench(Character):
    """The Special Reserve."""

    side = (RESERVE,)


def _run_serve(t: State, f: Frame, instr: Instr) -> bool:
    """Put a Special Reserve Drink on top of a player's Drink Me! Pile."""
    assert instr.who is not None
    for seat in instr.who(t, f):
        if 0 <= seat < len(t.out) and not effects.spared(t, f, seat):
            card = atoms.take_top(t, f.seat, RESERVE)
            if card >= 0:
                t.drink_pile[seat] = (*t.drink_pile[seat], card)
                t.note("order", f.actor, _SERVE, seat)
    return True


def register(words: Vocabulary) -> None:
    """Add the Wench's words to the vocabulary."""
    words.add(
        verbs={
            "serve-reserve": Verb(
                _run_serve,
                {"who": Arg("who")},
                lambda args, who: f"put a Special Reserve Drink on top of {who.own} Drink Me! Pile",
                who="picked",
            ),
        },
    )


RULES: Final = TheWench()
