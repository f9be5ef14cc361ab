"""Nonsense, stale and hostile messages raise no traceback, change no table, and are told nothing."""

import pytest

from tests.server.fuzzing import fuzz


@pytest.mark.slow
def test_nothing_comes_of_two_thousand_messages() -> None:
    done = fuzz(2_000, 200)
    assert done.sent >= 2_000
    assert done.kinds["answer"] > 50
