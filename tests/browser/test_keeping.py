"""Nothing is lost: a reload, another tab, a lost connection, a server that is killed."""

import json

import pytest
from playwright.sync_api import Page, expect

from innkeeper.record.record import Record
from innkeeper.record.replay import replay
from tests.browser.inn import Guests, Inn, drive, drive_until, play_now, rest, until, until_turn

pytestmark = pytest.mark.slow


def scene(page: Page) -> tuple[str, str, str, list[str]]:
    """What there is to see, read again after a reload."""
    return (
        page.locator(".prompt").inner_text(),
        page.locator(".middle").inner_text(),
        page.locator(".seats").inner_text(),
        page.locator(".log-lines p").all_inner_texts(),
    )


def test_what_looks_wrong_is_reported_with_the_record(guests: Guests, inn: Inn) -> None:
    page = guests.page()
    play_now(page)
    drive_until(page, ".table:not([data-turn='1']) .prompt[data-kind=answer]", 4)
    page.get_by_role("button", name="Settings and help").click()
    page.get_by_label("Something is wrong here").fill("My coin is gone")
    with page.expect_download() as download:
        page.get_by_role("button", name="Report this").click()
    moment = json.loads(download.value.path().read_text())
    assert moment["sight"]["view"]["hand"]
    path = inn.data.parent / moment["record"]
    text = path.read_text()
    assert "# It was said: My coin is gone" in text
    assert "in turn " in text
    record = Record.load(path)
    table = replay(record)
    assert table.decision is not None
    assert len(record.choices) > 5
    expect(page.get_by_text("Reported: the server keeps")).to_be_visible()


def test_a_reload_in_the_middle_of_a_response_changes_nothing(guests: Guests) -> None:
    page = guests.page()
    play_now(page)
    drive_until(page, ".table:has(.pending.top) .prompt[data-kind=answer] .consequence", 4)
    before = scene(page)
    page.reload()
    page.wait_for_selector(".prompt .consequence")
    after = scene(page)
    # Hints are told for the first few times only.
    assert after[1:] == before[1:]
    assert after[0].splitlines()[0] == before[0].splitlines()[0]
    page.wait_for_timeout(250)
    page.keyboard.press("Enter")
    until(lambda: page.locator(".prompt").inner_text() != after[0], 10, "the answer did nothing")
    # Another tab of the same browser holds the same seat.
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".table .seat.mine")
    assert other.locator(".seat.mine .seat-name").inner_text() == page.locator(".seat.mine .seat-name").inner_text()


def test_a_lost_connection_says_so_and_comes_back(guests: Guests) -> None:
    guests.allowed.append("WebSocket")
    guests.allowed.append("ERR_INTERNET_DISCONNECTED")
    page = guests.page()
    play_now(page)
    page.wait_for_selector(".prompt")
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator(".lost")).to_contain_text("The connection is lost")
    expect(page.locator(".lost")).to_contain_text("kept")
    page.context.set_offline(False)
    expect(page.locator(".lost")).to_have_count(0)
    drive(page)
    until_turn(page, 3)


def test_a_server_killed_in_the_middle_loses_no_answer(guests: Guests, inn: Inn) -> None:
    guests.allowed.append("WebSocket")
    page = guests.page()
    play_now(page)
    drive(page, 9)
    until_turn(page, 4)
    rest(page)
    page.wait_for_timeout(300)
    before = page.locator(".log-lines p").all_inner_texts()
    inn.kill()
    expect(page.locator(".lost")).to_be_visible()
    inn.start()
    expect(page.locator(".lost")).to_have_count(0)
    page.wait_for_selector(".prompt")
    after = page.locator(".log-lines p").all_inner_texts()
    assert after[: len(before)] == before
    assert page.locator(".seat.mine").count() == 1
    drive(page, 10)
    until_turn(page, 7)
    until(
        lambda: page.locator(".log-lines p").count() > len(before) or page.locator(".result").count() > 0,
        20,
        "the game stands still",
    )


def test_a_bot_takes_a_seat_over_and_gives_it_back(guests: Guests) -> None:
    page = guests.page()
    play_now(page, pause=150)
    page.wait_for_selector(".prompt")
    before = page.locator(".log-lines p").count()
    page.get_by_role("button", name="Settings and help").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    take_back = page.get_by_role("button", name="Take my seat back from the bot")
    expect(take_back).to_be_visible()
    until(lambda: page.locator(".log-lines p").count() > before, 30, "the bot does not play")
    take_back.click()
    expect(page.get_by_role("button", name="Let a bot play for me")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_selector(".prompt.mine", timeout=40_000)


def test_when_one_is_asked_is_set_once_for_all_tables(guests: Guests) -> None:
    page = guests.page()
    play_now(page)
    page.wait_for_selector(".prompt")
    page.get_by_role("button", name="Settings and help").click()
    page.get_by_text("Never ask about").click()
    quiet, drinks = page.get_by_label("quiet moments", exact=True), page.get_by_label("the Drinks of others")
    expect(quiet).to_be_checked()
    quiet.uncheck()
    drinks.check()
    expect(drinks).to_be_checked()
    page.keyboard.press("Escape")
    play_now(page)
    page.get_by_role("button", name="Settings and help").click()
    page.get_by_text("Never ask about").click()
    expect(drinks).to_be_checked()
    expect(quiet).not_to_be_checked()
