"""Who may answer what is on top of the stack, and with what.

A window asks one seat after the other, the player whose turn it is first, then clockwise (core.respond.order). A seat that
has nothing to play is not asked. After any answer has resolved everyone has a new chance (core.respond.again): whoever plays
an answer sets the window back to its beginning.
"""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, moments, standing
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.program import ACTION, Card, Use
from innkeeper.engine.state import (
    ACTION_PHASE,
    DRINKING,
    EFFECT,
    LAID_DOWN,
    NOBODY,
    OPEN,
    PETRIFIED,
    PICKING,
    PLAYS_NOTHING,
    QUIET,
    Frame,
    State,
)

_ANSWER: Final = ("core.respond.order", "core.respond.again")


def open_window(t: State, f: Frame, marks: tuple[int, ...] = (), skip: int = NOBODY) -> bool:
    """Ask the next seat that can answer; return False when all have declined and what is pending goes on.

    skip: a seat that is not asked, because a decision of its own in which it may play the same comes next.
    """
    if f.at == 0 and t.on_moment is not None:
        t.on_moment(t, NOBODY)
    out = t.out
    n = len(out)
    masks = t.masks
    first = t.active
    mask = moments.of(t, f, marks)
    for at in range(f.at, n):
        seat = (first + at) % n
        if out[seat] or not masks[seat] & mask or t.standing[seat] & PLAYS_NOTHING or seat == skip:
            continue
        options = plays(t, seat, f, mask)
        if options:
            f.at = at
            options.append(PASS)
            t.ask(seat, "answer", options, _ANSWER, f.card, len(options) - 1)
            return True
    f.at = n
    return False


def take(t: State, f: Frame, answer: Option) -> None:
    """Carry out the answer of the seat that a window has asked."""
    n = len(t.out)
    if answer.kind == "pass":
        f.at += 1
    else:
        seat = (t.active + f.at) % n
        f.at = 0
        play(t, seat, answer)


def step_window(t: State, f: Frame, marks: tuple[int, ...] = (), skip: int = NOBODY) -> bool:
    """Go on with a frame's window; return True while it is open (a decision or a card on top)."""
    answer = t.answer
    if answer is not None:
        t.answer = None
        take(t, f, answer)
        if t.stack[-1] is not f:
            return True
    return open_window(t, f, marks, skip)


def quiet(t: State, but: int, start: int = 0) -> None:
    """Open a quiet moment to all but one seat, or from a place in the order on; none where nobody holds a card for it."""
    t.stirred = False
    mask = moments.standing(t)
    masks = t.masks
    out = t.out
    for seat in range(len(out)):
        if masks[seat] & mask and seat != but and not out[seat]:
            f = t.push(Frame(QUIET, but))
            f.at = start
            if start and t.on_moment is not None:  # with nobody left out it is told as the window opens
                t.on_moment(t, NOBODY)
            return
    if t.on_moment is not None:
        t.on_moment(t, NOBODY)


def plays(t: State, seat: int, f: Frame | None, mask: int) -> list[Option]:
    """Return the cards that a seat may play now, in a stable order; `f` is what they would answer."""
    options: list[Option] = []
    cards = t.game.cards
    masks = t.game.masks
    last = -1
    for card in t.hand[seat]:
        if card != last:
            last = card
            if masks[card] & mask:
                # As `_uses` below, written out: this is the engine's hottest loop.
                for use in cards[card].uses:
                    if use.bit & mask and use.fits(t, seat, use, f) and (not use.picks or _can_pick(t, seat, cards[card], use)):
                        options.append(use.option)
    if t.front[seat]:
        for card, owner, tag in sorted(set(t.front[seat])):
            if masks[card] & mask and may_play_from_front(t, seat, card, owner, tag):
                _uses(t, seat, cards[card], f, mask, options)
            elif tag >= LAID_DOWN and mask & moments.GAMBLE_AT and may_play_laid_down(t, seat, tag):
                _uses(t, seat, cards[card], f, moments.GAMBLE_AT, options)
    return options


def laid_down(t: State, seat: int) -> list[Option]:
    """Return the Actions that a seat may play besides that of its Action Phase: those laid down for it in front of it."""
    options: list[Option] = []
    for card, _, tag in sorted(set(t.front[seat])):
        if tag >= LAID_DOWN and may_play_laid_down(t, seat, tag):
            for use in t.game.cards[card].uses:
                if use.type == ACTION and use.playable and use.front_option not in options:
                    if not use.picks or _can_pick(t, seat, t.game.cards[card], use):
                        options.append(use.front_option)
    return options


def may_play_laid_down(t: State, seat: int, tag: int) -> bool:
    """Whether it is an Action Phase of the seat's later than the one, if any, in which it laid the card down."""
    return t.active == seat and t.phase == ACTION_PHASE and tag - LAID_DOWN != t.turns


def _uses(t: State, seat: int, card: Card, f: Frame | None, mask: int, options: list[Option]) -> None:
    for use in card.uses:
        if use.bit & mask and use.fits(t, seat, use, f) and (not use.picks or _can_pick(t, seat, card, use)):
            options.append(use.front_option)


def may_play_from_front(t: State, seat: int, card: int, owner: int, tag: int) -> bool:
    """Whether a card lying in front of a seat may be played from there, as far as its lying there goes."""
    if tag == PETRIFIED:
        return False
    playable = t.game.cards[card].in_front.get("playable")
    if playable == "owner":
        return seat == owner
    return playable == "holder"


def _can_pick(t: State, seat: int, card: Card, use: Use) -> bool:
    if use.picks[0].sure and not any(t.standing):
        return True
    probe = _probe(seat, card, use)
    t.stack.append(probe)
    possible = all(pick.candidates(t, probe, i) for i, pick in enumerate(use.picks[:1]))
    t.stack.pop()
    return possible


def _probe(seat: int, card: Card, use: Use) -> Frame:
    probe = Frame(EFFECT, seat, seat)
    probe.card = card.number
    probe.use = use.index
    return probe


def play(t: State, seat: int, option: Option) -> Frame:
    """Begin to play a card: it leaves the hand (or the place in front), and its targets are asked for next."""
    card = option.value
    f = Frame(EFFECT, seat, seat)
    f.card = card
    f.use = option.use
    use = t.game.cards[card].uses[option.use]
    f.types = use.type
    f.physical = True
    f.stage = PICKING
    besides = False
    if option.front:
        item = off_the_front(t, seat, card)
        f.seat = item[1]
        f.front = True
        besides = item[2] >= LAID_DOWN
    else:
        atoms.from_hand(t, seat, card)
    if use.type == ACTION and not besides and t.phase == ACTION_PHASE and t.active == seat:
        if not use.chain or t.chain != use.chain:
            t.actions -= 1
        t.chain = use.chain
        t.chained += bool(use.chain)
    return t.push(f)


def off_the_front(t: State, seat: int, card: int, owner: int = NOBODY) -> tuple[int, int, int]:
    """Take a card that is used away from in front of a seat; what held while it lay there is over."""
    item = atoms.from_front(t, seat, card, owner)
    if t.standing[seat]:
        standing.refresh(t, seat)
    return item


def answered(t: State) -> Frame | None:
    """Return what the effect on top of the stack answers: the pending thing below it, or None."""
    if len(t.stack) < 2:
        return None
    f = t.stack[-2]
    return f if f.kind == DRINKING or f.kind != EFFECT or f.stage >= OPEN else None
