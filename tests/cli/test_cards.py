"""`innkeeper cards`, and how the command line tells what is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from innkeeper.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "my-deck.yaml"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["cards", *arguments])


def test_list_has_a_line_for_each_card() -> None:
    found = run("list")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    (raise_,) = [line for line in lines if line.startswith("zot") and "I raise!" in line]
    assert raise_.split() == ["zot", "2", "I", "raise!", "Gambling", "Card", "public"]
    assert any(line.startswith("drink") and "Drink Event" in line for line in lines)


def test_list_of_one_character() -> None:
    lines = run("list", "--character", "gog").stdout.splitlines()
    assert {line.split()[0] for line in lines[1:]} == {"gog"}
    assert sum(int(line.split()[1]) for line in lines[1:]) == 40
    lines = run("list", "--character", "drink").stdout.splitlines()
    assert sum(int(line.split()[1]) for line in lines[1:]) >= 30


def test_list_of_nobody_offers_somebody() -> None:
    found = run("list", "--character", "fionna")
    assert found.exit_code == 2
    assert found.stderr == "innkeeper: there is no character 'fionna'; did you mean fiona?\n"


def test_show_needs_no_case_and_no_punctuation() -> None:
    found = run("show", "gambling", "IM", "in")
    assert found.exit_code == 0
    assert found.stdout.splitlines()[0] == "Gambling? I'm in!"
    assert "As a Gambling Card: Take control of the Round." in found.stdout
    assert "Zot the Wizard (6)" in found.stdout
    assert "Family: gambling-start" in found.stdout
    assert "Program: action: start-round" in found.stdout


def test_show_takes_a_part_of_a_title_that_only_one_has() -> None:
    assert run("show", "war belch").stdout.startswith("Impressive Dwarven War Belch!")


def test_show_shows_both_cards_of_one_title() -> None:
    assert run("show", "Drink up, friend!").stdout.count("Drink up, friend!\n") == 2


def test_show_tells_a_boss_card_and_all_that_it_does() -> None:
    found = run("show", "Pooky will fight the whole table for it.").stdout
    assert "Decks: Pooky, as the Boss (1)\n" in found
    assert "each others-in-round [choose leave [leave-round(who picked)] or stay [pending [lose(" in found
    assert "as the Boss" not in run("show", "Nasty big pointy teeth").stdout


@pytest.mark.parametrize(
    ("title", "said"), [("wine", None), ("dark", '"Dark Ale", "Dark Ale with a Chaser"'), ("windy", "near it: ")]
)
def test_show_offers_what_is_near(title: str, said: str | None) -> None:
    found = run("show", title)
    if said is None:
        assert found.stdout.startswith("Wine\n")
    else:
        assert found.exit_code == 2
        assert said in found.stderr
        assert found.stderr.count("\n") == 1


def test_a_deck_of_ones_own() -> None:
    found = run("check", str(EXAMPLE))
    assert (found.exit_code, found.stdout) == (0, f"ok: {EXAMPLE}: Hilda the Beekeeper, 40 cards, 18 titles\n")
    assert "lose 3 Fortitude" in run("show", "you swatted edna", "--deck", str(EXAMPLE)).stdout
    assert "hilda" in run("list", "--deck", str(EXAMPLE)).stdout


def test_check_tells_of_every_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("character: x\nname: X\ncards:\n  - {title: A, family: hit-99}\n", encoding="utf-8")
    found = run("check", str(bad), str(tmp_path / "none.yaml"), str(EXAMPLE))
    assert found.exit_code == 2
    first, second = found.stderr.splitlines()
    assert first.startswith(f"{bad}:4: cards[0].family: no such family")
    assert second == f"{tmp_path / 'none.yaml'}: No such file or directory"
    assert found.stdout.startswith("ok: ")


BEES = "{title: Bees!, type: action, does: [{lose: {who: each-other, fortitude: 2}}]}"


@pytest.mark.parametrize(("fortitude", "right"), [(60, True), (61, False)])
def test_the_numbers_of_a_boss_are_those_that_a_table_takes(tmp_path: Path, fortitude: int, right: bool) -> None:
    mine = tmp_path / "mine.yaml"
    boss = f"boss: {{cards: [{BEES}], settings: {{2: {{fortitude: {fortitude}}}}}}}"
    mine.write_text(f"{EXAMPLE.read_text(encoding='utf-8')}\n{boss}\n", encoding="utf-8")
    found = run("check", str(mine))
    if right:
        assert (found.exit_code, found.stderr) == (0, "")
        assert found.stdout.endswith("18 titles, 1 Boss Card\n")
    else:
        assert found.exit_code == 2
        assert "boss.settings.2.fortitude: expected a whole number from 1 to 60; this is 61" in found.stderr


def test_a_gambling_card_that_never_takes_control_is_right_and_noted(tmp_path: Path) -> None:
    prizes = tmp_path / "prizes.yaml"
    prizes.write_text(
        "set: mine\nprizes:\n"
        "  - {title: Light fingers, type: gambling, does: [{palm: {gold: 1}}]}\n"
        "  - {title: Ace, type: cheating, "
        "does: [{choose: {who: you, options: {in: [{take-control: {}}], out: [{draw: {n: 1}}]}}}]}\n",
        encoding="utf-8",
    )
    found = run("check", str(prizes))
    assert found.exit_code == 0
    assert found.stderr.splitlines() == [
        f"note: {prizes}: 'Light fingers' is a Gambling Card without `take-control`: whoever was in control stays so"
    ]


def test_a_prize_called_like_another_is_told_so(tmp_path: Path) -> None:
    prizes = tmp_path / "prizes.yaml"
    prizes.write_text("set: mine\nprizes:\n  - {title: Portal gun, type: action, does: [{draw: {n: 1}}]}\n", encoding="utf-8")
    found = run("check", str(prizes))
    assert found.stderr == f"{prizes}:3: prizes[0].title: the title 'Portal gun' stands twice among Prizes and Events\n"


def test_a_bad_deck_elsewhere_is_one_line_too(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("character: [x\n", encoding="utf-8")
    found = run("list", "--deck", str(bad))
    assert found.exit_code == 2
    assert found.stderr.startswith(f"innkeeper: {bad}:2: this is not YAML")
    assert found.stderr.count("\n") == 1


def test_schema_is_json() -> None:
    assert json.loads(run("schema").stdout)["$defs"]["deck"]["required"] == ["character", "name", "cards"]


def test_version() -> None:
    found = CliRunner().invoke(app, ["--version"])
    assert (found.exit_code, found.stdout) == (0, "0.1.0\n")


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt(), 130), (OSError(28, "No space left", "x"), 2)])
def test_what_goes_wrong_in_a_command(monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("innkeeper.cli.cards._builder", fail)
    found = run("list")
    assert found.exit_code == code
    assert found.stderr == ("" if code == 130 else "innkeeper: x: No space left\n")


def test_a_bug_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("raised by no module of ours")

    monkeypatch.setattr("innkeeper.cli.cards._builder", fail)
    assert isinstance(run("list").exception, ValueError)


def test_a_reader_that_stops_reading(tmp_path: Path) -> None:
    """`innkeeper cards list | head -1` says nothing on stderr."""
    command = [sys.executable, "-c", "from innkeeper.cli.main import run; run()", "cards", "list"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_commands_start_without_what_is_heavy() -> None:
    code = "import sys, innkeeper.cli.main; print({'rich.table', 'jsonschema', 'polars', 'textual'} & set(sys.modules) or '')"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""
