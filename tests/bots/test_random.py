"""The random bot: uniform, reproducible, and blind to everything but its view."""

import ast
import inspect
from collections import Counter
from itertools import pairwise

import pytest

from innkeeper import Table
from innkeeper.bots import base, bot_seed, decide, make
from innkeeper.bots import random as random_module
from innkeeper.bots.random import RandomBot
from innkeeper.bots.sampling import sampler
from innkeeper.view import View, redeal, view

# The 99.99 % quantiles of chi squared, by degrees of freedom; the seeds are fixed, so that what passes once always does.
CHI_SQUARED = {1: 15.14, 2: 18.42, 4: 23.51, 6: 27.86, 9: 33.72}


@pytest.mark.parametrize("count", [2, 3, 5, 7, 10])
def test_every_option_is_as_likely_as_the_next(count: int) -> None:
    bot = RandomBot(5)
    draws = 20_000
    found = Counter(bot.pick(count) for _ in range(draws))
    assert set(found) == set(range(count))
    even = draws / count
    assert sum((n - even) ** 2 / even for n in found.values()) < CHI_SQUARED[count - 1]


@pytest.mark.parametrize("count", [2, 3, 7])
def test_a_choice_says_nothing_about_the_next(count: int) -> None:
    bot = RandomBot(6)
    picks = [bot.pick(count) for _ in range(40_001)]
    pairs = Counter(pairwise(picks))
    even = (len(picks) - 1) / count**2
    # Neighbouring pairs overlap, so that the bound is generous: five standard deviations for each pair.
    assert all(abs(pairs[a, b] - even) < 5 * even**0.5 for a in range(count) for b in range(count))


def test_first_choices_of_bots_with_neighbouring_seeds_are_uniform_too() -> None:
    draws = 20_000
    found = Counter(RandomBot(bot_seed(seed, 0)).pick(5) for seed in range(draws))
    assert sum((n - draws / 5) ** 2 / (draws / 5) for n in found.values()) < CHI_SQUARED[4]


def test_the_uniform_choice_holds_at_a_real_decision() -> None:
    table = Table.new(["zot", "gerki"], seed=1)
    assert table.decision is not None
    options = len(table.decision.options)
    seen = view(table, table.decision.seat)
    bot = RandomBot(3)
    found = Counter(bot.choose(seen) for _ in range(options * 1000))
    assert set(found) == set(range(options))
    assert max(found.values()) < 1.25 * min(found.values())


def test_equal_seeds_choose_alike_and_skipping_moves_on() -> None:
    one, two, three = (make("bot:random", 9) for _ in range(3))
    assert isinstance(one, RandomBot)
    assert isinstance(two, RandomBot)
    assert isinstance(three, RandomBot)
    first = [one.pick(10) for _ in range(20)]
    assert [two.pick(10) for _ in range(20)] == first
    for _ in range(5):
        three.skip()
    assert [three.pick(10) for _ in range(15)] == first[5:]


def test_with_a_view_and_without_it_chooses_the_same() -> None:
    table = Table.new(["zot", "gerki", "fiona"], seed=4)
    seers, blind = (
        [make("random", bot_seed(4, seat)) for seat in range(3)],
        [make("random", bot_seed(4, seat)) for seat in range(3)],
    )
    while table.decision is not None:
        seat = table.decision.seat
        position = seers[seat].choose(view(table, seat), sampler(table, seat))
        assert decide(blind[seat], table) == position
        table.choose(position)


def test_a_bot_that_wants_a_view_gets_that_and_samples_and_nothing_else() -> None:
    got: list[tuple[object, ...]] = []

    class Looker:
        needs_view = True

        def choose(self, *args: object) -> int:
            got.append(args)
            return 0

        def skip(self) -> None:
            raise AssertionError("nothing was skipped")

    table = Table.new(["zot", "gerki"], seed=2)
    assert table.decision is not None
    before = table.copy()
    assert decide(Looker(), table) == 0
    ((seen, sample),) = got
    assert seen == view(table, table.decision.seat)
    assert isinstance(seen, View)
    assert callable(sample)
    assert sample(5) == redeal(table, table.decision.seat, 5, log=False)
    assert table == before


def test_what_the_random_bot_sees_is_the_same_whatever_others_hold() -> None:
    # It has no way to a table: its module imports the generator and, for types only, the view.
    tree = ast.parse(inspect.getsource(random_module))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "typing", "innkeeper.engine", "innkeeper.bots.sampling", "innkeeper.view"}
    assert RandomBot.__slots__ == ("_state",)
    assert list(inspect.signature(RandomBot.choose).parameters) == ["self", "view", "sample"]


def test_a_bot_is_not_asked_where_nothing_is_open() -> None:
    table = Table.new(["zot", "gerki"], seed=2)
    first = table.decision
    assert first is not None
    with pytest.raises(ValueError, match="asked nothing"):
        RandomBot(1).choose(view(table, 1 - first.seat))
    over = play_out(table)
    with pytest.raises(ValueError, match="no decision is open"):
        decide(RandomBot(1), over)


def play_out(table: Table) -> Table:
    while table.decision is not None:
        table.choose(0)
    return table


def test_names() -> None:
    for name in base.NAMES:
        assert make(name, 1).needs_view is make(f"bot:{name}", 1).needs_view
    with pytest.raises(ValueError, match="there is no bot 'bot:clever'; there are: bot:random, bot:steady"):
        make("bot:clever", 1)


def test_bots_of_one_game_are_strangers() -> None:
    seeds = {bot_seed(seed, seat) for seed in range(200) for seat in range(8)}
    assert len(seeds) == 1600
