"""Verbs that change what is pending: Negate, Ignore, reduce, redirect, share, pay otherwise; and those that change a Drink.

Each works on the newest pending thing below the card on top of the stack (core.respond.top-only).
"""

from __future__ import annotations

from typing import Final

from innkeeper.engine import drinks, effects, windows
from innkeeper.engine.program import Instr, Use
from innkeeper.engine.state import (
    ADD_ALL,
    ADD_LOSS,
    ADD_LOSSES,
    COVER,
    DRINKING,
    EFFECT,
    FORTITUDE,
    FROM_PILE,
    HALVED,
    LOSES_FORTITUDE,
    LOSES_GOLD,
    MOVE,
    NO_GAIN,
    NOBODY,
    PAYMENT,
    REPLACED,
    SHARE,
    STRONGER,
    TO_FORTITUDE,
    VOID,
    WEAKER,
    Frame,
    State,
)

_NEGATE: Final = ("core.negate",)
_NEGATE_SOMETIMES: Final = ("core.negate", "core.negate.sometimes")
_NEGATE_DRINK_CHANGE: Final = ("core.negate", "core.negate.drink-change")
_IGNORE: Final = ("core.ignore",)
_IGNORE_AT_LIMIT: Final = ("core.ignore", "core.affects.at-limit")
_REDUCE: Final = ("core.reduce",)
_REDIRECT: Final = ("core.redirect",)
_NO_THIRD: Final = ("core.redirect.no-third",)
_SHARE: Final = ("core.card.share-pain", "core.share-pain-reduces")
_COVER: Final = ("core.card.inn-pays",)
_VOID: Final = ("core.card.illusory-coin",)
_PASS: Final = ("core.drink.pass",)
_SPLIT: Final = ("core.drink.split",)
_SPLIT_LOSS: Final = ("core.drink.split", "core.drink.split-negative")
_MODIFY: Final = ("core.drink.modify",)
_REPLACE: Final = ("core.card.dragonfire",)
_TO_FORTITUDE: Final = ("core.card.alcohol-to-fortitude",)
_EXTRA: Final = ("core.card.extra-drink",)
_ADD: Final = ("core.affects",)
WHOLE: Final = 99  # more than any loss there is


def _pending(t: State) -> Frame | None:
    return windows.answered(t)


def victim_of(t: State, f: Frame, seat: int, mask: int = LOSES_FORTITUDE) -> int:
    """Return whose loss, of Fortitude or of what else is asked for, a seat answers (team.shared-defense).

    It is its own, or that of the first team-mate who has one.
    """
    marks = effects.marks(t, f)
    if marks[seat] & mask:
        return seat
    for mate in t.game.members[t.game.party[seat]]:
        if marks[mate] & mask:
            return mate
    return seat


def _bits_of(t: State, seat: int) -> int:
    """Return the bits of those who share a defence: what one of them has done to a loss, none of them may follow up."""
    bits = 0
    for mate in t.game.members[t.game.party[seat]]:
        bits |= 1 << mate
    return bits


def run_negate(t: State, f: Frame, instr: Instr) -> bool:
    """Negate the card that this answers: it does nothing at all, to anyone (core.negate)."""
    pending = _pending(t)
    if pending is not None and pending.kind == EFFECT:
        pending.negated = True
        t.note("negated", pending.actor, _negates(effects.use_of(t, f)), f.actor, pending.card)
    return True


def _negates(use: Use) -> tuple[str, ...]:
    """Return the rule by which a use Negates: that of the Sometimes Cards it is for, all or those that change Drinks."""
    when = use.when.get("card")
    if isinstance(when, dict) and when.get("changes-drink"):
        return _NEGATE_DRINK_CHANGE
    if isinstance(when, dict) and when.get("types") == ["sometimes"]:
        return _NEGATE_SOMETIMES
    return _NEGATE


def run_ignore(t: State, f: Frame, instr: Instr) -> bool:
    """Ignore the card or the Drink that this answers: it resolves, but does nothing to this player (core.ignore)."""
    pending = _pending(t)
    if pending is None:
        return True
    if pending.kind == DRINKING:
        pending.ignored |= 1 << pending.seat
        t.note("ignored", pending.seat, _IGNORE, f.actor, pending.cards[0])
    elif pending.kind == EFFECT:
        p = t.game.party[f.actor]
        gain = effects.marks(t, pending)[f.actor] & (FORTITUDE | LOSES_FORTITUDE) == FORTITUDE
        for seat in t.game.members[p]:
            pending.ignored |= 1 << seat
        pending.marks = ()
        rules = _IGNORE_AT_LIMIT if gain and t.fortitude[p] >= t.game.highest[p] else _IGNORE
        t.note("ignored", f.actor, rules, pending.actor, pending.card)
    return True


