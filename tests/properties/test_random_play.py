"""Whole games of random choices, every position checked: no rule is looked at here, only what no rule may break."""

import json

import pytest

from innkeeper import Table
from innkeeper.lab.check import Checker
from innkeeper.view import log_for, view
from tests.properties.games import BASE, BOSSES, CAST, GUESTS, Setting, choices, mixed, setting

GAMES = 300
AT_ONCE = 10


def play(made: Setting) -> tuple[Table, list[int]]:
    """Play a game to its end with all checks; return the table and what was chosen."""
    table = made.table()
    checker = Checker(table, sample=25, seed=made.seed)
    pick = choices(made.seed)
    chosen = []
    while table.decision is not None:
        chosen.append(pick.randrange(len(table.decision.options)))
        table.choose(chosen[-1])
        try:
            checker.see(table)
        except Exception as error:
            error.add_note(f"{made}, after choices {chosen}")
            raise
    return table, chosen


@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
def test_random_games_end_and_nothing_breaks(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        made = setting(number)
        table, chosen = play(made)
        assert table.outcome is not None, made
        again = made.table()
        for option in chosen:
            again.choose(option)
        assert again.dump() == table.dump(), f"{made} is another game when it is played again"


def test_the_games_are_of_every_kind() -> None:
    made = [setting(number) for number in range(GAMES)]
    assert {len(one.seats) for one in made} == {2, 3, 4, 5, 6, 7, 8}
    assert {slug for one in made for slug in one.seats} == set(BASE)
    assert {len(one.variants.get("teams", ())) for one in made} == {0, 2, 3}
    assert sum(one.variants.get("first") == "random" for one in made) > 50
    assert any(len(set(one.seats)) < len(one.seats) for one in made)


MIXED = 150


@pytest.mark.parametrize("first", range(3000, 3000 + MIXED, AT_ONCE))
def test_games_with_every_mix_of_variants_hold_too(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        made = mixed(number)
        table, _ = play(made)
        assert table.outcome is not None, made


def test_the_mixes_are_of_every_kind() -> None:
    made = [mixed(number) for number in range(3000, 3000 + MIXED)]
    kinds = [frozenset(one.variants) - {"first"} for one in made]
    sides: tuple[set[str], ...] = (set(), {"boss"}, {"teams"})
    for side in sides:
        for prizes in (set(), {"prizes"}):
            for events in (set(), {"events"}):
                assert kinds.count(frozenset(side | prizes | events)) >= 3, (side, prizes, events)
    bosses = {one.seats[one.variants["boss"]["seat"]] for one in made if "boss" in one.variants}
    assert bosses == set(BOSSES)


@pytest.mark.parametrize("slug", [slug for slug in CAST if slug not in BASE])
@pytest.mark.parametrize("first", [2000, 2010])
def test_games_with_characters_that_have_rules_of_their_own_hold_too(first: int, slug: str) -> None:
    """Each of them sits at every table once at least, and often beside others of the kind."""
    others = tuple(name for name in CAST if name not in BASE)
    for number in range(first, first + AT_ONCE):
        made = setting(number, (*BASE[:3], *others))
        play(Setting((slug, *made.seats[1:]), made.variants, made.seed))


@pytest.mark.parametrize("slug", GUESTS)
@pytest.mark.parametrize("first", [1000, 1004])
def test_games_with_guests_hold_too(first: int, slug: str) -> None:
    """Their cards end turns early and are played from in front, which no base card does."""
    for number in range(first, first + 4):
        made = setting(number)
        play(Setting((slug, *made.seats[1:]), made.variants, made.seed))


def test_one_seed_gives_one_log_and_another_seed_another() -> None:
    logs = []
    for seed in (5, 5, 6):
        table = Table.new(("zot", "gerki", "eve"), seed=seed)
        pick = choices(5)
        for _ in range(60):
            assert table.decision is not None
            table.choose(pick.randrange(len(table.decision.options)))
        logs.append(json.dumps(table.entries()).encode())
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_a_spectator_sees_of_a_game_what_all_seats_see_of_it() -> None:
    """The public part of a view does not depend on whose it is."""
    table = setting(11).table()
    pick = choices(11)
    while table.decision is not None:
        seen = view(table, -1)
        for seat in range(len(table.out)):
            mine = view(table, seat)
            assert (mine.seats, mine.round, mine.drink_discard, mine.log) == (
                seen.seats, seen.round, seen.drink_discard, seen.log,
            ) or table.decision.kind == "pick"  # fmt: skip
            assert len(log_for(table, seat)) == seen.log
        table.choose(pick.randrange(len(table.decision.options)))
