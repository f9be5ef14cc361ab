"""What cases cannot say of team games: who may be seated so, in which order teams come, and that random games hold."""

from random import Random

import pytest

from innkeeper.lab.check import Checker
from innkeeper.library import Table

FOUR = ("zot", "eve", "fiona", "gog")
ALLIES = ("pooky", "ripsnarl", "baelfire", "evil_pooky", "piper", "fiona", "eve", "gog")


@pytest.mark.parametrize(
    ("teams", "why"),
    [
        ([[0, 2], [1, 3]], "sit together"),
        ([[0, 1], [1, 2, 3]], "exactly one team"),
        ([[0, 1], [2]], "exactly one team"),
        ([[0, 1, 2, 3]], "two teams or more"),
        ([[0, 1], [2, 3], []], "sit together"),
    ],
)
def test_teams_that_cannot_be_seated(teams: list[list[int]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Table.new(FOUR, {"teams": teams})


@pytest.mark.parametrize(
    ("teams", "members"),
    [
        ([[2, 3], [1, 0]], ((0, 1), (2, 3))),
        ([[1, 2], [0, 3]], ((3, 0), (1, 2))),
        ([[3], [1], [2], [0]], ((0,), (1,), (2,), (3,))),
        ([[1], [3, 2, 0]], ((2, 3, 0), (1,))),
    ],
)
def test_teams_take_turns_clockwise(teams: list[list[int]], members: tuple[tuple[int, ...], ...]) -> None:
    t = Table.new(FOUR, {"teams": teams})
    assert t.game.members == members
    assert Table.load(t.dump()) == t


@pytest.mark.parametrize("seed", range(60))
def test_random_team_games_end_and_hold(seed: int) -> None:
    chance = Random(f"teams {seed}")
    n = 3 + seed % 6
    first = chance.randrange(n)
    order = [(first + i) % n for i in range(n)]
    cuts = sorted(chance.sample(range(1, n), 1 + seed % min(3, n - 1)))
    teams = [order[a:b] for a, b in zip([0, *cuts], [*cuts, n], strict=True)]
    t = Table.new(chance.choices(ALLIES, k=n), {"teams": teams}, seed)
    checker = Checker(t, 50, seed)
    while t.decision is not None:
        t.choose(chance.randrange(len(t.decision.options)))
        checker.see(t)
    assert t.outcome is not None
    parties = {t.game.party[seat] for seat in t.outcome.winners}
    assert sorted(t.outcome.winners) == sorted(seat for p in parties for seat in t.game.members[p])
