"""What people are asked, in words."""

import random

import pytest

from innkeeper import Table
from innkeeper.session.asking import declining, hint, question

ALLIES = ("pooky", "evil_pooky", "piper", "ripsnarl", "baelfire")
OTHERS = ("deirdre", "dimli", "eve", "fiona", "fleck", "gerki", "gog", "zot")
TARGET = "core.respond.before-resolve"  # whom a card is played on: that is asked in one way for all of them


def asked(number: int) -> dict[tuple[str, str], tuple[str, str]]:
    """Play a random game; return the questions of cards that were asked in it by kind and rule, and what passing means."""
    chance = random.Random(number)
    seats = [*chance.sample(ALLIES, 3), *chance.sample(OTHERS, 2)]
    table = Table.new(seats, {"drinks": ("base", "evil-pooky")}, number)
    found = {}
    while table.decision is not None:
        decision = table.decision
        text = question(table, decision)
        assert text.endswith(("?", ".", ")"))
        assert "{" not in text
        if decision.kind in ("pick", "choose", "cards") and TARGET not in decision.rules:
            found[decision.kind, decision.rules[0]] = (text, declining(table, decision))
        table.choose(chance.randrange(len(decision.options)))
    return found


@pytest.fixture(scope="module")
def questions() -> dict[tuple[str, str], tuple[str, str]]:
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for number in range(24):
        found.update(asked(number))
    return found


def test_each_question_says_what_is_done_with_what_is_chosen(questions: dict[tuple[str, str], tuple[str, str]]) -> None:
    for (kind, rule), (text, _) in questions.items():
        if kind in ("pick", "cards"):
            assert "whom do you pick?" not in text, rule
            assert "which card do you choose?" not in text, rule


@pytest.mark.parametrize(
    ("kind", "rule", "says", "passing"),
    [
        ("choose", "doppelganger.split.choice", "do you keep it in front of you, or give it", None),
        ("pick", "doppelganger.split.give", "to whom do you give it?", None),
        ("choose", "summon.optional", "in front of whom do you summon the ", "summon nothing"),
        ("choose", "summon.in-play-choice", "which is in play?", "leave it there"),
        ("pick", "fury.choose-first", "who loses 1 Fortitude to your Fury?", None),
        ("cards", "house.happening.order", "Which of these comes first?", None),
    ],
)
def test_the_words_of_some(
    questions: dict[tuple[str, str], tuple[str, str]], kind: str, rule: str, says: str, passing: str | None
) -> None:
    text, declined = questions[kind, rule]
    assert says in text
    assert passing is None or declined == passing


def test_a_card_that_is_taken_is_not_said_to_be_discarded() -> None:
    """The same kind of question is asked for what is discarded, and for what is taken back."""
    heard = set()
    for number in range(60):
        chance = random.Random(number)
        table = Table.new(["piper", "baelfire", "fleck"], {}, number)
        while table.decision is not None:
            decision = table.decision
            if decision.kind == "cards":
                text = question(table, decision)
                heard.add(text.partition(": ")[2] or text)
                own = set(table.hand[decision.seat])
                taken = {option.value for option in decision.options if option.kind == "card"}
                assert "you discard" not in text or taken <= own, text
            table.choose(chance.randrange(len(decision.options)))
        if any("take back" in text for text in heard):
            return
    raise AssertionError(f"nothing was taken back: {heard}")


@pytest.mark.parametrize(
    ("has", "left", "says"),
    [
        (1, 1, ""),
        (1, 0, " (your Action is played)"),
        (1, 2, " (2 Actions left)"),  # a card of his has given him one more
        (2, 2, " (2 Actions left)"),
        (2, 1, " (1 Action left)"),
        (2, 0, " (your Actions are played)"),
    ],
)
def test_whoever_has_several_actions_hears_how_many_are_left(has: int, left: int, says: str) -> None:
    table = Table.new(["baelfire", "fiona"], {"boss": {"seat": 0, "actions": has}}, 1)
    while table.decision is not None and table.decision.kind != "action":
        table.choose(table.decision.default)
    assert table.decision is not None
    assert table.actions == has
    table.actions = left
    assert question(table, table.decision) == f"Your Action Phase{says}. What do you play?"


def test_the_hint_at_an_action_phase_says_how_many_actions_there_are() -> None:
    game = Table.new(["baelfire", "fiona"], {"boss": {"seat": 0, "actions": 3}}, 1).game
    assert "play up to 3 Action Cards, or none" in hint(game, "action", 0)
    assert "play one Action Card, or none" in hint(game, "action", 1)
    assert hint(game, "cards", 0) == ""
