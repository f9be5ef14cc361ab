"""A card that is played, or what counts as one: pending, answered, resolved, with what follows at once.

Its stages are the rulebook's: targets are named; it is open to answers; its instructions are carried out in the order
written; what follows from it at once; cards played immediately after a loss; then it is put away and losing is checked
(core.respond.before-resolve, core.respond.in-order, core.resolve.order).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from innkeeper.engine import atoms, moments, windows
from innkeeper.engine.decision import Option
from innkeeper.engine.losing import resolved
from innkeeper.engine.program import ACTION, ANYTIME, CHEATING, EVENT, GAMBLING, SOMETIMES, Instr, Use
from innkeeper.engine.state import (
    ADD_ALL,
    ADD_LOSS,
    ADD_LOSSES,
    AFTER,
    CHECK,
    DONE,
    EFFECT,
    EXTRA_LOSS,
    FORTITUDE,
    HIT,
    IGNORES_ALL,
    LOSES_FORTITUDE,
    MOVE,
    NOBODY,
    OPEN,
    PICKING,
    PLAYED,
    RESOLVING,
    SHARE,
    SPENT,
    THING,
    Frame,
    State,
)

_PLAYED: Final = ("core.respond.before-resolve",)
_BY_TYPE: Final = {
    ACTION: (*_PLAYED, "core.turn.action"),
    SOMETIMES: (*_PLAYED, "core.sometimes"),
    ANYTIME: (*_PLAYED, "core.anytime"),
    GAMBLING: (*_PLAYED, "core.gamble.turn"),
    CHEATING: (*_PLAYED, "core.gamble.turn"),
}
_ANSWERS: Final = ("core.respond.last-first",)
_ANSWERS_AN_ANSWER: Final = ("core.respond.last-first", "core.respond.top-only")
_HITS_BACK: Final = ("core.hit-back", "core.resolve.order")
_LAST_CHANCE: Final = ("core.lose.when",)
_PICK: Final = ("core.respond.before-resolve",)


def use_of(t: State, f: Frame) -> Use:
    """Return the use of the card that an effect runs."""
    return t.game.cards[f.card].uses[f.use]


def begin(t: State, actor: int, card: int, use: int, types: int, targets: tuple[int, ...] = (), stage: int = PLAYED) -> Frame:
    """Put an effect on the stack that is no card played from a hand: an Event, a part of a card, what counts as one."""
    f = Frame(EFFECT, actor, actor)
    f.card = card
    f.use = use
    f.types = types
    f.targets = targets
    f.stage = stage
    return t.push(f)


def begin_event(t: State, card: int) -> Frame:
    """Let an Event be pending, whatever kind it is of: it is nobody's card, and is put away when it has been carried out."""
    use = next(use for use in t.game.cards[card].uses if use.type == EVENT)
    f = begin(t, NOBODY, card, use.index, EVENT)
    f.physical = True
    return f


def step(t: State, f: Frame) -> None:
    """Take an effect one stage further."""
    stage = f.stage
    if stage == PICKING:
        if not _pick(t, f):
            return
        f.stage = PLAYED
        stage = PLAYED
    if stage == PLAYED:
        use = use_of(t, f)
        kind = "play" if f.physical and f.holder == NOBODY and not use.moment else "happens"
        rules = _rules_of(t, f) if kind == "play" else _cited(t, f.card, "rule")
        rules += t.game.cards[f.card].rules + use.rules
        t.note(kind, f.actor, rules, f.targets[0] if f.targets else f.holder, f.card, f.use, f.targets)
        f.stage = stage = OPEN
        for pending in t.game.hooks.pending:
            pending(t, f)
        if t.stack[-1] is not f:
            return
    if stage == OPEN:
        if not f.negated:
            if f.at == 0:
                f.marks = ()
            if windows.step_window(t, f, marks(t, f)):
                return
        if f.negated:
            f.stage = DONE
            _done(t, f)
            return
        f.stage = stage = RESOLVING
    if stage == RESOLVING:
        if not _resolve(t, f):
            return
        if _joins(t, f):
            return
        f.stage = stage = AFTER
        f.step = 0
    if stage == AFTER:
        hooks = t.game.hooks.after
        while f.step < len(hooks):
            if hooks[f.step][1](t, f):
                f.step += 1
            if t.decision is not None or t.stack[-1] is not f:
                return
        f.stage = stage = HIT
        f.at = 0
    if stage == HIT:
        if f.lost and f.actor >= 0 and windows.step_window(t, f):
            return
        f.stage = stage = SPENT
        f.at = 0
    if stage == SPENT:
        if f.holder != NOBODY and f.physical and t.game.bits & moments.SPENT_AT and windows.step_window(t, f):
            return
        f.stage = DONE
    _done(t, f)


