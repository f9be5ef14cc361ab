"""The cards that ship, as a whole: nothing unused, nothing unexercised, and as many of each as the game has."""

from collections import Counter
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from innkeeper.cards import schema
from innkeeper.cards.build import Builder
from innkeeper.cards.text import card_text
from innkeeper.cards.titles import plain
from innkeeper.cards.yaml12 import load, read
from innkeeper.engine import vocabulary
from innkeeper.library import Table, catalog, catalog_with, shipped
from tests.cards import made_up
from tests.cards.words_used import all_words, used_words

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EXAMPLE = ROOT / "examples" / "my-deck.yaml"
EVERY_WORD = HERE / "every-word.yaml"

# Families that no deck uses yet and that stay for users' own decks.
SPARE: frozenset[str] = frozenset()

# Titles of which the same words stand on different cards.
TWO_CARDS_OF_ONE_TITLE = {plain("Drink up, friend!")}

SHARED = {"gambling-start": 6, "gambling-raise": 2, "winning-hand": 2, "pot-to-inn": 1, "tip-wench": 1, "negate-sometimes": 1}
SHARED |= {"negate-drink-change": 1}

# How many copies of each family each base deck has, beside those that all of them have.
BASE_DECKS = {
    "deirdre": {
        "catch-cheat": 1,
        "sit-out": 2,
        "sit-out-or-ignore-drink": 1,
        "pass-drink": 1,
        "dilute": 1,
        "toast-all": 1,
        "order-two": 2,
        "hit-2": 4,
        "spike": 2,
        "ignore-fort-alcohol": 1,
        "inn-pays": 2,
        "heal-2": 2,
        "ignore-fort": 2,
        "hit-back-2": 1,
        "hit-1": 1,
        "heal-other-paid": 1,
        "heal-all-paid": 1,
    },
    "dimli": {
        "order-two": 2,
        "inn-pays": 2,
        "ignore-drink": 2,
        "alcohol-to-fortitude": 1,
        "pass-drink": 2,
        "collect-1": 1,
        "sit-out": 2,
        "hit-1": 1,
        "hit-2": 5,
        "hit-back-2": 1,
        "ignore-fort-any": 1,
        "spike": 2,
        "extra-drink-in-phase": 1,
        "restart-round": 1,
        "split-drink": 1,
        "sit-out-or-ignore-drink": 1,
    },
    "eve": {
        "order-two": 2,
        "take-1": 2,
        "ignore-drink": 2,
        "cheat-eject": 1,
        "cheat": 3,
        "dragonfire": 1,
        "illusory-coin": 2,
        "ignore-any-stat": 2,
        "alcohol-2": 2,
        "sit-out-or-ignore-drink": 1,
        "hit-1": 2,
        "share-pain": 1,
        "hit-3": 2,
        "palm-coin": 1,
        "redirect-hit": 1,
        "collect-1": 1,
    },
    "fiona": {
        "catch-cheat": 1,
        "inn-pays": 2,
        "sit-out": 2,
        "ignore-fort": 2,
        "ignore-drink": 2,
        "order-two": 2,
        "extra-drink-on-reveal": 1,
        "drink-now": 1,
        "split-drink": 1,
        "alcohol-to-fortitude": 1,
        "hit-1": 3,
        "hit-2": 3,
        "hit-3": 1,
        "hit-back-2": 2,
        "heal-2": 1,
        "collect-1": 1,
    },
    "fleck": {
        "order-two-free-or-waive": 2,
        "cheat-eject": 1,
        "cheat": 4,
        "ignore-drink": 2,
        "split-drink": 2,
        "sit-out-or-ignore-drink": 1,
        "sit-out": 1,
        "toast-all": 1,
        "inn-pays": 2,
        "collect-1": 1,
        "heal-2": 1,
        "hit-back-2": 1,
        "hit-1": 1,
        "hit-2": 2,
        "rowdy-song": 2,
        "sad-song": 1,
        "take-2": 1,
    },
    "gerki": {
        "cheat": 3,
        "cheat-eject": 1,
        "ignore-drink": 3,
        "spike": 2,
        "order-two": 2,
        "hit-2": 4,
        "ignore-fort-alcohol": 1,
        "take-1": 2,
        "inn-pays": 2,
        "palm-coin": 1,
        "ignore-any-stat-or-drink": 1,
        "steal-pot": 1,
        "hit-3": 2,
        "collect-1": 1,
    },
    "gog": {
        "catch-cheat": 1,
        "inn-pays": 2,
        "sit-out": 2,
        "sit-out-or-ignore-drink": 1,
        "ignore-any-stat": 1,
        "ignore-fort-any": 2,
        "ignore-drink": 2,
        "order-two": 2,
        "extra-drink-in-phase": 2,
        "hit-2": 5,
        "hit-3-pay-1": 1,
        "hit-4": 1,
        "hit-all-1": 1,
        "hit-back-2": 1,
        "heal-2": 1,
        "collect-1": 1,
    },
    "zot": {
        "cheat": 3,
        "cheat-eject": 1,
        "ignore-drink": 1,
        "pass-drink": 1,
        "sit-out-or-ignore-drink-pay-1": 1,
        "hit-2": 5,
        "order-two": 2,
        "sit-out-or-ignore-drink": 2,
        "drink-now": 1,
        "inn-pays": 1,
        "take-1": 1,
        "ignore-fort": 1,
        "hit-back-2": 1,
        "hit-1": 1,
        "hit-all-1": 2,
        "collect-1": 1,
        "ignore-any-stat": 1,
    },
}
DRINKS = {
    "Light Ale": 3,
    "Light Ale with a Chaser": 2,
    "Dark Ale": 3,
    "Dark Ale with a Chaser": 1,
    "Wine": 3,
    "Wine with a Chaser": 1,
    "Elven Wine": 2,
    "Elven Wine with a Chaser": 1,
    "Dragon Breath Ale": 3,
    "Dirty Dishwater": 1,
    "We're Cutting You Off!": 1,
    "Orcish Rotgut": 1,
    "Troll Swill": 1,
    "Water": 1,
    "Holy Water": 1,
    "Wizard's Brew": 1,
    "Round on the House!": 2,
    "Drinking Contest!": 2,
}


