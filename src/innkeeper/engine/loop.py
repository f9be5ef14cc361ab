"""The loop that carries a table on: whatever is on top of the stack takes one step, until a decision is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from innkeeper.engine import drinks, effects, gambling, happenings, losing, turn
from innkeeper.engine.decision import EngineBug
from innkeeper.engine.state import Frame, State


def _settle(t: State, f: Frame) -> None:
    t.game.characters[f.seat].settle(t, f)


# In the order of the frame kinds in `state`.
STEPS: Final[tuple[Callable[[State, Frame], None], ...]] = (
    turn.step,
    turn.step_quiet,
    losing.step_check,
    effects.step,
    drinks.step,
    drinks.step_reshuffle,
    drinks.step_payment,
    gambling.step_ante,
    gambling.step_leave,
    gambling.step_win,
    gambling.step_round,
    happenings.step,
    _settle,
)

MOST_STEPS: Final = 100_000


def run(t: State) -> None:
    """Take steps until a decision is open or the game is over. Raises EngineBug when neither comes."""
    stack = t.stack
    steps = STEPS
    without_player = t.game.without_player
    for _ in range(MOST_STEPS):
        decision = t.decision
        if decision is not None:
            if not without_player or decision.seat not in without_player:
                return
            t.decision = None
            t.answer = t.game.characters[decision.seat].decide(t, decision.seat, decision)
        if t.outcome is not None:
            return
        frame = stack[-1]
        steps[frame.kind](t, frame)
    raise EngineBug(f"no decision after {MOST_STEPS} steps; on top: {stack[-1]!r}")
