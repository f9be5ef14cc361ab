"""The balance page: who is drawn how often, that the same run writes the same page, and that the rest of the page stays."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from innkeeper import catalog
from innkeeper.cli.main import app
from innkeeper.lab import balance
from innkeeper.lab.rows import Partial
from innkeeper.lab.simulate import Share, Summary, draw_seats, game_seed, play, simulate


@pytest.fixture(scope="module")
def tiny() -> Summary:
    return simulate(balance.setup(seed=3), 6)


def test_four_different_characters_are_drawn_each_about_as_often_in_every_seat() -> None:
    seats = Counter[tuple[int, str]]()
    sets = Counter[frozenset[str]]()
    games = 13_000
    for number in range(games):
        drawn = balance.setup().arranged(game_seed(balance.SEED, number), number).seats
        assert len(set(drawn)) == len(drawn) == balance.SEATS
        seats.update(enumerate(drawn))
        sets[frozenset(drawn)] += 1
    slugs = {slug for slug, sheet in catalog().sheets.items() if not sheet.kit}
    assert {slug for _, slug in seats} == slugs
    # 1000 are expected in each place; 5 standard deviations are 152.
    assert all(abs(n - games / len(slugs)) < 152 for n in seats.values())
    assert len(sets) == 715
    assert max(sets.values()) < 18.2 + 6 * 18.2**0.5


def test_others_may_still_draw_a_character_twice() -> None:
    drawn = [draw_seats(catalog(), seed, 4) for seed in range(200)]
    assert any(len(set(seats)) < 4 for seats in drawn)


def test_the_same_run_writes_the_same_page(tiny: Summary) -> None:
    text = balance.measured(tiny, catalog(), "abc", 6)
    assert text == balance.measured(simulate(balance.setup(seed=3), 6), catalog(), "abc", 6)
    assert "6 games of four" in text
    assert "`abc`" in text
    assert "Not complete" not in text
    assert "14 of them are missing" in balance.measured(tiny, catalog(), "", 20)


def test_the_table_counts_what_was_played(tiny: Summary) -> None:
    text = balance.measured(tiny, catalog(), "", 6)
    assert not tiny.failures
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.count("|") == 9][2:]
    assert {row[0] for row in rows} == {catalog().sheets[slug].name for slug in tiny.characters}
    assert sum(int(row[1]) for row in rows) == 24
    assert sum(int(row[2]) for row in rows) == 6 - tiny.ties
    shares = [float(row[3].removesuffix(" %")) for row in rows]
    assert shares == sorted(shares, reverse=True)
    assert balance.outside(tiny)


def test_what_is_written_by_hand_stays(tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    balance.write(page, "one\n")
    page.write_text(page.read_text() + "\n## What was tuned\n\nNothing.\n")
    balance.write(page, "two\n")
    text = page.read_text()
    assert text.startswith("# Balance\n")
    assert text.endswith("\n## What was tuned\n\nNothing.\n")
    assert "two" in text
    assert "one" not in text
    page.write_text("# Without marks\n")
    with pytest.raises(ValueError, match="marks"):
        balance.write(page, "three\n")


def test_the_command_writes_the_page_and_resumes(tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    words = ["balance", "--games", "2", "--seed", "3", "--page", str(page)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    whole = page.read_text()
    assert "2 games of four" in whole
    assert list(tmp_path.iterdir()) == [page]
    assert CliRunner().invoke(app, [*words, "--resume"]).exit_code == 2, "there is nothing to go on with"


def test_what_there_is_so_far_can_be_written_while_the_run_goes_on(tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    with Partial(page.with_suffix(".csv"), balance.setup(seed=3), False) as partial:
        partial.keep([play(balance.setup(seed=3), number) for number in range(2)])
        before = partial.path.read_bytes()
        partial.path.write_bytes(before + b'{"played":')  # the run is writing the next line
        result = CliRunner().invoke(app, ["balance", "--games", "5", "--seed", "3", "--page", str(page), "--so-far"])
        assert result.exit_code == 0, result.output
        assert partial.path.read_bytes() == before + b'{"played":'
    text = page.read_text()
    assert "2 games of four" in text
    assert "3 of them are missing" in text


def test_each_boss_meets_two_to_five_challengers_in_turn_who_are_all_different() -> None:
    setup = balance.boss_setup(catalog(), 3)
    tables = [setup.arranged(game_seed(3, number), number) for number in range(16)]
    assert {(made.seats[0], len(made.seats) - 1) for made in tables} == {
        (slug, n) for slug in ("baelfire", "evil_pooky", "pooky", "ripsnarl") for n in balance.CHALLENGERS
    }
    assert all(len(set(made.seats)) == len(made.seats) and made.variants == {"boss": {"seat": 0}} for made in tables)
    assert tables[0].seats == setup.arranged(game_seed(3, 0), 0).seats != setup.arranged(game_seed(3, 16), 16).seats


def test_the_page_tells_a_bosss_numbers_and_how_often_it_won() -> None:
    setup = balance.boss_setup(catalog(), 3)
    summary = simulate(replace(setup, bots=("random",)), 16)
    assert not summary.failures
    text = balance.measured_bosses(summary, catalog(), "abc", 20)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.count("|") == 11][2:]
    assert len(rows) == 16
    assert all(row[6] == "1" for row in rows)
    assert sum(int(row[7]) for row in rows) == sum(share.count for share in summary.bosses.values())
    sheet = catalog().sheets["ripsnarl"]
    assert sheet.boss is not None
    usual = sheet.boss.settings[3]
    assert next(row[2:6] for row in rows if row[:2] == [sheet.name, "3"]) == [
        str(usual[key]) for key in ("gold", "fortitude", "hand_size", "actions")
    ]
    assert "4 of them are missing" in text


def test_a_boss_far_from_even_is_named() -> None:
    summary = Summary(balance.boss_setup(catalog()), 200)
    summary.bosses = {("pooky", 2): Share(44, 100), ("pooky", 3): Share(55, 100), ("ripsnarl", 2): Share(56, 100)}
    assert balance.beyond_even(summary) == [("pooky", 2), ("ripsnarl", 2)]


def test_each_part_is_written_between_its_own_marks(tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    balance.write(page, "one", "bosses")
    balance.write(page, "two")
    text = page.read_text()
    assert text.index("two") < text.index("one")
    balance.write(page, "three", "bosses")
    assert "one" not in page.read_text()
