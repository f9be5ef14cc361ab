"""`innkeeper scenario` and `innkeeper rulebook`, as they are called."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from innkeeper.cli.main import app

GOOD = 'scenario: good\nrules: [core.turn.action]\ngiven:\n  seats: [zot, eve, gog]\n  zot: {hand: ["Down Pooky!"]}\n'
PLAY = 'when:\n  - zot: {play: "Down Pooky!", on: eve}\n'


def call(*args: str | Path) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(GOOD + PLAY + "then: {eve: {fortitude: 19}}\n", encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text(
        GOOD.replace("good", "wrong") + PLAY + "then: {eve: {fortitude: 18}}\n", encoding="utf-8"
    )
    (tmp_path / "broken.yaml").write_text(GOOD + "whence: []\n", encoding="utf-8")
    return tmp_path


# scenario run


def test_a_passing_file(folder: Path) -> None:
    result = call("scenario", "run", folder / "good.yaml")
    assert result.exit_code == 0
    assert result.stdout == "ok good\n1 passed, 0 failed\n"


def test_a_failing_file_says_what_was_expected_and_what_was_there(folder: Path) -> None:
    result = call("scenario", "run", folder / "good.yaml", folder / "wrong.yaml")
    assert result.exit_code == 1
    ok, failed, summary = result.stdout.splitlines()
    assert ok == "ok good"
    assert failed.startswith("FAILED wrong: then: eve.fortitude: expected 18, there is 19")
    assert summary == "1 passed, 1 failed"


def test_an_invalid_file_is_told_and_nothing_of_it_is_run(folder: Path) -> None:
    result = call("scenario", "run", folder)
    assert result.exit_code == 2
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["ok good", "FAILED wrong", "1 passed, 1 failed"]
    assert f"{folder / 'broken.yaml'}:6: whence: expected one of" in result.stderr


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    result = call("scenario", "run", tmp_path / "nowhere.yaml")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"innkeeper: {tmp_path / 'nowhere.yaml'}: no such file or folder\n"


def test_a_folder_with_nothing_in_it(tmp_path: Path) -> None:
    result = call("scenario", "run", tmp_path)
    assert result.exit_code == 2
    assert "there are no scenario files (*.yaml) in this folder" in result.stderr


def test_a_file_that_is_named_twice_is_run_once(folder: Path) -> None:
    result = call("scenario", "run", folder / "good.yaml", folder / "good.yaml")
    assert result.stdout.splitlines()[-1] == "1 passed, 0 failed"


def test_trace_tells_each_step_with_its_rules(folder: Path) -> None:
    lines = call("scenario", "run", folder / "good.yaml", "--trace").stdout.splitlines()
    assert lines[0] == "ok good"
    assert "  given" in lines
    step = lines.index("  zot: play Down Pooky! on eve")
    assert "Down Pooky!" in lines[step + 1]
    assert lines[step + 1].startswith("    ")
    assert lines[step + 1].endswith("[core.respond.before-resolve, core.turn.action]")


def test_json_is_one_object_a_line(folder: Path) -> None:
    result = call("scenario", "run", folder / "good.yaml", folder / "wrong.yaml", "--json")
    assert result.exit_code == 1
    good, wrong = [json.loads(line) for line in result.stdout.splitlines()]
    assert good == {"scenario": "good", "passed": True, "rules": ["core.turn.action"], "why": ""}
    assert not wrong["passed"]
    assert "expected 18" in wrong["why"]


def test_json_with_the_trace(folder: Path) -> None:
    (told,) = [json.loads(x) for x in call("scenario", "run", folder / "good.yaml", "--json", "--trace").stdout.splitlines()]
    assert told["trace"][1]["step"] == "zot: play Down Pooky! on eve"
    assert "core.turn.action" in told["trace"][1]["log"][0]["rules"]


def test_without_a_path_what_ships_is_run(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    from innkeeper.rulebook import coverage
    from innkeeper.rulebook.scenario import read_file

    monkeypatch.setattr(coverage, "shipped", lambda: [("good.yaml", read_file(folder / "good.yaml"))])
    assert call("scenario", "run").stdout == "ok good\n1 passed, 0 failed\n"


# rulebook


def test_list_by_system_and_kind() -> None:
    lines = call("rulebook", "list", "--system", "core", "--kind", "setup").stdout.splitlines()
    assert lines[0].startswith("core.setup.markers")
    assert all(line.startswith("core.setup.") for line in lines)
    assert call("rulebook", "list", "--system", "teams").stdout.splitlines()[0].startswith("team.")
    assert len(call("rulebook", "list").stdout.splitlines()) > 600


def test_a_list_names_the_other_parts_of_the_rulebook_that_belong_to_it() -> None:
    result = call("rulebook", "list", "--system", "boss")
    assert result.stderr == "See also --system house-boss.\n"
    assert all(line.startswith("boss.") for line in result.stdout.splitlines())
    assert call("rulebook", "list", "--system", "core").stderr == ""
    assert call("rulebook", "list").stderr == ""


def test_list_of_an_unknown_system_or_kind() -> None:
    result = call("rulebook", "list", "--system", "event")
    assert (result.exit_code, result.stderr) == (2, "innkeeper: there is no system 'event'; did you mean house-events?\n")
    result = call("rulebook", "list", "--system", "hous")
    assert (result.exit_code, result.stderr) == (2, "innkeeper: there is no system 'hous'; did you mean house?\n")
    assert "there is no kind of rule 'fashion'" in call("rulebook", "list", "--kind", "fashion").stderr


def test_show_tells_text_source_and_scenarios() -> None:
    result = call("rulebook", "show", "core.gamble.cannot-ante")
    assert result.exit_code == 0
    assert "A player with no Gold who must ante" in result.stdout
    assert "Kind: ruling" in result.stdout
    assert "Source: a decision of ours: the editions differ" in result.stdout
    assert "  core-with-nothing-to-ante-one-stays-in  (core.yaml)" in result.stdout


def test_show_offers_near_ids_for_an_unknown_one() -> None:
    result = call("rulebook", "show", "core.drink.hause")
    assert result.exit_code == 2
    assert "there is no rule 'core.drink.hause'; near it: core.drink.house" in result.stderr
    assert "core.lose.pass-out" in call("rulebook", "show", "pass-out").stderr


@pytest.fixture
def one_scenario(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """What ships is one scenario, of core.turn.action."""
    from innkeeper.rulebook import coverage
    from innkeeper.rulebook.scenario import read_file

    monkeypatch.setattr(coverage, "shipped", lambda: [("good.yaml", read_file(folder / "good.yaml"))])


@pytest.mark.usefixtures("one_scenario")
def test_coverage_lists_what_is_not_demonstrated() -> None:
    result = call("rulebook", "coverage", "--system", "core")
    assert result.exit_code == 0
    first, title, *missing = result.stdout.splitlines()
    n = len(missing) + 1
    assert first == f"core.yaml: {n} rules, 1 demonstrated"
    assert title == "Not demonstrated:"
    assert "  core.turn.action" not in missing
    assert "  core.turn.order" in missing


@pytest.mark.usefixtures("one_scenario")
def test_list_of_the_undemonstrated() -> None:
    listed = call("rulebook", "list", "--system", "core", "--undemonstrated").stdout
    assert "core.turn.order" in listed
    assert "core.turn.action " not in listed


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("variants: prizes", "given.variants: expected a list of variants"),
        ("variants: {prizes: [Portal Gun]}", "given.variants: expected a list of variants"),
        ("boss_settings: {gold: 30}", "given.boss_settings: this means something only in the variant `boss`"),
        ("teams: [[zot], [eve, gog]]", "given.teams: this means something only in the variant `teams`"),
    ],
)
def test_what_says_nothing_about_variants_is_refused(tmp_path: Path, words: str, why: str) -> None:
    case = tmp_path / "case.yaml"
    case.write_text(f"{GOOD}  {words}\n{PLAY}then: {{}}\n", encoding="utf-8")
    result = call("scenario", "run", case)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"FAILED good: {case}:6: {why}")
