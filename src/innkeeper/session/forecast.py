"""What is about to happen, and to whom: read off what is pending, before anyone answers it.

Everything said here follows from what lies in the open; nothing that is face down is looked at.
"""

from __future__ import annotations

from typing import Final

from innkeeper.engine import atoms, drinks, effects, instructions
from innkeeper.engine.state import (
    ANTE,
    CHECK,
    DRINKING,
    EFFECT,
    FORTITUDE,
    HIT,
    INN,
    LEAVE,
    NOBODY,
    PAYMENT,
    SPENT,
    THING,
    TO_FORTITUDE,
    WIN,
    Frame,
    State,
)
from innkeeper.session.sides import mates
from innkeeper.view.story import listed, name_of, quoted, side_name

YOU: Final = "you"
YOUR_TEAM: Final = "your team"

_Told = tuple[str, int]
"""A marker's name and by how much it moves; or a sentence, and 0."""
_Moves = dict[tuple[int, str], int]
"""By how much a party's marker has moved."""


def touches(t: State, eye: int) -> bool:
    """Whether what is pending is about a seat or its team: see `touched`."""
    return bool(touched(t, eye))


def touched(t: State, eye: int) -> list[int]:
    """Return whom of a seat's team what is pending is about: who was picked, drinks, antes, pays, leaves, has markers moved."""
    f = t.stack[-1] if t.stack else None
    if f is None:
        return []
    p = t.game.party[eye]
    party = t.game.members[p]
    if f.kind == EFFECT:
        marks = effects.marks(t, f)
        return [seat for seat in party if seat in f.targets or marks[seat] or any(seat == a for a, _ in f.lost)]
    if f.kind == CHECK:
        return list(party) if t.alcohol[p] >= t.fortitude[p] or (t.gold[p] == 0 and t.control < 0) else []
    return [f.seat] if f.kind in (DRINKING, ANTE, PAYMENT, LEAVE, WIN) and f.seat in party else []


def forecast(t: State, eye: int, source: bool = True) -> list[str]:
    """Return what is about to happen, one sentence each: to the seat `eye` first, then to others, then what it comes from.

    Empty where nothing is pending.  source: False leaves out which card it comes from, where that has just been said.
    """
    if not t.stack:
        return []
    f = t.stack[-1]
    if f.kind == EFFECT:
        return _effect(t, f, eye, source)
    if f.kind == DRINKING:
        return _drink(t, f, eye)
    teller = {ANTE: _ante, PAYMENT: _payment, LEAVE: _leave, WIN: _win, CHECK: _check}.get(f.kind)
    return teller(t, f, eye) if teller is not None else []


def who(t: State, target: int, eye: int) -> str:
    """Return how a sentence calls a target: "you" for the seat that reads it."""
    return YOU if target == eye else name_of(t.game, target)


def whose(t: State, target: int, eye: int) -> str:
    """Return whose something is: "your", "Zot's"."""
    return "your" if target == eye else f"{name_of(t.game, target)}'s"


def does(t: State, target: int, eye: int, verb: str) -> str:
    """Return a subject with its verb: "You lose", "Zot loses"."""
    name = who(t, target, eye)
    ending = "es" if verb.endswith(("s", "sh")) else "s"
    return _capital(name) + f" {verb if name == YOU else verb + ending}"


def _effect(t: State, f: Frame, eye: int, source: bool) -> list[str]:
    use = effects.use_of(t, f)
    title = quoted(t.game, f.card)
    if f.stage == HIT:
        lost = [(target, n) for target, n in f.lost if target == eye]
        by = f"{whose(t, f.actor, eye)} {title}"
        if lost:
            return [f"You have just lost {lost[0][1]} Fortitude to {by}; this is the moment to hit back."]
        return [f"{_capital(by)} has just cost {_list_lost(t, f, eye)}."]
    if f.stage == SPENT:
        return [f"{_capital(whose(t, f.actor, eye))} {title} is done with {who(t, f.holder, eye)} and about to be put away."]
    told: dict[int, list[_Told]] = {}
    pc = f.pc
    while pc < len(use.program):
        instr = use.program[pc]
        if instr.jump:
            pc = pc + 1 if instr.condition is not None and instr.condition(t, f) else instr.jump
            continue
        if instr.verb == "lose":
            for target, n in effects.losses(t, f, instr).items():
                told.setdefault(target, []).append(("fortitude", -n))
        elif instr.verb == "swap-stashes" and (pair := instructions.swapping(t, f)):
            seat, other = pair if pair[1] != eye else pair[::-1]
            mine, theirs = (t.gold[t.game.party[s]] for s in (seat, other))
            text = f"{does(t, seat, eye, 'swap')} Stashes with {who(t, other, eye)}: {mine} Gold for {theirs}"
            told.setdefault(seat, []).append((text, 0))
        elif instr.verb in ("gain", "sober", "pay") and instr.who is not None:
            n = effects.number(t, f, instr)
            for seat in instr.who(t, f):
                if not n or not 0 <= seat < len(t.out) or effects.spared(t, f, seat):
                    continue
                if instr.verb == "pay":
                    receiver = instr.to(t, f)[0] if instr.to is not None else INN
                    paid = min(n, t.gold[t.game.party[seat]])
                    item: _Told = (f"{does(t, seat, eye, 'pay')} {paid} Gold{_for(t, seat, eye)} to {who(t, receiver, eye)}", 0)
                elif instr.stat == FORTITUDE:
                    item = ("fortitude", n)
                else:
                    item = ("alcohol", -n if instr.verb == "sober" or instr.args.get("lose") else n)
                told.setdefault(seat, []).append(item)
        pc += 1
    ours = mates(t.game, eye)
    moved: _Moves = {}  # markers that several seats share move for each of them
    sentences = [
        _sentence(_moved(t, seat, eye, what, n, moved) if n else what)
        for seat in sorted(told, key=lambda s: (s != eye, s not in ours))
        for what, n in told[seat]
    ]
    if not source:
        return sentences
    targets = [who(t, target, eye) for target in f.targets if target != NOBODY]
    on = f" on {listed(targets)}" if targets else ""
    return [*sentences, f"{does(t, f.actor, eye, 'play')} {title}{on}." if f.actor >= 0 else f"{title} is carried out."]


