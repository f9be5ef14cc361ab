"""The base game's vocabulary: its words, registered as a character's are."""

from __future__ import annotations

from innkeeper.engine.occasions import triggers
from innkeeper.engine.picks import PICKS
from innkeeper.engine.registry import Vocabulary
from innkeeper.engine.selectors import SELECTORS
from innkeeper.engine.verbs import AMOUNTS, CONDITIONS, more_verbs, verbs


def base() -> Vocabulary:
    """Return a vocabulary with the base game's words."""
    words = Vocabulary()
    words.add(
        selectors=SELECTORS,
        picks=PICKS,
        triggers=triggers(),
        verbs={**verbs(), **more_verbs()},
        amounts=AMOUNTS,
        conditions=CONDITIONS,
    )
    return words
