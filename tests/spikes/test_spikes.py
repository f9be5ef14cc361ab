"""The engine carries what the Allies characters and teams need, shown through stubs that know nothing else."""

from pathlib import Path

import pytest

from innkeeper.rulebook.runner import run
from innkeeper.rulebook.scenario import Scenario, read_file
from tests.spikes.stubs import stub_catalog

SPIKES = read_file(Path(__file__).with_name("spikes.yaml"))


@pytest.mark.parametrize("scenario", SPIKES, ids=lambda s: s.name)
def test_spike(scenario: Scenario) -> None:
    """Each spike comes out as it says."""
    result = run(scenario, stub_catalog())
    assert result.passed, result.why
