"""Team games, the Boss Battle and other variants at the table in a terminal."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from innkeeper.engine.decision import Decision
from innkeeper.library import catalog
from innkeeper.record import Record, replay
from innkeeper.record.replay import start
from innkeeper.session.sides import mates
from innkeeper.session.sitting import Sitting
from innkeeper.terminal.app import InnkeeperApp
from innkeeper.terminal.gamescreen import GameScreen
from innkeeper.terminal.replayscreen import Film, ReplayScreen
from innkeeper.terminal.result import Result
from innkeeper.terminal.sheets import HelpSheet, InnSheet, SeatSheet
from tests.terminal.helps import asked, bring_to, kind_of, on_top, overflow, run, sight, sitting, text, until

TEAM = ("zot=me", "gerki", "fiona", "pooky")
BATTLE = ("fiona=me", "ripsnarl", "gerki", "zot")
BOSS = "boss=ripsnarl:fortitude=30,gold=20,hand_size=9,actions=2"
EIGHT = ("zot=me", "gerki", "fiona", "deirdre", "pooky", "baelfire", "piper", "ripsnarl")


def rows(said: str) -> list[str]:
    """Return the lines of the seats, below the axis."""
    lines = said.splitlines()
    axis = next(i for i, line in enumerate(lines) if "Gap Gold Hand Drinks" in line)
    return lines[axis:]


@pytest.mark.parametrize("size", [(80, 24), (150, 45)])
def test_team_mates_stand_together_on_one_track(tmp_path: Path, size: tuple[int, int]) -> None:
    game = sitting(tmp_path, *TEAM, variants=["teams=2,2"])
    bring_to(game, lambda d: d.kind == "action")

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        axis, first, mate, other, last, *_ = rows(said)
        assert "THE BOSS" not in axis
        assert "Zot (you)" in first
        assert "█" in first
        assert "└Gerki" in mate
        assert "your team's track and Stash" in mate
        assert "█" not in mate
        assert "┌Fiona" in other
        assert "└Pooky" in last
        assert "mood CALM" in last
        for line, seat in zip((mate, last), (1, 3), strict=True):
            own = line[axis.index(" Hand") : axis.index("Drinks") + 6].split()
            assert own == [str(len(game.table.hand[seat])), str(len(game.table.drink_pile[seat]))]
        assert f"your team has {game.table.gold[0]} Gold" in said
        assert overflow(screen) == []

    run(game, act, size)


def test_the_boss_stands_at_the_head_on_a_track_as_long_as_its_fortitude(tmp_path: Path) -> None:
    game = sitting(tmp_path, *BATTLE, variants=[BOSS])
    bring_to(game, lambda d: d.kind == "action")

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        axis, boss, state, *_ = rows(said)
        assert axis.startswith(" THE BOSS")
        assert "25     30" in axis
        assert boss.startswith(" 2  Ripsnarl")
        assert "form " in state
        seats = [line[:16].rstrip("♦♛ ") for line in rows(said)[3:6]]
        assert seats == [" 3 ┌Gerki", " 4 ├Zot", " 1 ▸Fiona (you)"]
        assert overflow(screen) == []
        told = " ".join(" ".join(line.text for line in screen.storyline.lines).split())
        begins = "The Boss begins with 20 Gold and 30 Fortitude, holds 9 cards and has 2 Actions in a turn."
        assert told.count(begins) == 1

    run(game, act)


@pytest.mark.parametrize("variant", ["teams=2,2,2,2", "teams=4,4", "teams=3,3,2", "boss=ripsnarl:fortitude=60"])
def test_eight_seats_in_teams_on_a_small_terminal(tmp_path: Path, variant: str) -> None:
    game = sitting(tmp_path, *EIGHT, variants=[variant])
    bring_to(game, lambda d: d.kind == "action" and any(o.kind == "play" for o in d.options))

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        assert overflow(screen) == [], said
        assert sum(line.startswith((" 8 ", "[8]")) for line in rows(said)[1:]) == 1, said
        assert "[Enter]" in said

    run(game, act)


def in_round(game: Sitting) -> Decision | None:
    """Play on until the person is asked in a Round; people start one where they can."""
    for _ in range(3000):
        decision = game.table.decision
        if decision is None:
            return None
        if game.players[decision.seat] is None and decision.kind == "gamble" and len(decision.options) > 1:
            return decision
        starts = [
            i
            for i, o in enumerate(decision.options)
            if o.kind == "play" and game.table.game.cards[o.value].family == "gambling-start"
        ]
        mine = game.players[decision.seat] is None
        game.take((starts[0] if starts else decision.default) if mine else game.bots_choice())
    return None


def test_a_round_names_the_champions(tmp_path: Path) -> None:
    game = sitting(tmp_path, *TEAM, variants=["teams=2,2"])
    assert in_round(game) is not None

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        champion = next(s for s in game.table.champion if s >= 0 and game.table.game.party[s] == 1)
        count = f"whose hands alone count: you for your team, {('Fiona', 'Pooky')[champion - 2]}"
        assert any(line.strip().startswith(count) for line in said.splitlines())
        assert "You play for your team." in said
        marked = [line for line in rows(said)[1:5] if "♦" in line[:17] or "♛" in line[:17]]
        assert len(marked) == 2
        assert "Zot (you)" in marked[0]
        assert overflow(screen) == []

    run(game, act)


def test_what_lies_in_the_inn_and_on_the_pot(tmp_path: Path) -> None:
    game = sitting(tmp_path, *BATTLE, variants=["prizes", "events"])
    assert in_round(game) is not None

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        said = text(pilot.app)
        view = sight(screen).view
        (prize,) = view.variants["prizes"]["prize"]
        title = game.table.game.cards[prize].title
        assert f'a pot of {game.table.pot} Gold and the Prize "{title}"' in said
        assert f"Events to come: {view.variants['events']['event_deck']}" in said
        assert overflow(screen) == []
        await pilot.press("z")
        await until(pilot, lambda: isinstance(on_top(pilot), InnSheet))
        lines = InnSheet(sight(screen)).lines(60)
        sheet = "\n".join(line.plain for line in lines)
        for pile in ("Prizes in the Inn", "Prize Bin", "The Prize in the pot", "Events to come", "Events that have been"):
            assert f"\n{pile}" in f"\n{sheet}"
        for card in (prize, *view.variants["prizes"]["prizes"]):
            assert game.table.game.cards[card].title in sheet
        await pilot.press("escape")

    run(game, act)


@pytest.mark.parametrize(
    ("seats", "variants", "told"),
    [
        (TEAM, ["teams=2,2", "events"], ["Teams", "Zot and Gerki against Fiona and Pooky.", "Events", "carried out"]),
        (BATTLE, [BOSS, "prizes"], ["The Boss Battle", "our own version", "20 Gold and 30 Fortitude", "Prizes", "Prize Bin"]),
        (BATTLE, [], []),
    ],
)
def test_help_and_seats_tell_what_the_table_is_played_with(
    tmp_path: Path, seats: tuple[str, ...], variants: list[str], told: list[str]
) -> None:
    game = sitting(tmp_path, *seats, variants=variants)
    bring_to(game, lambda d: d.kind == "action")

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        await pilot.press("?")
        await until(pilot, lambda: isinstance(on_top(pilot), HelpSheet))
        said = " ".join(" ".join(line.plain for line in on_top(pilot).lines(70)).split())
        for words in told:
            assert words in said
        assert ("our own version" in said) == (BOSS in variants)
        await pilot.press("escape")
        await until(pilot, lambda: on_top(pilot) is screen)
        seat = " ".join(line.plain for line in SeatSheet(sight(screen), 1).lines(200))
        assert ("In a team with you" in seat) == ("teams=2,2" in variants)
        assert ("The Boss begins with 20 Gold" in seat) == (BOSS in variants)

    run(game, act)


def test_the_mark_begins_at_another_team(tmp_path: Path) -> None:
    game = sitting(tmp_path, *TEAM, variants=["teams=2,2"])
    bring_to(game, lambda d: d.kind in ("order", "pick") and len({o.value for o in d.options}) > 1)

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await asked(pilot, screen)
        assert screen.found[screen.cursor].at in (2, 3)

    run(game, act)


@pytest.mark.parametrize("variants", [["prizes", "events"], ["teams=2,2", "prizes", "events"], ["boss=ripsnarl", "events"]])
def test_bots_play_variants_to_the_end_and_the_replay_shows_them(tmp_path: Path, variants: list[str]) -> None:
    seats = ("fiona=bot:random", "ripsnarl=bot:random", "gerki=bot:random", "pooky=bot:random")
    game = sitting(tmp_path, *seats, watch=True, variants=variants)

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        await until(pilot, lambda: isinstance(on_top(pilot), Result), 60)

    run(game, act)
    film = Film(Record.load(tmp_path / "game.record"), start(Record.load(tmp_path / "game.record"), catalog()))
    assert film.broken == ""
    screen = ReplayScreen(film, 0)
    app = InnkeeperApp(screen)

    async def go() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "turn 1" in text(app))
            for _ in range(6):
                await pilot.press("pagedown")
                await pilot.pause()
                assert overflow(screen) == []
            await pilot.press("end")
            await until(pilot, lambda: "the game is over" in text(app))
            assert ("└" in text(app)) == any(word.startswith(("teams", "boss")) for word in variants)

    asyncio.run(go())


@pytest.mark.parametrize(("seats", "variant"), [(TEAM, "teams=2,2"), (BATTLE, BOSS)])
def test_a_whole_game_in_teams_to_its_end_by_keys_and_again(tmp_path: Path, seats: tuple[str, ...], variant: str) -> None:
    game = sitting(tmp_path, *seats, variants=[variant])
    shown = 0

    async def act(pilot: Pilot[str], screen: GameScreen) -> None:
        nonlocal shown
        while game.table.decision is not None:
            await until(pilot, lambda: screen.asking or game.table.decision is None)
            if screen.asking:
                shown += 1
                assert overflow(screen) == []
                lit = sorted(screen._lit())
                key = "enter" if shown % 3 or not lit or kind_of(screen) == "discard" else "abcdefghijklmno"[lit[0]]
                await pilot.press(key)
        await until(pilot, lambda: isinstance(on_top(pilot), Result))
        said = text(pilot.app)
        assert "Your team" in said
        assert ("The Boss" in said.partition("turns.")[2]) == variant.startswith("boss")
        assert ("Fiona and Pooky" in said.partition("turns.")[2]) == variant.startswith("teams")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(on_top(pilot), GameScreen) and on_top(pilot) is not screen)
        other = on_top(pilot)
        await until(pilot, lambda: other.asking)
        assert mates(other.sitting.table.game, 0)
        assert other.sitting.record.header.variants == {**game.record.header.variants, **other.sitting.record.header.variants}
        await pilot.press("q")

    run(game, act)
    assert shown > 5
    record = Record.load(tmp_path / "game.record")
    assert record.over
    assert replay(record).outcome == game.table.outcome
