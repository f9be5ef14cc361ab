"""A Boss Battle and a team game, made in the lobby and played in the browser, with Prizes and Events."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.inn import Guests, axe, drive, drive_until, make_table, no_sideways, rest

pytestmark = pytest.mark.slow

BOT = "bot:random"
WATCH = """() => {
  const look = () => {
    const pot = document.querySelector('.the-pot');
    const champions = [...document.querySelectorAll('.seat:has(.champion) .seat-name')].map((name) => name.textContent);
    if (pot?.querySelector('.card-link') && champions.length) {
      window.seenRound = { pot: pot.innerText, prize: pot.querySelector('.card-link').textContent, champions };
      document.body.dataset.round = 'seen';
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Keeps what is to be seen of a Round of Gambling with a Prize on its pot, however short."""

PLACES = """() => [...document.querySelectorAll('.track-line')].map((line) => {
  const [all, mark] = [line.getBoundingClientRect(), line.querySelector('.fortitude').getBoundingClientRect()];
  return [Number(line.querySelector('.fortitude').textContent), (mark.x - all.x) / all.width];
})"""
"""Each track's Fortitude, and where its marker stands, as a part of its length."""


def beyond(page: Page, selector: str) -> list[str]:
    """Return what sticks out of the boxes that are picked."""
    found: list[str] = page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].flatMap((box) => [...box.querySelectorAll('*')].filter(
          (e) => e.getBoundingClientRect().right > box.getBoundingClientRect().right + 1).map((e) => e.textContent))""",
        selector,
    )
    return found


def both_themes(page: Page) -> None:
    for theme in ("dark", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        axe(page)


def play_until(page: Page, selector: str, seed: int, rather: str = "") -> None:
    """Click on until something is to be seen, in another game with the same people where one was over without it."""
    for again in range(6):
        drive_until(page, f"{selector}, .result .places", seed + again, rather=rather)
        if not page.locator(".result").count():
            return
        page.get_by_role("button", name="Again with the same people").click()
        page.get_by_role("button", name="Begin", exact=True).click()
        page.wait_for_selector(".table .seat")
    pytest.fail(f"{selector} was in none of these games")


def choose_boss(page: Page) -> None:
    """Say in the form that it is a Boss Battle, by the keyboard; look at what it offers."""
    page.get_by_label("Everybody for themselves").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Boss Battle")).to_be_checked()
    expect(page.get_by_text("our own version", exact=False)).to_be_visible()
    who = page.get_by_role("combobox", name="The Boss", exact=True)
    expect(who.locator("option:checked")).to_contain_text("Ripsnarl")
    offered = page.get_by_label("Character of seat 4").locator("option").all_inner_texts()
    assert len(offered) == 5, offered
    number = page.get_by_label("Fortitude", exact=True)
    assert str(number.get_attribute("placeholder")).isdecimal()
    number.fill("32")
    # Where a seat goes, the Boss stays who it is; whoever cannot be the Boss does not stay on its seat.
    page.get_by_text("Add a seat").click()
    who.select_option("1")
    expect(page.get_by_label("Character of seat 2")).to_have_value("")
    who.select_option("3")
    page.get_by_label("Character of seat 2").select_option("zot")
    page.locator(".wishes li").last.get_by_text("Remove").click()
    expect(page.locator(".wishes li").last).to_contain_text("the Boss")
    page.get_by_label("Prizes", exact=True).check()
    expect(page.get_by_text("gain 1 Fortitude", exact=False)).to_be_visible()
    page.get_by_label("Events", exact=True).check()
    both_themes(page)
    page.set_viewport_size({"width": 360, "height": 740})
    no_sideways(page)
    axe(page)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_boss_battle_with_prizes_and_events(guests: Guests) -> None:
    page = guests.page()
    seats = [("fiona", "me"), ("zot", "bot:steady"), ("gog", BOT), ("ripsnarl", "bot:steady")]
    code = make_table(page, seats, "Ada", choose_boss)
    expect(page.locator(".people li").nth(3)).to_contain_text("The Boss")
    expect(page.locator(".people li").nth(0)).to_contain_text("Challenger")
    page.get_by_text("What is that?").click()
    expect(page.locator(".the-game")).to_contain_text("At this table the Boss has 32 Fortitude")
    axe(page)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector(".table .seat")

    # The Boss sits at the head, on a track as long as its Fortitude; the others are on one track together.
    head = page.locator(".seats > *").first
    expect(head).to_have_attribute("aria-label", "Ripsnarl, the Boss")
    expect(head.locator(".boss-tag")).to_have_text("the Boss")
    assert int(head.locator(".marker.fortitude").inner_text()) > 20
    team = page.get_by_role("region", name="Your team", exact=True)
    assert team.locator(".seat-name").all_inner_texts() == ["Fiona", "Zot", "Gog"]
    assert (page.locator(".track").count(), team.locator(".track").count()) == (2, 1)
    for fortitude, place in page.evaluate(PLACES):
        assert abs(place - fortitude / 32) < 0.02, (fortitude, place)
    expect(page.locator(".log-lines")).to_contain_text("is the Boss, against")

    page.evaluate(WATCH)
    play_until(page, "[data-round]", 3, "Start a Round")
    seen = page.evaluate("window.seenRound")
    assert seen["prize"] in ("Pooky Snack", "Portal Gun", "Bag of Holding")
    assert "Only these hands count" in seen["pot"]
    assert "Prize" in seen["pot"]
    assert len(seen["champions"]) == 1, "one of the Challengers is their champion"
    both_themes(page)
    page.locator(".inn").click()
    sheet = page.get_by_role("dialog", name="In the Inn")
    expect(sheet).to_contain_text("Prize Bin")
    expect(sheet).to_contain_text("face down")
    both_themes(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings and help").click()
    expect(page.get_by_role("dialog").get_by_text("Boss Battle")).to_be_visible()
    page.keyboard.press("Escape")

    play_until(page, ".log-lines .told.event", 9)
    rest(page)
    page.set_viewport_size({"width": 360, "height": 740})
    no_sideways(page)
    axe(page)

    other = guests.page()
    other.goto(f"/t/{code}")
    other.wait_for_selector(".people")
    expect(other.locator(".the-game")).to_contain_text("Boss Battle")


def test_the_drinks_of_a_table_are_said_when_it_is_made(guests: Guests) -> None:
    page = guests.page()
    seats = [("evil_pooky", "me"), ("zot", BOT)]

    def leave(page: Page) -> None:
        expect(page.get_by_label("Drinks").locator("option:checked")).to_have_text("as suits who plays")

    for besides, told in (
        (leave, 0),
        (lambda page: page.get_by_label("Drinks").select_option("base"), 0),
        (lambda page: page.get_by_label("Drinks").select_option("base,evil-pooky"), 1),
    ):
        make_table(page, seats, "Ada", besides)
        expect(page.locator(".people li")).to_have_count(2)
        assert page.get_by_text("Evil Pooky’s Drinks", exact=True).count() == told


def choose_teams(page: Page) -> None:
    page.get_by_label("In teams").check()
    page.get_by_label("The teams, clockwise").select_option("2,2")
    assert page.locator(".wish-side").all_inner_texts() == [f"Seat {i}, team {team}" for i, team in enumerate((1, 1, 2, 2), 1)]
    page.get_by_label("Prizes", exact=True).check()
    page.get_by_label("Pooky Snack").uncheck()
    page.get_by_label("Events", exact=True).check()
    no_sideways(page)


def test_a_team_game_on_a_phone_to_its_end(guests: Guests) -> None:
    page = guests.page(phone=True)
    make_table(page, [("piper", "me"), ("eve", BOT), ("zot", BOT), ("pooky", BOT)], "W" * 24, choose_teams)
    no_sideways(page)
    assert beyond(page, ".people li") == []
    expect(page.locator(".people li").nth(1)).to_contain_text("Team 1")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector(".table .seat")
    ours, theirs = page.locator(".side").nth(0), page.locator(".side").nth(1)
    expect(ours).to_have_attribute("aria-label", "Your team")
    expect(theirs).to_have_attribute("aria-label", "Zot and Pooky")
    assert ours.locator(".seat-name").all_inner_texts() == ["Piper", "Eve"]
    assert page.locator(".side .track").count() == 2
    expect(ours.locator(".seat").nth(1)).to_have_attribute("aria-label", "Eve, of your team")
    no_sideways(page)
    axe(page)
    drive(page, 11, every=25)
    expect(page.locator(".result h1")).to_be_visible(timeout=80_000)
    page.wait_for_selector(".places > li")
    assert page.locator(".places > .team-place").count() == 2
    assert beyond(page, ".places > li") == []
    assert page.locator(".places .winner").count() == 1
    title = page.locator(".result h1").inner_text()
    winners = page.locator(".places > .winner b").first.inner_text()
    assert title == ("Your team wins!" if winners == "Piper and Eve" else "Zot and Pooky win")
    no_sideways(page)
    axe(page)
    page.get_by_role("link", name="See it again").click()
    page.wait_for_selector(".replay .side")
    page.keyboard.press("PageDown")
    assert page.locator(".side .track").count() == 2
    no_sideways(page)
    axe(page)
