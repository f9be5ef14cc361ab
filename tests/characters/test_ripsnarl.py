"""Ripsnarl: what scenarios cannot say. His rules are shown in the rulebook's scenarios."""

from random import Random
from typing import Any

import pytest

from innkeeper.characters.ripsnarl import FORMS, HUMAN, MOST_FURY, PRINTED_FURY, WOLF, form, fury
from innkeeper.engine.state import NOBODY
from innkeeper.lab.check import Checker
from innkeeper.library import Table, catalog
from innkeeper.view import log_for, story, view

TABLES = (
    ("ripsnarl", "fiona"),
    ("ripsnarl", "piper", "pooky"),
    ("baelfire", "ripsnarl", "eve", "ripsnarl"),
    ("ripsnarl", "deirdre", "zot", "gog", "ripsnarl", "piper"),
)


def random_game(seats: tuple[str, ...], seed: int, sample: int = 50, variants: dict[str, Any] | None = None) -> Table:
    """Play one game of random choices, looking at every position."""
    t = Table.new(seats, variants or {"first": "random"}, seed)
    chance = Random(seed)
    checker = Checker(t, sample, seed)
    while t.decision is not None:
        for seat, slug in enumerate(t.game.seats):
            if slug == "ripsnarl":
                assert 0 <= fury(t, seat) <= MOST_FURY
                assert form(t, seat) in range(len(FORMS))
                assert form(t, seat) != WOLF or fury(t, seat) == 0  # a wolf has none (fury.none-as-wolf, fury.release)
                if seat == t.game.boss and form(t, seat) == HUMAN:
                    assert fury(t, seat) >= PRINTED_FURY
        t.choose(chance.randrange(len(t.decision.options)))
        checker.see(t)
    return t


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_and_hold(seats: tuple[str, ...], seed: int) -> None:
    assert random_game(seats, seed).outcome is not None


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("seed", range(6))
def test_random_games_of_the_boss_end_and_hold(seats: tuple[str, ...], seed: int) -> None:
    boss = seats.index("ripsnarl")
    assert random_game(seats, seed, 40, {"boss": {"seat": boss}}).outcome is not None


def test_everybody_sees_form_and_fury() -> None:
    t = Table.new(("ripsnarl", "fiona"), seed=3)
    for viewer in (NOBODY, 0, 1):
        assert view(t, viewer).seats[0].seen == {"form": "human", "fury": 0}


def test_the_story_tells_of_fury_and_form() -> None:
    lines: list[str] = []
    for seed in range(30):
        t = random_game(("ripsnarl", "fiona", "piper"), seed, 0)
        lines += story(t)
        kinds = {entry[0] for entry in log_for(t, NOBODY)}
        assert kinds.isdisjoint({"arrows"}) or all(not e[6] for e in log_for(t, NOBODY) if e[0] == "arrows")
    for line in ("Ripsnarl turns wolf.", "Ripsnarl turns human.", "Ripsnarl stays wolf.", "Ripsnarl gains 1 Fury."):
        assert line in lines
    assert any(line.startswith("Ripsnarl lets loose ") for line in lines)
    assert any(line.startswith("Ripsnarl aims ") and line.endswith(" Fury at Fiona.") for line in lines)


def test_fury_counts_as_a_card_and_is_none() -> None:
    cards = catalog()
    number = cards.by_title["ripsnarl", "Fury"]
    assert number not in cards.sheets["ripsnarl"].deck
    assert len(cards.sheets["ripsnarl"].deck) == 40


def test_boss_cards_are_the_boss_s_alone() -> None:
    cards = catalog()
    part = cards.sheets["ripsnarl"].boss
    assert part is not None
    assert len(part.cards) == 15
    t = Table.new(("ripsnarl", "ripsnarl", "fiona"), {"boss": {"seat": 0}}, 5)
    mine, other = ([*t.hand[s], *t.deck[s]] for s in (0, 1))
    assert sorted(mine) == sorted([*other, *part.cards])
    assert view(t, 2).seats[0].seen == {"form": "human", "fury": 1}
