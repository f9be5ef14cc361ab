"""The same deals in every run of the server's tests."""

import random

import pytest

from innkeeper.server import room


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_random", random.Random(7))
