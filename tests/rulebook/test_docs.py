"""The examples of the documentation are run."""

import re
from pathlib import Path

import pytest

from innkeeper.cards.yaml12 import load
from innkeeper.rulebook.runner import run
from innkeeper.rulebook.scenario import read

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLES = [
    (name, example)
    for name in ("rulebook.md", "scenario-format.md")
    for example in re.findall(r"^```yaml\n(.*?)^```$", (DOCS / name).read_text("utf-8"), re.MULTILINE | re.DOTALL)
]


def test_there_are_examples() -> None:
    assert {name for name, _ in EXAMPLES} == {"rulebook.md", "scenario-format.md"}


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[f"{name}-{i}" for i, (name, _) in enumerate(EXAMPLES)])
def test_an_example_is_valid_and_passes(name: str, example: str) -> None:
    (scenario,) = read(load(example, name))
    result = run(scenario)
    assert result.passed, result.why


def test_the_worked_example_prints_what_the_page_says() -> None:
    page = (DOCS / "rulebook.md").read_text("utf-8")
    (scenario,) = read(load(next(example for name, example in EXAMPLES if name == "rulebook.md"), "my-case.yaml"))
    assert f"$ innkeeper scenario run my-case.yaml\nok {scenario.name}\n1 passed, 0 failed\n" in page