def deck_files() -> dict[str, Any]:
    folder = resources.files("innkeeper") / "decks"
    found = {}
    for where in (folder, *(entry for entry in folder.iterdir() if entry.is_dir())):
        for entry in where.iterdir():
            if entry.name.endswith(".yaml"):
                found[entry.name] = load(entry.read_text("utf-8"), entry.name).data
    return found


@pytest.fixture(scope="module")
def builder() -> Builder:
    return shipped()


def test_every_family_is_used_or_spare(builder: Builder) -> None:
    used = {card.family for card in builder.cards if card.family}
    assert used | SPARE == set(builder.families)
    assert not used & SPARE


def test_every_word_of_the_base_game_is_exercised() -> None:
    """By a card that ships, the example, or the deck beside this test."""
    words = vocabulary.base()
    files = [data for name, data in deck_files().items()]
    used = used_words(shipped().words, [*files, read(EXAMPLE).data, read(EVERY_WORD).data])
    missing = all_words(words) - used
    assert not missing, sorted(missing)


def test_the_deck_beside_this_test_is_needed() -> None:
    """It holds what no shipped card uses, so that this list stays honest: something in it must still be missing elsewhere."""
    words = vocabulary.base()
    used = used_words(shipped().words, [*deck_files().values(), read(EXAMPLE).data])
    assert all_words(words) - used


def test_a_title_is_one_card(builder: Builder) -> None:
    families: dict[str, set[str]] = {}
    for card in builder.cards:
        if card.pile == "character":
            families.setdefault(plain(card.title), set()).add(card.family or card_text(card, builder.words))
            assert card.uses or card.thing or card.in_front, f"{card.title} does nothing"
    assert {title for title, found in families.items() if len(found) > 1} == TWO_CARDS_OF_ONE_TITLE


@pytest.mark.parametrize("slug", sorted(BASE_DECKS))
def test_a_base_deck_has_the_cards_it_has(builder: Builder, slug: str) -> None:
    deck = builder.sheets[slug].deck
    assert len(deck) == 40
    assert Counter(builder.cards[number].family for number in deck) == Counter(SHARED | BASE_DECKS[slug])


