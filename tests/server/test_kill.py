"""A server that is killed at any moment has lost no acknowledged move, and its tables go on where they were."""

import asyncio
from pathlib import Path

import pytest

from tests.server.killing import killing

TIMES = 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_server_that_is_killed_loses_nothing(seed: int, tmp_path: Path) -> None:
    done = asyncio.run(asyncio.wait_for(killing(TIMES, seed, tmp_path), 100))
    assert done.kills == TIMES
    assert done.acknowledged >= TIMES
