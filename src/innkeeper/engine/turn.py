"""The turn of a party: Discard and Draw, Action, Order a Drink, Drink, and the quiet moments between (core.turn.*).

A team's members do each Phase one after the other before the next Phase begins; without teams a party is one player.
"""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, drinks, gambling, happenings, losing, moments, standing, windows
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.game import carried_out
from innkeeper.engine.program import Instr
from innkeeper.engine.state import (
    DISCARD_DRAW,
    DRINK_PHASE,
    DRINKING,
    EFFECT,
    FROM_PILE,
    NOBODY,
    ORDER_PHASE,
    ORDERS_OWN,
    PLAYS_NOTHING,
    TURN,
    Frame,
    State,
)

# stages of a Phase for one member
BEGIN: Final = 0
MIDDLE: Final = 1
LATE: Final = 2
END: Final = 3
FULL_ROUND: Final = 4  # of the turn: every party has had its turn, and what comes then goes on

ORDERS: Final = tuple(Option("order", seat) for seat in range(8))  # made once

_PHASES: Final = ("core.turn.phases",)
_DISCARD: Final = ("core.turn.discard-draw",)
_DISCARDING: Final = ("core.turn.discard-draw", "core.turn.no-cards-while-drawing", "house.discard-draw.order")
_ACTION: Final = ("core.turn.action",)
_ORDER: Final = ("core.turn.order",)
_SOBER: Final = ("core.turn.sober",)
_NEXT: Final = ("core.setup.first",)
_LOST: Final = ("core.lose.turn",)
_ENDED: Final = ("core.turn.ended-early",)


def begin_turn(t: State, party: int) -> None:
    """Begin a party's turn: what lasted until then ends, and its first Phase begins."""
    members = tuple(s for s in t.game.members[party] if not t.out[s])
    t.turns += 1
    t.active = members[0]
    t.phase = DISCARD_DRAW
    f = t.push(Frame(TURN, members[0]))
    f.data = members
    t.note("turn", t.active, _NEXT)
    standing.turn_begins(t, members)
    begin_phase(t, f, DISCARD_DRAW)


def begin_phase(t: State, f: Frame, phase: int) -> None:
    """Begin a Phase with its first member."""
    t.phase = phase
    f.pc = 0
    f.stage = BEGIN
    t.active = f.seat = f.data[0]
    _begin_member(t)


def _begin_member(t: State) -> None:
    t.actions = t.game.actions[t.active]
    t.chain = ""
    t.chained = 0
    t.note("phase", t.active, _PHASES, NOBODY, -1, t.phase)
    happenings.phase_begins(t, t.active)


def step(t: State, f: Frame) -> None:
    """Go on with the turn where it stands; one that has been ended early (`negated`) is over."""
    if f.negated:
        f.negated = False
        t.take_answer()
        losing.check(t)  # what had come about already counts; for a last chance it is too late
        if t.outcome is None:
            _end_turn(t, f)
        return
    if f.stage == FULL_ROUND:
        _end_full_round(t, f)
        return
    if t.out[f.seat] and all(t.out[s] for s in f.data):
        t.take_answer()
        t.note("turn-over", f.seat, _LOST)
        _end_turn(t, f)
        return
    if t.out[f.seat]:
        t.take_answer()
        _next_member(t, f)
        return
    _PHASE_STEPS[t.phase](t, f)


def step_quiet(t: State, f: Frame) -> None:
    """A moment between things: whoever can play something now may. `seat` has its own decision coming and is not asked."""
    if windows.step_window(t, f, (), f.seat):
        return
    t.stack.pop()
    t.stirred = False


def hand_size(t: State, seat: int) -> int:
    """Return a seat's hand size as it is now; never below 0."""
    size = t.game.characters[seat].hand_size(t, seat, t.game.hand_size[seat])
    for item in t.front[seat]:
        extra = t.game.cards[item[0]].in_front.get("hand_size", 0)
        if isinstance(extra, int):
            size += extra
    for _, whose, _, _, hand in t.effects:
        if whose == seat:
            size += hand
    return max(0, size)


def draw_up(t: State, seat: int, rules: tuple[str, ...], filling: bool = True) -> None:
    """Draw up to the hand size; with that many cards or more, none.

    filling: a hand is filled, at setup or in Discard and Draw, and a character may draw from elsewhere first.
    """
    missing = hand_size(t, seat) - len(t.hand[seat])
    if missing > 0 and filling:
        missing = t.game.characters[seat].draw_up(t, seat, missing)
    if missing > 0:
        atoms.draw(t, seat, missing, rules)