def run_reduce(t: State, f: Frame, instr: Instr) -> bool:
    """Reduce the loss of Fortitude that this answers, one's own or that of the player picked, not below 0 (core.reduce)."""
    pending = _pending(t)
    if pending is not None and pending.kind in (EFFECT, DRINKING):
        seat = pending.seat if pending.kind == DRINKING else victim_of(t, pending, f.actor)
        if instr.args.get("who") == "picked" and f.targets:
            seat = f.targets[0]
        n = effects.number(t, f, instr)
        pending.mods = (*pending.mods, (ADD_LOSS, seat, -n))
        pending.reduced |= _bits_of(t, f.actor)
        pending.marks = ()
        t.note("reduced", seat, _REDUCE, f.actor, pending.card, n)
    return True


def run_soften(t: State, f: Frame, instr: Instr) -> bool:
    """Lower what is pending for everybody but the one in front of whom this lies, by a number or the whole of it."""
    pending = _pending(t)
    if pending is not None and pending.kind == EFFECT:
        n = WHOLE if instr.args.get("whole") else effects.number(t, f, instr)
        pending.mods = (*pending.mods, (ADD_LOSSES, f.holder, -n))
        pending.marks = ()
        t.note("softened", f.holder, _REDUCE, f.actor, pending.card, n if n != WHOLE else 0)
    return True


def run_worsen(t: State, f: Frame, instr: Instr) -> bool:
    """Raise the loss of everybody who would lose Fortitude by the card that this answers."""
    pending = _pending(t)
    if pending is not None and pending.kind == EFFECT:
        n = effects.number(t, f, instr)
        pending.mods = (*pending.mods, (ADD_LOSSES, NOBODY, n))
        pending.marks = ()
        t.note("worsened", f.actor, _ADD, NOBODY, pending.card, n)
    return True


def run_raise(t: State, f: Frame, instr: Instr) -> bool:
    """Raise the loss of the player picked by the card that this answers."""
    pending = _pending(t)
    if pending is not None and pending.kind == EFFECT:
        n = effects.number(t, f, instr)
        pending.mods = (*pending.mods, (ADD_LOSS, f.targets[0], n))
        pending.marks = ()
        t.note("raised", f.actor, _ADD, f.targets[0], pending.card, n)
    return True


def run_alter(t: State, f: Frame, instr: Instr) -> bool:
    """Raise or lower every number of the card that this answers; `jump` is the sign."""
    pending = _pending(t)
    if pending is not None and pending.kind == EFFECT:
        n = effects.number(t, f, instr) * (-1 if instr.args.get("lower") else 1)
        pending.mods = (*pending.mods, (ADD_ALL, NOBODY, n))
        pending.marks = ()
        if n < 0:
            pending.reduced |= _bits_of(t, f.actor)
        t.note("altered", pending.actor, _ADD if n > 0 else _REDUCE, f.actor, pending.card, n)
    return True


def run_redirect(t: State, f: Frame, instr: Instr) -> bool:
    """Move the loss that this answers to the target picked; with nobody to pick, Ignore the card (core.redirect)."""
    pending = _pending(t)
    if pending is None or pending.kind != EFFECT:
        return True
    target = f.targets[0]
    if target == NOBODY:
        t.note("no-third", f.actor, _NO_THIRD, NOBODY, f.card)
        return run_ignore(t, f, instr)
    seat = victim_of(t, pending, f.actor)
    pending.mods = (*pending.mods, (MOVE, seat, target))
    pending.marks = ()
    t.note("redirected", seat, _REDIRECT, target, pending.card)
    return True


def run_share(t: State, f: Frame, instr: Instr) -> bool:
    """Share the loss that this answers with whoever deals it, half each, rounded up (core.card.share-pain)."""
    pending = _pending(t)
    if pending is None or pending.kind != EFFECT:
        return True
    seat = victim_of(t, pending, f.actor)
    pending.mods = (*pending.mods, (SHARE, seat, pending.actor))
    pending.locked |= _bits_of(t, f.actor)
    pending.reduced |= _bits_of(t, f.actor)
    pending.marks = ()
    t.note("shared", seat, _SHARE, pending.actor, pending.card)
    return True


def run_prevent_gain(t: State, f: Frame, instr: Instr) -> bool:
    """The one in front of whom this lies gains no Fortitude by what is pending."""
    pending = _pending(t)
    if pending is not None:
        pending.mods = (*pending.mods, (NO_GAIN, f.holder, 0))
        pending.marks = ()
    return True


def _otherwise(t: State, f: Frame, code: int, rules: tuple[str, ...]) -> bool:
    pending = _pending(t)
    if pending is not None:
        seat = victim_of(t, pending, f.actor, LOSES_GOLD) if pending.kind == EFFECT else pending.seat
        pending.mods = (*pending.mods, (code, seat, 0))
        pending.marks = ()
        t.note("covered", seat, rules, NOBODY, f.card)
    return True


