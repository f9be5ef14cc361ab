"""Wizgille, as far as the rulings need her: Gear Cards that are turned up with a card of hers and add to what it does."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects
from innkeeper.engine.decision import Option
from innkeeper.engine.game import Character, Hooks
from innkeeper.engine.program import PART, Instr
from innkeeper.engine.registry import Arg, Verb, Vocabulary
from innkeeper.engine.state import EFFECT, EXTRA_LOSS, IGNORES_ALL, NOT_PICKED, RESOLVING, Frame, State

SLUG: Final = "wizgille"
GEAR: Final = "gear_deck"
_RULES: Final = ("mood.added-damage-is-one-event",)


class Wizgille(Character):
    """A Gear Deck beside her."""

    side = (GEAR, "gear_deck_discard")

    def setup(self, t: State, seat: int) -> None:
        """Shuffle the Gear Deck."""
        atoms.set_side(t, seat, GEAR, t.shuffle(atoms.side(t, seat, GEAR)))

    def join(self, seat: int, hooks: Hooks) -> None:
        """Turn Gear up as soon as a card that says so has been played, once for the table."""
        if _turn_up not in hooks.pending:
            hooks.pending.append(_turn_up)


def _turn_up(t: State, f: Frame) -> None:
    """Turn the top Gear Card up, so that everybody knows what the card will do before they answer it."""
    if f.kind == EFFECT and f.physical and any(instr.run is _run_gear for instr in effects.use_of(t, f).program):
        card = atoms.take_top(t, f.seat, GEAR)
        if card >= 0:
            effects.begin(t, f.actor, card, 0, PART, (), RESOLVING).physical = True


def _run_gear(t: State, f: Frame, instr: Instr) -> bool:
    """Nothing more happens here: what the Gear Card says has become part of the card."""
    return True


def _run_gear_hit(t: State, f: Frame, instr: Instr) -> bool:
    """Add a loss for a player of one's choice to the card that turned the Gear up; losses of one player are one loss."""
    answer = t.take_answer()
    own = t.game.members[t.game.party[f.actor]]
    found = [s for s in t.clockwise(f.actor) if s not in own and not t.standing[s] & (NOT_PICKED | IGNORES_ALL)]
    found += effects.things_in_play(t)
    if answer is None and len(found) > 1:
        t.ask(f.actor, "pick", [Option("seat", target) for target in found], _RULES, f.card)
        return False
    below = t.stack[t.position(f) - 1]
    if found:
        target = found[0] if answer is None else answer.value
        below.mods = (*below.mods, (EXTRA_LOSS, target, instr.n))
        below.marks = ()
        t.note("raised", f.actor, _RULES, target, below.card, instr.n)
    return True


def register(words: Vocabulary) -> None:
    """Add Wizgille's words to the vocabulary."""
    words.add(
        verbs={
            "gear": Verb(_run_gear, {}, lambda args, who: "turn up a Gear Card, which adds to this card what it says"),
            "gear-hit": Verb(
                _run_gear_hit,
                {"n": Arg("int", required=True)},
                lambda args, who: (
                    f"pick another player, whom the card makes lose {args['n']} Fortitude, as one loss with any other of theirs"
                ),
            ),
        },
    )


RULES: Final = Wizgille()
