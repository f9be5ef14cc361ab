"""Targets that are named as a card is played: the picks of the base game."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import effects, gambling, moments, windows
from innkeeper.engine.occasions import victims
from innkeeper.engine.program import (
    Candidates,
)
from innkeeper.engine.registry import PickWord
from innkeeper.engine.state import (
    DRINKING,
    EFFECT,
    IGNORES_ALL,
    NOBODY,
    NOT_PICKED,
    Frame,
    State,
)

# A card, or a loss that it would bring; Gold that is about to be lost.
_ANSWERS: Final = moments.CARD_AT | moments.LOSS_AT


def can_be_picked(t: State, f: Frame, seat: int) -> bool:
    """Whether a seat may be picked for an effect (standing effects may forbid it, unless nothing can Ignore the effect)."""
    return not t.out[seat] and (not t.standing[seat] & (NOT_PICKED | IGNORES_ALL) or effects.use_of(t, f).cannot_ignore)


def _another(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        own = t.game.members[t.game.party[f.actor]] if hits else (f.actor,)
        found = [s for s in t.clockwise(f.actor) if s not in own and s not in f.targets and can_be_picked(t, f, s)]
        if hits:
            found += [x for x in effects.things_in_play(t) if x not in f.targets]
        return found

    return candidates


def _rival(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        own = t.game.members[t.game.party[f.actor]]
        return [s for s in t.clockwise(f.actor) if s not in own and s not in f.targets and can_be_picked(t, f, s)]

    return candidates


def _anybody(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        found = [s for s in t.clockwise(f.actor) if can_be_picked(t, f, s)]
        return found + effects.things_in_play(t) if hits else found

    return candidates


def _another_in_round(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        return [s for s in t.clockwise(f.actor) if s != f.actor and gambling.in_round(t, s) and can_be_picked(t, f, s)]

    return candidates


def _third(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        if pending is None:
            return [NOBODY]
        own = t.game.members[t.game.party[f.actor]]
        found = [s for s in t.clockwise(f.actor) if s not in own and s != pending.actor and can_be_picked(t, f, s)]
        found += effects.things_in_play(t)
        if found or (pending.kind == EFFECT and effects.use_of(t, pending).cannot_ignore):
            return found
        return [NOBODY]

    return candidates


def _culprit(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        if pending is None or pending.actor < 0:
            return []
        found = [] if t.out[pending.actor] else [pending.actor]
        return found + [x for x in effects.things_in_play(t) if x == pending.source]

    return candidates


def _victim(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        if pending is None or pending.kind not in (EFFECT, DRINKING):
            return []
        return victims(t, f.actor, pending)

    return candidates


def _drink_to(hits: bool) -> Candidates:
    def candidates(t: State, f: Frame, i: int) -> list[int]:
        pending = windows.answered(t)
        return [s for s in t.clockwise(f.actor) if pending is None or (s != pending.seat and can_be_picked(t, f, s))]

    return candidates


PICKS: Final[dict[str, PickWord]] = {
    "another": PickWord(_another, "Pick another player", "Pick {n} other players", sure=True),
    "rival": PickWord(_rival, "Pick another player, no team-mate", sure=True),
    "anybody": PickWord(_anybody, "Pick a player, yourself included", sure=True),
    "another-in-round": PickWord(_another_in_round, "Pick another player in the Round"),
    "third": PickWord(_third, "Pick a third player", at=_ANSWERS),
    "culprit": PickWord(_culprit, "", at=_ANSWERS | moments.GOLD_AT | moments.ANTE_AT | moments.HIT_AT),
    "victim": PickWord(_victim, "Pick another player who would lose it", at=_ANSWERS),
    "drink-to": PickWord(_drink_to, "Pick another player", at=moments.DRINK_AT, sure=True),
}
"""By name, with how each reads."""
