"""Many games: the same whatever the number of processes, counted rightly, and honest about games that break."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from rich.console import Console

from innkeeper import Table, catalog
from innkeeper.lab import simulate as lab
from innkeeper.lab.report import MOST_FAILURES, failures, report
from innkeeper.lab.simulate import (
    GameFailure,
    GameResult,
    Setup,
    Summary,
    draw_seats,
    game_seed,
    moves,
    new_table,
    play,
    play_seed,
    quantile,
    simulate,
    wilson,
)

FOUR = ("zot", "gerki", "fiona", "deirdre")


def text(summary: Summary) -> str:
    console = Console(width=100, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    with console.file:
        console.print(report(summary, catalog()))
    return console.export_text()


@pytest.mark.parametrize("setup", [Setup(FOUR, seed=5), Setup(seed=5, check=True)])
def test_results_do_not_depend_on_the_number_of_processes(setup: Setup) -> None:
    one = simulate(setup, 60, jobs=1)
    two = simulate(setup, 60, jobs=2)
    assert one.games + len(one.failures) == 60
    assert one.same_results(two)
    assert [line for line in text(one).splitlines() if " a second" not in line] == [
        line for line in text(two).splitlines() if " a second" not in line
    ]


def test_another_seed_plays_other_games() -> None:
    assert not simulate(Setup(FOUR, seed=1), 10).same_results(simulate(Setup(FOUR, seed=2), 10))
    seeds = {game_seed(base, number) for base in range(50) for number in range(200)}
    assert len(seeds) == 10_000
    assert max(seeds) < 2**40


def test_any_game_can_be_played_again_by_its_seed() -> None:
    setup = Setup(seed=9)
    for number in range(5):
        played = play(setup, number)
        assert isinstance(played, GameResult)
        again = play_seed(Setup(seats=played.seats, seed=77), played.seed, number)
        assert again == played
        table = new_table(setup, played.seed)
        done = list(moves(setup, played.seed, table))
        assert len(done) == played.decisions
        assert table.outcome is not None
        assert table.outcome.winners == played.winners
        by_hand = Table.new(played.seats, seed=played.seed)
        for position in done:
            by_hand.choose(position)
        assert by_hand == table


def test_seats_are_drawn_evenly() -> None:
    drawn = [draw_seats(catalog(), seed) for seed in range(7000)]
    sizes = [sum(len(seats) == n for seats in drawn) for n in range(2, 9)]
    assert sum(sizes) == 7000
    assert all(850 < size < 1150 for size in sizes)
    slugs = [slug for slug, sheet in catalog().sheets.items() if not sheet.kit]
    counts = {slug: sum(seats.count(slug) for seats in drawn) for slug in slugs}
    assert sum(counts.values()) == sum(map(len, drawn))
    even = sum(counts.values()) / len(slugs)
    assert all(abs(count - even) < 5 * even**0.5 for count in counts.values())


def test_counting() -> None:
    summary = Summary(Setup(("zot", "gerki", "zot")), 3)
    summary.add(GameResult(0, 10, ("zot", "gerki", "zot"), (0,), ("", "broke", "passed-out"), 12, 100))
    summary.add(GameResult(1, 11, ("zot", "gerki", "zot"), (1, 2), ("broke", "passed-out", "passed-out"), 20, 300))
    summary.add(GameFailure(2, 12, ("zot", "gerki", "zot"), 7, "EngineBug: x"))
    assert (summary.games, summary.ties, len(summary.failures)) == (2, 1, 1)
    assert (summary.turns, summary.decisions) == ([12, 20], [100, 300])
    zot, gerki = summary.characters["zot"], summary.characters["gerki"]
    assert (zot.seats, zot.wins, zot.ties) == (4, 1, 1)
    assert (gerki.seats, gerki.wins, gerki.ties) == (2, 0, 1)
    assert zot.expected == pytest.approx(4 / 3)
    assert zot.reasons == {"": 1, "passed-out": 2, "broke": 1}
    assert [(place.count, place.of) for place in summary.places] == [(1, 2), (0, 2), (0, 2)]
    said = text(summary)
    assert "2 games" in said
    assert "1 tie; 1 failed" in said
    assert "Wins by seat" in said


def test_wilsons_interval() -> None:
    # Worked out by hand from the formula; the first is the textbook's.
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_quantiles() -> None:
    assert [quantile([5, 1, 4, 2, 3], share) for share in (0, 0.1, 0.5, 0.9, 1)] == [1, 1, 3, 5, 5]
    assert quantile([], 0.5) == 0


def test_a_game_that_breaks_is_told_and_the_others_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup(FOUR, seed=5)
    broken = game_seed(5, 3)
    whole = lab.bots_of

    class Breaks:
        needs_view = False

        def __init__(self) -> None:
            self.left = 4

        def pick(self, count: int) -> int:
            self.left -= 1
            if not self.left:
                raise RuntimeError("spilled")
            return 0

    def bots_of(setup: Setup, seed: int, seats: int) -> list[object]:
        return [bot := Breaks(), bot, bot, bot] if seed == broken else whole(setup, seed, seats)

    monkeypatch.setattr(lab, "bots_of", bots_of)
    summary = simulate(setup, 10)
    assert summary.games == 9
    (failed,) = summary.failures
    assert (failed.number, failed.seed, failed.seats, failed.decision) == (3, broken, FOUR, 3)
    said = failures(summary)
    assert f"innkeeper replay --seed {broken} --seats zot,gerki,fiona,deirdre" in said
    assert "RuntimeError: spilled" in said
    assert "decision 3" in said


def test_only_the_first_failures_are_told_one_by_one() -> None:
    summary = Summary(Setup(check=True, decks=("mine.yaml",)), 20)
    for number in range(MOST_FAILURES + 3):
        summary.add(GameFailure(number, number, ("zot", "gog"), 1, "EngineBug: x"))
    said = failures(summary)
    assert said.count("replay") == 2 * MOST_FAILURES
    assert said.endswith("and 3 more failing games.")
    assert "--deck mine.yaml --check" in said
    assert "failed" in text(summary)


def test_a_game_without_end_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "MOST_DECISIONS", 10)
    summary = simulate(Setup(FOUR), 2)
    assert [failed.error.split(":")[0] for failed in summary.failures] == ["Endless", "Endless"]


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (Setup(("zot", "nobody")), "nobody"),
        (Setup(("zot",)), "2 to 8"),
        (Setup(FOUR, bots=("clever",)), "no bot 'clever'"),
        (Setup(FOUR, bots=("random", "random")), "4 seats and 2 bots"),
        (Setup(bots=("random",) * 9), "2 to 8 seats"),
    ],
)
def test_what_makes_no_game_is_refused_before_anything_is_played(setup: Setup, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        simulate(setup, 10)


def test_numbers_below_one_are_refused() -> None:
    for games, jobs in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="1 or more"):
            simulate(Setup(FOUR), games, jobs)


def test_progress_is_told_in_order() -> None:
    seen: list[int] = []
    simulate(Setup(FOUR, seed=1), 80, 1, lambda summary: seen.append(summary.games))
    assert seen == sorted(seen)
    assert seen[-1] == 80


def test_interrupting_keeps_what_was_played() -> None:
    def stop(summary: Summary) -> None:
        raise KeyboardInterrupt

    summary = simulate(Setup(FOUR, seed=1), 200, 1, stop)
    assert summary.interrupted
    assert 0 < summary.games < 200
    assert "Stopped early: 200 were asked for" in text(summary)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_prints_what_is_there_and_leaves_no_process() -> None:
    command = [sys.executable, "-c", "from innkeeper.cli.main import run; run()"]
    command += ["simulate", "-n", "1000000", "--seats", "any", "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            process.communicate(timeout=10)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert re.search(r"^\d+ games? in ", out)
    assert "Stopped early: 1000000 were asked for" in " ".join(out.split())
    for _ in range(100):  # what ends with the first process needs a moment
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a process is left over")


def test_teams_win_together_and_that_is_no_tie() -> None:
    setup = Setup(seats=("zot", "gerki", "fiona", "gog"), variants={"teams": [[0, 1], [2, 3]]})
    summary = simulate(setup, 8)
    assert summary.games == 8
    assert sum(share.count for share in summary.places) == 2 * (8 - summary.ties)
    assert {tally.expected for tally in summary.characters.values()} == {4.0}


def test_a_seat_may_be_drawn_among_others_that_are_not() -> None:
    setup = Setup(seats=("zot", "any", "any"), apart=True)
    drawn = [setup.arranged(seed, 0).seats for seed in range(40)]
    assert all(seats[0] == "zot" and len(set(seats)) == 3 for seats in drawn)
    assert len({seats[1] for seats in drawn}) > 5


def test_variants_are_drawn_anew_for_each_game_and_told() -> None:
    setup = Setup(mix=("teams", "boss"))
    games = [play(setup, number) for number in range(40)]
    assert {word.partition("=")[0] for game in games for word in game.variants} <= {"teams", "boss"}
    assert any(isinstance(game, GameResult) and game.sides for game in games)
    assert play(setup, 3) == play(setup, 3)
