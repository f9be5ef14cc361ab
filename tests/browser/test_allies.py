"""A whole game in each of the five Allies' seats, by mouse clicks on whatever asks to be clicked."""

import random
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.inn import Guests, make_table, no_sideways

pytestmark = pytest.mark.slow

POINTS = """(n) => {
  if (document.querySelector('.result h1')) return 'over';
  const prompt = document.querySelector('.prompt:not(.idle)');
  if (!prompt) return null;
  const found = [...document.querySelectorAll('.card.lit:not(.thrown) .do, .pick, .pick-thing, .prompt .answers button.answer')]
    .filter((one) => one.getClientRects().length);
  if (!found.length) return null;
  const one = found[n % found.length];
  one.scrollIntoView({ block: 'nearest' });
  const box = one.getBoundingClientRect();
  // A pick is clicked where it says so; things to be picked lie on the seat below.
  const at = one.matches('.pick') ? one.firstElementChild.getBoundingClientRect() : box;
  const x = at.x + at.width / 2;
  const y = at.y + at.height / 2;
  const there = document.elementFromPoint(x, y);
  return { x, y, hit: one.contains(there), what: one.className, over: there ? there.className : 'nothing',
    question: prompt.querySelector('.question')?.textContent ?? '' };
}"""
"""One of the things that can be clicked now: where its middle is, and whether anything lies over it."""


def click_through(page: Page, seed: int, seconds: float = 90) -> list[str]:
    """Play to the end of the game; return the questions that were asked."""
    chance = random.Random(seed)
    asked: list[str] = []
    end = time.monotonic() + seconds
    while True:
        assert time.monotonic() < end, f"the game does not end; the last question was {asked[-1:]}"
        point = page.evaluate(POINTS, chance.randrange(1000))
        if point == "over":
            return asked
        if point is None:
            page.wait_for_timeout(10)
            continue
        assert point["hit"], f"{point['over']!r} lies over {point['what']!r} ({point['question']})"
        asked.append(point["question"])
        page.mouse.click(point["x"], point["y"])


@pytest.mark.parametrize(
    ("ally", "others", "shows", "asks"),
    [
        ("pooky", ["baelfire", "gog"], "mood", "whom do you pick?"),
        ("evil_pooky", ["fiona", "piper"], "doppelganger deck", "do you keep it in front of you, or give it"),
        ("piper", ["pooky", "zot"], "quiver", "whom do you pick?"),
        ("ripsnarl", ["gerki", "baelfire"], "fury", "whom do you pick?"),
        ("baelfire", ["eve", "evil_pooky"], "shadowfiend supply", "in front of whom do you summon the"),
    ],
)
def test_a_whole_game_as_each_ally(guests: Guests, ally: str, others: list[str], shows: str, asks: str) -> None:
    page = guests.page()
    asked: list[str] = []
    # What this character alone is asked comes up in nearly every game; another one is played where it has not.
    for seed in range(4):
        make_table(page, [(ally, "me"), *((other, "bot:random") for other in others)], "Ada")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.wait_for_selector(".table .seat.mine")
        expect(page.locator(".seat.mine .seat-more")).to_contain_text(shows)
        no_sideways(page)
        asked += click_through(page, seed)
        expect(page.locator(".result h1")).to_be_visible()
        expect(page.locator(".places li")).to_have_count(len(others) + 1)
        if any(asks in question for question in asked):
            return
    raise AssertionError(f"{ally} was never asked {asks!r}: {sorted(set(asked))}")
