"""Whole games, played in the browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.inn import Guests, drive, drive_until, make_table, no_sideways, play_now, rest, turn, until, until_turn

pytestmark = pytest.mark.slow


def test_two_browsers_and_two_bots_play_a_game_to_its_end_and_begin_another(guests: Guests) -> None:
    host, friend = guests.page(), guests.page()
    code = make_table(host, [("fiona", "me"), ("pooky", "open"), ("zot", "bot:random"), ("", "bot:random")], "Ada")
    friend.goto(f"/t/{code}")
    friend.get_by_label("Your name").fill("Ben <b>")
    friend.get_by_label("Your name").blur()
    friend.get_by_role("button", name="Sit here").click()
    expect(friend.get_by_text("Ada begins the game.")).to_be_visible()
    expect(host.get_by_text("Ben <b>").first).to_be_visible()
    host.get_by_role("button", name="Begin", exact=True).click()
    for page, seed in ((host, 5), (friend, 6)):
        page.wait_for_selector(".table .seat")
        drive(page, seed)
    expect(host.locator(".result h1")).to_be_visible(timeout=80_000)
    expect(friend.locator(".result h1")).to_be_visible()
    for page in (host, friend):
        expect(page.locator(".places li")).to_have_count(4)
    assert host.locator(".places .winner b").all_inner_texts() == friend.locator(".places .winner b").all_inner_texts()
    no_sideways(host)

    for page in (host, friend):
        rest(page)
    host.get_by_role("button", name="Again with the same people").click()
    host.wait_for_url(lambda url: code not in url)
    friend.get_by_role("button", name="To the rematch").click()
    friend.wait_for_url(host.url)
    expect(friend.get_by_text("Ada begins the game.")).to_be_visible()
    expect(friend.locator(".people .mine")).to_be_visible()
    expect(host.get_by_role("button", name="Begin", exact=True)).to_be_visible()


def seen(page: Page) -> str:
    """What is to be seen of a game, as text."""
    return page.locator("main").inner_text()


def test_a_game_on_a_phone_by_touch(guests: Guests) -> None:
    page = guests.page(phone=True)
    page.goto("/?pause=0&bot=bot:random")
    no_sideways(page)
    page.locator(".play-now:enabled").tap()
    page.wait_for_selector(".table .seat")
    drive(page, 3, every=25)
    tapped = 0
    for goal in range(2, 42, 4):
        until_turn(page, goal)
        if turn(page) == 9999:
            break
        no_sideways(page)
        rest(page)
        # What can be answered is under the thumb, and a tap does it.
        page.wait_for_timeout(100)
        answer = page.locator(".prompt .answers button.answer").last
        if answer.count():
            before = seen(page)
            answer.tap()
            tapped += 1
            until(lambda before=before: seen(page) != before, 10, "a tap did nothing")  # type: ignore[misc]
        drive(page, goal, every=25)
    assert tapped or turn(page) == 9999
    no_sideways(page)


def test_a_hand_is_a_drawer_on_a_phone_and_says_why_not(guests: Guests) -> None:
    page = guests.page(phone=True)
    play_now(page)
    page.wait_for_selector(".prompt:not(.idle)")
    drive_until(page, ".table:has(.prompt:not(.idle)) .card.dim .why", 2)
    drawer = page.locator(".drawer")
    if drawer.get_attribute("aria-expanded") == "false":
        drawer.tap()
    card = page.locator(".card.dim").first
    card.locator(".card-head").tap()
    expect(card.locator(".card-text")).to_be_visible()
    expect(card.locator(".why")).not_to_be_empty()


def test_a_game_by_keyboard_alone(guests: Guests) -> None:
    page = guests.page()
    page.goto("/?pause=0&bot=bot:random")
    page.wait_for_selector(".play-now:enabled")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "play-now"
    page.keyboard.press("Enter")
    page.wait_for_selector(".table .seat")
    page.keyboard.press("s")
    expect(page.get_by_role("dialog", name="Settings and keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    pressed = set()
    for n in range(4000):
        if turn(page) >= 14:
            break
        # A person reads the key beside an answer, and presses it.
        keys = page.evaluate(
            """() => document.querySelector('.prompt:not(.idle)') ? [...document.querySelectorAll(
            '.card.lit:not(.thrown) .do kbd, .pick kbd, .prompt .answers .answer kbd')].map((k) => k.textContent) : []"""
        )
        if keys:
            key = keys[n * 7 % len(keys)]
            pressed.add(key)
            page.keyboard.press(key)
        else:
            page.wait_for_timeout(15)
    assert turn(page) >= 14
    assert "Enter" in pressed
    assert len(pressed) > 3


def test_cards_are_thrown_away_together_copies_too(guests: Guests) -> None:
    page = guests.page()
    play_now(page)
    drive_until(page, ".prompt[data-kind=discard]", 2)
    names = page.locator(".card .face-title").all_inner_texts()
    marked = [0, 1, 3]
    for place in marked:
        page.locator(".card .do").nth(place).click()
    assert page.locator(".card.thrown").count() == 3
    page.locator(".card.thrown .do").nth(2).click()
    page.keyboard.press("abcdefghijklmno"[3])
    page.get_by_role("button", name="Throw away 3 and draw").click()
    line = page.locator(".told.discard").last
    expect(line).to_be_visible()
    for place in marked:
        expect(line).to_contain_text(names[place])
