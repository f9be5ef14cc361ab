"""Verbs that move markers, coins and cards as a card resolves, and those that steer a program."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, drinks, effects, standing, turn
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.program import ACTION, Instr
from innkeeper.engine.state import (
    ACTION_PHASE,
    COVER,
    EFFECT,
    FORTITUDE,
    GAINS_FORTITUDE,
    GOLD,
    INN,
    LAID_DOWN,
    LOSES_GOLD,
    NO_FORTITUDE_LOSS,
    NO_GAIN,
    NOBODY,
    ORDERS_OWN,
    PETRIFIED,
    RESOLVING,
    THING,
    TOKEN,
    VOID,
    Frame,
    State,
)

_RESOLVED: Final = ("core.respond.in-order",)
_ORDER: Final = ("core.turn.order",)


def _reached(t: State, f: Frame, instr: Instr) -> list[int]:
    assert instr.who is not None
    return [s for s in instr.who(t, f) if 0 <= s < len(t.out) and not effects.spared(t, f, s)]


# --- markers ----------------------------------------------------------------------------------------------------------


def run_gain(t: State, f: Frame, instr: Instr) -> bool:
    """Gain Fortitude or Alcohol Content; or lose Alcohol Content (`jump` is 1)."""
    n = effects.number(t, f, instr)
    for seat in _reached(t, f, instr):
        if instr.stat == FORTITUDE:
            if n:
                for hook in t.game.hooks.gaining:
                    hook(t, f, seat)
            if (NO_GAIN, seat, 0) not in f.mods:
                atoms.gain_fortitude(t, seat, n, _RESOLVED, f.card)
        else:
            atoms.change_alcohol(t, seat, -n if instr.args.get("lose") else n, _RESOLVED, f.card)
    return True


def affects_gain(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    """Mark those whose marker would move; a gain at the limit counts (core.affects.at-limit)."""
    if effects.number(t, f, instr):
        for seat in _reached(t, f, instr):
            if instr.stat != FORTITUDE:
                found[seat] |= instr.stat
            elif (NO_GAIN, seat, 0) not in f.mods:
                found[seat] |= FORTITUDE | GAINS_FORTITUDE


# --- coins ------------------------------------------------------------------------------------------------------------


def run_pay(t: State, f: Frame, instr: Instr) -> bool:
    """Pay Gold to the Inn or a player. Where either side Ignores the card nothing is paid."""
    assert instr.to is not None
    n = effects.number(t, f, instr)
    receiver = next(iter(instr.to(t, f)), INN)
    if receiver >= THING or (receiver >= 0 and effects.spared(t, f, receiver)):
        return True
    for seat in _reached(t, f, instr):
        drinks.settle(t, f, seat, receiver, n, _RESOLVED)
    return True


def affects_pay(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    """Mark those whose Gold would move: payers who have some and whose payment nothing covers, and the receiver."""
    assert instr.to is not None
    if not effects.number(t, f, instr):
        return
    receiver = next(iter(instr.to(t, f)), INN)
    if receiver >= THING or (receiver >= 0 and effects.spared(t, f, receiver)):
        return
    for seat in _reached(t, f, instr):
        paid = "own"
        for code, a, _ in f.mods:
            if a == seat and code == COVER:
                paid = "inn"
            elif a == seat and code == VOID:
                paid = ""
        if paid == "own" and t.gold[t.game.party[seat]]:
            found[seat] |= GOLD | LOSES_GOLD
        elif paid == "own":
            continue
        if paid and receiver >= 0:
            found[receiver] |= GOLD


def run_swap(t: State, f: Frame, instr: Instr) -> bool:
    """Swap the Stashes of the card's player and the player picked; not at all where either of them Ignores the card."""
    pair = swapping(t, f)
    if pair:
        atoms.swap_gold(t, pair[0], pair[1], _RESOLVED, f.card)
    return True


