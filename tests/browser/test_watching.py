"""Watching, and looking at a game again."""

import pytest
from playwright.sync_api import expect

from tests.browser.inn import Guests, drive, make_table, no_sideways, play_now, rest, until, until_turn

pytestmark = pytest.mark.slow


def test_whoever_watches_sees_what_is_public_and_no_more(guests: Guests) -> None:
    player, watcher = guests.page(), guests.page()
    play_now(player)
    code = player.url.rpartition("/")[2]
    sent: list[str] = []
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda data: sent.append(str(data))))
    watcher.goto(f"/t/{code}")
    watcher.get_by_role("button", name="Watch").click()
    watcher.wait_for_selector(".table.watching")
    drive(player, 8)
    until_turn(player, 5)
    rest(player)
    note = watcher.get_by_text("You are watching")
    expect(note).to_be_visible()
    box, prompt = note.bounding_box(), watcher.locator(".prompt").bounding_box()
    assert box is not None
    assert prompt is not None
    assert box["y"] >= prompt["y"] + prompt["height"], "what is said to whoever watches lies on the prompt"
    assert watcher.locator(".hand, .prompt .answer, .pick").count() == 0
    assert watcher.locator(".log-lines p").count() > 5
    assert sent
    assert not any('"hand":[1' in data or '"why":{"' in data for data in sent)
    # They come back to watching after a reload.
    watcher.reload()
    watcher.wait_for_selector(".table.watching .seat")


def test_a_game_is_looked_at_again_step_by_step(guests: Guests) -> None:
    page = guests.page()
    code = make_table(page, [("gerki", "me"), ("deirdre", "bot:random")], "Cleo")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector(".table .seat")
    drive(page, 7)
    expect(page.locator(".result h1")).to_be_visible(timeout=60_000)
    page.get_by_role("link", name="See it again").click()
    page.wait_for_selector(".replay")
    assert page.locator(".replay").get_attribute("data-step") == "0"

    page.get_by_role("button", name="step ›").click()
    expect(page.locator(".replay")).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay")).to_have_attribute("data-step", "2")
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    expect(page.locator(".whose")).to_contain_text("turn 2")
    page.get_by_role("combobox", name="Turn").select_option("3")
    expect(page.locator(".whose")).to_contain_text("turn 3")
    there = page.locator(".replay").get_attribute("data-step")
    page.get_by_text("Rules of this step").click()
    expect(page.locator(".step-rules dt").first).to_be_visible()

    # As everybody sees it there are no hands; with a seat's eyes there is its own; the all-knowing sees all.
    assert page.locator(".hands .card-list").count() == 0
    page.get_by_label("Seen as").select_option("0")
    expect(page.locator(".hands .card-list")).to_have_count(1)
    page.get_by_label("Seen as").select_option("all")
    expect(page.locator(".hands .card-list")).to_have_count(2)

    page.get_by_label("Speed").select_option("2")
    page.get_by_role("button", name="Play", exact=True).click()
    until(lambda: int(page.locator(".replay").get_attribute("data-step") or 0) > int(there or 0) + 2, 10, "it does not play")
    page.get_by_role("button", name="Stop", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Report this").click()
    assert "# Reported at step " in download.value.path().read_text()
    page.keyboard.press("End")
    expect(page.locator(".log-lines p").last).to_contain_text("win")

    page.set_viewport_size({"width": 360, "height": 740})
    no_sideways(page)
    page.goto(f"/t/{code}")
    expect(page.locator(".result h1")).to_be_visible()
