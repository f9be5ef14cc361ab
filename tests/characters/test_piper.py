"""Piper: what scenarios cannot say. Her rules are shown in the rulebook's scenarios."""

from pathlib import Path
from random import Random

import pytest

from innkeeper.characters.piper import QUIVER, SPENT
from innkeeper.engine import atoms, instructions
from innkeeper.engine.state import NOBODY
from innkeeper.lab.check import Checker, check_redeal, check_views
from innkeeper.library import Table, catalog, catalog_with
from innkeeper.view import log_for, redeal, story, view

TABLES = (
    ("piper", "fiona"),
    ("piper", "ripsnarl", "baelfire"),
    ("piper", "eve", "piper", "pooky"),
    ("zot", "piper", "deirdre", "gerki", "dimli", "piper", "ripsnarl"),
)


def random_game(seats: tuple[str, ...], seed: int, sample: int = 50) -> Table:
    """Play one game of random choices, looking at every position."""
    t = Table.new(seats, {"first": "random"}, seed)
    chance = Random(seed)
    checker = Checker(t, sample, seed)
    while t.decision is not None:
        t.choose(chance.randrange(len(t.decision.options)))
        checker.see(t)
    return t


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_and_hold(seats: tuple[str, ...], seed: int) -> None:
    t = random_game(seats, seed)
    assert t.outcome is not None
    for seat, slug in enumerate(seats):
        if slug == "piper":  # nothing but Arrows lies with the Arrows, and no Arrow anywhere else
            arrows = (*atoms.side(t, seat, QUIVER), *atoms.side(t, seat, SPENT))
            assert all(t.game.cards[card].pile == QUIVER for card in arrows)
            assert all(t.game.cards[card].pile == "character" for card in (*t.deck[seat], *t.discard[seat]))


def test_the_quiver_is_shuffled_and_deals_one_arrow() -> None:
    orders = {atoms.side(Table.new(("piper", "fiona"), seed=seed), 0, QUIVER) for seed in range(6)}
    assert len(orders) > 1
    assert all(len(order) == 13 for order in orders)


def test_sizes_are_the_rulebooks() -> None:
    sheet = catalog().sheets["piper"]
    assert len(sheet.deck) == 35
    assert len(sheet.side[QUIVER]) == 14


def test_nobody_sees_which_arrows_are_left_or_drawn() -> None:
    for seed in range(5):
        t = Table.new(("piper", "fiona"), seed=seed)
        for viewer in (NOBODY, 0, 1):
            assert view(t, viewer).seats[0].seen == {"quiver": 13, "quiver_discard": ()}
        drawn = [entry for entry in t.entries() if entry[0] == "arrows"]
        assert drawn
        assert all(entry[6] for entry in drawn)
        assert [entry[6] for entry in log_for(t, 0) if entry[0] == "arrows"] == [entry[6] for entry in drawn]
        assert all(entry[6] == () for entry in log_for(t, 1) if entry[0] == "arrows")
        assert "Piper draws 1 Arrow." in story(t, 1)


def test_dealing_the_unseen_anew_deals_arrows_among_arrows() -> None:
    t = Table.new(("fiona", "piper"), seed=1)
    seen = set()
    for seed in range(20):
        other = redeal(t, 0, seed)
        hand = [other.game.cards[card].pile for card in other.hand[1]]
        assert hand.count(QUIVER) == 1
        seen.add((other.hand[1], atoms.side(other, 1, QUIVER)))
        assert view(other, 0) == view(t, 0)
    assert len(seen) > 10


def test_a_hand_on_show_is_seen_by_the_one_who_chooses() -> None:
    """No shipped card shows a hand to choose from; the deck beside the tests of the card format has one that does."""
    cards = catalog_with([Path(__file__).parents[1] / "cards" / "every-word.yaml"])
    shown = 0
    for seed in range(40):
        t = Table.new(("everyword", "piper", "zot"), seed=seed, cards=cards)
        chance = Random(seed)
        checker = Checker(t, 20, seed)
        while t.decision is not None:
            whose = instructions.hand_on_show(t)
            if whose != NOBODY:
                shown += 1
                assert t.decision.seat != whose
                assert {o.value for o in t.decision.options} == set(t.hand[whose])
                check_views(t)
                check_redeal(t, seed)
            t.choose(chance.randrange(len(t.decision.options)))
            checker.see(t)
    assert shown > 5
