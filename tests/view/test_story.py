"""The log, as each seat may read it, and as prose."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import innkeeper
from innkeeper import Table
from innkeeper.engine.state import ACTION_PHASE, NOBODY, Entry
from innkeeper.view import log_for, story, tell
from innkeeper.view.log import KINDS, masked
from innkeeper.view.story import TELLERS, listed, pretty
from tests.properties.games import CAST, choices, setting
from tests.view.positions import laid_out, option

PACKAGE = Path(innkeeper.__file__).parent
OF_NOBODY = {"fury-lost", "no-third"}
UNTOLD = {"phase"}  # what is done in a Phase has lines of its own


def kinds_of(source: str, name: str) -> set[str]:
    """Return the kinds of entry that a module writes; fails where one cannot be told from its text."""
    tree = ast.parse(source)
    found: set[str] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "note" and call.args:
                kind = call.args[0]
                if isinstance(kind, ast.Name):
                    values = [
                        node.value
                        for node in ast.walk(function)
                        if isinstance(node, ast.Assign)
                        and any(isinstance(x, ast.Name) and x.id == kind.id for x in node.targets)
                    ]
                else:
                    values = [kind]
                words = {w for value in values for w in strings(value)}
                assert words, f"{name}:{call.lineno}: what kind of entry does this write?"
                found |= words
    return found


def strings(value: ast.expr) -> set[str]:
    """Return the strings that an expression may come to."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return {value.value}
    if isinstance(value, ast.IfExp):
        return strings(value.body) | strings(value.orelse)
    return set()


def written() -> set[str]:
    """Return all kinds of entry that anything in the package writes."""
    rooms = ("engine", "characters", "guests", "variants")
    return {
        kind
        for room in rooms
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for kind in kinds_of(path.read_text("utf-8"), path.name)
    }


def test_every_kind_of_entry_has_its_line_and_is_known_to_the_log() -> None:
    kinds = written()
    assert len(kinds) > 40
    assert kinds - set(TELLERS) == set(), "these need a line in view/story.py"
    assert kinds - KINDS == set(), "these need a place in view/log.py"
    assert set(TELLERS) - kinds == set(), "nothing writes these any more"
    assert KINDS - kinds == set(), "nothing writes these any more"


def test_the_search_for_kinds_finds_them() -> None:
    text = 'def f(t):\n    t.note("a", 1)\n    kind = "b" if t else "c"\n    t.note(kind, 1)\n'
    assert kinds_of(text, "x") == {"a", "b", "c"}
    with pytest.raises(AssertionError, match="x:2: what kind"):
        kinds_of("def f(t, kind):\n    t.note(kind, 1)\n", "x")


def test_every_entry_of_many_games_is_told_in_a_sentence_and_nothing_unseen_in_it() -> None:
    told: Counter[str] = Counter()
    for number in range(40):
        table = setting(number, CAST).table()
        pick = choices(number)
        while table.decision is not None:
            table.choose(pick.randrange(len(table.decision.options)))
        for entry in table.entries():
            line = tell(table.game, entry)
            assert bool(line) == (entry[0] not in UNTOLD), entry
            if line:
                assert not line[0].islower(), line
                assert line.endswith((".", '."', '!"', '?"')), line
                assert "None" not in line, line
                assert not re.search(r"\bnobody\b", re.sub('".*?"', "", line)) or entry[0] in OF_NOBODY, f"{line} {entry}"
                told[entry[0]] += 1
        for seat in range(NOBODY, len(table.out)):
            assert len(log_for(table, seat)) == len(table.entries())
    assert len(told) > 35


def test_a_draw_is_told_with_its_cards_to_its_own_seat_alone() -> None:
    t = Table.new(("zot", "gerki"), seed=1)
    entry = next(entry for entry in t.entries() if entry[0] == "draw" and entry[1] == 0)
    assert len(entry[6]) == 7
    assert masked(entry, 0) == entry
    for seat in (1, NOBODY):
        assert masked(entry, seat) == (*entry[:6], ())
        assert tell(t.game, entry, seat) == "Zot draws 7 cards."
        assert log_for(t, seat)[t.entries().index(entry)][4] == 7
    assert all(t.game.cards[card].title in tell(t.game, entry, 0) for card in entry[6])


def test_of_an_unknown_kind_nothing_is_shown() -> None:
    entry: Entry = ("secret", 1, 2, 3, 4, ("core.win",), (5, 6))
    assert masked(entry, 1) == ("secret", 1, NOBODY, -1, 0, (), ())
    assert tell(Table.new(("zot", "gerki")).game, entry, 1) == ""


def test_cards_on_an_entry_that_should_have_none_are_left_out() -> None:
    entry: Entry = ("order", 1, 0, -1, 0, (), (5,))
    assert masked(entry, 1) == ("order", 1, 0, -1, 0, (), ())


def test_a_story_reads_like_one() -> None:
    drinks = ("Light Ale with a Chaser", "Wine")
    t = laid_out(("gerki", "zot", "eve"), ACTION_PHASE, {0: ("How did this get stuck in your back?",)}, drinks)
    t.drink_pile[0] = (t.drink_deck[-2], t.drink_deck[-1])
    t.drink_deck = t.drink_deck[:-2]
    t.choose(option(t, 'play "How did this get stuck in your back?"'))
    t.choose(option(t, "zot"))
    t.choose(option(t, "order eve"))
    lines = story(t, NOBODY)
    first = [
        'Gerki plays "How did this get stuck in your back?" on Zot.',
        "Zot loses 2 Fortitude (18).",
        "Gerki orders a Drink for Eve.",
        'Gerki reveals "Light Ale with a Chaser".',
        'The Chaser is "Wine".',
        'Gerki drinks "Light Ale with a Chaser" and "Wine".',
        "Gerki gains 3 Alcohol Content (3).",
        "Zot's turn begins.",
    ]
    assert lines[: len(first)] == first
    entries = t.entries()
    play = next(i for i, entry in enumerate(entries) if entry[0] == "reveal")
    assert story(t, NOBODY, play)[:2] == first[3:5]


def test_names_are_made_pretty() -> None:
    assert pretty("evil_pooky") == "Evil Pooky"
    assert pretty("zot-2") == "Zot 2"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == ""
