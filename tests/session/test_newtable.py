"""A table that is being made: what it can be set to, what is wrong with it, and the game that comes of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from innkeeper.session.beginning import Wish, new_game, rematch, saved_game
from innkeeper.session.newtable import BOSS_NUMBERS, Chair, Plan, team_sizes

SEATS = ("zot=me", "gerki", "fiona", "ripsnarl")


def plan(*variants: str, seats: tuple[str, ...] = SEATS, folder: Path | None = None) -> Plan:
    """Return a plan of these seats and variants."""
    return Plan.of(Wish(seats, 5, variants=variants, save=folder / "game.record" if folder else None))


@pytest.mark.parametrize("n", range(2, 9))
def test_the_teams_on_offer_take_every_seat_and_make_a_game(n: int) -> None:
    found = team_sizes(n)
    assert len(found) == len(set(found))
    assert bool(found) == (n > 2)
    for sizes in found:
        assert sum(sizes) == n
        assert len(sizes) > 1
        assert n == 3 or all(2 <= size <= 4 for size in sizes)
        table = Plan.of(Wish(("zot=me", *["gerki"] * (n - 1))))
        table.teams = sizes
        assert table.problem() == ""
        assert [table.side(i) for i in range(n)] == [f"team {t}" for t, size in enumerate(sizes, 1) for _ in range(size)]


def test_a_plan_asks_for_what_it_was_made_of() -> None:
    for variants in (
        (),
        ("teams=2,2",),
        ("boss=ripsnarl:gold=20,actions=2",),
        ("prizes",),
        ("drinks=base,evil-pooky", "teams=3,1"),
    ):
        table = plan(*variants)
        assert table.problem() == ""
        assert set(table.wish().variants) == set(variants)
        assert table.wish().seats == ("zot=me", "gerki=bot:steady", "fiona=bot:steady", "ripsnarl=bot:steady")
        assert table.wish().seed == 5
        assert table.wish().first == (None if variants and variants[0].startswith("boss") else "random")
    assert Plan.of(Wish(SEATS, first="fiona")).wish().first == "fiona"


def set_to(variant: str, value: object) -> Callable[[Plan], object]:
    """Return what sets a variant."""
    return lambda table: table.set(variant, value)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda table: (table.set("teams", (2, 2)), table.add()), "Teams of 2 and 2 take 4 seats, and there are 5."),
        (
            lambda table: (table.set("teams", (2, 2)), table.set("boss", "ripsnarl")),
            "A Boss plays against all the others, who are one team: leave out the Boss or the teams.",
        ),
        (
            lambda table: (table.set("boss", "ripsnarl"), table.remove(3)),
            "Ripsnarl is to be the Boss, and does not sit at the table.",
        ),
        (
            lambda table: (table.call(0, "Ann"), table.call(1, "Ann")),
            "Two people are called Ann.",
        ),
        (lambda table: table.chairs.clear(), "A game has 2 to 8 seats; there are 0."),
        (
            lambda table: (table.set("boss", "ripsnarl"), table.numbers.update(gold=0)),
            "The Boss's gold is a whole number from 1 to 99; this is 0.",
        ),
        (lambda table: table.on.update(prizes="Crown"), "There is no Prize 'Crown'; there are: "),
    ],
)
def test_what_makes_no_game_is_said_in_a_sentence(change: Callable[[Plan], object], problem: str) -> None:
    table = plan()
    assert table.problem() == ""
    change(table)
    assert table.problem().startswith(problem)


def test_whatever_is_on_offer_makes_a_game_by_itself(tmp_path: Path) -> None:
    table = plan(folder=tmp_path)
    for variant in table.variants:
        values = table.values(variant)
        assert table.value(variant) == values[0]
        for value in values:
            table = plan(folder=tmp_path)
            table.set(variant, value)
            assert table.problem() == "", (variant, value)
            assert table.words(variant, value)
            assert table.title(variant)
            assert table.about(variant)
            game = new_game(table.wish())
            assert game.table.decision is not None
            assert game.table.game.names[0] == "zot"


def test_the_boss_is_given_a_bot_s_seat_and_gives_it_back() -> None:
    table = plan()
    assert table.set("boss", "baelfire") == "Baelfire has taken the seat of Ripsnarl."
    assert table.problem() == ""
    assert table.boss_seat == 3
    assert [table.side(i) for i in range(4)] == ["Challenger"] * 3 + ["THE BOSS"]
    assert "our own version" in table.about("boss")
    assert table.set("boss", "evil_pooky") == "Evil Pooky has taken the seat of Ripsnarl."
    assert table.set("boss", "") == ""
    assert [chair.character for chair in table.chairs] == ["zot", "gerki", "fiona", "ripsnarl"]
    assert table.set("boss", "ripsnarl") == ""  # who sits there already


def test_the_boss_s_numbers_go_into_the_game_and_stay_in_their_limits(tmp_path: Path) -> None:
    table = plan("boss=ripsnarl", folder=tmp_path)
    before = {key: table.boss_number(key) for key in BOSS_NUMBERS}
    for key in BOSS_NUMBERS:
        table.set_number(key, 1)
    assert {key: table.boss_number(key) - before[key] for key in BOSS_NUMBERS} == dict.fromkeys(BOSS_NUMBERS, 1)
    game = new_game(table.wish()).table.game
    assert game.starting_fortitude[game.party[3]] == before["fortitude"] + 1
    for _ in range(99):
        table.set_number("actions", -1)
    assert table.boss_number("actions") == 1
    assert table.problem() == ""


def test_seats_come_go_and_change_places() -> None:
    table = plan()
    table.first = 2
    assert table.move(2, -1) == 1
    assert table.first == 1
    assert list(table.names) == ["zot", "fiona", "gerki", "ripsnarl"]
    table.remove(0)
    assert table.first == 0
    assert list(table.names) == ["fiona", "gerki", "ripsnarl"]
    table.remove(0)
    assert table.value("first") is None
    table.remove(0)
    assert len(table.chairs) == 2  # two must stay
    for _ in range(9):
        table.add()
    assert len(table.chairs) == 8
    assert len({chair.character for chair in table.chairs}) == 8
    assert table.call(0, "Ann Bee") == "A name is one word."
    assert table.call(0, " Ann ") == ""
    assert table.chairs[0].who == "me:Ann"
    assert table.players(0)[0] == "me:Ann"
    assert table.players(1)[0] == "me"


@pytest.mark.parametrize(
    "variants", [("teams=2,2", "prizes=Portal Gun"), ("boss=ripsnarl:actions=2", "drinks=base,evil-pooky")]
)
def test_saving_going_on_playing_again_and_a_new_table_keep_the_variants(tmp_path: Path, variants: tuple[str, ...]) -> None:
    game = new_game(plan(*variants, folder=tmp_path).wish())
    for _ in range(5):
        game.take(0)
    game.suspend()
    on = saved_game(tmp_path / "game.record")
    assert on.record.header.variants == game.record.header.variants
    assert on.table.game.settings == game.table.game.settings
    on.record.close()
    again = rematch(game)
    for key in ("boss", "teams", "prizes", "drinks"):
        assert again.record.header.variants.get(key) == game.record.header.variants.get(key)
    other = Plan.like(game, Wish())
    assert set(other.wish().variants) == set(variants)
    assert [(chair.character, chair.who) for chair in other.chairs] == [
        (slug, who) for slug, who in zip(game.record.header.seats, game.plays, strict=True)
    ]
    assert all(isinstance(chair, Chair) for chair in other.chairs)
