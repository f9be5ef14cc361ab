"""A server that is killed at any moment has lost no acknowledged move, and its tables go on where they were."""

import asyncio
from pathlib import Path

import pytest

from tests.server.killing import killing


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_server_that_is_killed_loses_nothing(seed: int, tmp_path: Path) -> None:
    times = (13, 12)[seed - 1]
    done = asyncio.run(asyncio.wait_for(killing(times, seed, tmp_path), 110))
    assert done.kills == times
    assert done.acknowledged > times
