"""Evil Pooky: what scenarios cannot say. His rules are shown in the rulebook's scenarios."""

from random import Random

import pytest

from innkeeper.characters.evil_pooky import DECK, DISCARD, REVEALED, in_front_of
from innkeeper.engine import atoms, turn
from innkeeper.engine.state import LAID_DOWN, NOBODY, TOKEN
from innkeeper.lab.check import Checker, check_redeal, check_views
from innkeeper.library import Table, catalog, drinks_with
from innkeeper.view import log_for, redeal, story, view

TABLES = (
    ("evil_pooky", "fiona"),
    ("evil_pooky", "pooky", "baelfire"),
    ("piper", "evil_pooky", "eve", "evil_pooky"),
    ("zot", "evil_pooky", "ripsnarl", "gerki", "dimli", "gog", "deirdre"),
)


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_and_hold(seats: tuple[str, ...], seed: int) -> None:
    t = Table.new(seats, {"first": "random"}, seed)
    chance = Random(seed)
    checker = Checker(t, 40, seed)
    while t.decision is not None:
        t.choose(chance.randrange(len(t.decision.options)))
        checker.see(t)
        for seat, slug in enumerate(seats):
            if slug == "evil_pooky":
                piles = (*atoms.side(t, seat, DECK), *atoms.side(t, seat, DISCARD))
                assert all(t.game.cards[card].pile == DECK for card in piles)
                assert all(t.game.cards[card].pile == "character" for card in (*t.deck[seat], *t.hand[seat], *t.discard[seat]))
                assert turn.hand_size(t, seat) <= max(0, 7 - max(0, in_front_of(t, seat) - 1))
    assert t.outcome is not None


@pytest.mark.parametrize("seed", range(6))
def test_teams_with_him_end_and_hold(seed: int) -> None:
    t = Table.new(("evil_pooky", "pooky", "fiona", "evil_pooky"), {"teams": [[0, 1], [2, 3]]}, seed)
    chance = Random(seed)
    checker = Checker(t, 40, seed)
    while t.decision is not None:
        t.choose(chance.randrange(len(t.decision.options)))
        checker.see(t)


def test_sizes_are_the_rulebooks() -> None:
    sheet = catalog().sheets["evil_pooky"]
    cards = catalog().cards
    assert len(sheet.deck) == 40
    assert sum(any(i.verb == "portal" for use in cards[card].uses for i in use.program) for card in sheet.deck) == 14
    deck = [cards[card] for card in sheet.side[DECK]]
    assert len(deck) == 15
    immediate = [card for card in deck if any(use.moment == REVEALED for use in card.uses)]
    assert len(immediate) == 4
    for card in deck:
        if card not in immediate:
            left, right = card.uses
            assert left.playable
            assert not right.playable
            assert right.once
            assert right.moment
            assert card.in_front["playable"] == "owner"


def test_his_drinks_come_with_him_unless_the_table_says_otherwise() -> None:
    assert drinks_with(("fiona", "evil_pooky")) == ["evil-pooky"]
    assert drinks_with(("fiona", "pooky")) == []
    base, more = (len(catalog().drinks[name]) for name in ("base", "evil-pooky"))
    assert (base, more) == (30, 7)
    assert len(Table.new(("fiona", "evil_pooky")).drink_deck) == base + more - 2
    assert len(Table.new(("fiona", "zot")).drink_deck) == base - 2
    assert len(Table.new(("fiona", "evil_pooky"), {"drinks": ["base"]}).drink_deck) == base - 2
    assert len(Table.new(("fiona", "zot"), {"drinks": ["base", "evil-pooky"]}).drink_deck) == base + more - 2


def test_nobody_sees_the_order_of_the_doppelganger_deck() -> None:
    orders = {atoms.side(Table.new(("evil_pooky", "fiona"), seed=seed), 0, DECK) for seed in range(6)}
    assert len(orders) > 1
    t = Table.new(("evil_pooky", "fiona"), seed=1)
    for viewer in (NOBODY, 0, 1):
        assert view(t, viewer).seats[0].seen == {DECK: 15, DISCARD: ()}
        dealt = {atoms.side(redeal(t, viewer, seed), 0, DECK) for seed in range(8)}
        assert len(dealt) > 1

    check_redeal(t, 3)
    check_views(t)


def test_what_comes_out_of_a_portal_is_known_to_everybody() -> None:
    told = 0
    for seed in range(20):
        t = Table.new(("evil_pooky", "fiona", "zot"), seed=seed)
        chance = Random(seed)
        while t.decision is not None:
            t.choose(chance.randrange(len(t.decision.options)))
        for viewer in (NOBODY, 0, 1, 2):
            seen = [entry for entry in log_for(t, viewer) if entry[0] == "doppelganger"]
            assert seen == [entry for entry in t.entries() if entry[0] == "doppelganger"]
            told += len(seen)
            lines = story(t, viewer)
            assert sum(line.startswith("Evil Pooky reveals") for line in lines) >= len(seen)
    assert told


def test_a_table_is_saved_with_all_that_lies_in_front() -> None:
    """Tokens, laid-down Actions, what lasts for a Phase: whatever random games leave lying about is loaded as it was."""
    tags = set()
    for seed in range(30):
        t = Table.new(("evil_pooky", "fiona", "zot"), seed=seed)
        chance = Random(seed)
        while t.decision is not None:
            t.choose(chance.randrange(len(t.decision.options)))
            for items in t.front:
                tags |= {min(tag, LAID_DOWN) for _, _, tag in items}
            if t.effects or any(t.front):
                assert Table.load(t.dump()) == t
                break
    assert 0 in tags
    assert tags <= {TOKEN, 0, LAID_DOWN}