def _rules_of(t: State, f: Frame) -> tuple[str, ...]:
    """Return the rules by which a card is played: its type's, and those of the moment."""
    rules = _BY_TYPE.get(f.types, _PLAYED)
    stack = t.stack
    below = stack[-2]
    if below.kind == EFFECT:
        if below.stage == HIT:
            return rules + _HITS_BACK
        if below.stage == OPEN:
            under = stack[-3]
            return rules + (_ANSWERS_AN_ANSWER if under.kind == EFFECT and under.stage == OPEN else _ANSWERS)
    elif below.kind == CHECK:
        return rules + _LAST_CHANCE
    return rules


def _cited(t: State, card: int, key: str) -> tuple[str, ...]:
    """Return the rules by which what lies in front of a seat acts or goes: those of all, and the one that its card names."""
    rule = t.game.cards[card].in_front.get(key)
    return (*_PLAYED, str(rule)) if rule else _PLAYED


def _pick(t: State, f: Frame) -> bool:
    picks = use_of(t, f).picks
    answer = t.take_answer()
    if answer is not None:
        f.targets = (*f.targets, answer.value)
    while len(f.targets) < len(picks):
        i = len(f.targets)
        candidates = picks[i].candidates(t, f, i)
        if len(candidates) > 1:
            t.ask(f.actor if f.holder == NOBODY else f.holder, "pick", [Option("seat", c) for c in candidates], _PICK, f.card)
            return False
        f.targets = (*f.targets, candidates[0] if candidates else NOBODY)
    return True


def _resolve(t: State, f: Frame) -> bool:
    program = use_of(t, f).program
    stack = t.stack
    while f.pc < len(program):
        instr = program[f.pc]
        if not instr.run(t, f, instr):
            return False
        f.pc += 1
        f.step = 0
        if stack[-1] is not f or t.decision is not None:
            return False
    return True


def _joins(t: State, f: Frame) -> bool:
    """Whether this was a part of the card below, known only as that resolved: what follows comes with the whole card."""
    card = t.stack[-2]
    if card.kind != EFFECT or card.stage != RESOLVING or card.card != f.card:
        return False
    instr = use_of(t, card).program[card.pc]
    if instr.verb != "pending" or instr.n != f.use:
        return False
    card.lost += f.lost
    card.later += f.later
    card.reduced |= f.reduced
    t.stack.pop()
    t.stirred = True
    return True


def _done(t: State, f: Frame) -> None:
    t.stack.pop()
    if f.physical:
        atoms.put_away(t, f.card, f.seat)
    if f.pc >= 0:
        resolved(t)


# --- what a pending effect would do ---------------------------------------------------------------------------------


def marks(t: State, f: Frame) -> tuple[int, ...]:
    """Return what the effect would move on resolving, one set of marks per seat (core.affects).

    Asked of its program with the targets filled in and the changes made to it so far; a choice that is made only on
    resolving does not count until it is made.
    """
    if f.marks:
        return f.marks
    found = [0] * len(t.out)
    use = use_of(t, f)
    if use.moves:
        program = use.program
        pc = f.pc
        while pc < len(program):
            instr = program[pc]
            if instr.jump:
                pc = pc + 1 if instr.condition is not None and instr.condition(t, f) else instr.jump
                continue
            if instr.affects is not None:
                instr.affects(t, f, instr, found)
            pc += 1
    f.marks = tuple(found)
    return f.marks


def may_answer(t: State, seat: int, use: Use, f: Frame) -> bool:
    """Whether a seat's use of a card may affect a pending effect at all: what shields it, and what cannot be done to it."""
    pending = use_of(t, f)
    if pending.shield and use.family != pending.shield:
        return False
    if (use.negates and pending.cannot_negate) or (use.ignores and pending.cannot_ignore):
        return False
    if use.reduces and pending.cannot_reduce:
        return False
    return not ((use.ignores or use.reduces) and f.locked >> seat & 1)


def spared(t: State, f: Frame, seat: int) -> bool:
    """Whether the effect passes this seat by: it Ignored it, Ignores everything, or is out."""
    if f.ignored >> seat & 1 or t.out[seat]:
        return True
    return bool(t.standing[seat] & IGNORES_ALL) and not use_of(t, f).cannot_ignore


