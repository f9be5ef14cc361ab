"""When somebody is asked, and when a moment passes by itself."""

from pathlib import Path

import pytest

from innkeeper.session.beginning import Refused, Wish, new_game, rematch, saved_game
from innkeeper.session.forecast import touches
from innkeeper.session.passing import Passing, moment
from innkeeper.session.sitting import Sitting


def answers(game: Sitting) -> list[tuple[bool, ...]]:
    """Play a game, and return of every moment to answer: whether it touches the seat, and who lets it be."""
    found = []
    while game.table.decision is not None:
        d = game.table.decision
        if d.kind == "answer":
            always, affects, alone, never = Passing(), Passing(always=False), Passing(), Passing()
            alone.until_next_turn(game.table)
            never.never.add(moment(game.table, d.seat))
            ways = (p.lets_be(game.table, d) for p in (always, affects, alone))
            found.append((touches(game.table, d.seat), *ways))
            assert never.lets_be(game.table, d)
            never.stop = True
            assert not never.lets_be(game.table, d)
            assert not never.stop
            assert moment(game.table, d.seat).words()
        game.take(game.bots_choice())
    return found


def test_always_when_it_affects_me_and_left_alone(tmp_path: Path) -> None:
    game = new_game(Wish(("zot=bot:random", "gerki=bot:random", "fiona=bot:random"), 3, save=tmp_path / "r", watch=True))
    found = answers(game)
    game.record.close()
    assert len(found) > 30
    assert not any(always for _, always, _, _ in found)
    assert all(affects and alone for touched, _, affects, alone in found if not touched)
    assert any(not affects for touched, _, affects, _ in found if touched)
    assert all(affects >= alone for _, _, affects, alone in found)  # who is left alone is still asked about what touches


def test_being_left_alone_ends_with_the_next_turn_of_ones_own(tmp_path: Path) -> None:
    game = new_game(Wish(("zot=bot:random", "gerki=bot:random"), 3, save=tmp_path / "r", watch=True))
    passing = Passing()
    passing.until_next_turn(game.table)
    while game.table.turns < 3:
        game.take(game.bots_choice())
    game.record.close()
    assert passing.left_alone
    decision = game.table.decision
    assert decision is not None
    assert not passing.lets_be(game.table, decision)
    assert not passing.left_alone


def test_names_go_with_the_record_and_into_a_rematch(tmp_path: Path) -> None:
    game = new_game(Wish(("zot=me:Ann", "gerki=me", "fiona"), 3, save=tmp_path / "r"))
    game.take(0)
    game.suspend()
    again = saved_game(tmp_path / "r")
    again.record.close()
    assert [again.called(seat) for seat in range(3)] == ["Ann", "Gerki", "Fiona"]
    assert again.people == [0, 1]
    other = saved_game(tmp_path / "r", ["fiona=me:Cleo"], save=tmp_path / "other")
    assert [other.called(seat) for seat in other.people] == ["Ann", "Gerki", "Cleo"]
    assert rematch(other).plays == other.plays


@pytest.mark.parametrize("word", ["zot=me:", "zot=me:Ann Lee", "zot=bot:nobody"])
def test_what_is_no_player_is_refused(word: str) -> None:
    with pytest.raises(Refused):
        new_game(Wish((word, "gerki"), 3))


def test_who_watches_does_not_play() -> None:
    with pytest.raises(Refused):
        new_game(Wish(("zot=me", "gerki"), 3, watch=True))
    game = new_game(Wish(("zot", "gerki"), 3, watch=True))
    assert game.people == []
