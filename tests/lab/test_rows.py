"""Rows: one for each seat of each game, the same in CSV and Parquet; a run that is stopped and resumed writes the same."""

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import polars
import pytest
from typer.testing import CliRunner

from innkeeper.cli.main import app
from innkeeper.lab import rows as rows_module
from innkeeper.lab.rows import COLUMNS, NotResumable, Partial, check_ending, rows, write_rows
from innkeeper.lab.simulate import GameFailure, GameResult, Played, Setup, Summary, play, simulate

FOUR = ("zot", "gerki", "fiona", "deirdre")
SETUP = Setup(FOUR, seed=3)


def test_a_row_says_who_sat_where_and_how_it_went() -> None:
    games: list[Played] = [
        GameResult(
            0, 10, ("zot", "gerki", "eve"), (0,), ("", "broke", "passed-out"), 12, 100, ("steady", "bot:random", "random")
        ),
        GameFailure(1, 11, ("zot", "gerki"), 7, "EngineBug: x"),
        GameResult(2, 12, ("zot", "eve"), (0, 1), ("broke", "passed-out"), 9, 50, ("random", "random")),
    ]
    assert next(dict(zip(COLUMNS, row, strict=True)) for row in rows(games)) == {
        "game": 1, "seed": 10, "seats": 3, "seat": 1, "character": "zot", "bot": "steady", "won": True, "tied": False,
        "out": "", "turns": 12, "decisions": 100, "side": 1, "boss": False, "variants": "",
    }  # fmt: skip
    assert [row[3:9] for row in rows(games)] == [
        (1, "zot", "steady", True, False, ""),
        (2, "gerki", "random", False, False, "broke"),
        (3, "eve", "random", False, False, "passed-out"),
        (1, "zot", "random", False, True, "broke"),
        (2, "eve", "random", False, True, "passed-out"),
    ]


def test_a_team_wins_together() -> None:
    seats, sides = ("zot", "gerki", "eve"), (0, 1, 1)
    game = GameResult(0, 1, seats, (1, 2), ("broke", "", ""), 9, 50, (), sides, 0, ("boss=zot",))
    assert [(row[6], row[7], *row[11:]) for row in rows([game])] == [
        (False, False, 1, True, "boss=zot"),
        (True, False, 2, False, "boss=zot"),
        (True, False, 2, False, "boss=zot"),
    ]


def test_csv_and_parquet_hold_the_same(tmp_path: Path) -> None:
    games = [play(SETUP, number) for number in range(8)]
    for name in ("a.csv", "a.parquet"):
        write_rows(tmp_path / name, games)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.parquet"]
    frame = polars.read_parquet(tmp_path / "a.parquet")
    assert tuple(frame.columns) == COLUMNS
    assert frame.rows() == list(rows(games))
    assert frame["won"].dtype == polars.Boolean
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.reader(file))
    assert tuple(found[0]) == COLUMNS
    assert found[1:] == [[str(int(x)) if isinstance(x, bool) else str(x) for x in row] for row in rows(games)]


def test_other_files_are_refused_before_anything_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"ends in \.csv or \.parquet"):
        check_ending(tmp_path / "a.txt")
    with pytest.raises(ValueError, match="no folder"):
        check_ending(tmp_path / "nowhere" / "a.csv")

    def missing() -> None:
        raise ValueError("Parquet files need the library polars")

    monkeypatch.setattr(rows_module, "_polars", missing)
    check_ending(tmp_path / "a.csv")
    with pytest.raises(ValueError, match="polars"):
        check_ending(tmp_path / "a.parquet")


def run(out: Path, games: int, jobs: int = 1, resume: bool = False, stop: int = 0) -> Summary:
    def move_on(summary: Summary) -> None:
        if stop and summary.games >= stop:
            raise KeyboardInterrupt

    with Partial(out, SETUP, resume) as partial:
        summary = simulate(SETUP, games, jobs, move_on, tuple(partial.games), partial.keep)
        if not summary.interrupted:
            partial.finish()
    return summary


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_run_that_is_stopped_twice_writes_what_an_unbroken_one_writes(tmp_path: Path, ending: str) -> None:
    whole, broken = tmp_path / f"whole.{ending}", tmp_path / f"broken.{ending}"
    unbroken = run(whole, 47)
    assert run(broken, 47, stop=10).interrupted
    assert not broken.exists()
    partial = tmp_path / f"broken.{ending}.partial"
    partial.write_bytes(partial.read_bytes() + b'{"played":{"number":1')  # as if it had been killed while writing
    second = run(broken, 47, jobs=2, resume=True, stop=30)
    assert second.interrupted
    assert second.before >= 10
    last = run(broken, 47, resume=True)
    assert last.before >= 30
    assert last.same_results(unbroken)
    assert broken.read_bytes() == whole.read_bytes()
    assert not partial.exists()


