"""Losing and winning: the last chance, the check, what becomes of the Gold, and who is left (core.lose.*, core.win)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from innkeeper.engine import atoms, windows
from innkeeper.engine.state import (
    AFTER,
    ANTE,
    AWAITED,
    CHECK,
    DRINKING,
    EFFECT,
    INN,
    LEAVE,
    NOBODY,
    OPEN,
    PAYMENT,
    PICKING,
    PLAYED,
    SETTLE,
    SPENT,
    WIN,
    Frame,
    State,
)

PASSED_OUT: Final = "passed-out"
BROKE: Final = "broke"
_PASS_OUT: Final = ("core.lose.pass-out", "core.lose.when")
_PASS_OUT_TOGETHER: Final = (*_PASS_OUT, "core.lose.together")
_GOLD: Final = ("core.lose.gold",)
_BROKE: Final = ("core.lose.broke", "core.lose.when")
_BROKE_TOGETHER: Final = (*_BROKE, "core.lose.together")
_WIN: Final = ("core.win",)
_TIE: Final = ("core.win", "core.lose.together")
_PENDING: Final = ("core.lose.pending",)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (several in a tie or a team), and each seat's reason for being out ("" for none).

    The reasons are "passed-out" and "broke".
    """

    winners: tuple[int, ...]
    reasons: tuple[str, ...]


def resolved(t: State) -> None:
    """A card, a Drink or an activation has wholly resolved: open the last chance where somebody is about to lose."""
    t.stirred = True
    if in_danger(t) and not _is_part(t):
        t.push(Frame(CHECK))


def _is_part(t: State) -> bool:
    """Whether what has resolved belongs to something that has not wholly resolved yet, and is checked with it."""
    if not t.stack:
        return False
    f = next(f for f in reversed(t.stack) if f.kind != SETTLE)
    return f.kind == CHECK or (f.kind == EFFECT and f.stage in (AFTER, SPENT)) or (f.kind == DRINKING and f.stage > AWAITED)


def in_danger(t: State) -> bool:
    """Whether the check for losing would put a party out now."""
    out = t.out
    members = t.game.members
    round_on = t.control >= 0
    for p in range(len(members)):
        if not out[members[p][0]] and (t.alcohol[p] >= t.fortitude[p] or (t.gold[p] == 0 and not round_on)):
            return True
    return False


def step_check(t: State, f: Frame) -> None:
    """Give everybody a last chance to play what may be played then (core.lose.when), and check."""
    if in_danger(t) and windows.step_window(t, f):
        return
    t.take_answer()
    t.stack.pop()
    check(t)


def check(t: State) -> None:
    """Put out whoever has lost: first those who pass out, all at once, with their Gold; then those without any."""
    game = t.game
    alive = [p for p in range(len(game.members)) if not t.out[game.members[p][0]]]
    fallen = [p for p in alive if t.alcohol[p] >= t.fortitude[p]]
    for p in fallen:
        for seat in game.members[p]:
            t.out[seat] = PASSED_OUT
            t.note("out", seat, _PASS_OUT if len(fallen) == 1 else _PASS_OUT_TOGETHER)
    left = [p for p in alive if p not in fallen]
    for p in fallen:
        _share_out(t, p, left)
    broke = [p for p in left if t.gold[p] == 0] if t.control < 0 else []
    for p in broke:
        for seat in game.members[p]:
            t.out[seat] = BROKE
            t.note("out", seat, _BROKE if len(fallen) + len(broke) == 1 else _BROKE_TOGETHER)
    lost = fallen + broke
    if not lost:
        return
    left = [p for p in left if p not in broke]
    for p in lost:
        for seat in game.members[p]:
            _clear_away(t, seat)
    if len(left) <= 1:
        winners = left or lost
        seats = tuple(seat for p in sorted(winners) for seat in game.members[p])
        t.outcome = Outcome(seats, tuple(t.out))
        t.note("win", seats[0], _WIN if left else _TIE, NOBODY, -1, len(seats), seats)


def _share_out(t: State, p: int, left: list[int]) -> None:
    seat = t.game.members[p][0]
    gold = t.gold[p]
    to_inn = (gold + 1) // 2
    share = (gold - to_inn) // len(left) if left else 0
    for q in left:
        atoms.pay(t, seat, t.game.members[q][0], share, _GOLD)
    atoms.pay(t, seat, INN, t.gold[p], _GOLD)


def leave_round(t: State, p: int) -> None:
    """Take a party out of the Round, and keep the count of those who have passed true."""
    seat = t.champion[p]
    if seat < 0:
        return
    n = len(t.out)
    first = max(t.control, 0)
    place = sum(1 for s in t.champion if s >= 0 and (s - first) % n < (seat - first) % n)
    if 1 <= place <= t.passes:
        t.passes -= 1
    t.champion[p] = NOBODY


def _clear_away(t: State, seat: int) -> None:
    """What a seat that is out had going on comes to nothing; the rest goes on without it (core.lose.pending)."""
    for f in t.stack:
        kind = f.kind
        if kind == EFFECT:
            aimed = f.stage <= OPEN and f.targets and all(s < len(t.out) and s >= 0 and t.out[s] for s in f.targets)
            played = f.actor == seat and f.holder == NOBODY  # what lies in front of others goes on without its owner
            if f.stage <= OPEN and (played or aimed or f.holder == seat):
                if f.stage == PICKING:
                    f.stage = PLAYED
                f.negated = True
                t.note("lapsed", f.actor, _PENDING, NOBODY, f.card)
        elif (kind in (DRINKING, PAYMENT, ANTE, LEAVE, WIN) and f.seat == seat) or (kind == PAYMENT and f.actor == seat):
            f.negated = True
        elif kind == WIN and f.targets[0] == seat:  # somebody else has won it, and gets the pot after all
            f.targets = (f.seat,)
    leave_round(t, t.game.party[seat])
    for hook in t.game.hooks.out:
        hook(t, seat)
    for item in t.front[seat]:
        atoms.lay_aside(t, item)
    t.front[seat] = ()
    atoms.remask(t, seat)
