"""For everybody: axe-core finds nothing, on any page, in either theme; nothing scrolls sideways; what is said is heard."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.inn import Guests, axe, drive, make_table, no_sideways, play_now, rest, until

pytestmark = pytest.mark.slow


def both(page: Page) -> None:
    """Check a page in both themes and on both sizes."""
    for theme in ("dark", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        axe(page)
    page.set_viewport_size({"width": 360, "height": 740})
    axe(page)
    no_sideways(page)
    page.set_viewport_size({"width": 2560, "height": 1300})
    no_sideways(page)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_pages_without_a_game(guests: Guests) -> None:
    page = guests.page()
    reply = page.goto("/")
    assert reply is not None
    policy = reply.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    page.wait_for_selector(".play-now:enabled")
    expect(page.locator(".empty, .tables")).to_be_visible()
    page.get_by_text("Make a table", exact=True).click()
    both(page)

    page.goto("/rules")
    page.get_by_label("Search").fill("chaser")
    expect(page.locator(".rules dd").first).to_be_visible()
    both(page)

    page.goto("/t/zzzzzzz")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    both(page)
    page.goto(f"/t/{'x' * 300}")  # longer than the protocol lets a code be
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    expect(page.locator("main")).to_contain_text("no table with this code")
    no_sideways(page)

    code = make_table(page, [("eve", "me"), ("dimli", "open"), ("", "bot:random")], "Dora")
    expect(page.get_by_text(code).first).to_be_visible()
    both(page)
    other = guests.page()
    other.goto(f"/t/{code}")
    other.wait_for_selector(".people")
    both(other)


KINDS = """() => { const p = document.querySelector('.prompt'); if (!p) return ['over'];
  return [p.dataset.kind === 'answer' && 'answer', document.querySelector('.pick') && 'pick',
    document.querySelector('.the-pot') && 'pot', p.dataset.kind === 'discard' && 'discard',
    document.querySelector('.warn') && 'warn', p.classList.contains('idle') && 'idle'].filter(Boolean); }"""
"""What is to be seen of a table that is worth a look."""


def test_a_table_and_what_comes_after(guests: Guests) -> None:
    page = guests.page()
    make_table(page, [("fiona", "me"), ("gerki", "bot:random"), ("ripsnarl", "bot:random")], "Emil")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector(".table .seat")
    seen: set[str] = set()

    def new() -> bool:
        return bool(set(page.evaluate(KINDS)) - seen) or len(seen) > 4

    for seed in range(4):
        drive(page, seed, every=30)
        until(new, 60, f"nothing else came after {seen}")
        rest(page)
        page.wait_for_timeout(150)
        seen.update(page.evaluate(KINDS))
        both(page)
        if "over" in seen:
            break
    drive(page, 12)
    expect(page.locator(".result h1")).to_be_visible(timeout=90_000)
    page.wait_for_selector(".places li")
    both(page)
    page.get_by_role("link", name="See it again").click()
    page.wait_for_selector(".replay")
    page.get_by_label("Seen as").select_option("all")
    page.wait_for_selector(".hands .card-list")
    page.keyboard.press("PageDown")
    both(page)


def test_sheets_and_what_is_read_out(guests: Guests) -> None:
    page = guests.page()
    play_now(page)
    page.wait_for_selector(".prompt:not(.idle)", timeout=30_000)
    said = page.locator("[aria-live=assertive]").inner_text()
    assert page.locator(".question").inner_text() in said
    log = page.get_by_role("log")
    assert log.get_attribute("aria-live") == "polite"
    for landmark in ("Players", "On the table", "Your hand", "The story so far"):
        assert page.get_by_role("region", name=landmark).count() == 1, landmark
    page.locator(".log-lines .told:last-child .line").click()
    expect(page.get_by_role("dialog", name="Why?")).to_be_visible()
    page.wait_for_selector(".rules dd, .sheet-body p")
    both(page)
    page.keyboard.press("Escape")
    page.locator(".seat-name").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    both(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings and help").click()
    both(page)
    page.get_by_label("Dark").check()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_label("Sounds").check()
    page.get_by_text("Never ask about").click()
    page.get_by_label("the Drinks of others").check()
    expect(page.get_by_label("the Drinks of others")).to_be_checked()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".prompt")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