def test_what_cannot_be_gone_on_with_is_refused_and_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    with pytest.raises(NotResumable, match=r"nothing to go on with.*begin without --resume"):
        Partial(out, SETUP, True)
    assert run(out, 30, stop=10).interrupted
    path = tmp_path / "a.csv.partial"
    kept = path.read_bytes()
    with pytest.raises(NotResumable, match="--resume goes on with it"):
        Partial(out, SETUP, False)
    with pytest.raises(NotResumable, match="another run"):
        Partial(out, Setup(FOUR, seed=4), True)
    assert path.read_bytes() == kept
    lines = kept.splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], *lines[2:]]))
    with pytest.raises(NotResumable, match="game 1 is missing"):
        Partial(out, SETUP, True)
    path.write_bytes(b"rows\n")
    with pytest.raises(NotResumable, match="no partial file"):
        Partial(out, SETUP, True)


# --- in the command ---------------------------------------------------------------------------------------------------------


def innkeeper(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(word) for word in words])
    return result.exit_code, result.output if result.exception is None or result.exit_code else str(result.exception)


def test_the_command_writes_rows_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["simulate", "-n", 30, "--seats", "zot,gerki", "--bots", "random", "--out"]
    assert innkeeper(*words, tmp_path / "whole.csv")[0] == 0
    whole = simulate

    def stopped(setup: Setup, games: int, *args: object) -> Summary:
        summary = whole(setup, 10, *args)  # type: ignore[arg-type]
        summary.asked = games
        summary.interrupted = True
        return summary

    monkeypatch.setattr("innkeeper.lab.simulate.simulate", stopped)
    code, said = innkeeper(*words, tmp_path / "a.csv")
    assert code == 130
    assert "with --resume goes on" in said
    monkeypatch.undo()
    code, said = innkeeper(*words, tmp_path / "a.csv", "--resume")
    assert code == 0, said
    assert "10 games of them before it was resumed" in " ".join(said.split())
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


# --- who sits where -----------------------------------------------------------------------------------------------------------


def seatings(setup: Setup, games: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    found: Sequence[Setup] = [setup.arranged(number, number) for number in range(games)]
    return [(one.seats, one.bots) for one in found]


def test_rotating_seats_every_bot_everywhere_with_every_character() -> None:
    found = seatings(Setup(FOUR, bots=("steady", "random", "random", "random"), rotate=True), 16)
    assert Counter((bots.index("steady"), seats[bots.index("steady")]) for seats, bots in found) == {
        (place, slug): 1 for place in range(4) for slug in FOUR
    }
    # Neighbours stay neighbours.
    assert all((*seats, *seats)[seats.index("zot") + 1] == "gerki" for seats, _ in found)
    assert (
        seatings(Setup(FOUR, bots=("steady", "random", "random", "random")), 2)
        == [(FOUR, ("steady", "random", "random", "random"))] * 2
    )


def test_as_many_seats_are_drawn_as_bots_are_named() -> None:
    found = seatings(Setup(bots=("steady", "random", "random"), rotate=True), 300)
    assert {len(seats) for seats, _ in found} == {3}
    assert Counter(bots.index("steady") for _, bots in found) == {0: 100, 1: 100, 2: 100}
    assert {len(seats) for seats, _ in seatings(Setup(), 100)} == set(range(2, 9))


def test_wins_are_counted_by_bot() -> None:
    summary = simulate(Setup(FOUR, bots=("bot:random", "random", "random", "random")), 5)
    assert set(summary.bots) == {"random"}
    assert summary.bots["random"].seats == 20
    assert summary.bots["random"].expected == pytest.approx(5)


def test_the_command_pits_bots_against_each_other() -> None:
    code, said = innkeeper("simulate", "-n", 4, "--seats", "any", "--bots", "bot:steady,random", "--rotate", "--jobs", 1)
    assert code == 0, said
    assert "Wins by bot" in said
    assert "steady      4" in said
