"""Whom an instruction is about: the selectors of the base game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from innkeeper.engine import effects
from innkeeper.engine.program import (
    Who,
)
from innkeeper.engine.registry import Selector, Subject
from innkeeper.engine.state import (
    DRINKING,
    INN,
    NOBODY,
    Frame,
    State,
)


def you(t: State, f: Frame) -> tuple[int, ...]:
    """The player of the card; for an Event nobody."""
    return (f.actor,) if f.actor >= 0 else ()


def picked(t: State, f: Frame) -> tuple[int, ...]:
    """The first target named; nobody where there was none to name."""
    return f.targets[:1] if f.targets and f.targets[0] != NOBODY else ()


def all_picked(t: State, f: Frame) -> tuple[int, ...]:
    """All targets named; fewer than the card asks for where there are no more."""
    return tuple(target for target in f.targets if target != NOBODY)


def each_other(t: State, f: Frame) -> list[int]:
    """Every player of the other parties, clockwise from the player of the card (core.gamble.ante-order's way round)."""
    own = t.game.members[t.game.party[f.actor]] if f.actor >= 0 else ()
    return [s for s in t.clockwise(max(f.actor, 0)) if s not in own]


def others_in_round(t: State, f: Frame) -> list[int]:
    """Everybody of the other parties who is still in the Round, clockwise from the player of the card; none when it is over."""
    if t.round_over:
        return []
    own = t.game.members[t.game.party[f.actor]] if f.actor >= 0 else ()
    return [s for s in t.clockwise(max(f.actor, 0)) if s not in own and s in t.champion]


def heroes(t: State, f: Frame) -> list[int]:
    """Every player who is no Villain, clockwise from the player whose turn it is."""
    return [s for s in t.clockwise(t.active) if s != t.game.villain]


def villains(t: State, f: Frame) -> list[int]:
    """The player who is a Villain: a Boss, unless it counts as a Hero even so."""
    return [s for s in t.clockwise(t.active) if s == t.game.villain]


def every(t: State, f: Frame) -> list[int]:
    """Every player, clockwise from the player whose turn it is."""
    return t.clockwise(t.active)


def weakest(t: State, f: Frame) -> list[int]:
    """Every player than whom nobody has less Fortitude, clockwise from the player whose turn it is."""
    seats = t.clockwise(t.active)
    least = min((t.fortitude[t.game.party[s]] for s in seats), default=0)
    return [s for s in seats if t.fortitude[t.game.party[s]] == least]


def richest(t: State, f: Frame) -> list[int]:
    """Every player than whom nobody has more Gold, clockwise from the player whose turn it is."""
    seats = t.clockwise(t.active)
    most = max((t.gold[t.game.party[s]] for s in seats), default=0)
    return [s for s in seats if t.gold[t.game.party[s]] == most]


def active(t: State, f: Frame) -> tuple[int, ...]:
    """The player whose turn it is."""
    return (t.active,)


def holder(t: State, f: Frame) -> tuple[int, ...]:
    """The player in front of whom the card lies whose effect this is."""
    return (f.holder,) if f.holder >= 0 else ()


def owner(t: State, f: Frame) -> tuple[int, ...]:
    """The player whose card it is whose effect this is; the Inn where that player is out of the game."""
    return (INN if t.out[f.actor] else f.actor,)


def drinker(t: State, f: Frame) -> tuple[int, ...]:
    """The player who revealed the Drink that is pending."""
    for below in reversed(t.stack):
        if below.kind == DRINKING:
            return (below.actor,)
    return ()


def with_things(who: Who) -> Who:
    """The same, and whatever is in play that is no player (a loss for everybody reaches it)."""

    def reached(t: State, f: Frame) -> Sequence[int]:
        return [*who(t, f), *effects.things(t, f)]

    return reached


SELECTORS: Final[dict[str, Selector]] = {
    "you": Selector(you, Subject("you", own="your", order=True)),
    "picked": Selector(picked, Subject("they", me="them")),
    "all-picked": Selector(all_picked, Subject("each of them", third=True, own="their")),
    "each-other": Selector(each_other, Subject("each other player", third=True), mass=True),
    "others-in-round": Selector(others_in_round, Subject("each other player still in the Round", third=True)),
    "heroes": Selector(heroes, Subject("every Hero", third=True)),
    "villains": Selector(villains, Subject("every Villain", third=True)),
    "every": Selector(every, Subject("every player", third=True), mass=True),
    "weakest": Selector(weakest, Subject("each player with the least Fortitude", third=True)),
    "richest": Selector(richest, Subject("each player with the most Gold", third=True)),
    "holder": Selector(holder, Subject("you", own="your", order=True)),
    "active": Selector(active, Subject("the player whose turn it is", third=True)),
    "drinker": Selector(drinker, Subject("the player who revealed it", third=True)),
}
"""By name, with how each reads."""
