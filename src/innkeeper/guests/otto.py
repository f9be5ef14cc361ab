"""Otto: a seat without a player, who is told whom he picks (ledger: note.gog-enforcer.otto)."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.decision import Decision, Option
from innkeeper.engine.game import Character
from innkeeper.engine.registry import Vocabulary
from innkeeper.engine.state import State

SLUG: Final = "otto"


class Otto(Character):
    """He plays nothing and declines whatever can be declined."""

    no_player = True

    def decide(self, t: State, seat: int, decision: Decision) -> Option:
        """Pick the other player, and himself only where there is nobody else to pick."""
        if decision.kind == "pick":
            return next((o for o in decision.options if o.kind == "seat" and o.value != seat), decision.options[0])
        return decision.options[decision.default]


def register(words: Vocabulary) -> None:
    """He brings no words of his own."""


RULES: Final = Otto()
