"""The counts of ways on from written-out positions."""

from typing import Any

import pytest

from innkeeper import Table
from innkeeper.record.perft import Perft, TooMany, divide, divided, perft
from innkeeper.view import label
from tests.perft.positions import MOST, Counted, read

HAND = read("hand.yaml")
ENGINE = read("engine.yaml")
ALL = [*HAND, *ENGINE]


@pytest.mark.parametrize("counted", ALL, ids=lambda counted: counted.name)
def test_counts(counted: Counted) -> None:
    table = counted.table()
    for depth, nodes in counted.counts.items():
        found = perft(table, depth, MOST, views=depth in counted.views)
        assert found.nodes == nodes, f"{counted.name} ({counted.origin}) counts {nodes}:\n{divided(table, depth)}"
        if depth in counted.ends:
            assert found.ends == counted.ends[depth]
        if depth in counted.views:
            assert found.views == counted.views[depth]
    if counted.asks:
        assert table.decision is not None
        asked: dict[str, Any] = {
            "seat": table.seat_name(table.decision.seat),
            "kind": table.decision.kind,
            "options": [label(table, option) for option in table.decision.options],
        }
        assert asked == counted.asks


def test_the_counts_by_hand_are_marked_as_such_and_reach_two_deep() -> None:
    assert {counted.origin for counted in HAND} == {"hand"}
    assert {counted.origin for counted in ENGINE} == {"engine"}
    assert len(HAND) >= 5
    assert all(set(counted.counts) >= {1, 2} for counted in ALL)
    names = [counted.name for counted in ALL]
    assert len(set(names)) == len(names)


def test_a_division_adds_up_and_names_the_choices() -> None:
    table = next(counted for counted in HAND if counted.name == "a-negate-chain").table()
    parts = divide(table, 4)
    assert {name: part.nodes for name, part in parts.items()} == {
        'play "How did this get stuck in your back?"': 8,
        "pass": 8,
    }
    assert divided(table, 4).splitlines() == [
        "gerki, action, 4 deep:",
        '  play "How did this get stuck in your back?"         8',
        "  pass                                                8",
        "  in all                                             16",
    ]


def test_ends_are_counted_once_and_told_apart() -> None:
    table = next(counted for counted in HAND if counted.name == "the-last-two-go-out-together").table()
    assert perft(table, 0) == Perft(1, {})
    assert divide(table, 1)['play "How about a rowdy drinking song?"'] == Perft(1, {"tie: passed-out": 1})
    table.choose(0)
    assert perft(table, 0) == Perft(1, {"tie: passed-out": 1})
    assert perft(table, 3) == Perft(0, {"tie: passed-out": 1})
    assert divided(table, 1) == "the game is over"


def test_counting_leaves_the_table_as_it_is_and_knows_its_limits() -> None:
    table = Table.new(("zot", "gerki"), seed=1)
    before = table.dump()
    assert perft(table, 2).nodes == sum(part.nodes for part in divide(table, 2).values())
    assert table.dump() == before
    with pytest.raises(TooMany, match="more than 10 ways"):
        perft(table, 3, most=10)
    with pytest.raises(ValueError, match="0 or more"):
        perft(table, -1)
    with pytest.raises(ValueError, match="1 or more"):
        divide(table, 0)
