"""Effects that happen by themselves: cards in front of a seat whose moment has come.

A use with a moment of its own (`Use.moment`) is not played; it happens to the seat in front of which its card lies, and is
answered as an Action Card of the card's owner. With more than one due at once the holder picks which comes next.
"""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, effects, moments, windows
from innkeeper.engine.decision import Option
from innkeeper.engine.program import Use
from innkeeper.engine.state import (
    DISCARD_DRAW,
    DUE,
    EFFECT,
    IGNORES_ALL,
    NOBODY,
    PICKING,
    RESOLVING,
    SPENT,
    THING,
    TOKEN,
    Frame,
    State,
)

# The moments the engine knows; the names are the card format's.
RECEIVED: Final = "received"
DISCARD_DRAW_BEGINS: Final = "discard-draw-begins"
ACTION_BEGINS: Final = "action-begins"
ACTION_ENDING: Final = "action-ending"  # within the Action Phase, after the Action
ACTION_ENDS: Final = "action-ends"
ORDER_BEGINS: Final = "order-begins"
DRINK_ENDS: Final = "drink-ends"
DRINK_IGNORED: Final = "drink-ignored"
ROUND_STARTED: Final = "round-started"
ROUND_WON: Final = "round-won"
# What is pending is changed as soon as it is pending, before anybody is asked (`at_once`).
DRINK_PENDING: Final = "drink-pending"
GAIN_PENDING: Final = "gain-pending"
LOSS_PENDING: Final = "loss-pending"
SOMETIMES_PLAYED: Final = "sometimes-played"
ROUND_STARTING: Final = "round-starting"
AT_ONCE: Final = (DRINK_PENDING, GAIN_PENDING, LOSS_PENDING, SOMETIMES_PLAYED, ROUND_STARTING)
PHASE_MOMENTS: Final = (DISCARD_DRAW_BEGINS, ACTION_BEGINS, ORDER_BEGINS, "")
MOMENTS: Final[dict[str, str]] = {
    RECEIVED: "as soon as you get this card",
    DISCARD_DRAW_BEGINS: "your next Discard and Draw Phase begins",
    ACTION_BEGINS: "your next Action Phase begins",
    ACTION_ENDING: "in your Action Phase, after your Action",
    ACTION_ENDS: "your Action Phase ends",
    ORDER_BEGINS: "your next Order a Drink Phase begins",
    DRINK_ENDS: "your next Drink Phase is about to end",
    DRINK_IGNORED: "you have Ignored a Drink",
    ROUND_STARTED: "a Round of Gambling has started and its first antes are made",
    ROUND_WON: "you have won a Round of Gambling and taken its pot",
    DRINK_PENDING: "you are about to drink a revealed Drink, one passed to you included",
    GAIN_PENDING: "you would gain Fortitude, even where you can have no more",
    LOSS_PENDING: "you would make another player lose Fortitude",
    SOMETIMES_PLAYED: "you play a Sometimes Card",
    ROUND_STARTING: "you or a team-mate of yours starts a Round of Gambling",
}
_PICK: Final = ("house.happening.order",)
_IGNORED: Final = ("core.ignore",)
_BEFORE_DRAWING: Final = ("core.turn.no-cards-while-drawing", "house.happening.while-drawing")
_AT_ONCE: Final = ("house.happening.at-once",)
_IN_VAIN: Final = ("house.happening.at-once", "house.happening.in-vain")


def due_use(t: State, seat: int, item: tuple[int, int, int], moment: str) -> Use | None:
    """Return the use of a card in front of a seat that happens at a moment; None where there is none.

    What its owner keeps to play from in front of themselves never happens by itself to them.
    """
    card = t.game.cards[item[0]]
    if item[1] == seat and card.in_front.get("playable") == "owner":
        return None
    for use in card.uses:
        if use.moment == moment:
            return use
    return None


def stir(t: State, seat: int, moment: str) -> bool:
    """Let everything in front of a seat happen whose moment this is; return whether anything does (it is on the stack then)."""
    due = [item for item in t.front[seat] if due_use(t, seat, item, moment) is not None]
    if not due or t.out[seat]:
        return False
    f = t.push(Frame(DUE, seat))
    f.cards = tuple(item[0] for item in due)
    f.data = tuple(item[1] for item in due)
    f.n = list(MOMENTS).index(moment)
    return True


