"""What the table looks like: the track, the colours, what carries meaning without them."""

from pathlib import Path

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import Theme

from innkeeper.terminal.gamescreen import GameScreen
from innkeeper.terminal.theme import DARK, GROUNDS, INKS, LIGHT, THEMES, usual
from innkeeper.terminal.track import axis, track
from tests.terminal.helps import asked, bring_to, overflow, run, sight, sitting, text


@pytest.mark.parametrize(
    ("fortitude", "alcohol", "drawn"),
    [
        (20, 0, "█" * 40 + "20"),
        (15, 7, "▒" * 13 + "7" + "█" * 16 + "15" + "·" * 8 + "  "),
        (12, 11, "▒" * 20 + "11" + "██" + "12" + "·" * 14 + "  "),
        (20, 20, "▒" * 38 + "20" + "20"),
        (3, 1, "▒1████3" + "·" * 33 + "  "),
    ],
)
def test_the_track(fortitude: int, alcohol: int, drawn: str) -> None:
    assert track(fortitude, alcohol, 40).plain == drawn
    assert len(drawn) == len(axis(40)) == 42


@pytest.mark.parametrize(
    ("fortitude", "alcohol", "length", "drawn"),
    [
        (30, 0, 30, "█" * 40 + "30"),
        (20, 12, 30, "▒" * 14 + "12" + "█" * 11 + "20" + "·" * 11 + "  "),
        (60, 59, 60, "▒" * 37 + "59" + "█" + "60"),  # a gap that is there is seen
        (20, 19, 60, "▒" * 11 + "19" + "█" + "20" + "·" * 24 + "  "),
    ],
)
def test_the_track_of_somebody_with_more(fortitude: int, alcohol: int, length: int, drawn: str) -> None:
    assert track(fortitude, alcohol, 40, length).plain == drawn
    assert len(drawn) == 42


@pytest.mark.parametrize("length", range(20, 61))
@pytest.mark.parametrize("columns", [40, 60])
def test_any_track_is_as_long_as_its_axis(length: int, columns: int) -> None:
    for fortitude in range(length + 1):
        for alcohol in range(min(fortitude, 20) + 1):
            drawn = track(fortitude, alcohol, columns, length).plain
            assert len(drawn) == columns + 2
            assert ("█" in drawn) == (fortitude > alcohol)
    assert axis(columns, length).startswith("0 ")
    assert len(axis(columns, length).split()) >= 2


def test_the_axis_stands_above_its_points() -> None:
    assert [axis(60).index(n) for n in ("5", "10", "15", "20")] == [15, 30, 45, 60]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_ink_is_readable_on_every_ground(theme: Theme) -> None:
    colours = {name: Color.parse(value) for name, value in theme.variables.items()}
    for ink in INKS:
        for ground in GROUNDS:
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    for ink in ("mine", "danger"):  # what is in focus is drawn the other way round
        assert contrast(colours["room"], colours[ink]) >= 4.5


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colours as the WCAG reckon it."""

    def luminance(colour: Color) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_terminal_says_whether_it_is_light(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLORFGBG", raising=False)
    assert usual() == DARK
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert usual() == LIGHT
    monkeypatch.setenv("COLORFGBG", "15;0")
    assert usual() == DARK


@pytest.mark.parametrize("size", [(80, 24), (100, 40), (150, 45)])
def test_dark_light_and_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    game = sitting(tmp_path, "zot=me", "pooky=bot:random", "baelfire=bot:random", "ripsnarl=bot:random", seed=6)
    bring_to(game, lambda d: d.kind == "action" and game.table.turns > 8)

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        dark = text(pilot.app)
        assert overflow(screen) == [], dark
        ground = screen.styles.background
        await pilot.press("t")
        await pilot.pause()
        assert pilot.app.theme == LIGHT
        assert text(pilot.app) == dark
        assert screen.styles.background != ground
        assert "mood" in dark
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert overflow(screen) == []

    run(game, act, size, theme=DARK)


def test_what_can_be_played_is_marked_without_colour(tmp_path: Path) -> None:
    game = sitting(tmp_path)
    bring_to(game, lambda d: d.kind == "action" and any(o.kind == "play" for o in d.options))

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        hand = text(pilot.app).partition("Your hand")[2]
        for i in range(len(sight(screen).view.hand)):
            assert (f"[{'abcdefghij'[i]}]" in hand) == (i in screen._lit())

    run(game, act)
