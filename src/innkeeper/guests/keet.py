"""Keet, as far as the rulings need him: Artifacts in a Stash, which go with it (ledger: prize.portal-gun.keet)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from innkeeper.engine import atoms
from innkeeper.engine.game import Character, Hooks
from innkeeper.engine.registry import Vocabulary
from innkeeper.engine.state import State

SLUG: Final = "keet"
ARTIFACT: Final = "artifact"
SUPPLY: Final = "artifact_supply"
DOWN: Final = "artifacts_down"
_RULES: Final = ("prize.portal-gun.keet",)


class Keet(Character):
    """Artifacts face down in his own Stash; face up they lie in front of whoever has the Stash that they are part of."""

    side = (SUPPLY, DOWN)
    front_keys = (("artifacts_up", ARTIFACT),)

    def join(self, seat: int, hooks: Hooks) -> None:
        """Listen for Stashes that change places, once for the table."""
        if _swapped not in hooks.swapped:
            hooks.swapped.append(_swapped)

    def seen(self, t: State, seat: int, viewer: int) -> Mapping[str, Any]:
        """Return how many Artifacts lie face down in his Stash; everybody sees that."""
        return {DOWN: len(atoms.side(t, seat, DOWN))}


def _swapped(t: State, seat: int, other: int) -> None:
    """What lies in a Stash goes with it, and its new owner turns up what was face down."""
    lots = [_take(t, one) for one in (seat, other)]
    for receiver, lot in zip((other, seat), lots, strict=True):
        for card, owner in lot:
            atoms.put_in_front(t, receiver, card, owner, 0, _RULES)


def _take(t: State, seat: int) -> list[tuple[int, int]]:
    """Take all Artifacts out of the Stash of a seat's party; return each with the Keet whose it was at first."""
    lot: list[tuple[int, int]] = []
    for mate in t.game.members[t.game.party[seat]]:
        if t.game.seats[mate] == SLUG:
            lot += [(card, mate) for card in atoms.side(t, mate, DOWN)]
            atoms.set_side(t, mate, DOWN, ())
        for card, owner, _ in t.front[mate]:
            if t.game.cards[card].subtype == ARTIFACT:
                atoms.from_front(t, mate, card, owner)
                lot.append((card, owner))
    return lot


def register(words: Vocabulary) -> None:
    """He brings no words of his own."""


RULES: Final = Keet()