def step(t: State, f: Frame) -> None:
    """Carry out the next effect that is due in front of a seat: `cards` and their owners (`data`) are those that are left.

    After each of them there is a quiet moment; what has gone by then does not happen.
    """
    moment = list(MOMENTS)[f.n]
    answer = t.take_answer()
    left = list(zip(f.cards, f.data, strict=True))
    there = [item for item in t.front[f.seat] if item[:2] in left]
    if t.out[f.seat] or not there:
        t.stack.pop()
        return
    if answer is None and f.step and t.stirred and t.phase != DISCARD_DRAW:
        windows.quiet(t, NOBODY)
        if t.stack[-1] is not f:
            return
    f.step = 1
    kinds = list(dict.fromkeys(item[0] for item in there))
    if answer is None and len(kinds) > 1:
        t.ask(f.seat, "cards", [Option("card", c) for c in kinds], _PICK)
        return
    card = kinds[0] if answer is None else answer.value
    item = next(item for item in there if item[0] == card)
    left.remove(item[:2])
    f.cards = tuple(number for number, _ in left)
    f.data = tuple(owner for _, owner in left)
    happen(t, f.seat, item, moment)


def happen(t: State, seat: int, item: tuple[int, int, int], moment: str) -> None:
    """Put one such effect on the stack; a card that works once goes with it and is put away after it."""
    card, owner, tag = item
    use = due_use(t, seat, item, moment)
    assert use is not None
    if use.once:
        windows.off_the_front(t, seat, card, owner)
    if t.standing[seat] & IGNORES_ALL and not use.cannot_ignore:
        t.note("ignored", seat, _IGNORED, owner, card)
        if use.once:
            _spent(t, seat, item, use, 0)
        return
    f = effects.begin(t, owner, card, use.index, use.type, (), PICKING)
    f.holder = seat
    if moment == DISCARD_DRAW_BEGINS:  # no card may answer it
        f.stage = RESOLVING
        t.note("happens", owner, _BEFORE_DRAWING + t.game.cards[card].rules + use.rules, seat, card, use.index)
    f.physical = use.once and tag != TOKEN
    if t.game.cards[card].thing:
        f.source = THING + THING * owner + card


def at_once(t: State, pending: Frame, seat: int, moment: str) -> None:
    """Let what lies in front of a seat change what is pending, at once and with no answer to it; then it is used up.

    Its program runs here and now: it may move nothing but `Frame.mods` of the pending thing, and ask nobody.
    """
    family = effects.use_of(t, pending).family if pending.kind == EFFECT else ""
    for item in t.front[seat]:
        use = due_use(t, seat, item, moment)
        if use is None or use.by_family not in ("", family):
            continue
        card, owner, _ = item
        atoms.from_front(t, seat, card, owner)
        if t.standing[seat] & IGNORES_ALL and not use.cannot_ignore:
            t.note("ignored", seat, _IGNORED, owner, card)
        elif pending.kind == EFFECT and not effects.may_answer(t, seat, use, pending):
            t.note("in-vain", seat, _IN_VAIN + t.game.cards[card].rules + use.rules, owner, card)
        else:
            t.note("happens", owner, _AT_ONCE + t.game.cards[card].rules + use.rules, seat, card, use.index)
            f = Frame(EFFECT, owner, owner)
            f.card = card
            f.use = use.index
            f.holder = seat
            f.stage = RESOLVING
            stack = t.stack
            t.stack = [pending, f]
            for instr in use.program:
                instr.run(t, f, instr)
            t.stack = stack
        _spent(t, seat, item, use, -1)


def _spent(t: State, seat: int, item: tuple[int, int, int], use: Use, pc: int) -> None:
    """Put away what is used up in front of a seat, after a window where a card of the game has something to say to that.

    pc: -1 where something is pending still with which losing will be checked.
    """
    card, owner, tag = item
    if tag == TOKEN or not t.game.bits & moments.SPENT_AT:
        atoms.lay_aside(t, item)
        return
    f = effects.begin(t, owner, card, use.index, use.type, (), SPENT)
    f.holder = seat
    f.physical = True
    f.pc = pc


def hand_over(t: State, seat: int, card: int, owner: int, tag: int, rules: tuple[str, ...]) -> None:
    """Lay a card in front of a seat; what happens on being received happens now."""
    atoms.put_in_front(t, seat, card, owner, tag, rules)
    item = (card, owner, tag)
    if due_use(t, seat, item, RECEIVED) is not None:
        happen(t, seat, item, RECEIVED)


def phase_begins(t: State, seat: int) -> None:
    """A Phase of a seat's begins: what waits for it happens."""
    for hook in t.game.hooks.phase:
        hook(t, seat)
    moment = PHASE_MOMENTS[t.phase]
    if moment and t.front[seat]:
        stir(t, seat, moment)