def _list_lost(t: State, f: Frame, eye: int) -> str:
    return listed([f"{who(t, target, eye)} {n} Fortitude" for target, n in f.lost])


def _drink(t: State, f: Frame, eye: int) -> list[str]:
    titles = listed([quoted(t.game, card) for card in f.cards])
    if f.ignored:
        return [f"{does(t, f.seat, eye, 'Ignore')} {titles}."]
    alcohol, fortitude = drinks.numbers(t, f)
    if alcohol > 0 and any(code == TO_FORTITUDE for code, _, _ in f.mods):
        alcohol, fortitude = 0, fortitude + alcohol
    told = []
    moved: _Moves = {}
    if alcohol:
        told.append(_moved(t, f.seat, eye, "alcohol", alcohol, moved))
    if fortitude:
        told.append(_moved(t, f.seat, eye, "fortitude", fortitude, moved))
    if not told:
        told.append(f"It does nothing to {who(t, f.seat, eye)}")
    return [*map(_sentence, told), f"{does(t, f.seat, eye, 'drink')} {titles}."]


def _ante(t: State, f: Frame, eye: int) -> list[str]:
    return [f"{does(t, f.seat, eye, 'ante')} {f.n} Gold{_for(t, f.seat, eye)} into the pot of {t.pot}."]


def _payment(t: State, f: Frame, eye: int) -> list[str]:
    return [f"{does(t, f.seat, eye, 'pay')} {f.n} Gold{_for(t, f.seat, eye)} to {who(t, f.actor, eye)}."]


def _leave(t: State, f: Frame, eye: int) -> list[str]:
    return [f"{does(t, f.seat, eye, 'leave')} the Round of Gambling{_for(t, f.seat, eye)}."]


def _win(t: State, f: Frame, eye: int) -> list[str]:
    cards = [card for variant in t.game.variants.values() for pile in variant.pot_piles for card in atoms.inn_pile(t, pile)]
    more = f" and {listed([quoted(t.game, card) for card in cards])}" if cards else ""
    told = [f"{does(t, f.targets[0], eye, 'take')} the pot of {t.pot} Gold{more}{_for(t, f.targets[0], eye)}."]
    return told + [f"{does(t, seat, eye, 'get')} half of its Gold." for seat in f.data]


def _check(t: State, f: Frame, eye: int) -> list[str]:
    told = []
    for p, members in enumerate(t.game.members):
        seat = eye if eye in members else members[0]
        if t.out[seat]:
            continue
        name = YOU if members == (eye,) else side_name(t.game, p, eye)
        plural = name == YOU or (len(members) > 1 and eye not in members)
        if t.alcohol[p] >= t.fortitude[p]:
            told.append((seat, f"{_capital(name)} {'pass' if plural else 'passes'} out"))
        elif t.gold[p] == 0 and t.control < 0:
            told.append((seat, f"{_capital(name)} {'have' if plural else 'has'} no Gold left"))
    told.sort(key=lambda item: item[0] != eye)
    return [_sentence(f"{text}, unless somebody does something about it now") for _, text in told]


def _for(t: State, seat: int, eye: int) -> str:
    """Return what is added to what a seat does for its team, where the reader is of that team."""
    ours = mates(t.game, eye)
    return f" for {YOUR_TEAM}" if ours and (seat == eye or seat in ours) else ""


def _moved(t: State, target: int, eye: int, marker: str, n: int, moved: _Moves) -> str:
    """Say by how much a marker moves, from where to where, and what that means for its owner.

    moved: by how much markers have moved in what was said before; this move is added to it.
    """
    verb = "gain" if n > 0 else "lose"
    name = "Fortitude" if marker == "fortitude" else "Alcohol Content"
    text = f"{does(t, target, eye, verb)} {abs(n)} {name}"
    if target >= THING:
        return text
    p = t.game.party[target]
    now = {"fortitude": t.fortitude[p], "alcohol": t.alcohol[p]}
    for which in now:
        now[which] += moved.get((p, which), 0)
    then = {**now, marker: max(0, min(t.game.highest[p], now[marker] + n))}
    moved[p, marker] = moved.get((p, marker), 0) + then[marker] - now[marker]
    team = f"{YOUR_TEAM}: " if _for(t, target, eye) else ""
    at = f"{now[marker]} to {then[marker]}" if now[marker] != then[marker] else f"it stays at {now[marker]}"
    text += f" ({team}{at})"
    if then["alcohol"] >= then["fortitude"] and now["alcohol"] < now["fortitude"]:
        members = t.game.members[p]
        if len(members) == 1:
            text += f" and {'pass' if target == eye else 'passes'} out"
        else:
            side = side_name(t.game, p, eye)
            text += f", and {side} {'passes' if side == YOUR_TEAM else 'pass'} out"
    return text


def _sentence(text: str) -> str:
    return _capital(text) + "."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