def run_cover(t: State, f: Frame, instr: Instr) -> bool:
    """The Inn's Gold is used for the whole of what this player is about to lose (core.card.inn-pays)."""
    return _otherwise(t, f, COVER, _COVER)


def run_void(t: State, f: Frame, instr: Instr) -> bool:
    """This player loses no Gold; what they owe counts as paid and reaches nobody (core.card.illusory-coin)."""
    return _otherwise(t, f, VOID, _VOID)


def run_waive(t: State, f: Frame, instr: Instr) -> bool:
    """The payment that this answers need not be made."""
    pending = _pending(t)
    if pending is not None and pending.kind == PAYMENT:
        pending.negated = True
        t.note("waived", pending.seat, ("core.drink.deck-out",), NOBODY, f.card)
    return True


# --- Drinks ----------------------------------------------------------------------------------------------------------


def _drink(t: State) -> Frame | None:
    pending = _pending(t)
    return pending if pending is not None and pending.kind == DRINKING else None


def _change(t: State, f: Frame, instr: Instr, code: int, rules: tuple[str, ...], sign: int) -> bool:
    drink = _drink(t)
    if drink is not None:
        n = effects.number(t, f, instr) if instr.n or instr.amount else 0
        drink.mods = (*drink.mods, (code, NOBODY, n))
        t.note("drink-changed", drink.seat, rules, f.actor, drink.cards[0], sign * n)
    return True


def run_stronger(t: State, f: Frame, instr: Instr) -> bool:
    """Add to the Alcohol Content of the Drink that this answers (core.drink.modify)."""
    return _change(t, f, instr, STRONGER, _MODIFY, 1)


def run_weaker(t: State, f: Frame, instr: Instr) -> bool:
    """Reduce the Alcohol Content of the Drink that this answers, not below 0 (core.drink.modify)."""
    return _change(t, f, instr, WEAKER, _MODIFY, -1)


def run_replace(t: State, f: Frame, instr: Instr) -> bool:
    """What the Drink does becomes a gain of Alcohol Content; changes made to the Drink still count."""
    return _change(t, f, instr, REPLACED, _REPLACE, 1)


def run_to_fortitude(t: State, f: Frame, instr: Instr) -> bool:
    """The Drink's Alcohol Content is gained as Fortitude instead (core.card.alcohol-to-fortitude)."""
    return _change(t, f, instr, TO_FORTITUDE, _TO_FORTITUDE, 1)


def run_pass_drink(t: State, f: Frame, instr: Instr) -> bool:
    """Give the Drink to the player picked, who drinks it in the giver's place (core.drink.pass)."""
    drink = _drink(t)
    if drink is not None and not t.out[f.targets[0]]:
        giver = drink.seat
        drink.seat = f.targets[0]
        t.note("drink-passed", giver, _PASS, drink.seat, drink.cards[0])
        drinks.pending(t, drink)
    return True


def run_split_drink(t: State, f: Frame, instr: Instr) -> bool:
    """Split the Drink with the player picked: two Drinks, each with half of every number (core.drink.split).

    They are drunk one after the other, clockwise from the player whose turn it is (core.drink.one-by-one).
    """
    drink = _drink(t)
    if drink is None or t.out[f.targets[0]]:
        return True
    drink.mods = (*drink.mods, (HALVED, NOBODY, 0))
    other = drink.copy()
    other.seat = f.targets[0]
    other.physical = False
    other.targets = ()
    rules = _SPLIT_LOSS if min(drinks.numbers(t, drink)) < 0 else _SPLIT
    t.note("drink-split", drink.seat, rules, other.seat, drink.cards[0])
    n = len(t.out)
    place = t.position(drink)
    if (drink.seat - t.active) % n < (other.seat - t.active) % n:
        t.stack.insert(place, other)
    else:
        t.stack.insert(place + 1, other)
    drinks.pending(t, other)
    return True


def run_extra_drink(t: State, f: Frame, instr: Instr) -> bool:
    """Add a Drink from a player's own pile, after the present one if there is one (core.card.extra-drink)."""
    assert instr.who is not None
    for seat in instr.who(t, f):
        t.note("extra-drink", seat, _EXTRA, f.actor, f.card)
        for below in reversed(t.stack):
            if below.kind == DRINKING and below.actor == seat:
                below.targets = (*below.targets, seat)
                break
        else:
            drinks.reveal(t, seat, FROM_PILE)
    return True


def run_drink_now(t: State, f: Frame, instr: Instr) -> bool:
    """Make a player drink the top card of their own pile; with an empty pile nothing happens."""
    assert instr.who is not None
    if f.step == 0:
        f.step = 1
        for seat in instr.who(t, f):
            if not effects.spared(t, f, seat):
                drinks.reveal(t, seat, FROM_PILE)
                return False
    return True
