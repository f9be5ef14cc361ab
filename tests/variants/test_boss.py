"""The Boss Battle's table: sides, Boss Cards, settings. The rules in play are scenarios."""

from typing import Any

import pytest

from innkeeper.library import Table, catalog_with

DECK = """
character: landlord
name: The Landlord
cards:
  - {count: 20, title: Out you go, type: action, pick: another, does: [{lose: {who: picked, fortitude: 1}}]}
boss:
  cards:
    - {count: 5, title: My house, type: anytime, does: [{gain: {who: you, fortitude: 1}}]}
  settings:
    2: {gold: 30, fortitude: 25, hand-size: 8, actions: 2}
    3: {gold: 40}
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("deck") / "landlord.yaml"
    path.write_text(DECK, "utf-8")
    return catalog_with([path])


def test_the_boss_is_a_team_alone_and_begins(cards: Any) -> None:
    t = Table.new(("fiona", "landlord", "gerki"), {"boss": {"seat": 1}}, 3, cards)
    assert t.game.members == ((2, 0), (1,))
    assert t.game.boss == t.active == 1
    assert (t.gold, t.fortitude, t.game.highest) == ([10, 30], [20, 25], [20, 25])
    assert (len(t.hand[1]), t.game.actions) == (8, [1, 2, 1])
    mine = [*t.hand[1], *t.deck[1]]
    assert sum(cards.cards[card].title == "My house" for card in mine) == 5
    assert len(mine) == 25


def test_settings_of_the_table_go_before_the_decks_own(cards: Any) -> None:
    t = Table.new(("landlord", "fiona", "gerki", "zot"), {"boss": {"seat": 0, "fortitude": 15, "actions": 3}}, 3, cards)
    assert (t.gold[0], t.fortitude[0], t.game.highest[0]) == (40, 15, 20)
    assert (len(t.hand[0]), t.game.actions[0]) == (7, 3)
    assert Table.load(t.dump(), cards) == t


def test_a_challenger_has_no_boss_cards(cards: Any) -> None:
    t = Table.new(("landlord", "landlord", "gerki"), {"boss": {"seat": 0}}, 3, cards)
    assert [len(t.hand[s]) + len(t.deck[s]) for s in (0, 1)] == [25, 20]


@pytest.mark.parametrize(
    ("variants", "why"),
    [
        ({"boss": {}}, "says who the Boss is"),
        ({"boss": {"seat": 3}}, "from 0 to 2"),
        ({"boss": {"seat": True}}, "from 0 to 2"),
        ({"boss": {"seat": 1}}, "the Volatile has no Boss Cards"),
        ({"boss": {"seat": 0, "gold": 0}}, "from 1 to 99"),
        ({"boss": {"seat": 0, "luck": 1}}, "no setting 'luck'"),
        ({"boss": {"seat": 0}, "first": 1}, "the Boss has the first turn"),
        ({"boss": {"seat": 0}, "teams": [[0, 1], [2]]}, "makes the teams itself"),
    ],
)
def test_what_makes_no_boss_battle(cards: Any, variants: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Table.new(("landlord", "fiona", "gerki"), variants, 0, cards)


def test_more_than_one_action_a_turn(cards: Any) -> None:
    t = Table.new(("landlord", "fiona", "gerki"), {"boss": {"seat": 0}}, 3, cards)
    played = 0
    while t.active == 0 and t.decision is not None:
        mine = [
            i
            for i, o in enumerate(t.decision.options)
            if t.decision.seat == 0
            and t.decision.kind == "action"
            and o.kind == "play"
            and cards.cards[o.value].title == "Out you go"
        ]
        played += bool(mine)
        t.choose(mine[0] if mine else t.decision.default)
    assert played == 2
