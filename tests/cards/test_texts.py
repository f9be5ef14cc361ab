"""Every text that a card shows, against a file that was read line by line.

After a change that is meant: `INNKEEPER_BLESS=1 pytest tests/cards/test_texts.py`, then read what changed.
"""

import os
import re
from pathlib import Path

import pytest

from innkeeper.cards.build import Builder
from innkeeper.cards.text import card_text, type_line, use_text
from innkeeper.cards.yaml12 import load, read
from innkeeper.library import shipped

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OWN = (ROOT / "examples" / "my-deck.yaml", HERE / "every-word.yaml")


def all_cards() -> Builder:
    builder = shipped()
    for path in OWN:
        builder.add_deck(read(path), "yours")
    return builder


def listing(builder: Builder) -> str:
    """Return all texts: each once, under the titles that have it."""
    texts: dict[tuple[str, str], list[str]] = {}
    for card in builder.cards:
        titles = texts.setdefault((type_line(card), card_text(card, builder.words)), [])
        if card.title not in titles:
            titles.append(card.title)
    blocks = (
        "\n".join([*titles, f"  [type: {kind}]", *(f"  {line}" for line in text.splitlines())])
        for (kind, text), titles in texts.items()
    )
    return "\n\n".join(blocks) + "\n"


def test_texts_are_as_they_were_read() -> None:
    golden = HERE / "golden" / "texts.txt"
    found = listing(all_cards())
    if os.environ.get("INNKEEPER_BLESS"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8"), "card texts changed: see the head of this file"


def test_texts_are_sentences() -> None:
    builder = all_cards()
    for card in builder.cards:
        text = card_text(card, builder.words)
        if not text:
            # A thing, a token that does nothing, or what a guest has beside the cards that are played.
            assert card.thing or not card.pile or builder.sheets[card.home].kit, card.title
        for line in text.splitlines():
            assert re.fullmatch(r"[A-Z].*[.!]", line), (card.title, line)
            assert not re.search(r"  |[{}]|None|\.\.|: \.| ,|\b(\w+) \1\b", line), (card.title, line)


def one(text: str) -> tuple[str, str]:
    """Return type line and text of the one card of a deck."""
    builder = all_cards()
    builder.add_deck(load(f"character: x\nname: X\ncards:\n  - {text}", "x.yaml"))
    return type_line(builder.cards[-1]), card_text(builder.cards[-1], builder.words)


@pytest.mark.parametrize(
    ("card", "kind", "text"),
    [
        ("{title: A, family: gambling-start}", "Action or Gambling Card", None),
        ("{title: A, type: cheating, does: [{take-control: {}}]}", "Cheating Card", "Take control of the Round."),
        ("{title: A, type: anytime, subtype: potion, does: [{draw: {n: 2}}]}", "Anytime Card (potion)", "Draw 2 cards."),
        (
            "{title: A, type: action, pick: another, does: [{lose: {who: picked, fortitude: 2}}]}",
            "Action Card",
            "Pick another player: they lose 2 Fortitude.",
        ),
        (
            "{title: A, type: action, pick: another, does: [{draw: {n: 1}}, {discard: {who: picked, n: 1}}]}",
            "Action Card",
            "Pick another player. Draw 1 card. That player discards 1 card of their choice from their hand.",
        ),
        (
            "{title: A, type: action, does: [{pay: {who: each-other, gold: 1, to: you}}]}",
            "Action Card",
            "Each other player pays you 1 Gold.",
        ),
        (
            "{title: A, type: sometimes, does: [{ignore: {}}],"
            " when: {card: {types: [action, sometimes], affects: [fortitude]}}}",
            "Sometimes Card",
            "When an Action or Sometimes Card would affect your Fortitude: Ignore it.",
        ),
    ],
)
def test_a_text_reads_well(card: str, kind: str, text: str | None) -> None:
    found = one(card)
    assert found[0] == kind
    assert text is None or found[1] == text


def test_a_use_has_a_text_of_its_own() -> None:
    builder = all_cards()
    card = next(card for card in builder.cards if card.family == "order-two-free-or-waive")
    assert [use_text(use, builder.words).partition(":")[0] for use in card.uses] == [
        "In your Order a Drink Phase",
        "When you must pay because the Drink Deck has run out",
    ]
