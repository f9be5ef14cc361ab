"""Phrenk, as far as the rulings need him: another player may Buy one of the Potions in front of him."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.game import Character
from innkeeper.engine.program import Instr
from innkeeper.engine.registry import ConditionWord, Verb, Vocabulary
from innkeeper.engine.state import NOBODY, Frame, State

SLUG: Final = "phrenk"
RULES: Final = Character()
POTION: Final = "potion"
_BUY: Final = ("core.respond.in-order",)


def _potions(t: State, seat: int) -> list[int]:
    return sorted({item[0] for item in t.front[seat] if t.game.cards[item[0]].subtype == POTION})


def _run_offer(t: State, f: Frame, instr: Instr) -> bool:
    """Ask the player picked whether they Buy, and which Potion; `choice` is its number, or NOBODY."""
    answer = t.take_answer()
    if answer is not None:
        f.choice = answer.value if answer.kind == "card" else NOBODY
        return True
    buyer = f.targets[0]
    potions = _potions(t, f.actor)
    f.choice = NOBODY
    if not 0 <= buyer < len(t.out) or effects.spared(t, f, buyer) or not potions or not t.gold[t.game.party[buyer]]:
        return True
    t.ask(buyer, "cards", [*(Option("card", c) for c in potions), PASS], _BUY, f.card, len(potions))
    return False


def _run_hand(t: State, f: Frame, instr: Instr) -> bool:
    """Put the Potion that was bought in front of its buyer; one that has been drunk meanwhile is gone."""
    if f.choice in _potions(t, f.actor) and not t.out[f.targets[0]]:
        card, owner, tag = atoms.from_front(t, f.actor, f.choice)
        atoms.put_in_front(t, f.targets[0], card, owner, tag, _BUY)
    return True


def register(words: Vocabulary) -> None:
    """Add Phrenk's words to the vocabulary."""
    words.add(
        verbs={
            "offer-potion": Verb(
                _run_offer, {}, lambda args, who: "they may Buy one of the Potions in front of you", needs_pick=True
            ),
            "hand-potion": Verb(_run_hand, {}, lambda args, who: "the Potion is put in front of them", needs_pick=True),
        },
        conditions={
            "potion-bought": ConditionWord(lambda args: lambda t, f: f.choice >= 0, lambda args: "they do"),
        },
    )
