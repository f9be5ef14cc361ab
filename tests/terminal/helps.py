"""Driving the table through Textual's pilot: a game brought to some moment, an app on it, what stands on its screen."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from innkeeper.engine.decision import Decision
from innkeeper.session.beginning import Wish, new_game, rematch
from innkeeper.session.look import Look
from innkeeper.session.sitting import Sitting
from innkeeper.terminal.app import InnkeeperApp
from innkeeper.terminal.gamescreen import GameScreen
from innkeeper.terminal.tablescreen import TableScreen

SMALL = (80, 24)
ALONE = ("zot=me", "gerki=bot:random", "fiona=bot:random", "deirdre=bot:random")
Act = Callable[[Pilot[str], GameScreen], Awaitable[None]]


def sitting(folder: Path, *seats: str, seed: int = 5, watch: bool = False, variants: Sequence[str] = ()) -> Sitting:
    """Deal a game that is written to the folder."""
    return new_game(Wish(seats or ALONE, seed, save=folder / "game.record", watch=watch, variants=tuple(variants)))


def bring_to(game: Sitting, found: Callable[[Decision], bool], limit: int = 3000) -> Sitting:
    """Play on until a person is asked what is looked for; people take what is marked until then."""
    for _ in range(limit):
        decision = game.table.decision
        assert decision is not None, "the game is over before that"
        if game.players[decision.seat] is None and len(decision.options) > 1 and found(decision):
            return game
        game.take(decision.default if game.players[decision.seat] is None else game.bots_choice())
    raise AssertionError("that does not happen in this game")


def run(game: Sitting, act: Act, size: tuple[int, int] = SMALL, speed: int = 0, theme: str = "") -> InnkeeperApp:
    """Run the app on a game, do something in it, and return it."""
    screen = GameScreen(game, speed)
    app = InnkeeperApp(screen, rematch, theme=theme)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot, screen)

    try:
        asyncio.run(go())
    finally:
        game.record.close()
    return app


async def until(pilot: Pilot[str], true: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until something is so."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not true():
        assert loop.time() < end, f"waited for nothing; the screen says:\n{text(pilot.app)}"
        await pilot.pause(0.01)
    await pilot.pause()


async def asked(pilot: Pilot[str], screen: GameScreen) -> None:
    """Wait until the person at the keyboard is asked something."""
    await until(pilot, lambda: screen.asking)


def sight(screen: TableScreen) -> Look:
    """Return what the person at the keyboard sees."""
    assert screen.sight is not None
    return screen.sight


def kind_of(screen: TableScreen) -> str:
    """Return what kind of question is open, as the person at the keyboard sees it."""
    asked = sight(screen).view.asked
    return asked.kind if asked is not None else ""


def asked_seat(game: Sitting) -> int:
    """Return whose decision is open, or -1."""
    return game.table.decision.seat if game.table.decision is not None else -1


def on_top(pilot: Pilot[str]) -> Any:
    """Return the screen that is shown."""
    return pilot.app.screen


def text(app: Any) -> str:
    """Return what stands on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def overflow(screen: TableScreen) -> list[str]:
    """Return what is wrong with the layout: a part that is cut off, that covers another one, that does not show all it has."""
    wrong = []
    inside = screen.region
    taken: list[tuple[str, Any]] = []
    for part in screen.children:
        if not part.display or not part.region.area:
            continue
        name = part.id or type(part).__name__
        if not inside.contains_region(part.region):
            wrong.append(f"{name} is cut off: {part.region} in {inside}")
        wrong += [f"{name} covers {other}" for other, region in taken if region.overlaps(part.region)]
        taken.append((name, part.region))
        if isinstance(part, Static) and str(part.content).count("\n") >= part.content_size.height:
            wrong.append(f"{name} does not show all of its lines")
    return wrong
