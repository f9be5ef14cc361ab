"""Makes the pictures in docs/pictures/ by playing, so that they show what there is (scripts/pictures)."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.browser.inn import Guests, Inn, browser, drive_until, make_table, play_now

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PARTY: Final = [
    ("fiona", "me"), ("pooky", "bot:steady"), ("piper", "bot:steady"), ("ripsnarl", "bot:steady"), ("baelfire", "bot:steady"),
]  # fmt: skip


def _shot(page: Page, name: str) -> None:
    page.mouse.move(5, 400)
    page.wait_for_timeout(500)
    page.screenshot(path=str(FOLDER / f"{name}.png"))
    print(f"pictures: docs/pictures/{name}.png")


def _no_hints(page: Page) -> None:
    page.goto("/rules")
    page.evaluate("localStorage.setItem('innkeeper.hints', 'false')")


def lobby(guests: Guests) -> None:
    """An evening with two tables open."""
    for name, seats in (
        ("Ada", [("eve", "me"), ("dimli", "open"), ("gog", "bot:steady")]),
        ("Ben", [("zot", "me"), ("", "open")]),
    ):
        make_table(guests.page(), seats, name)
    page = guests.page(color_scheme="dark")
    page.goto("/")
    page.wait_for_selector(".tables li:nth-child(2)")
    _shot(page, "browser-lobby")


def table(guests: Guests) -> None:
    """A busy table: a Round of Gambling, things in front, characters' own states."""
    page = guests.page(color_scheme="dark")
    _no_hints(page)
    make_table(page, PARTY, "Ada")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector(".table .seat")
    drive_until(page, ".table[data-turn]:not([data-turn='1']):has(.the-pot) .prompt[data-kind=gamble]", 3, seconds=110)
    _shot(page, "browser-table")


def response(guests: Guests) -> None:
    """Somebody is about to lose something, and may answer."""
    page = guests.page(color_scheme="light")
    _no_hints(page)
    play_now(page, "bot:steady")
    drive_until(
        page, ".table:has(.pending:nth-child(1) .face-text) .prompt[data-kind=answer] .consequence .hurts", 6, seconds=110
    )
    _shot(page, "browser-response")


def boss(guests: Guests) -> None:
    """A Boss Battle with Prizes: the Boss at the head, the Challengers on one track, a Boss Card about to hit them."""
    page = guests.page(color_scheme="dark")
    _no_hints(page)

    def choose(page: Page) -> None:
        page.get_by_label("Boss Battle").check()
        page.get_by_label("Prizes", exact=True).check()

    seats = [("fiona", "me"), ("zot", "bot:steady"), ("eve", "bot:steady"), ("pooky", "bot:steady")]
    hit = ".table:has(.seat.boss.turn):has(.pending .face-text) .prompt[data-kind=answer] .consequence .hurts"
    for seed in range(5, 11):  # a game may be over before the Boss hits whoever may answer it
        make_table(page, seats, "Ada", choose)
        page.get_by_role("button", name="Begin", exact=True).click()
        page.wait_for_selector(".table .seat")
        drive_until(page, f"{hit}, .result", seed, seconds=110)
        if not page.locator(".result").count():
            break
    _shot(page, "browser-boss")


def phone(guests: Guests) -> None:
    """The same on a phone."""
    page = guests.page(phone=True, color_scheme="dark", device_scale_factor=2)
    _no_hints(page)
    play_now(page, "bot:steady")
    drive_until(page, ".table:not([data-turn='1']) .prompt[data-kind=answer] .consequence .hurts", 4, seconds=110)
    _shot(page, "browser-phone")


def replay(guests: Guests) -> None:
    """A game looked at again, with all hands open."""
    page = guests.page(color_scheme="dark")
    _no_hints(page)
    make_table(page, [("gerki", "me"), ("zot", "bot:steady"), ("eve", "bot:steady")], "Ada")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector(".table .seat")
    drive_until(page, ".result .places", 5, seconds=110)
    page.get_by_role("link", name="See it again").click()
    page.wait_for_selector(".replay")
    page.get_by_label("Seen as").select_option("all")
    page.wait_for_selector(".hands .card-list")
    page.wait_for_timeout(1500)
    for _ in range(7):
        page.keyboard.press("PageDown")
    for _ in range(80):
        if page.locator(".pending .face-text").count():
            break
        page.keyboard.press("ArrowRight")
    _shot(page, "browser-replay")


ALL: Final[dict[str, Callable[[Guests], None]]] = {
    "lobby": lobby,
    "table": table,
    "response": response,
    "boss": boss,
    "phone": phone,
    "replay": replay,
}


def main(names: list[str]) -> None:
    """Make the pictures that are named, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        inn = Inn(Path(folder) / "tables.sqlite3")
        inn.start()
        try:
            with browser() as chrome:
                for name in names or list(ALL):
                    guests = Guests(chrome, inn)
                    ALL[name](guests)
                    guests.close()
        finally:
            inn.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
