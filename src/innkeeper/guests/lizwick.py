"""Lizwick: Items in front of her, and fewer cards in her hand for them (ledger: evil-pooky.hand-size.like-items)."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.game import Character
from innkeeper.engine.registry import Vocabulary
from innkeeper.engine.state import State

SLUG: Final = "lizwick"
ITEM: Final = "item"


class Lizwick(Character):
    """Her hand size is 1 lower for every Item after the first, and in Discard and Draw Items may go too."""

    def hand_size(self, t: State, seat: int, size: int) -> int:
        """Count the Items in front of her."""
        return size - max(0, len(self.discardable(t, seat)) - 1)

    def discardable(self, t: State, seat: int) -> tuple[int, ...]:
        """Return the Items in front of her."""
        return tuple(card for card, _, _ in t.front[seat] if t.game.cards[card].subtype == ITEM)


def register(words: Vocabulary) -> None:
    """She brings no words of her own."""


RULES: Final = Lizwick()