# --- Discard and Draw -------------------------------------------------------------------------------------------------


def _discard_draw(t: State, f: Frame) -> None:
    seat = f.seat
    answer = t.take_answer()
    if answer is not None and answer.kind == "discard":
        if answer.front:
            f.targets = (*f.targets, answer.value)
        else:
            f.cards = (*f.cards, answer.value)
    elif answer is not None:
        _discard_chosen(t, f, seat)
        f.stage = MIDDLE
    if f.stage == BEGIN:
        # Cards are named in the order of the hand, so that one choice of cards is one way of answering.
        made = t.game.catalog.discards
        if f.targets:
            options = []
        elif f.cards:
            lowest = f.cards[-1]
            rest = list(t.hand[seat])
            for card in f.cards:
                rest.remove(card)
            options = [made[card] for card in dict.fromkeys(rest) if card >= lowest]
        else:
            options = [made[card] for card in dict.fromkeys(t.hand[seat])]
        if t.front[seat]:
            lying = list(t.game.characters[seat].discardable(t, seat))
            for card in f.targets:
                lying.remove(card)
            lowest = f.targets[-1] if f.targets else -1
            options += [Option("discard", card, 0, True) for card in sorted(set(lying)) if card >= lowest]
        if options:
            options.append(PASS)
            t.ask(seat, "discard", options, _DISCARDING, -1, len(options) - 1)
            return
        _discard_chosen(t, f, seat)
    draw_up(t, seat, _DISCARD)
    _next_member(t, f)


def _discard_chosen(t: State, f: Frame, seat: int) -> None:
    atoms.discard(t, seat, f.cards, _DISCARD)
    for card in f.targets:
        atoms.lay_aside(t, atoms.from_front(t, seat, card))
        t.note("front-gone", seat, _DISCARD, seat, card)
    f.cards = f.targets = ()


# --- Action -----------------------------------------------------------------------------------------------------------


def _action(t: State, f: Frame) -> None:
    seat = f.seat
    answer = t.take_answer()
    if answer is not None:
        if answer.kind == "play":
            windows.play(t, seat, answer)
            return
        f.stage = MIDDLE
        windows.quiet(t, NOBODY, 1)
        return
    if f.stage == BEGIN:
        if t.stirred:
            windows.quiet(t, seat)
            return
        if t.on_moment is not None:
            t.on_moment(t, seat)
        options: list[Option] = []
        if not t.standing[seat] & PLAYS_NOTHING:
            mask = moments.standing(t) | (moments.ACTION_AT if t.actions > 0 or t.chain else 0)
            options = windows.plays(t, seat, None, mask)
            if t.front[seat]:
                options += windows.laid_down(t, seat)
        if options:
            options.append(PASS)
            t.ask(seat, "action", options, _ACTION, -1, len(options) - 1)
            return
        f.stage = MIDDLE
        windows.quiet(t, NOBODY, 1)
        return
    # What acts as the phase ends: first what acts within it, then the rest.
    while f.stage in (MIDDLE, LATE):
        if f.stage == LATE and t.stirred:
            windows.quiet(t, NOBODY)
            if t.stack[-1] is not f:
                return
        moment = happenings.ACTION_ENDING if f.stage == MIDDLE else happenings.ACTION_ENDS
        f.stage += 1
        if happenings.stir(t, seat, moment):
            return
    if t.stirred:
        windows.quiet(t, NOBODY)
        return
    _next_member(t, f)


# --- Order a Drink ----------------------------------------------------------------------------------------------------


def _order(t: State, f: Frame) -> None:
    seat = f.seat
    answer = t.take_answer()
    if answer is not None:
        if answer.kind == "play":
            windows.play(t, seat, answer)
            return
        f.stage = MIDDLE
        atoms.order_drink(t, answer.value, seat, _ORDER)
        t.stirred = True
        return
    if t.stirred:
        windows.quiet(t, seat if f.stage == BEGIN else NOBODY)
        return
    if f.stage == BEGIN:
        own = bool(t.standing[seat] & ORDERS_OWN)
        options = [ORDERS[s] for s in ((seat,) if own else order_targets(t, seat))]
        default = 0
        if not t.standing[seat] & PLAYS_NOTHING:
            options += windows.plays(t, seat, None, moments.standing(t))
        t.ask(seat, "order", options, _ORDER, -1, default)
        return
    _next_member(t, f)


