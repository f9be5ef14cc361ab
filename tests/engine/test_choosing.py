"""Choices that are not open: nothing moves, and a sentence says why."""

from typing import Any

import pytest

from innkeeper import Table
from innkeeper.cards.yaml12 import load
from innkeeper.engine.decision import PASS, IllegalChoice, Option
from innkeeper.rulebook.position import Position
from innkeeper.rulebook.scenario import read
from tests.view.positions import option


def dealt(given: str, *labels: str) -> Table:
    """Return a table at this position, after these choices."""
    (scenario,) = read(load(f"scenario: a-case\nrules: [core.win]\ngiven: {given}\nthen: {{}}\n", "case.yaml"))
    table = Position(scenario, None).table()
    for label in labels:
        table.choose(option(table, label))
    return table


def held(table: Table, seat: int, title: str) -> int:
    """Return the card of this title that lies in a seat's hand or in front of it."""
    here = (*table.hand[seat], *(card for card, _, _ in table.front[seat]))
    return next(card for card in here if table.game.cards[card].title == title)


HIT, ARMOUR = "Hey! No more chain mail bikini jokes!", "Luckily for me, I was wearing my armor!"
FIONAS_ACTION = f'{{seats: [fiona, zot, gerki], fiona: {{hand: ["{HIT}", "{ARMOUR}"]}}, zot: {{hand: ["I raise!"]}}}}'


def test_what_is_no_option_at_all_is_refused() -> None:
    table = dealt(FIONAS_ACTION)
    before = table.dump()
    wrong: tuple[Any, ...] = (2, -1, "pass", "", None, 0.0, [0], b"0")
    for choice in wrong:
        with pytest.raises(IllegalChoice) as refused:
            table.choose(choice)
        assert repr(choice) in str(refused.value)
        assert table.dump() == before


def test_an_option_that_is_not_open_is_refused_and_the_reason_given() -> None:
    table = dealt(FIONAS_ACTION)
    order = dealt("{seats: [fiona, zot], phase: order}")
    discard = dealt(f'{{seats: [fiona, zot], phase: discard-draw, fiona: {{hand: ["{HIT}"]}}, zot: {{hand: ["I raise!"]}}}}')
    armour, raises = held(table, 0, ARMOUR), held(table, 1, "I raise!")
    for at, choice, why in (
        (table, Option("play", armour), "It answers a card that is pending, and none is."),
        (table, Option("play", raises), '"I raise!" is not in this hand.'),
        (table, Option("play", 100_000), "No card of this game has the number 100000."),
        (table, Option("play", held(table, 0, HIT), 1), "That use of the card is not open now."),
        (table, Option("number", 3), "number 3 is no answer to this question; it takes: pass, play"),
        (order, PASS, "This choice cannot be declined."),
        (order, Option("order", 0), "That player cannot be picked for this."),
        (discard, Option("discard", held(discard, 1, "I raise!")), "That card is none of those that can be taken for this."),
    ):
        before = at.dump()
        with pytest.raises(IllegalChoice) as refused:
            at.choose(choice)
        assert str(refused.value) == why
        assert at.dump() == before


def test_an_arrow_is_not_barred_by_the_arrow_that_is_pending() -> None:
    given = '{seats: [piper, zot], piper: {hand: [Dinarrow, Arrowdynamic, "Stitch, swig, shoot. Ranger medicine."]}}'
    table = dealt(given, 'play "Dinarrow"')
    assert table.why_not(0, held(table, 0, "Arrowdynamic")) == "An Action Card is no answer to another card."
    table.choose(option(table, "pass"))
    assert table.why_not(0, held(table, 0, "Arrowdynamic")) == ""


def test_nobody_is_told_to_wait_for_the_moment_of_a_doppelganger_they_were_given() -> None:
    given = (
        "{seats: [evil_pooky, zot], evil_pooky: {in_front: [Gerki the Conspicuous]},"
        ' zot: {hand: ["Tip the Wench."], in_front: [Lizwick the Cluttered, Wizgille the Corrupted]}}'
    )
    table = dealt(given)
    for title in ("Lizwick the Cluttered", "Wizgille the Corrupted"):
        assert table.why_not(1, held(table, 1, title)) == "It is not played by the player in front of whom it lies."
    kept = held(table, 0, "Gerki the Conspicuous")
    assert table.why_not(0, kept) == "It is for a Round of Gambling, and none is under way."
