"""The same checks with choices that hypothesis draws, so that what breaks is found in its smallest form."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from innkeeper import Table
from innkeeper.lab.check import Checker, check
from innkeeper.view import redeal, view
from tests.properties.games import BASE, BOSSES, CAST

QUICK = settings(
    max_examples=25, stateful_step_count=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of any size and mix of characters and variants, some choices into its game."""
    seats = draw(st.lists(st.sampled_from(CAST), min_size=2, max_size=8))
    variants: dict[str, Any] = {name: True for name in ("prizes", "events") if draw(st.booleans())}
    if len(seats) >= 3 and draw(st.booleans()):
        seats[0] = draw(st.sampled_from(BOSSES))
        variants["boss"] = {"seat": 0}
    elif len(seats) >= 4 and draw(st.booleans()):
        first, size = draw(st.integers(0, len(seats) - 1)), draw(st.integers(1, len(seats) - 1))
        order = [(first + i) % len(seats) for i in range(len(seats))]
        variants["teams"] = [order[:size], order[size:]]
    table = Table.new(seats, variants, draw(st.integers(0, 2**32)))
    for pick in draw(st.lists(st.integers(0, 30), max_size=120)):
        if table.decision is None:
            break
        table.choose(pick % len(table.decision.options))
    return table


@settings(QUICK, max_examples=60)
@given(tables(), st.integers(0, 2**32))
def test_any_position_is_sound_and_its_secrets_may_be_dealt_anew(table: Table, seed: int) -> None:
    check(table)
    assert Table.load(table.dump()) == table
    before = table.dump()
    for seat in range(-1, len(table.out)):
        other = redeal(table, seat, seed)
        check(other)
        assert view(other, seat) == view(table, seat)
        if table.decision is not None and table.decision.seat == seat:
            assert other.decision == table.decision
            other.choose(seed % len(table.decision.options))
    assert table.dump() == before


class Play(RuleBasedStateMachine):
    """A game that goes forward, and back to positions that were kept."""

    @initialize(seats=st.lists(st.sampled_from(BASE), min_size=2, max_size=5), seed=st.integers(0, 2**32))
    def begin(self, seats: list[str], seed: int) -> None:
        self.table = Table.new(seats, seed=seed)
        self.checker = Checker(self.table, sample=10, seed=seed)
        self.kept: list[tuple[Table, str]] = []

    @precondition(lambda self: self.table.decision is not None)
    @rule(pick=st.integers(0, 30), times=st.integers(1, 6))
    def choose(self, pick: int, times: int) -> None:
        for _ in range(times):
            if self.table.decision is None:
                return
            self.table.choose(pick % len(self.table.decision.options))
            self.checker.see(self.table)

    @rule()
    def keep(self) -> None:
        self.kept.append((self.table.copy(), self.table.dump()))

    @precondition(lambda self: self.table.decision is not None)
    @rule()
    def save_and_load(self) -> None:
        loaded = Table.load(self.table.dump())
        assert loaded == self.table
        self.table = loaded

    @invariant()
    def what_was_kept_is_as_it_was(self) -> None:
        for table, dump in getattr(self, "kept", []):
            assert table.dump() == dump


TestPlay = Play.TestCase
TestPlay.settings = QUICK
