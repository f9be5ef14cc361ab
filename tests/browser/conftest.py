"""One server and one Chromium for the tests of a process."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.inn import Guests, Inn, browser, chromium

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse to run beside other tests: Playwright keeps an event loop running in its process, and others start their own."""
    own = sum(HERE in item.path.parents for item in items)
    if 0 < own < len(items):
        raise pytest.UsageError("the browser's tests run in a process of their own: pytest tests/browser, or make test")


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    try:
        chromium()
    except FileNotFoundError as error:
        pytest.fail(str(error), pytrace=False)
    with browser() as found:
        yield found


@pytest.fixture(scope="session")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    found = Inn(tmp_path_factory.mktemp("inn") / "tables.sqlite3")
    found.start()
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture
def guests(chrome: Browser, inn: Inn) -> Iterator[Guests]:
    found = Guests(chrome, inn)
    yield found
    found.close()
    assert not found.trouble, "\n".join(found.trouble)
