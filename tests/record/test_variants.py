"""Variants as words."""

from typing import Any

import pytest

from innkeeper.library import Table
from innkeeper.record.variants import read_variants, turned, variant_words

NAMES = ("pooky", "fiona", "evil_pooky", "fiona-2")
KNOWN = ("boss", "events", "prizes")


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ([], {}),
        (["prizes"], {"prizes": True}),
        (["prizes=Portal Gun,Pooky Snack", "events"], {"prizes": ["Portal Gun", "Pooky Snack"], "events": True}),
        (["teams=1,3"], {"teams": [[0], [1, 2, 3]]}),
        (["drinks=base"], {"drinks": ["base"]}),
        (["drinks=base,evil-pooky"], {"drinks": ["base", "evil-pooky"]}),
        (["boss=evil_pooky"], {"boss": {"seat": 2}}),
        (["boss=fiona-2:gold=30,hand_size=8"], {"boss": {"seat": 3, "gold": 30, "hand_size": 8}}),
    ],
)
def test_words_and_what_they_say(words: list[str], wish: dict[str, Any]) -> None:
    assert read_variants(words, NAMES, KNOWN) == wish
    assert variant_words(wish, NAMES) == sorted(words)


def test_names_may_be_typed_with_a_dash() -> None:
    assert read_variants(["boss=evil-pooky:hand-size=8"], NAMES, KNOWN) == {"boss": {"seat": 2, "hand_size": 8}}


def test_the_boss_may_be_typed_as_a_seat_may() -> None:
    assert read_variants(["boss=Evil-Pooky"], NAMES, KNOWN) == {"boss": {"seat": 2}}


def test_a_seat_whose_character_is_not_known_cannot_be_named_as_the_boss() -> None:
    with pytest.raises(ValueError, match="one of the seats: pooky; this is ''"):
        read_variants(["boss"], ["", "pooky"], KNOWN)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["prize"], "there is no variant 'prize'; there are: boss, drinks, events, prizes, teams"),
        (["prizes", "prizes"], "named twice"),
        (["teams=2,3"], "together 4 seats"),
        (["teams"], "together 4 seats"),
        (["boss=zot"], "one of the seats"),
        (["boss"], "one of the seats"),
        (["boss=pooky:gold=much"], "is a number"),
        (["boss=pooky:gold=20,gold=30"], "'gold' is named twice"),
    ],
)
def test_words_that_say_nothing(words: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_variants(words, NAMES, KNOWN)


def test_the_base_set_of_drinks_is_always_there() -> None:
    assert read_variants(["drinks=evil-pooky"], NAMES, KNOWN) == {"drinks": ["base", "evil-pooky"]}


def test_everybody_moves_on_by_a_seat() -> None:
    wish = {"teams": [[0, 1], [2, 3]], "first": 3, "prizes": True}
    assert turned(wish, 1, 4) == {"teams": [[1, 2], [3, 0]], "first": 0, "prizes": True}
    assert turned({"boss": {"seat": 3, "gold": 9}}, 2, 4) == {"boss": {"seat": 1, "gold": 9}}
    assert variant_words(turned(wish, 1, 4), NAMES) == ["prizes"]  # such teams have no word


def test_a_table_is_the_same_in_whatever_order_its_variants_are_named() -> None:
    wish = {"prizes": True, "events": True, "boss": {"seat": 0, "gold": 12}}
    one = Table.new(("ripsnarl", "zot"), wish, 3)
    other = Table.new(("ripsnarl", "zot"), dict(reversed(wish.items())), 3)
    assert one.dump() == other.dump()
    assert one == other
