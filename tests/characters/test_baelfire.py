"""What cases cannot say of Baelfire: what each seat sees of his supply, and that whole games hold together."""

import random

import msgspec
import pytest

from innkeeper import Table, catalog
from innkeeper.cards.yaml12 import load
from innkeeper.engine.decision import PASS
from innkeeper.lab.check import Checker
from innkeeper.rulebook.position import Position
from innkeeper.rulebook.scenario import read
from innkeeper.view import log_for, redeal, story, view

SUPPLY = "shadowfiend_supply"
NAMES = ("Worg", "Dire Wurm", "Sozzled Ghast", "Auditing Imp", "Fetching Hellhound", "Purring Horror", "Gnawing Shade")
CAST = tuple(sorted(sheet.slug for sheet in catalog().sheets.values() if not sheet.kit))


def table(given: str) -> Table:
    (scenario,) = read(load(f"scenario: x\ngiven: {given}\n", "here"))
    return Position(scenario).table()


def titles(t: Table, numbers: list[int]) -> list[str]:
    return [t.game.cards[n].title for n in numbers]


def test_everybody_sees_the_whole_supply() -> None:
    t = Table.new(["fiona", "baelfire", "zot"], {}, 5)
    for seat in (-1, 0, 1, 2):
        seen = view(t, seat).seats[1].seen[SUPPLY]
        assert sorted(titles(t, seen)) == sorted(NAMES)
        assert SUPPLY not in view(t, seat).seats[0].seen


def test_what_sits_in_front_of_a_player_is_seen_there_and_not_in_the_supply() -> None:
    t = table("{seats: [fiona, baelfire], fiona: {shadowfiends: [Worg], hand: ['I raise!']}, phase: order}")
    worg = catalog_number(t, "Worg")
    for seat in (-1, 0, 1):
        seen = view(t, seat)
        assert (worg, 1) in seen.seats[0].front
        assert worg not in seen.seats[1].seen[SUPPLY]


def catalog_number(t: Table, title: str) -> int:
    return t.game.catalog.by_title["baelfire", title]


def test_the_order_in_which_they_went_home_is_not_seen() -> None:
    """The supply is no pile (shadowfiend.supply-unshuffled): tables that differ in its order alone are one to every seat."""
    t = Table.new(["fiona", "baelfire"], {}, 1)
    other = t.copy()
    other.piles[1] = (tuple(reversed(other.piles[1][0])),)
    for seat in (-1, 0, 1):
        assert msgspec.to_builtins(view(t, seat)) == msgspec.to_builtins(view(other, seat))


def test_dealing_the_unseen_anew_leaves_the_supply_alone() -> None:
    t = Table.new(["fiona", "baelfire"], {}, 1)
    assert all(redeal(t, seat, 3).piles[1] == t.piles[1] for seat in (-1, 0, 1))


def test_another_seat_learns_of_a_summoning_only_when_it_is_done() -> None:
    t = table("""{seats: [baelfire, fiona, zot], baelfire: {hand: ["Who's a cutey-wooty Worgy?"]}}""")
    t.choose(0)  # play it
    t.choose(0)  # on Fiona; she has no answer
    assert t.decision is not None
    assert t.decision.kind == "choose"
    assert t.decision.seat == 0
    asked = view(t, 1).asked
    assert asked is not None
    assert asked.options == ()
    assert asked.kind == "choose"
    assert view(t, 1).seats[1].front == ()
    t.choose(next(o for o in t.decision.options if o.kind == "seat" and o.value == 2))
    lines = story(t, 1)
    assert '"Worg" now lies in front of Zot.' in lines
    assert log_for(t, 1) == log_for(t, 0)


def test_leaving_the_box_unused_is_told() -> None:
    t = table("""{seats: [baelfire, fiona], baelfire: {hand: ["Who's a cutey-wooty Worgy?"]}}""")
    t.choose(0)  # play it; there is only Fiona to pick
    t.choose(PASS)
    assert any(line.startswith("Baelfire summons nothing with") for line in story(t, 1))


def test_the_boss_has_two_more_and_nobody_else_has() -> None:
    t = Table.new(["baelfire", "baelfire", "zot"], {"boss": {"seat": 0}}, 5)
    seen = [titles(t, view(t, 2).seats[s].seen[SUPPLY]) for s in (0, 1)]
    assert sorted(seen[0]) == sorted([*NAMES, "Cackling Demon", "Elder Terror"])
    assert sorted(seen[1]) == sorted(NAMES)
    part = catalog().sheets["baelfire"].boss
    assert part is not None
    assert len(part.cards) == 15
    boss, other = ([*t.hand[s], *t.deck[s]] for s in (0, 1))
    assert sorted(boss) == sorted([*other, *part.cards])


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_random_games_of_the_boss_hold_together(start: int) -> None:
    for number in range(start, start + 10):
        chance = random.Random(number)
        seats = ["baelfire", *chance.choices(CAST, k=chance.randint(1, 5))]
        t = Table.new(seats, {"boss": {"seat": 0}}, number)
        checker = Checker(t, sample=60, seed=number)
        while t.decision is not None:
            t.choose(chance.randrange(len(t.decision.options)))
            checker.see(t)
        assert t.outcome is not None


@pytest.mark.parametrize("start", range(0, 200, 25))
def test_random_games_hold_together(start: int) -> None:
    for number in range(start, start + 25):
        chance = random.Random(f"baelfire {number}")
        n = 2 + number % 7
        seats = ["baelfire", *chance.choices(CAST, k=n - 1)]
        chance.shuffle(seats)
        t = Table.new(seats, {}, number)
        checker = Checker(t, sample=150, seed=number)
        while t.decision is not None:
            t.choose(chance.randrange(len(t.decision.options)))
            checker.see(t)
        assert t.outcome is not None
        home = [s for s, slug in enumerate(t.game.seats) if slug == "baelfire"]
        placed = sum(len(t.piles[s][0]) for s in home) + sum(
            t.game.cards[card].thing == "shadowfiend" for items in t.front for card, _, _ in items
        )
        assert placed == len(NAMES) * len(home)
