"""Dealing anew what a seat does not see."""

from collections import Counter

import pytest

from innkeeper import Table
from innkeeper.engine.state import ACTION_PHASE, NOBODY
from innkeeper.view import log_for, redeal, view
from tests.view.positions import find, laid_out, option


def test_everything_unseen_changes_and_nothing_seen_does() -> None:
    t = find(lambda t: len(t.out) == 4 and t.turns == 6 and t.decision is not None)
    assert t.decision is not None
    seat = t.decision.seat
    others = [redeal(t, seat, seed) for seed in range(12)]
    for other in others:
        assert view(other, seat) == view(t, seat)
        assert other.decision == t.decision
        assert log_for(other, seat) == log_for(t, seat)
        assert other.chance != t.chance
    for s in range(4):
        assert len({other.deck[s] for other in others}) == 12
        if s != seat:
            assert len({other.hand[s] for other in others}) == 12
            assert all(Counter(o.hand[s] + o.deck[s]) == Counter(t.hand[s] + t.deck[s]) for o in others)
        else:
            assert {other.hand[s] for other in others} == {t.hand[s]}
            assert all(Counter(o.deck[s]) == Counter(t.deck[s]) for o in others)
    assert len({(other.drink_deck, *other.drink_pile) for other in others}) == 12
    assert len({other.chance for other in others}) == 12


def test_every_unseen_card_is_as_likely_to_be_in_a_hand() -> None:
    t = Table.new(("zot", "gerki"), seed=8)
    times: Counter[int] = Counter()
    for seed in range(800):
        times.update(redeal(t, 0, seed).hand[1])
    for card, copies in Counter(t.game.sheets[1].deck).items():
        expected = 800 * 7 * copies / 40
        assert abs(times[card] - expected) < 5 * expected**0.5


def test_looking_does_not_change_the_game() -> None:
    t = Table.new(("zot", "gerki", "eve"), seed=5)
    before = t.dump()
    first = redeal(t, 1, 77)
    while first.decision is not None:
        first.choose(0)
    assert t.dump() == before
    assert redeal(t, 1, 77) == redeal(t, 1, 77)


def test_the_copy_can_be_played_on_whosever_decision_it_is() -> None:
    t = Table.new(("zot", "gerki", "eve"), seed=5)
    for _ in range(150):
        if t.decision is None:
            break
        for seat in (NOBODY, 0, 1, 2):
            for i in range(len(t.decision.options)):
                redeal(t, seat, i).choose(i)
        t.choose(len(t.decision.options) // 2)


def test_a_card_that_somebody_else_is_playing_stays_where_it_is() -> None:
    t = laid_out(("gerki", "zot", "eve"), ACTION_PHASE, {0: ("How did this get stuck in your back?", "I raise!")})
    t.choose(option(t, 'play "How did this get stuck in your back?"'))
    other = redeal(t, 1, 3)
    assert other.stack == t.stack
    assert other.decision == t.decision
    assert view(other, 1) == view(t, 1)
    assert len(other.hand[0]) == 1


def test_the_log_of_the_copy_holds_no_card_that_the_seat_has_not_seen() -> None:
    t = find(lambda t: t.turns == 5)
    other = redeal(t, 1, 3)
    assert other.entries() == log_for(t, 1)
    assert any(entry[0] == "draw" and entry[1] != 1 and entry[6] for entry in t.entries())
    assert not any(entry[0] == "draw" and entry[1] != 1 and entry[6] for entry in other.entries())


@pytest.mark.parametrize("seat", [-2, 3])
def test_there_is_no_dealing_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        redeal(Table.new(("zot", "gerki", "eve")), seat, 0)
