"""Jin, as far as the rulings need him: Songs that a player can be made to Sing."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects
from innkeeper.engine.game import Character
from innkeeper.engine.program import Instr
from innkeeper.engine.registry import Arg, Verb, Vocabulary
from innkeeper.engine.state import ALCOHOL, Frame, State

SLUG: Final = "jin"
RULES: Final = Character()
_SING: Final = ("core.respond.in-order",)


def _run_sing(t: State, f: Frame, instr: Instr) -> bool:
    """Whoever Sings gains 1 Alcohol Content; nobody Sings twice for one effect."""
    assert instr.who is not None
    for seat in effects.receivers(t, f, instr.who(t, f)):
        atoms.change_alcohol(t, seat, effects.number(t, f, instr), _SING, f.card)
    return True


def _affects_sing(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    assert instr.who is not None
    if effects.number(t, f, instr):
        for seat in effects.receivers(t, f, instr.who(t, f)):
            found[seat] |= ALCOHOL


def register(words: Vocabulary) -> None:
    """Add Jin's words to the vocabulary."""
    words.add(
        verbs={
            "sing": Verb(
                _run_sing,
                {"who": Arg("who"), "n": Arg("number")},
                lambda args, who: f"{who.does('Sing')}, which makes a player gain 1 Alcohol Content",
                _affects_sing,
                who="picked",
                mass=True,
            ),
        },
    )