def number(t: State, f: Frame, instr: Instr) -> int:
    """Return an instruction's number as changed by whatever changed all numbers of the card; never below 0."""
    n = instr.n if instr.amount is None else instr.amount(t, f)
    if f.mods and not instr.fixed:
        for code, _, b in f.mods:
            if code == ADD_ALL:
                n = max(0, n + b)
    return n


def losses(t: State, f: Frame, instr: Instr) -> dict[int, int]:
    """Return who loses how much Fortitude by an instruction, all changes counted in the order they were played."""
    base = instr.n if instr.amount is None else instr.amount(t, f)
    assert instr.who is not None
    return changed(t, f, dict.fromkeys(instr.who(t, f), base))


def changed(t: State, f: Frame, loss: dict[int, int]) -> dict[int, int]:
    """Return losses of Fortitude, by target, as others have changed them; those whom the effect passes by are left out."""
    for code, a, b in f.mods:
        if code == ADD_ALL:
            for target in loss:
                loss[target] = max(0, loss[target] + b)
        elif code == ADD_LOSS:
            if a in loss:
                loss[a] = max(0, loss[a] + b)
        elif code == ADD_LOSSES:
            for target in loss:
                if target != a:
                    loss[target] = max(0, loss[target] + b)
        elif code == MOVE:
            if a in loss:
                moved = loss.pop(a)
                loss[b] = loss.get(b, 0) + moved
        elif code == SHARE:
            if a in loss:
                half = (loss[a] + 1) // 2
                loss[a] = half
                loss[b] = loss.get(b, 0) + half
        elif code == EXTRA_LOSS:
            loss[a] = loss.get(a, 0) + b
    return {target: n for target, n in loss.items() if n > 0 and (target >= THING or not spared(t, f, target))}


def run_lose(t: State, f: Frame, instr: Instr) -> bool:
    """Take Fortitude by an instruction."""
    for hook in t.game.hooks.hurting:
        hook(t, f, losses(t, f, instr))
    take(t, f, losses(t, f, instr))
    return True


def take(t: State, f: Frame, loss: dict[int, int]) -> None:
    """Take Fortitude, from one target after the other; what was really lost is kept on the effect for whatever asks later."""
    for target, n in loss.items():
        if target >= THING:
            remove_thing(t, target, f)
        else:
            lost = atoms.lose_fortitude(t, target, n, _PLAYED, f.card, f.actor)
            if lost:
                f.lost = (*f.lost, (target, lost))


def affects_lose(t: State, f: Frame, instr: Instr, found: list[int]) -> None:
    """Mark those who would lose Fortitude by an instruction."""
    mark(losses(t, f, instr), found)


def mark(loss: dict[int, int], found: list[int]) -> None:
    """Mark the players who would lose Fortitude."""
    for target in loss:
        if target < THING:
            found[target] |= FORTITUDE | LOSES_FORTITUDE


def things(t: State, f: Frame) -> list[int]:
    """Return the targets in play that are no players and that a loss for everybody reaches: none by an Event."""
    if f.types & EVENT or use_of(t, f).spares_things:
        return []
    return things_in_play(t)


def remove_thing(t: State, target: int, f: Frame) -> None:
    """What is no player and loses Fortitude leaves play: it goes back to where such cards of its owner's go."""
    card = target % THING
    for seat, items in enumerate(t.front):
        for item in items:
            if item[0] == card and item[1] == target // THING - 1:
                atoms.from_front(t, seat, card, item[1])
                atoms.lay_aside(t, item)
                t.note("thing-gone", seat, _cited(t, card, "gone"), f.actor, card)
                return


def receiver(t: State, target: int) -> int:
    """Return the seat that gets what is given to a target: to a thing in play by whom its card names, or NOBODY."""
    if target < THING:
        return target
    return target // THING - 1 if t.game.cards[target % THING].given_to == "owner" else NOBODY


def receivers(t: State, f: Frame, targets: Sequence[int]) -> list[int]:
    """Return the seats that get what an effect gives to these targets: each seat once, whoever it gets it for."""
    found: list[int] = []
    for target in targets:
        seat = receiver(t, target)
        if seat >= 0 and seat not in found and not spared(t, f, seat):
            found.append(seat)
    return found


def things_in_play(t: State) -> list[int]:
    """Return all targets in play that are no players, by owner and card number."""
    cards = t.game.cards
    found = [THING + THING * owner + card for items in t.front for card, owner, _ in items if cards[card].thing]
    found.sort()
    return found
