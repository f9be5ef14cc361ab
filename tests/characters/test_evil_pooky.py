"""Evil Pooky: what scenarios cannot say. His rules are shown in the rulebook's scenarios."""

from random import Random

import pytest

from innkeeper.characters.evil_pooky import DECK, DISCARD, REVEALED, in_front_of
from innkeeper.engine import atoms, turn
from innkeeper.engine.state import EFFECT, LAID_DOWN, NOBODY, SPENT, TOKEN
from innkeeper.lab.check import Checker, check_redeal, check_secrecy, check_views
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


# --- as the Boss ------------------------------------------------------------------------------------------------------------

BOSS_TABLES = (
    ("evil_pooky", "fiona"),
    ("evil_pooky", "pooky", "baelfire"),
    ("evil_pooky", "piper", "evil_pooky", "eve"),
    ("evil_pooky", "ripsnarl", "zot", "gerki", "dimli", "gog"),
)


def boss_titles() -> set[str]:
    part = catalog().sheets["evil_pooky"].boss
    assert part is not None
    regular = catalog().sheets["evil_pooky"].side[DECK]
    numbers = {*part.cards, *part.instead[DECK]} - {*regular}
    return {catalog().cards[card].title for card in numbers}


def test_sizes_of_what_the_boss_has_are_the_rulebooks() -> None:
    part = catalog().sheets["evil_pooky"].boss
    assert part is not None
    cards = catalog().cards
    assert len(part.cards) == 7
    portals = [i for card in part.cards for use in cards[card].uses[:1] for i in use.program if i.verb == "portal"]
    assert len(portals) == 3 + 1  # and one that is a Doppelganger for each other player
    deck = [cards[card] for card in part.instead[DECK]]
    assert len(deck) == 15
    assert sum(any(use.moment == REVEALED for use in card.uses) for card in deck) == 4
    assert {card.number for card in deck} & {*catalog().sheets["evil_pooky"].side[DECK]} == {
        card.number for card in deck if card.title == "Wizgille the Corrupted"
    }
    assert len(boss_titles()) == 7 + 14


@pytest.mark.parametrize("seats", BOSS_TABLES)
@pytest.mark.parametrize("seed", range(8))
def test_random_boss_battles_end_and_hold(seats: tuple[str, ...], seed: int) -> None:
    t = Table.new(seats, {"boss": {"seat": 0, "gold": 20, "fortitude": 30, "actions": 2}}, seed)
    chance = Random(seed)
    checker = Checker(t, 40, seed)
    mine = sorted(t.game.sides[0][0])
    while t.decision is not None:
        t.choose(chance.randrange(len(t.decision.options)))
        checker.see(t)
        away = [card for items in t.front for card, owner, _ in items if owner == 0]
        for f in t.stack:
            if f.kind == EFFECT and f.seat == 0:
                away += [f.card, *f.cards] if f.physical else f.cards
        away = [card for card in away if t.game.cards[card].pile == DECK]
        assert sorted([*atoms.side(t, 0, DECK), *atoms.side(t, 0, DISCARD), *away]) == mine
    assert t.outcome is not None


@pytest.mark.parametrize(
    ("seats", "variants"),
    [
        (("evil_pooky", "fiona", "evil_pooky"), {}),
        (("ripsnarl", "evil_pooky", "fiona"), {"boss": {"seat": 0}}),
        (("evil_pooky", "evil_pooky", "zot", "fiona"), {"teams": [[0, 1], [2, 3]]}),
    ],
)
def test_nobody_meets_a_card_of_his_as_the_boss_elsewhere(seats: tuple[str, ...], variants: dict[str, object]) -> None:
    never = boss_titles()
    for seed in range(6):
        t = Table.new(seats, variants, seed)
        chance = Random(seed)
        while t.decision is not None:
            t.choose(chance.randrange(len(t.decision.options)))
        met = {t.game.cards[entry[3]].title for entry in t.entries() if entry[3] >= 0}
        assert not met & never
        for pile in (*t.hand, *t.deck, *t.discard, *(pile for piles in t.piles for pile in piles)):
            assert not {t.game.cards[card].title for card in pile} & never


def test_nobody_sees_the_order_of_the_bosss_doppelganger_deck() -> None:
    t = Table.new(("evil_pooky", "fiona", "zot"), {"boss": {"seat": 0}}, 1)
    for viewer in (NOBODY, 0, 1):
        assert view(t, viewer).seats[0].seen == {DECK: 15, DISCARD: ()}
        assert len({atoms.side(redeal(t, viewer, seed), 0, DECK) for seed in range(8)}) > 1
    check_redeal(t, 3)
    check_views(t)


def test_the_moment_at_which_one_is_put_away_is_saved_and_secret() -> None:
    """What is asked there is a window like any other: it survives saving, and says nothing about hands."""
    found = 0
    for seed in range(60):
        t = Table.new(("evil_pooky", "fiona", "zot"), {"boss": {"seat": 0, "gold": 30, "fortitude": 40}}, seed)
        chance = Random(seed)
        while t.decision is not None:
            top = t.stack[-1]
            if top.kind == EFFECT and top.stage == SPENT:
                found += 1
                assert t.decision.seat == 0
                assert Table.load(t.dump()) == t
                check_redeal(t, seed)
                check_views(t)
                check_secrecy(t)
            t.choose(chance.randrange(len(t.decision.options)))
    assert found > 3
