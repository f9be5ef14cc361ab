"""The checks find what they are there to find: each is shown a table that is broken in just that way."""

from collections.abc import Callable

import msgspec
import pytest

from innkeeper import Table
from innkeeper.engine.decision import EngineBug
from innkeeper.engine.losing import Outcome
from innkeeper.engine.state import Frame
from innkeeper.lab import check as lab
from innkeeper.lab.check import Checker, check, check_redeal, check_secrecy, check_views, known_cards, shown_cards
from innkeeper.view import view
from innkeeper.view.project import View


def table() -> Table:
    """A game in the first player's Discard and Draw."""
    return Table.new(("zot", "gerki", "fiona", "eve"), seed=2)


def too_much_fortitude(t: Table) -> None:
    t.fortitude[1] = 21


def negative_gold(t: Table) -> None:
    t.gold[2] = -1


def lost_card(t: Table) -> None:
    t.deck[0] = t.deck[0][1:]


def card_twice(t: Table) -> None:
    t.discard[1] = (t.deck[1][0],)


def cards_swapped(t: Table) -> None:
    t.deck[0], t.deck[1] = (t.deck[1][0], *t.deck[0][1:]), (t.deck[0][0], *t.deck[1][1:])


def lost_drink(t: Table) -> None:
    t.drink_deck = t.drink_deck[1:]


def hand_out_of_order(t: Table) -> None:
    t.hand[0] = t.hand[0][::-1]


def marks_out_of_date(t: Table) -> None:
    t.masks[3] ^= 1


def asked_though_out(t: Table) -> None:
    t.out[0] = "broke"


def asked_though_lost(t: Table) -> None:
    t.alcohol[3] = 20


def nobody_asked(t: Table) -> None:
    t.decision = None


def option_twice(t: Table) -> None:
    assert t.decision is not None
    t.decision = t.decision._replace(options=t.decision.options[:1] + t.decision.options)


def no_options(t: Table) -> None:
    assert t.decision is not None
    t.decision = t.decision._replace(options=())


def wrong_default(t: Table) -> None:
    assert t.decision is not None
    t.decision = t.decision._replace(default=0)


def another_hands_card(t: Table) -> None:
    assert t.decision is not None
    t.decision = t.decision._replace(seat=1)


def pot_without_round(t: Table) -> None:
    t.pot = 2


def two_turns(t: Table) -> None:
    t.stack.append(t.stack[0].copy())


def champion_without_round(t: Table) -> None:
    t.champion[0] = 0


def over_and_asking(t: Table) -> None:
    t.outcome = Outcome((0,), tuple(t.out))


def round_of_nobody(t: Table) -> None:
    t.stack.append(Frame(10))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (too_much_fortitude, "Fortitude of party 1 is 21"),
        (negative_gold, "Gold of party 2 is -1"),
        (lost_card, "the cards of zot are not"),
        (card_twice, "too many: 1 x"),
        (cards_swapped, "the cards of zot are not"),
        (lost_drink, "the Drinks are not"),
        (hand_out_of_order, "hand of zot is not in order"),
        (marks_out_of_date, "eve may answer with"),
        (asked_though_out, "zot is asked and is out"),
        (asked_though_lost, "before losing has been checked"),
        (nobody_asked, "nobody is asked"),
        (option_twice, "stands twice"),
        (no_options, "without options"),
        (wrong_default, "default"),
        (another_hands_card, "does not hold that card"),
        (pot_without_round, "a pot of 2"),
        (two_turns, "2 turns"),
        (champion_without_round, "champions without"),
        (over_and_asking, "somebody is asked"),
        (round_of_nobody, "1 Rounds"),
    ],
)
def test_a_broken_table_is_found(broken: Callable[[Table], None], said: str) -> None:
    t = table()
    check(t)
    broken(t)
    with pytest.raises(EngineBug, match=said):
        check(t)


def test_gold_out_of_nowhere_is_found() -> None:
    t = table()
    checker = Checker(t)
    t.choose(0)
    checker.see(t)
    t.gold[0] += 1
    with pytest.raises(EngineBug, match="40 Gold in all, and now there are 41"):
        checker.see(t)


def test_somebody_who_comes_back_is_found() -> None:
    t = table()
    t.out[2] = "passed-out"
    checker = Checker(t, sample=0)
    t.out[2] = ""
    with pytest.raises(EngineBug, match="in the game again"):
        checker.see(t)


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "MOST_DECISIONS", 3)
    t = table()
    checker = Checker(t, sample=0)
    checker.see(t)
    checker.see(t)
    with pytest.raises(EngineBug, match="asked more than 3 times"):
        checker.see(t)


def test_a_copy_that_shares_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = Table.copy

    def careless(self: Table) -> Table:
        new = copy(self)
        new.gold = self.gold
        return new

    monkeypatch.setattr(Table, "copy", careless)
    with pytest.raises(EngineBug, match=r"changed|differ|Gold"):
        follow(table())


def follow(t: Table) -> None:
    """Play with the dear checks at every position, as if they were cheap."""
    checker = Checker(t, sample=1)
    for _ in range(200):
        t.choose(0)
        checker.see(t)


def leaky(t: Table, seat: int) -> View:
    """A view that shows the next card of everybody's deck."""
    return msgspec.structs.replace(view(t, seat), drink_discard=t.drink_deck[-1:])


def test_a_view_that_shows_a_deck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "view", leaky)
    with pytest.raises(EngineBug, match="and may not"):
        check_views(table())
    with pytest.raises(EngineBug, match="sees another table"):
        check_redeal(table(), 7)


def test_a_view_that_tells_what_is_being_discarded_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(t: Table, seat: int) -> View:
        return msgspec.structs.replace(view(t, seat), inn=len(t.stack[0].cards))

    check_secrecy(table())
    monkeypatch.setattr(lab, "view", telling)
    with pytest.raises(EngineBug, match="sees that zot chose 'discard"):
        check_secrecy(table())


def test_what_a_seat_knows_is_its_hand_and_what_lies_open() -> None:
    t = table()
    assert known_cards(t, 1) == set(t.hand[1])
    assert known_cards(t, -1) == set()
    assert shown_cards(view(t, 0)) >= set(t.hand[0])
