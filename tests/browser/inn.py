"""What the browser tests stand on: a server of their own, the system's Chromium, and somebody who answers quickly."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
_SERVE = "from innkeeper.cli.main import run; run()"
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}

DRIVER = """
([seed, every, stop, rather]) => {
  let state = seed;
  const random = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor((state / 2147483648) * n); };
  clearInterval(window.driver);
  window.stopped = false;
  window.driver = setInterval(() => {
    if (stop && document.querySelector(stop)) { clearInterval(window.driver); window.stopped = true; return; }
    if (!document.querySelector('.prompt:not(.idle)')) return;
    const found = [...document.querySelectorAll(
      '.card.lit:not(.thrown) .do, .pick, .pick-thing, .prompt .answers button.answer')];
    const plays = found.filter((one) => /^\\s*Play/.test(one.textContent));
    const liked = plays.filter((one) => rather && one.closest('.card')?.textContent.includes(rather));
    const one = liked[0] ?? found[random(found.length)];
    if (one) one.click();
  }, every);
}
"""
"""Answers every prompt by clicking on something that can be clicked, over and over."""


def chromium() -> str:
    """Return the path of a Chromium. Raises FileNotFoundError saying what to install."""
    named = os.environ.get("CHROMIUM", "")
    for name in (named, *NAMES):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise FileNotFoundError(
        "the browser tests need Chromium and found none: install it (Debian: apt-get install chromium; Ubuntu: snap install "
        "chromium), or name one: CHROMIUM=/path/to/chromium"
    )


@dataclass
class Inn:
    """A server in a process of its own, which can be killed and started again at the same port."""

    data: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if not self.port:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
        command = (sys.executable, "-c", _SERVE, "serve", "--port", str(self.port), "--data", str(self.data))
        with (self.data.parent / "serve.err").open("ab") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        until(self._answers, 60, "the server does not answer")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.data.parent / "serve.err").read_text()
        try:
            with urllib.request.urlopen(self.url, timeout=2) as reply:
                return bool(reply.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


def until(true: Callable[[], bool], seconds: float, otherwise: str) -> None:
    """Wait for something to be true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


@contextmanager
def browser() -> Iterator[Browser]:
    """Run a Chromium."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), headless=True)
        try:
            yield found
        finally:
            found.close()


@dataclass
class Guests:
    """Opens browser windows, and hears everything that goes wrong in them. allowed: parts of messages that are no trouble."""

    chrome: Browser
    inn: Inn
    trouble: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def page(self, phone: bool = False, **more: Any) -> Page:
        """Open a window of somebody who was never here before."""
        size = PHONE if phone else DESK
        context = self.chrome.new_context(
            **{
                "viewport": size,
                "has_touch": phone,
                "is_mobile": phone,
                "reduced_motion": "reduce",
                "base_url": self.inn.url,
                **more,
            }
        )
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.trouble.append(f"{error}\n{error.stack}"))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.allowed):
            self.trouble.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def play_now(page: Page, bot: str = "bot:random", pause: int = 0) -> None:
    """Sit down with three bots, by the one button."""
    page.goto(f"/?pause={pause}&bot={bot}")
    page.locator(".play-now:enabled").click()
    page.wait_for_selector(".table .seat")


def make_table(page: Page, seats: list[tuple[str, str]], name: str, besides: Callable[[Page], None] | None = None) -> str:
    """Make a table by the form of the lobby, with (character, who) on each seat; return its code.

    besides: what else is done in the form before it is sent.
    """
    page.goto("/")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your name").blur()
    page.get_by_text("Make a table", exact=True).click()
    while page.locator(".wishes li").count() > len(seats):
        page.locator(".wishes li").last.get_by_text("Remove").click()
    while page.locator(".wishes li").count() < len(seats):
        page.get_by_text("Add a seat").click()
    for i, (character, who) in enumerate(seats):
        page.get_by_label(f"Character of seat {i + 1}").select_option(character)
        page.get_by_label(f"Who takes seat {i + 1}").select_option(who)
    page.get_by_label("Pause after each card").select_option("0")
    if besides is not None:
        besides(page)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def drive(page: Page, seed: int = 1, every: int = 12) -> None:
    """Let somebody quick play in a window from now on."""
    page.evaluate(DRIVER, [seed, every, "", ""])


def drive_until(page: Page, selector: str, seed: int = 1, every: int = 20, seconds: float = 60, rather: str = "") -> None:
    """Let somebody quick play in a window until something is to be seen there, and then do nothing more.

    rather: part of what stands on a card that is played wherever it can be.
    """
    page.evaluate(DRIVER, [seed, every, selector, rather])
    until(lambda: bool(page.evaluate("window.stopped")), seconds, f"{selector} was never seen")


def rest(page: Page) -> None:
    """Let nobody play in it any longer."""
    page.evaluate("clearInterval(window.driver)")


def turn(page: Page) -> int:
    """Return how many turns the table in a window has seen; a very high number once the game is over."""
    return int(
        page.evaluate("document.querySelector('.result') ? 9999 : +(document.querySelector('.table')?.dataset.turn ?? 0)")
    )


def until_turn(page: Page, number: int, seconds: float = 60) -> None:
    """Wait until a turn has come, or the end."""
    until(lambda: turn(page) >= number, seconds, f"turn {number} did not come")


def no_sideways(page: Page) -> None:
    """Check that nothing scrolls sideways."""
    wide = page.evaluate(
        """() => { const w = document.documentElement.clientWidth;
        return document.documentElement.scrollWidth <= w ? [] : [...document.querySelectorAll('body *')].filter(
          (e) => e.getBoundingClientRect().right > w + 1).map((e) => `${e.tagName}.${e.className}`).slice(0, 8); }"""
    )
    assert not wide, f"these are wider than the window: {wide}"


def axe(page: Page) -> None:
    """Check that axe-core finds nothing serious."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    told = [
        f"{v['id']} ({v['impact']}): {v['help']}\n"
        + "\n".join(f"    {n['html'][:160]}  {n['failureSummary'][:220]}" for n in v["nodes"][:4])
        for v in found["violations"]
        if v["impact"] in ("serious", "critical", "moderate")
    ]
    assert not told, "\n".join(told)
