"""What a person types, and what it means."""

import pytest

from innkeeper.cli.answers import Unclear, match, match_several, split

NAMES = ["My Goddess protects me!", "My Goddess heals me.", "I don't think so!", "I raise!", "Gerki", "Zot", "Zot 2", "pass"]
HAND = ["I raise!", "I raise!", "Winning Hand!", "Gambling? I'm in!"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", 0),
        ("8", 7),
        (" 3 ", 2),
        ("pass", 7),
        ("PASS", 7),
        ("p", 7),
        ("ger", 4),
        ("zot", 5),  # the whole name goes before the beginning of another one
        ("zot 2", 6),
        ("zot2", 6),
        ("protects", 0),
        ("goddess heals", 1),
        ("i dont think", 2),
        ("I don’t think so", 2),
        ("raise", 3),
        ("play raise", 3),
        ("order gerki", 4),
        ("rki", 4),
    ],
)
def test_what_is_meant(typed: str, meant: int) -> None:
    assert match(typed, NAMES) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0", "the numbers go from 1 to 8"),
        ("9", "There is no 9"),
        ("-1", "There is no -1"),
        ("goddess", '"My Goddess protects me!" or "My Goddess heals me."'),
        ("xyzzy", "none of these"),
        ("!!!", "none of these"),
        ("play", "none of these"),
    ],
)
def test_what_is_unclear_is_said(typed: str, said: str) -> None:
    with pytest.raises(Unclear) as caught:
        match(typed, NAMES)
    assert said in str(caught.value)


def test_many_candidates_are_not_all_listed() -> None:
    with pytest.raises(Unclear, match="or 3 more"):
        match("card", [f"card {letter}" for letter in "abcdefg"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1 3", [0, 2]),
        ("3, 1", [0, 2]),
        ("1 1", [0]),
        ("raise", [0]),
        ("raise raise", [0, 1]),
        ("winning, gambling", [2, 3]),
        ("winning 4", [2, 3]),
        ("winning hand", [2]),
        ("all", [0, 1, 2, 3]),
        ("everything", [0, 1, 2, 3]),
        ("", []),
        (" , ", []),
    ],
)
def test_several_at_once(typed: str, meant: list[int]) -> None:
    assert match_several(typed, HAND) == meant


@pytest.mark.parametrize("typed", ["1 9", "raise raise raise", "winning nothing", "0"])
def test_one_that_is_unclear_spoils_them_all(typed: str) -> None:
    with pytest.raises(Unclear):
        match_several(typed, HAND)


def test_the_first_word() -> None:
    assert split("  Save  a file ") == ("save", "a file")
    assert split("") == ("", "")
