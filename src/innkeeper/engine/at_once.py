"""What acts as soon as something is pending, before anybody is asked: it changes that thing, opens no window, and is used up.

Which cards do so their files say (`happenings.AT_ONCE`); a table at which none can turn up never comes here.
"""

from __future__ import annotations

from innkeeper.engine import drinks, effects, happenings
from innkeeper.engine.game import Game
from innkeeper.engine.happenings import DRINK_PENDING, GAIN_PENDING, LOSS_PENDING, ROUND_STARTING, SOMETIMES_PLAYED
from innkeeper.engine.program import SOMETIMES
from innkeeper.engine.state import DRINKING, EFFECT, GAINS_FORTITUDE, LOSES_FORTITUDE, NOBODY, Frame, State


def join(game: Game) -> None:
    """Listen for what cards wait for, where the seated characters, or the Drinks, have any that wait so."""
    homes = game.catalog.act_at_once
    if "drink" in homes or any(slug in homes for slug in game.seats):
        game.hooks.pending.append(_pending)
        game.hooks.gaining.append(_gaining)
        game.hooks.hurting.append(_hurting)
        game.hooks.starting_round.append(_starting_round)


def _pending(t: State, f: Frame) -> None:
    """A Drink is about to be drunk, somebody plays a card that is waited for, or would gain or take Fortitude."""
    if f.kind == DRINKING:
        if t.front[f.seat]:
            happenings.at_once(t, f, f.seat, DRINK_PENDING)
            if drinks.marks(t, f)[f.seat] & GAINS_FORTITUDE:
                happenings.at_once(t, f, f.seat, GAIN_PENDING)
        return
    if f.kind != EFFECT or not any(t.front):
        return
    actor = f.actor
    if actor >= 0 and t.front[actor]:
        if f.types & SOMETIMES and f.physical and f.holder == NOBODY:
            happenings.at_once(t, f, actor, SOMETIMES_PLAYED)
        if any(mark & LOSES_FORTITUDE for seat, mark in enumerate(effects.marks(t, f)) if seat != actor):
            happenings.at_once(t, f, actor, LOSS_PENDING)
    for seat, mark in enumerate(effects.marks(t, f)):
        if mark & GAINS_FORTITUDE and t.front[seat]:
            happenings.at_once(t, f, seat, GAIN_PENDING)


def _gaining(t: State, f: Frame, seat: int) -> None:
    """A gain that becomes known only as it is about to be made."""
    if t.front[seat]:
        happenings.at_once(t, f, seat, GAIN_PENDING)


def _hurting(t: State, f: Frame, loss: dict[int, int]) -> None:
    """A loss that becomes known only by a choice made as the card resolves."""
    if f.choice >= 0 and f.actor >= 0 and t.front[f.actor] and any(seat != f.actor for seat in loss if seat < len(t.out)):
        happenings.at_once(t, f, f.actor, LOSS_PENDING)


def _starting_round(t: State, f: Frame) -> None:
    """A card is starting a Round: what waits for it in front of its player's team acts, clockwise from that player."""
    if f.actor >= 0:
        mates = t.game.members[t.game.party[f.actor]]
        for seat in t.clockwise(f.actor):
            if seat in mates and t.front[seat]:
                happenings.at_once(t, f, seat, ROUND_STARTING)
