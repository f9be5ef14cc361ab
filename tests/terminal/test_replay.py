"""A game told again at the table: forwards and back, with any seat's eyes."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from innkeeper.record import Record
from innkeeper.record.replay import start
from innkeeper.terminal.app import InnkeeperApp
from innkeeper.terminal.replayscreen import Film, ReplayScreen
from innkeeper.terminal.sheets import HelpSheet
from tests.terminal.helps import SMALL, overflow, sitting, text


def film_of(folder: Path, broken: bool = False) -> Film:
    game = sitting(folder, "zot=bot:random", "gerki=bot:random", "fiona=bot:random", seed=8, watch=True)
    while game.table.decision is not None:
        game.take(game.bots_choice())
    game.finish()
    record = Record.load(folder / "game.record")
    if broken:
        del record.choices[40]
    return Film(record, start(record))


def test_forwards_and_back_and_with_other_eyes(tmp_path: Path) -> None:
    film = film_of(tmp_path)
    assert film.tables[-1].outcome is not None
    screen = ReplayScreen(film)

    async def act(pilot: Pilot[str]) -> None:
        await pilot.pause()
        first = text(pilot.app)
        assert "Choice 0 of" in first
        assert "The hand of" not in first
        seen = [first]
        for _ in range(12):
            await pilot.press("right")
            await pilot.pause()
            seen.append(text(pilot.app))
            assert overflow(screen) == []
        assert len(set(seen)) == len(seen)
        for then in reversed(seen[:-1]):
            await pilot.press("left")
            await pilot.pause()
            assert text(pilot.app) == then
        await pilot.press("pagedown", "pagedown", "v")
        await pilot.pause()
        assert screen.sight is not None
        assert screen.sight.view.turns == 3
        assert "The hand of Zot" in text(pilot.app)
        assert screen.sight.view.hand == film.tables[screen.frame].hand[0]
        await pilot.press("pageup", "v")
        await pilot.pause()
        assert screen.sight.view.turns == 2
        assert "The hand of Gerki" in text(pilot.app)
        await pilot.press("end")
        await pilot.pause()
        assert "wins the game" in text(pilot.app)
        await pilot.press("home", "v", "v", "?")
        await pilot.pause()
        sheet = pilot.app.screen
        assert isinstance(sheet, HelpSheet)
        assert sheet.lines(70)[0].plain == "Keys"
        await pilot.press("escape", "q")

    _run(screen, act)


def test_a_record_that_does_not_fit_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    screen = ReplayScreen(film_of(tmp_path, broken=True))
    assert "there" in screen.film.broken

    async def act(pilot: Pilot[str]) -> None:
        await pilot.press("end")
        await pilot.pause()
        assert "It goes no further" in text(pilot.app)

    _run(screen, act)


def test_it_plays_by_itself(tmp_path: Path) -> None:
    screen = ReplayScreen(film_of(tmp_path))

    async def act(pilot: Pilot[str]) -> None:
        await pilot.press("plus", "plus", "space")
        await pilot.pause(0.6)
        assert screen.frame >= 2
        await pilot.press("space")
        frame = screen.frame
        await pilot.pause(0.3)
        assert screen.frame == frame

    _run(screen, act)


def _run(screen: ReplayScreen, act: Callable[[Pilot[str]], Awaitable[None]]) -> None:
    app = InnkeeperApp(screen)

    async def go() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await act(pilot)

    asyncio.run(go())
