"""One server and one Chromium for the tests of a process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.inn import Guests, Inn, browser, chromium


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