def affects_swap(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    """Mark the Gold of both; it is neither paid nor lost."""
    for seat in swapping(t, f):
        found[seat] |= GOLD


def swapping(t: State, f: Frame) -> tuple[int, ...]:
    """Return the two seats whose Stashes a card would swap, or nobody."""
    pair = (f.actor, *f.targets[:1])
    if len(pair) < 2 or not all(0 <= seat < len(t.out) and not effects.spared(t, f, seat) for seat in pair):
        return ()
    return pair if t.game.party[pair[0]] != t.game.party[pair[1]] else ()


# --- cards ------------------------------------------------------------------------------------------------------------


def run_draw(t: State, f: Frame, instr: Instr) -> bool:
    """Draw cards from the Character Deck, or as many as there are."""
    n = effects.number(t, f, instr)
    for seat in _reached(t, f, instr):
        atoms.draw(t, seat, n, _RESOLVED)
    return True


def run_discard(t: State, f: Frame, instr: Instr) -> bool:
    """Discard cards of the hand: of the player's own choice, at random, or all; or as many as there are.

    `data` are the seats that discard yet, `step` one more than the cards that the first of them has chosen.
    """
    how = instr.args.get("how", "choice")
    if f.step == 0:
        f.step = 1
        f.data = tuple(_reached(t, f, instr))
    answer = t.take_answer()
    if answer is not None:
        atoms.discard(t, f.data[0], (answer.value,), _RESOLVED)
        f.step += 1
    n = effects.number(t, f, instr)
    while f.data:
        seat = f.data[0]
        hand = t.hand[seat]
        chosen = f.step - 1
        if how == "all" or (how == "choice" and len(hand) <= n - chosen):
            atoms.discard(t, seat, hand, _RESOLVED)
        elif how == "random":
            cards = list(hand)
            taken = tuple(cards.pop(t.random_below(len(cards))) for _ in range(min(n, len(hand))))
            atoms.discard(t, seat, taken, _RESOLVED)
        elif chosen < n and hand:
            chooser = f.actor if how == "seen" else seat
            t.ask(chooser, "cards", [Option("card", c) for c in dict.fromkeys(hand)], _RESOLVED, f.card)
            return False
        f.data = f.data[1:]
        f.step = 1
    return True


def hand_on_show(t: State) -> int:
    """Return the seat whose hand the seat that is asked now is shown, to choose of it; NOBODY where no hand is."""
    d = t.decision
    if d is not None and d.kind == "cards":
        f = t.stack[-1]
        if f.kind == EFFECT and f.stage == RESOLVING and f.data:
            program = effects.use_of(t, f).program
            if f.pc < len(program) and program[f.pc].args.get("how") == "seen":
                return f.data[0]
    return NOBODY


def run_reveal_hand(t: State, f: Frame, instr: Instr) -> bool:
    """Reveal a whole hand to everybody."""
    for seat in _reached(t, f, instr):
        t.note("shown", seat, _RESOLVED, NOBODY, f.card, len(t.hand[seat]), t.hand[seat])
    return True


def run_discard_any(t: State, f: Frame, instr: Instr) -> bool:
    """Discard any number of cards, or up to `most`, of a player's own choice; `n` counts them.

    They are named one by one in the order of the hand, so that one choice of cards is one way of answering.
    """
    answer = t.take_answer()
    if f.step == 0:
        f.step = 1
        f.n = 0
        f.data = (*_reached(t, f, instr)[:1], -1)
    if len(f.data) < 2:
        return True
    seat, lowest = f.data
    if answer is not None:
        if answer.kind == "pass":
            return True
        lowest = answer.value
        atoms.discard(t, seat, (lowest,), _RESOLVED)
        f.n += 1
        f.data = (seat, lowest)
    most = instr.args.get("most", 0)
    if most and f.n >= int(str(most)):
        return True
    options = [Option("card", c) for c in dict.fromkeys(t.hand[seat]) if c >= lowest]
    if not options:
        return True
    options.append(PASS)
    t.ask(seat, "cards", options, _RESOLVED, f.card, len(options) - 1)
    return False


def run_draw_up(t: State, f: Frame, instr: Instr) -> bool:
    """Draw up to the hand size, which is asked for as it is now."""
    for seat in _reached(t, f, instr):
        turn.draw_up(t, seat, _RESOLVED, False)
    return True


def run_lay_down(t: State, f: Frame, instr: Instr) -> bool:
    """Let a player lay an Action Card of the hand down, to be played from there besides the Action of a later Action Phase."""
    answer = t.take_answer()
    if answer is not None:
        if answer.kind == "card":
            seat = f.data[0]
            own = t.active == seat and t.phase == ACTION_PHASE
            atoms.from_hand(t, seat, answer.value)
            atoms.put_in_front(t, seat, answer.value, seat, LAID_DOWN + (t.turns if own else 0), _RESOLVED)
        return True
    for seat in _reached(t, f, instr):
        cards = [c for c in dict.fromkeys(t.hand[seat]) if any(u.playable and u.type == ACTION for u in t.game.cards[c].uses)]
        if cards:
            f.data = (seat,)
            t.ask(seat, "cards", [*(Option("card", c) for c in cards), PASS], _RESOLVED, f.card, len(cards))
            return False
    return True


def run_one_more_action(t: State, f: Frame, instr: Instr) -> bool:
    """One more Action may be played in this Action Phase; on another player's turn nothing comes of it."""
    if t.active == f.actor and t.phase == ACTION_PHASE:
        t.actions += 1
    return True


def run_keep_fortitude(t: State, f: Frame, instr: Instr) -> bool:
    """A seat's Fortitude does not go down until the end of the turn, whatever an effect says of itself."""
    for seat in _reached(t, f, instr):
        standing.add(t, NO_FORTITUDE_LOSS, seat, standing.UNTIL_TURN_ENDS, f.card)
    return True


def run_lower_hand_size(t: State, f: Frame, instr: Instr) -> bool:
    """A hand size is lower until this Phase ends."""
    n = effects.number(t, f, instr)
    for seat in _reached(t, f, instr):
        standing.add(t, 0, seat, standing.UNTIL_PHASE_ENDS, f.card, -n)
    return True


def run_order_for_oneself(t: State, f: Frame, instr: Instr) -> bool:
    """The Drink of this Order a Drink Phase goes onto a player's own pile."""
    for seat in _reached(t, f, instr):
        standing.add(t, ORDERS_OWN, seat, standing.UNTIL_PHASE_ENDS, f.card)
    return True


def run_order(t: State, f: Frame, instr: Instr) -> bool:
    """Order Drinks, each onto a pile of the player's choice, their own party's excepted."""
    answer = t.take_answer()
    if answer is not None:
        f.step += 1
        atoms.order_drink(t, answer.value, f.actor, _ORDER)
        if t.stack[-1] is not f:
            return False
    if f.step < effects.number(t, f, instr) and not t.out[f.actor]:
        options = [Option("order", s) for s in turn.order_targets(t, f.actor)]
        if not options:
            return True
        t.ask(f.actor, "order-card", options, _ORDER, f.card)
        return False
    return True


def run_order_for_each(t: State, f: Frame, instr: Instr) -> bool:
    """Order a Drink onto the pile of every player of the other parties, clockwise."""
    if f.step == 0:
        f.step = 1
        f.data = tuple(turn.order_targets(t, f.actor))
    return _order_onto(t, f, _ORDER)


def _order_onto(t: State, f: Frame, rules: tuple[str, ...]) -> bool:
    """Order a Drink onto one pile after the other; `data` are those that come yet."""
    while f.data:
        seat = f.data[0]
        f.data = f.data[1:]
        if not t.out[seat]:
            atoms.order_drink(t, seat, f.actor, rules)
            if t.stack[-1] is not f:
                return False
    return True


def run_serve(t: State, f: Frame, instr: Instr) -> bool:
    """Put cards of the Drink Deck, unseen, on top of players' Drink Me! Piles."""
    if f.step == 0:
        f.step = 1
        n = effects.number(t, f, instr)
        f.data = tuple(seat for seat in _reached(t, f, instr) for _ in range(n))
    return _order_onto(t, f, _RESOLVED)


def run_put_in_front(t: State, f: Frame, instr: Instr) -> bool:
    """Lay the card itself in front of its player, or of the player picked."""
    assert instr.who is not None
    seat = next(iter(instr.who(t, f)), NOBODY)
    if f.physical and 0 <= seat < len(t.out):
        f.physical = False
        atoms.put_in_front(t, seat, f.card, f.seat, 0, _RESOLVED)
        standing.refresh(t, seat)
    return True


def run_give(t: State, f: Frame, instr: Instr) -> bool:
    """Lay something that is no card in front of each target, once for each seat; things have theirs go elsewhere or nowhere."""
    assert instr.who is not None
    card = t.game.catalog.by_title[t.game.cards[f.card].home, str(instr.args["what"])]
    for seat in effects.receivers(t, f, instr.who(t, f)):
        atoms.put_in_front(t, seat, card, f.actor, TOKEN, _RESOLVED)
        standing.refresh(t, seat)
    return True


def run_show(t: State, f: Frame, instr: Instr) -> bool:
    """Show everybody a card of the hand, of its player's choice; a hand without cards has none to show."""
    return _of_the_hand(t, f, instr, False)


def run_petrify(t: State, f: Frame, instr: Instr) -> bool:
    """Lay a card of the hand, of its player's choice, face up in front of its player, where it may not be played."""
    return _of_the_hand(t, f, instr, True)


def _of_the_hand(t: State, f: Frame, instr: Instr, petrify: bool) -> bool:
    answer = t.take_answer()
    if f.step == 0:
        f.step = 1
        f.data = tuple(_reached(t, f, instr))
    while f.data:
        seat = f.data[0]
        kinds = list(dict.fromkeys(t.hand[seat]))
        if answer is None and len(kinds) > 1:
            t.ask(seat, "cards", [Option("card", c) for c in kinds], _RESOLVED, f.card)
            return False
        if kinds:
            card = kinds[0] if answer is None else answer.value
            if petrify:
                atoms.from_hand(t, seat, card)
                atoms.put_in_front(t, seat, card, seat, PETRIFIED, _RESOLVED)
            else:
                t.note("shown", seat, _RESOLVED, NOBODY, f.card, 1, (card,))
        answer = None
        f.data = f.data[1:]
    return True


# --- what becomes known only as a card resolves -----------------------------------------------------------------------------


def run_pending(t: State, f: Frame, instr: Instr) -> bool:
    """Let a part of the card be pending on its own, with its own answers: a loss or payment that has just become known."""
    if f.step == 0:
        f.step = 1
        part = effects.begin(t, f.actor, f.card, instr.n, f.types, f.targets)
        part.seat = f.seat
        part.holder = f.holder
        part.source = f.source
        return False
    return True


# --- steering ---------------------------------------------------------------------------------------------------------


def run_jump(t: State, f: Frame, instr: Instr) -> bool:
    """Go on here where the condition holds; else at `jump`."""
    if instr.condition is None or not instr.condition(t, f):
        f.pc = instr.jump - 1
    return True


EACH: Final = -1  # in `Frame.later`, with the seats that come yet, one bit each


def run_each(t: State, f: Frame, instr: Instr) -> bool:
    """Go on to the next of several players: the steps up to `run_next` are for that one, who is the card's target there."""
    there = _reached(t, f, instr)
    noted = [mask for code, mask, _ in f.later if code == EACH]
    due = noted[0] if noted else sum(1 << seat for seat in there)
    coming = [seat for seat in there if due >> seat & 1]
    f.later = tuple([entry for entry in f.later if entry[0] != EACH])
    f.targets = tuple(coming[:1])
    if coming:
        f.later = (*f.later, (EACH, due & ~(1 << coming[0]), 0))
    else:
        f.pc = instr.jump - 1
    return True


def run_next(t: State, f: Frame, instr: Instr) -> bool:
    """Go back to where the next player's turn begins."""
    f.pc = instr.jump - 1
    return True


def run_choose(t: State, f: Frame, instr: Instr) -> bool:
    """Let a player choose one of several; the position of the chosen word is kept in `choice`."""
    answer = t.take_answer()
    if answer is not None:
        f.choice = answer.value
        t.note("chose", f.data[0], _RESOLVED, NOBODY, f.card, answer.value)
        return True
    seats = _reached(t, f, instr)
    words = instr.args["words"]
    assert isinstance(words, (list, tuple))
    f.choice = -1
    if seats:
        f.data = (seats[0],)
        t.ask(seats[0], "choose", [Option("word", i, 0, False, str(w)) for i, w in enumerate(words)], _RESOLVED, f.card)
        return False
    return True


def inn(t: State, f: Frame) -> tuple[int, ...]:
    """Return the Inn, as the receiver of a payment."""
    return (INN,)
