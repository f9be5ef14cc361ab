"""What acts as soon as something is pending, before anybody is asked: it changes that thing, opens no window, and is used up.

Which cards do so their files say (`happenings.AT_ONCE`); a table at which none can turn up never comes here.
"""

from __future__ import annotations

from innkeeper.engine import drinks, effects, happenings
from innkeeper.engine.game import Game
from innkeeper.engine.happenings import DRINK_PENDING, GAIN_PENDING
from innkeeper.engine.state import DRINKING, EFFECT, GAINS_FORTITUDE, Frame, State


def join(game: Game) -> None:
    """Listen for what cards wait for, where the seated characters, or the Drinks, have any that wait so."""
    homes = game.catalog.act_at_once
    if "drink" in homes or any(slug in homes for slug in game.seats):
        game.hooks.pending.append(_pending)
        game.hooks.gaining.append(_gaining)


def _pending(t: State, f: Frame) -> None:
    """A Drink is about to be drunk, or somebody would gain Fortitude."""
    if f.kind == DRINKING:
        if t.front[f.seat]:
            happenings.at_once(t, f, f.seat, DRINK_PENDING)
            if drinks.marks(t, f)[f.seat] & GAINS_FORTITUDE:
                happenings.at_once(t, f, f.seat, GAIN_PENDING)
        return
    if f.kind != EFFECT or not any(t.front):
        return
    for seat, mark in enumerate(effects.marks(t, f)):
        if mark & GAINS_FORTITUDE and t.front[seat]:
            happenings.at_once(t, f, seat, GAIN_PENDING)


def _gaining(t: State, f: Frame, seat: int) -> None:
    """A gain that becomes known only as it is about to be made."""
    if t.front[seat]:
        happenings.at_once(t, f, seat, GAIN_PENDING)
