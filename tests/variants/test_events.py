"""Events: the wish, what is seen of the deck, files of one's own, and whole games. The rules in play are scenarios."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from innkeeper.cards.yaml12 import BadText
from innkeeper.engine.state import NOBODY
from innkeeper.engine.turn import is_last
from innkeeper.lab.check import Checker
from innkeeper.library import Table, catalog, catalog_with
from innkeeper.variants import events
from innkeeper.view import log_for, redeal, story, view

MINE = """
set: back-yard
events:
  - {count: 2, title: A goat walks in, subtype: gm, event: [{discard: {who: every, n: 1, how: random}}]}
  - {title: It rains through the roof, event: [{lose: {who: every, fortitude: 1}}]}
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("set") / "back-yard.yaml"
    path.write_text(MINE, "utf-8")
    return catalog_with([path])


def deck(t: Table) -> Counter[str]:
    return Counter(t.game.cards[card].title for card in t.inn_piles[t.game.inn_piles.index(events.DECK)])


def test_the_events_that_ship_are_ten_of_five_kinds() -> None:
    there = [catalog().cards[card] for card in catalog().events[events.SHIPPED]]
    assert len(there) == len({card.title for card in there}) == 10
    assert Counter(card.subtype for card in there) == dict.fromkeys(("drink", "sea", "dungeon", "tavern", "gm"), 2)
    assert {card.origin for card in there} == {"reconstructed"}


def test_a_wish_is_true_or_names_sets(cards: Any) -> None:
    seats = ("fiona", "zot")
    mine = {"A goat walks in": 2, "It rains through the roof": 1}
    for wish in ("back-yard", ["back-yard"], ["back-yard", "back-yard"]):
        assert deck(Table.new(seats, {"events": wish}, 1, cards)) == mine
    assert sum(deck(Table.new(seats, {"events": True}, 1, cards)).values()) == 10
    both = Table.new(seats, {"events": ["back-yard", events.SHIPPED]}, 1, cards)
    assert sum(deck(both).values()) == 13
    assert Table.load(both.dump(), cards) == both


@pytest.mark.parametrize(("wish", "why"), [("nowhere", "no set of Events"), ([], "names of sets"), (3, "names of sets")])
def test_what_is_no_wish(wish: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Table.new(("fiona", "zot"), {"events": wish}, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("set: x\nevents: []", "1 to 200 cards"),
        ("set: x\nevents: [{title: A, subtype: lake, event: []}]", "expected one of drink, sea"),
        ("set: x\nevents: [{title: A}]", "'event' is missing"),
        ("set: x\nevents: [{title: A, event: [], alcohol: 1}]", "no such key"),
        ("set: x\nevents: [{title: A, event: []}, {title: A, event: []}]", "stands twice"),
        ("set: x", "`drinks`, `prizes` or `events`"),
    ],
)
def test_a_file_of_events_is_checked(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadText, match=why):
        catalog_with([path])


def test_nobody_sees_the_order_of_the_deck() -> None:
    t = Table.new(("fiona", "zot", "gerki"), {"events": True}, 4)
    other = t.copy()
    i = t.game.inn_piles.index(events.DECK)
    other.inn_piles[i] = tuple(reversed(other.inn_piles[i]))
    orders = {redeal(t, 0, seed).inn_piles[i] for seed in range(8)}
    assert len(orders) > 4
    for seat in (NOBODY, 0, 1, 2):
        assert view(t, seat) == view(other, seat)
        assert view(t, seat).variants["events"][events.DECK] == 10


def play(seats: tuple[str, ...], variants: dict[str, Any], seed: int) -> Table:
    t = Table.new(seats, variants, seed)
    chance = Random(seed)
    checker = Checker(t, 60, seed)
    while t.decision is not None:
        t.choose(chance.randrange(len(t.decision.options)))
        checker.see(t)
    return t


@pytest.mark.parametrize("seed", range(40))
def test_random_games_with_an_event_after_every_full_round(seed: int) -> None:
    chance = Random(seed)
    cast = sorted(sheet.slug for sheet in catalog().sheets.values() if not sheet.kit)
    seats = tuple(chance.choices(cast, k=chance.randint(2, 6)))
    variants: dict[str, Any] = {"events": True, "first": chance.randrange(len(seats))}
    if seed % 4 == 1 and len(seats) > 2:
        variants["teams"] = [[0], list(range(1, len(seats)))]
    elif seed % 4 == 2:
        variants = {"events": True, "boss": {"seat": 0}}
        seats = ("baelfire", *seats[1:])
    t = play(seats, variants, seed)
    assert t.outcome is not None
    # Over the log: an Event between two turns where the second is at or past the party that began, and nowhere else.
    party, n = t.game.party, len(t.game.members)
    last, drawn = NOBODY, False
    for kind, seat, *_ in t.entries():
        if kind == "event":
            assert not drawn
            drawn = True
        elif kind == "turn":
            p = party[seat]
            if last != NOBODY:
                assert drawn == ((t.began - last - 1) % n <= (p - last - 1) % n)
            last, drawn = p, False


def test_the_last_turn_of_a_round() -> None:
    t = Table.new(("fiona", "zot", "gerki", "eve"), {"events": True, "first": 2}, 1)
    assert [is_last(t, p) for p in range(4)] == [False, True, False, False]
    t.out[2] = "broke"
    assert [is_last(t, p) for p in (0, 1, 3)] == [False, True, False]
    t.out[1] = "broke"
    assert [is_last(t, p) for p in (0, 3)] == [True, False]


def test_the_story_tells_of_events() -> None:
    lines: list[str] = []
    for seed in range(12):
        lines += story(play(("fiona", "zot", "gerki"), {"events": True}, seed))
    assert any(line.startswith("The Event of this round is ") for line in lines)
    assert any(line.endswith(" is about to be carried out.") for line in lines)
    assert any(line.startswith("A Drink is served to ") for line in lines)
    assert any(line.startswith("A Round of Gambling begins, with ") for line in lines)
    assert not any("nobody" in line.split('"')[0] and "orders" in line for line in lines)
    t = play(("fiona", "zot"), {"events": True}, 3)
    assert len(log_for(t, 0)) == len(t.entries())
