"""The screen on which a table is made, by keys and mouse."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from innkeeper.record import Record
from innkeeper.session.beginning import Wish, rematch
from innkeeper.session.newtable import Plan
from innkeeper.terminal.app import InnkeeperApp
from innkeeper.terminal.gamescreen import GameScreen
from innkeeper.terminal.newtable import BossNumbers, Called, Characters, NewTable, TableHelp
from innkeeper.terminal.result import Result
from tests.terminal.helps import SMALL, bring_to, on_top, sitting, text, until

SEATS = ("zot=me", "gerki", "fiona", "deirdre")
EIGHT = ("zot=me", "gerki", "fiona", "deirdre", "pooky", "baelfire", "piper", "ripsnarl")
Act = Callable[[Pilot[str], NewTable], Awaitable[None]]


def run(folder: Path, act: Act, *variants: str, seats: tuple[str, ...] = SEATS, size: tuple[int, int] = SMALL) -> InnkeeperApp:
    """Make a table in an app, do something there, and return the app."""
    plan = Plan.of(Wish(seats, 5, save=folder / "game.record", variants=variants))
    app = InnkeeperApp(plan, rematch)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, NewTable)
            await act(pilot, screen)
            playing = app.screen
            if isinstance(playing, GameScreen):
                playing.sitting.record.close()

    asyncio.run(go())
    return app


async def go_to(pilot: Pilot[str], screen: NewTable, what: str) -> None:
    """Go to a line of the form."""
    for _ in screen.rows:
        if screen.row.what == what:
            return
        await pilot.press("down")
    raise AssertionError(f"there is no line for {what}")


async def playing(pilot: Pilot[str]) -> GameScreen:
    """Wait until the game has begun, and return its screen."""
    await until(pilot, lambda: isinstance(on_top(pilot), GameScreen))
    screen = on_top(pilot)
    assert isinstance(screen, GameScreen)
    return screen


def test_enter_begins_at_once(tmp_path: Path) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        said = text(pilot.app)
        assert "▶ 1 ◂ Zot the Wizard ▸" in said
        assert "Enter deals the cards" in said
        await pilot.press("enter")
        game = (await playing(pilot)).sitting
        assert game.table.game.seats == ("zot", "gerki", "fiona", "deirdre")
        assert game.plays == ("me", *["bot:steady"] * 3)
        assert game.record.header.seed == 5

    run(tmp_path, act)


@pytest.mark.parametrize(
    ("what", "presses", "shown", "key", "value"),
    [
        ("teams", 1, "◂ 2 against 2 ▸", "teams", [[0, 1], [2, 3]]),
        ("boss", 1, "◂ Baelfire is the Boss ▸", "boss", {"seat": 3}),
        ("prizes", 1, "◂ all 3 of them ▸", "prizes", True),
        ("drinks", 1, "◂ shuffled in ▸", "drinks", ["base", "evil-pooky"]),
        ("first", 3, "◂ Fiona ▸", "first", 2),
    ],
)
def test_a_table_with_each_variant(tmp_path: Path, what: str, presses: int, shown: str, key: str, value: object) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        await go_to(pilot, screen, what)
        await pilot.press(*["right"] * presses)
        await pilot.pause()
        assert shown in text(pilot.app)
        await pilot.press("enter")
        game = await playing(pilot)
        assert game.sitting.record.header.variants[key] == value
        assert game.sitting.record.header.variants.get("first", "random") == (2 if key == "first" else "random")

    run(tmp_path, act)


def test_a_table_with_events(tmp_path: Path) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        await go_to(pilot, screen, "events")
        assert "carried out" in " ".join(text(pilot.app).split())
        await pilot.press("space", "enter")
        game = await playing(pilot)
        assert game.sitting.record.header.variants["events"] is True

    run(tmp_path, act)


def test_what_makes_no_game_is_said_and_does_not_begin(tmp_path: Path) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        await pilot.press("+")
        await pilot.pause()
        said = text(pilot.app)
        assert "✗ Teams of 2 and 2 take 4 seats, and there are 5." in said
        await pilot.press("enter")
        await pilot.pause()
        assert on_top(pilot) is screen
        assert "It cannot begin yet" in text(pilot.app)
        await go_to(pilot, screen, "teams")
        await pilot.press("right")
        await pilot.pause()
        assert "✗" not in text(pilot.app)
        await pilot.press("enter")
        await playing(pilot)

    run(tmp_path, act, "teams=2,2")


def test_who_sits_where_by_keys(tmp_path: Path) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        await pilot.press("right")
        assert screen.plan.chairs[0].character == "baelfire"
        await pilot.press("left", "left")
        assert screen.plan.chairs[0].character == "ripsnarl"
        await pilot.press("tab")
        assert screen.part == "player"
        await pilot.press("right")
        assert screen.plan.chairs[0].who == "bot:steady"
        await pilot.press("tab", ">")
        assert list(screen.plan.names) == ["ripsnarl", "fiona", "gerki", "deirdre"]
        await pilot.press("-")
        assert list(screen.plan.names) == ["ripsnarl", "fiona", "deirdre"]
        await pilot.press("c")
        await until(pilot, lambda: isinstance(on_top(pilot), Characters))
        said = text(pilot.app)
        assert "(seat 3)" in said
        assert "Deirdre heals herself" in said
        await pilot.press("down", "enter")
        await until(pilot, lambda: on_top(pilot) is screen)
        assert list(screen.plan.names) == ["ripsnarl", "fiona", "dimli"]
        await pilot.press("n")
        await until(pilot, lambda: isinstance(on_top(pilot), Called))
        await pilot.press(*"Quinn", "enter")
        await until(pilot, lambda: on_top(pilot) is screen)
        assert screen.plan.chairs[2].who == "me:Quinn"
        assert "Quinn" in text(pilot.app)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(on_top(pilot), Called))
        assert on_top(pilot).query_one(Input).value == "Quinn"
        await pilot.press("escape")
        await until(pilot, lambda: on_top(pilot) is screen)
        assert screen.plan.chairs[2].who == "me:Quinn"

    run(tmp_path, act)


def test_by_mouse(tmp_path: Path) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        await pilot.click("Form", offset=(10, 2))
        assert (screen.cursor, screen.part) == (2, "character")
        await pilot.click("Form", offset=(40, 2))
        assert (screen.cursor, screen.part) == (2, "player")
        await pilot.click("Form", offset=(40, 2))
        assert screen.plan.chairs[2].who == "bot:random"
        await pilot.click("Form", offset=(3, 4))
        assert len(screen.plan.chairs) == 5
        row = next(i for i, row in enumerate(screen.rows) if row.what == "prizes")
        await pilot.click("Form", offset=(30, row))
        assert screen.plan.value("prizes") is None
        await pilot.click("Form", offset=(30, row))
        assert screen.plan.value("prizes") == ""

    run(tmp_path, act)


def test_what_the_boss_begins_with_can_be_set(tmp_path: Path) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        gold = screen.plan.boss_number("gold")
        await go_to(pilot, screen, "boss")
        assert "our own version" in " ".join(text(pilot.app).split())
        await pilot.press("b")
        await until(pilot, lambda: isinstance(on_top(pilot), BossNumbers))
        await pilot.press("right", "right", "left", "down", "down", "down", "right", "escape")
        await until(pilot, lambda: on_top(pilot) is screen)
        assert screen.plan.numbers == {"gold": gold + 1, "actions": screen.plan.boss_number("actions")}
        assert f"{gold + 1} Gold" in text(pilot.app)
        await pilot.press("b")
        await until(pilot, lambda: isinstance(on_top(pilot), BossNumbers))
        await pilot.press("down", "down", "down", "down", "right", "escape")
        await until(pilot, lambda: on_top(pilot) is screen)
        assert screen.plan.numbers == {}

    run(tmp_path, act, "boss=ripsnarl", seats=(*SEATS, "ripsnarl"))


@pytest.mark.parametrize("variants", [(), ("teams=2,2,2,2",), ("boss=ripsnarl",), ("teams=4,4", "prizes")])
def test_eight_seats_fit_on_a_small_terminal(tmp_path: Path, variants: tuple[str, ...]) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        for _ in screen.rows:
            await pilot.press("down")
            await pilot.pause()
            inside = screen.region
            assert all(inside.contains_region(part.region) for part in screen.children), text(pilot.app)
            lines = text(pilot.app).splitlines()
            assert sum("▶" in line for line in lines) == 1
            assert "Enter deals" in lines[-2]
            assert lines[-1].startswith(" Enter begin")
            assert all(part.region.height >= 1 for part in screen.children)
        await pilot.press("?")
        await until(pilot, lambda: isinstance(on_top(pilot), TableHelp))
        assert "Team-mates sit together" in " ".join(text(pilot.app).split())
        await pilot.press("escape")

    run(tmp_path, act, *variants, seats=EIGHT)


def test_leaving_deals_nothing(tmp_path: Path) -> None:
    async def act(pilot: Pilot[str], screen: NewTable) -> None:
        await pilot.press("q")

    assert run(tmp_path, act).return_value == ""
    assert not list(tmp_path.iterdir())


def test_a_new_table_from_the_result_begins_with_how_this_one_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    game = sitting(tmp_path, "zot=me", "ripsnarl", variants=["boss=ripsnarl"])
    last = None
    try:
        bring_to(game, lambda _: False)
    except AssertionError:
        last = game.table.outcome
    assert last is not None
    app = InnkeeperApp(GameScreen(game, 0), rematch)

    async def go() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: isinstance(on_top(pilot), Result))
            assert "[n] a new table" in text(app)
            await pilot.press("n")
            await until(pilot, lambda: isinstance(on_top(pilot), NewTable))
            await until(pilot, lambda: "Ripsnarl is the Boss" in text(app))
            await pilot.press("+", "enter")
            screen = await playing(pilot)
            assert screen.sitting.record.header.variants["boss"] == {"seat": 1}
            assert len(screen.sitting.plays) == 3
            await pilot.press("q")

    asyncio.run(go())
    game.record.close()
    assert Record.load(tmp_path / "game.record").over
