"""What is about to happen, and to whom: read off what is pending, before anyone answers it.

Everything said here follows from what lies in the open; nothing that is face down is looked at.
"""

from __future__ import annotations

from typing import Final

from innkeeper.engine import drinks, effects
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
    THING,
    TO_FORTITUDE,
    WIN,
    Frame,
    State,
)
from innkeeper.view.story import listed, name_of, quoted

YOU: Final = "you"


def touches(t: State, eye: int) -> bool:
    """Whether what is pending is about a seat: it was picked, it drinks, antes, pays or leaves, or a marker of its moves."""
    f = t.stack[-1] if t.stack else None
    if f is None:
        return False
    party = t.game.members[t.game.party[eye]]
    if f.kind == EFFECT:
        return any(seat in f.targets or effects.marks(t, f)[seat] or any(seat == a for a, _ in f.lost) for seat in party)
    if f.kind == CHECK:
        p = t.game.party[eye]
        return t.alcohol[p] >= t.fortitude[p] or (t.gold[p] == 0 and t.control < 0)
    return f.kind in (DRINKING, ANTE, PAYMENT, LEAVE, WIN) and f.seat in party


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
    told: dict[int, list[str]] = {}
    pc = f.pc
    while pc < len(use.program):
        instr = use.program[pc]
        if instr.jump:
            pc = pc + 1 if instr.condition is not None and instr.condition(t, f) else instr.jump
            continue
        if instr.verb == "lose":
            for target, n in effects.losses(t, f, instr).items():
                told.setdefault(target, []).append(_moved(t, target, eye, "fortitude", -n))
        elif instr.verb in ("gain", "sober", "pay") and instr.who is not None:
            n = effects.number(t, f, instr)
            for seat in instr.who(t, f):
                if not n or not 0 <= seat < len(t.out) or effects.spared(t, f, seat):
                    continue
                if instr.verb == "pay":
                    receiver = instr.to(t, f)[0] if instr.to is not None else INN
                    paid = min(n, t.gold[t.game.party[seat]])
                    text = f"{does(t, seat, eye, 'pay')} {paid} Gold to {who(t, receiver, eye)}"
                elif instr.stat == FORTITUDE:
                    text = _moved(t, seat, eye, "fortitude", n)
                else:
                    text = _moved(t, seat, eye, "alcohol", -n if instr.verb == "sober" or instr.args.get("lose") else n)
                told.setdefault(seat, []).append(text)
        pc += 1
    sentences = [_sentence(text) for seat in sorted(told, key=lambda s: s != eye) for text in told[seat]]
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
    if alcohol:
        told.append(_moved(t, f.seat, eye, "alcohol", alcohol))
    if fortitude:
        told.append(_moved(t, f.seat, eye, "fortitude", fortitude))
    if not told:
        told.append(f"It does nothing to {who(t, f.seat, eye)}")
    return [*map(_sentence, told), f"{does(t, f.seat, eye, 'drink')} {titles}."]


def _ante(t: State, f: Frame, eye: int) -> list[str]:
    return [f"{does(t, f.seat, eye, 'ante')} {f.n} Gold into the pot of {t.pot}."]


def _payment(t: State, f: Frame, eye: int) -> list[str]:
    return [f"{does(t, f.seat, eye, 'pay')} {f.n} Gold to {who(t, f.actor, eye)}."]


def _leave(t: State, f: Frame, eye: int) -> list[str]:
    return [f"{does(t, f.seat, eye, 'leave')} the Round of Gambling."]


def _win(t: State, f: Frame, eye: int) -> list[str]:
    return [f"{does(t, f.targets[0], eye, 'take')} the pot of {t.pot} Gold."]


def _check(t: State, f: Frame, eye: int) -> list[str]:
    told = []
    for p, members in enumerate(t.game.members):
        seat = eye if eye in members else members[0]
        if t.out[seat]:
            continue
        if t.alcohol[p] >= t.fortitude[p]:
            told.append((seat, f"{does(t, seat, eye, 'pass')} out"))
        elif t.gold[p] == 0 and t.control < 0:
            told.append((seat, f"{_capital(who(t, seat, eye))} {'have' if seat == eye else 'has'} no Gold left"))
    told.sort(key=lambda item: item[0] != eye)
    return [_sentence(f"{text}, unless somebody does something about it now") for _, text in told]


def _moved(t: State, target: int, eye: int, marker: str, n: int) -> str:
    """Say by how much a marker moves, from where to where, and what that means for its owner."""
    verb = "gain" if n > 0 else "lose"
    name = "Fortitude" if marker == "fortitude" else "Alcohol Content"
    text = f"{does(t, target, eye, verb)} {abs(n)} {name}"
    if target >= THING:
        return text
    p = t.game.party[target]
    now = {"fortitude": t.fortitude[p], "alcohol": t.alcohol[p]}
    top = t.game.highest[p] if marker == "fortitude" else 20
    then = {**now, marker: max(0, min(top, now[marker] + n))}
    text += f" ({now[marker]} to {then[marker]})" if now[marker] != then[marker] else f" (it stays at {now[marker]})"
    if then["alcohol"] >= then["fortitude"] and now["alcohol"] < now["fortitude"]:
        text += f" and {'pass' if target == eye else 'passes'} out"
    return text


def _sentence(text: str) -> str:
    return _capital(text) + "."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