def test_the_drink_deck_has_the_cards_it_has(builder: Builder) -> None:
    deck = builder.drinks["base"]
    assert len(deck) == 30
    assert Counter(builder.cards[number].title for number in deck) == Counter(DRINKS)


def test_the_schema_that_ships_is_the_one_that_is_generated(builder: Builder) -> None:
    generated = schema.schema_text(builder.words, builder.families)
    assert schema.shipped_text() == generated, "run scripts/card-schema"


def test_the_schema_describes_every_key(builder: Builder) -> None:
    def undescribed(node: Any, where: str) -> list[str]:
        if isinstance(node, dict):
            found = [f"{where}.{key}" for key, value in node.get("properties", {}).items() if value == {}]
            return found + [x for key, value in node.items() for x in undescribed(value, f"{where}.{key}")]
        return []

    assert undescribed(schema.schema(builder.words, builder.families), "") == []


@pytest.mark.parametrize("name", sorted(deck_files()))
def test_the_schema_takes_every_file_that_ships(name: str) -> None:
    found = schema.schema(shipped().words, shipped().families)
    jsonschema.Draft202012Validator.check_schema(found)
    jsonschema.validate(deck_files()[name], found, jsonschema.Draft202012Validator)


@pytest.mark.parametrize("path", [EXAMPLE, EVERY_WORD], ids=lambda path: path.name)
def test_the_schema_takes_a_deck_of_ones_own(path: Path) -> None:
    jsonschema.validate(read(path).data, schema.schema(shipped().words, shipped().families), jsonschema.Draft202012Validator)


def play(seats: list[str], seed: int, cards: Any, most: int = 20_000) -> Table:
    """Play at random until the game is over, or for so many choices."""
    chance = Random(seed)
    table = Table.new(seats, seed=seed, cards=cards)
    for _ in range(most):
        if table.decision is None:
            break
        table.choose(chance.choice(table.decision.options))
    return table


def test_the_example_deck_is_whole_and_yours() -> None:
    cards = catalog_with([EXAMPLE])
    deck = cards.sheets["hilda"].deck
    assert len(deck) == 40
    assert {cards.cards[number].origin for number in deck} == {"yours"}
    assert "hilda" not in catalog().sheets


@pytest.mark.parametrize("seed", range(6))
def test_a_deck_of_ones_own_plays_a_whole_game(seed: int) -> None:
    cards = catalog_with([EXAMPLE, EVERY_WORD])
    table = play(["hilda", "everyword", "fiona", "hilda"][: 2 + seed % 3], seed, cards)
    assert table.decision is None
    assert table.outcome is not None


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_loader_takes_can_be_played_and_read(seed: int) -> None:
    builder = shipped()
    # The words of the base game: characters' own words may count on their character.
    base = Builder(vocabulary.base())
    base.families.update(builder.families)
    for name in ("drinks.yaml", "eve.yaml"):
        document = load((resources.files("innkeeper") / "decks" / name).read_text("utf-8"), name)
        base.add_set(document) if name == "drinks.yaml" else base.add_deck(document)
    chance = Random(seed)
    for slug in ("one", "two"):
        made_up.deck(base.words, sorted(base.families), chance, base, slug)
    for card in base.cards:
        assert card_text(card, base.words)
    play(["one", "two", "eve", "one"][: 2 + seed % 3], seed, base.catalog(), 4000)


def test_a_drink_may_have_parts_that_are_pending_on_their_own() -> None:
    builder = shipped()
    text = """
set: mine
drinks:
  - {count: 20, title: A, first: [{pending: [{lose: {fortitude: 1}}]}], does: [{pending: [{gain: {alcohol: 1}}]}]}
  - {count: 10, title: B, event: [{pending: [{lose: {who: every, fortitude: 1}}]}]}
"""
    builder.add_set(load(text, "mine.yaml"))
    chance = Random(1)
    table = Table.new(["fiona", "zot"], {"drinks": ["mine"]}, 1, builder.catalog())
    while table.decision is not None:
        table.choose(chance.choice(table.decision.options))
    assert table.outcome is not None
