"""What cards say, in one line or several, with the words of everything that ships."""

from __future__ import annotations

from functools import cache

from innkeeper.cards.text import card_text, use_text
from innkeeper.engine import registry, vocabulary
from innkeeper.engine.program import Card
from innkeeper.library import CHARACTERS, GUESTS


@cache
def words() -> registry.Vocabulary:
    """Return the registry that card texts are rendered with: the base game's words, and the characters' and guests' own."""
    known = vocabulary.base()
    for module in (*CHARACTERS, *GUESTS):
        module.register(known)
    return known


def text_of(card: Card) -> str:
    """Return what a card says, on one line."""
    return " / ".join(card_text(card, words()).splitlines())


def text_of_use(card: Card, use: int) -> str:
    """Return what one use of a card does, on one line."""
    return use_text(card.uses[use], words())
