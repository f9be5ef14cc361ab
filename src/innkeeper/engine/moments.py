"""The kinds of moment at which a card may be used, one bit each, and which of them it is now."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.state import (
    ANTE,
    CHECK,
    DRINKING,
    EFFECT,
    HIT,
    LEAVE,
    LOSES_FORTITUDE,
    LOSES_GOLD,
    PAYMENT,
    PHASES,
    QUIET,
    SETTLE,
    SPENT,
    WIN,
    Frame,
    State,
)

ANYTIME_AT: Final = 1
CARD_AT: Final = 2  # a card, or what counts as one, is pending
LOSS_AT: Final = 4  # Fortitude is about to be lost
DRINK_AT: Final = 8  # a revealed Drink is about to be drunk
ANTE_AT: Final = 16
GOLD_AT: Final = 32  # Gold is about to be lost
ROUND_AT: Final = 64  # during a Round of Gambling
WON_AT: Final = 128  # a Round has just been won
PHASE_AT: Final = 256  # 256, 512, 1024, 2048: the phase of that number
TURN_AT: Final = 4096  # during a turn
RESHUFFLE_AT: Final = 8192  # the Drink Deck is being reshuffled
HIT_AT: Final = 16384  # Fortitude has just been lost to a card
ACTION_AT: Final = 32768  # an Action may be played
GAMBLE_AT: Final = 65536  # a turn in a Round
LEAVE_AT: Final = 131072  # a forced departure is pending
SPENT_AT: Final = 262144  # what lay in front of a seat has acted and is about to be put away
FIRST_FREE: Final = 524288  # characters may use this bit and those above it

assert len(PHASES) == 4


def standing(t: State) -> int:
    """Return the moments that last longer than one pending thing: Anytime, the Round, the phase."""
    mask = ANYTIME_AT | TURN_AT | (PHASE_AT << t.phase)
    if t.control >= 0 and not t.round_over:
        mask |= ROUND_AT
    return mask


def of(t: State, f: Frame, marks: tuple[int, ...]) -> int:
    """Return the moments that a frame's window offers; `marks` is what the frame would move."""
    kind = f.kind
    if kind == EFFECT:
        if f.stage == HIT:
            return HIT_AT
        if f.stage == SPENT:
            return SPENT_AT
        mask = standing(t) | CARD_AT
        for mark in marks:
            if mark & LOSES_FORTITUDE:
                mask |= LOSS_AT
            if mark & LOSES_GOLD:
                mask |= GOLD_AT
        return mask
    if kind == SETTLE:
        return f.n
    mask = standing(t)
    if kind in (QUIET, CHECK):
        return mask
    if kind == DRINKING:
        return mask | DRINK_AT | LOSS_AT
    if kind == ANTE:
        return mask | ANTE_AT | GOLD_AT
    if kind == WIN:
        return (mask & ~ROUND_AT) | WON_AT
    if kind == PAYMENT:
        return mask | GOLD_AT | (RESHUFFLE_AT if f.step else 0)
    if kind == LEAVE:
        return mask | LEAVE_AT
    return mask
