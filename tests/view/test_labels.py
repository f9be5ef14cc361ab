"""Labels are the words of the scenario format."""

import pytest

from innkeeper import Table
from innkeeper.engine.decision import PASS, Option
from innkeeper.engine.state import NOBODY, THING
from innkeeper.view import label


def number(table: Table, title: str, home: str) -> int:
    return next(card.number for card in table.game.cards if card.title == title and card.home == home)


def test_each_kind_of_option_has_its_words() -> None:
    t = Table.new(("zot", "gerki", "zot"))
    gambling, salve = number(t, "Gambling? I'm in!", "zot"), number(t, "I don't think so!", "gerki")
    assert label(t, Option("play", gambling, 0)) == 'play "Gambling? I\'m in!" as action'
    assert label(t, Option("play", gambling, 1)) == 'play "Gambling? I\'m in!" as gambling'
    assert label(t, Option("play", salve)) == 'play "I don\'t think so!"'
    assert label(t, Option("play", salve, 0, True)) == 'play "I don\'t think so!" from front'
    assert label(t, PASS) == "pass"
    assert label(t, Option("order", 2)) == "order zot-2"
    assert label(t, Option("discard", salve)) == 'discard "I don\'t think so!"'
    assert label(t, Option("card", salve)) == "I don't think so!"
    assert label(t, Option("seat", 1)) == "gerki"
    assert label(t, Option("seat", NOBODY)) == "nobody"
    assert label(t, Option("word", 1, 0, False, "give")) == "give"
    assert label(t, Option("number", 3)) == "3"


def test_a_thing_in_play_is_called_by_its_card_and_by_its_owner_only_where_there_are_two() -> None:
    t = Table.new(("zot", "gerki", "zot"))
    card = number(t, "I raise!", "zot")
    first, second = THING + card, THING + 2 * THING + card
    t.front[1] = ((card, 0, 0),)
    assert label(t, Option("seat", first)) == "I raise!"
    t.front[0] = ((card, 2, 0),)
    assert label(t, Option("seat", first)) == "I raise! of zot"
    assert label(t, Option("seat", second)) == "I raise! of zot-2"


@pytest.mark.parametrize("slug", ["deirdre", "dimli", "eve", "fiona", "fleck", "gerki", "gog", "zot"])
def test_no_two_uses_of_a_deck_share_a_label(slug: str) -> None:
    t = Table.new((slug, slug))
    options = [
        Option("play", card.number, use.index)
        for card in (t.game.cards[n] for n in dict.fromkeys(t.game.sheets[0].deck))
        for use in card.uses
        if use.playable
    ]
    assert len({label(t, option) for option in options}) == len(options) > 20
