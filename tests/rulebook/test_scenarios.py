"""Every scenario that ships passes, ends on a quiet table, and names rules that are there."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from innkeeper.cards.titles import plain
from innkeeper.engine.state import ANTE, CHECK, DRINKING, EFFECT, FRAME_NAMES, LEAVE, PAYMENT, RESHUFFLE, WIN
from innkeeper.library import Table, catalog
from innkeeper.library import shipped as shipped_cards
from innkeeper.rulebook.coverage import coverage, named_by, shipped
from innkeeper.rulebook.ledger import ledger
from innkeeper.rulebook.runner import Result, run
from innkeeper.rulebook.scenario import Scenario

SCENARIOS = {scenario.name: scenario for _, scenarios in shipped() for scenario in scenarios}
# Scenarios whose last step leaves something pending on purpose, and why.
LEFT_PENDING: dict[str, str] = {}
PENDING = (EFFECT, PAYMENT, ANTE, LEAVE, WIN, DRINKING, RESHUFFLE, CHECK)

# Rules that nothing in a log can cite, and why.
NOT_CITED: dict[str, str] = {}


@cache
def result_of(name: str) -> Result:
    return run(SCENARIOS[name])


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    result = result_of(name)
    assert result.passed, result.why


@pytest.mark.parametrize("name", SCENARIOS)
def test_it_ends_on_a_quiet_table(name: str) -> None:
    table = result_of(name).table
    assert table is not None
    if table.outcome is not None:
        return
    pending = [FRAME_NAMES[frame.kind] for frame in table.stack if frame.kind in PENDING]
    assert bool(pending) == (name in LEFT_PENDING), pending


def test_each_name_stands_once_in_all_files() -> None:
    names = Counter(scenario.name for _, scenarios in shipped() for scenario in scenarios)
    assert [name for name, n in names.items() if n > 1] == []


def test_each_rule_that_is_named_is_in_the_ledger() -> None:
    rules = ledger()
    named = {(name, rule) for name, scenario in SCENARIOS.items() for rule in cited_or_named(scenario)}
    assert sorted(pair for pair in named if pair[1] not in rules) == []


def cited_or_named(scenario: Scenario) -> Iterator[str]:
    yield from scenario.rules
    for checks in (scenario.then, *(step.checks or {} for step in scenario.steps)):
        yield from checks.get("cites", ())
        yield from checks.get("not_cites", ())


def test_each_scenario_names_a_rule_and_checks_something() -> None:
    idle = [
        name
        for name, scenario in SCENARIOS.items()
        if not scenario.rules or not (scenario.then or any(step.kind not in ("move", "advance") for step in scenario.steps))
    ]
    assert idle == []


def test_every_rule_of_the_base_game_is_demonstrated() -> None:
    missing = {file.file: [rule.id for rule in file.undemonstrated] for file in coverage(result_of(name) for name in SCENARIOS)}
    assert missing["core.yaml"] == []
    assert missing["house.yaml"] == []


def test_a_failed_scenario_demonstrates_nothing() -> None:
    rule = next(iter(ledger()))
    failed = Result("failed", (rule,), False)
    passed = Result("passed", (rule,), True)
    assert rule in {r.id for file in coverage([failed]) for r in file.undemonstrated}
    assert rule not in {r.id for file in coverage([failed, passed]) for r in file.undemonstrated}


def test_a_rule_of_components_is_left_out_of_the_coverage() -> None:
    counted = {rule.id for file in coverage([]) for rule in file.rules}
    components = {rule.id for rule in ledger().values() if rule.component}
    assert components
    assert counted == set(ledger()) - components


def test_named_by_tells_file_and_scenario() -> None:
    found = named_by(shipped())["core.drink.house"]
    assert ("core.yaml", "core-a-round-on-the-house-is-one-drink-for-all") in [(name, s.name) for name, s in found]


# What the engine cites


@cache
def cited() -> frozenset[str]:
    """The rules in the logs of all scenarios, in the log of a dealt game, and of the decisions on its way."""
    found = set()
    for name in SCENARIOS:
        table = result_of(name).table
        if table is not None:
            found |= {rule for entry in table.entries() for rule in entry[5]}
    game = Table.new(["fiona", "zot", "gerki", "dimli"], seed=3)
    chance = random.Random(3)
    for _ in range(600):
        if game.decision is None:
            break
        found |= set(game.decision.rules)
        game.choose(chance.choice(game.decision.options))
    found |= {rule for entry in game.entries() for rule in entry[5]}
    return frozenset(found)


def test_whatever_the_engine_cites_is_in_the_ledger() -> None:
    assert sorted(cited() - set(ledger())) == []


def test_the_engine_cites_every_rule_of_the_base_game() -> None:
    silent = [rule for rule in ledger() if rule.startswith("core.") and rule not in cited()]
    assert silent == sorted(NOT_CITED)


# Kinds of cards


def test_each_kind_of_card_is_played_and_is_refused_somewhere() -> None:
    family = {(card.home, plain(card.title)): card.family for card in catalog().cards}
    played: set[str] = set()
    refused: set[str] = set()
    for scenario in SCENARIOS.values():
        for step in scenario.steps:
            move = step.move
            if move is not None and move.kind == "play":
                home = move.seat.rpartition("-")[0] if move.seat[-1].isdigit() else move.seat
                found = family.get((home, plain(str(move.value))), "")
                (refused if step.kind in ("illegal", "never") else played).add(found)
    families = set(shipped_cards().families)
    base = {card.family for card in catalog().cards if card.home in BASE and card.family}
    assert base <= families
    assert sorted(base - played) == []
    assert sorted(base - refused) == []


BASE = ("zot", "eve", "gog", "deirdre", "dimli", "fiona", "fleck", "gerki")


def test_tables_of_two_three_four_seven_and_eight_are_shown() -> None:
    assert {len(scenario.given["seats"]) for scenario in SCENARIOS.values()} >= {2, 3, 4, 7, 8}