def order_targets(t: State, seat: int) -> list[int]:
    """Return the seats onto whose piles a seat may order a Drink: those of the other parties, clockwise."""
    own = t.game.members[t.game.party[seat]]
    return [s for s in t.clockwise(seat) if s not in own]


# --- Drink ------------------------------------------------------------------------------------------------------------


def _drink(t: State, f: Frame) -> None:
    seat = f.seat
    t.take_answer()
    if f.stage == BEGIN:
        f.stage = MIDDLE
        if t.drink_pile[seat]:
            drinks.reveal(t, seat, FROM_PILE)
        else:
            t.note("sober", seat, _SOBER)
            atoms.change_alcohol(t, seat, -1, _SOBER)
            t.stirred = True
        return
    if f.stage == MIDDLE:
        f.stage = END
        if happenings.stir(t, seat, happenings.DRINK_ENDS):
            return
    if t.stirred:
        windows.quiet(t, NOBODY)
        return
    _next_member(t, f)


# --- what comes next --------------------------------------------------------------------------------------------------


def _next_member(t: State, f: Frame) -> None:
    f.pc += 1
    if t.effects:
        standing.phase_ends(t)
    while f.pc < len(f.data) and t.out[f.data[f.pc]]:
        f.pc += 1
    if f.pc < len(f.data):
        t.active = f.seat = f.data[f.pc]
        f.stage = BEGIN
        _begin_member(t)
        return
    if t.phase == DRINK_PHASE:
        _end_turn(t, f)
        return
    f.data = tuple(s for s in f.data if not t.out[s])
    if t.phase == DISCARD_DRAW:
        t.stirred = True
    begin_phase(t, f, t.phase + 1)


def _end_turn(t: State, f: Frame) -> None:
    if t.game.hooks.full_round and f.stage != FULL_ROUND and is_last(t, t.game.party[f.seat]):
        f.stage = FULL_ROUND
        f.step = 0
        t.phase = DRINK_PHASE  # of a turn that was cut short too
        t.active = t.clockwise(f.seat)[0]  # who is out has no turn any more: it is the next one's by then
        return
    t.drop(f)
    standing.turn_ends(t)
    t.stirred = False
    begin_turn(t, next_party(t, t.game.party[f.seat]))


def _end_full_round(t: State, f: Frame) -> None:
    """Let happen what comes when every party has had its turn, and quiet moments between; then the turn is over."""
    if t.stirred:
        windows.quiet(t, NOBODY)
        if t.stack[-1] is not f:
            return
    if not carried_out(t, f, t.game.hooks.full_round):
        return
    if t.stirred:
        windows.quiet(t, NOBODY)
        return
    _end_turn(t, f)


def is_last(t: State, party: int) -> bool:
    """Whether this party's turn is the last of a full round: the next one comes to, or past, the party that began."""
    n = len(t.game.members)
    return (t.began - party - 1) % n <= (next_party(t, party) - party - 1) % n


def next_party(t: State, party: int) -> int:
    """Return the party whose turn comes after this one's."""
    members = t.game.members
    n = len(members)
    for p in range(party + 1, party + 1 + n):
        if any(not t.out[s] for s in members[p % n]):
            return p % n
    return party


_PHASE_STEPS: Final = (_discard_draw, _action, _order, _drink)
assert ORDER_PHASE == 2


def end_now(t: State) -> None:
    """End the turn at once: what is pending is discarded without effect, a pot goes to the Inn (core.turn.ended-early).

    What the end of a Round of Gambling has a character settle is settled first.
    """
    t.stack[0].negated = True
    while len(t.stack) > 1:
        f = t.stack.pop()
        if f.physical:
            for card in drinks.held(f) if f.kind == DRINKING else (f.card,):
                atoms.put_away(t, card, f.seat)
        if f.kind == EFFECT:
            for card in drinks.held(f):  # a Drink of which players were given copies
                atoms.put_away(t, card, f.seat)
    if t.control >= 0:
        gambling.cut_short(t, _ENDED)
    t.note("turn-over", t.active, _ENDED)


def run_end_turn(t: State, f: Frame, instr: Instr) -> bool:
    """End the turn of the player whose turn it is."""
    end_now(t)
    return True
