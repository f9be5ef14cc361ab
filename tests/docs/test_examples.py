"""What README and the docs show is run: Python blocks, and every command of the command line that they name."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from innkeeper.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(page, block, id=f"{page.name}-{i}")
    for page in PAGES
    for i, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]
COMMAND = re.compile(r"innkeeper ((?:cards|rulebook|scenario) [a-z]+|play|replay|simulate)\b")


@pytest.mark.parametrize(("page", "block"), BLOCKS)
def test_a_python_block_runs(page: Path, block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block is whole and does not fail, run from the project's folder."""
    monkeypatch.chdir(ROOT)
    exec(compile(block, str(page), "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_named_exists(page: Path) -> None:
    """A page names no command that is not there."""
    for command in sorted(set(COMMAND.findall(page.read_text(encoding="utf-8")))):
        result = CliRunner().invoke(app, [*command.split(), "--help"])
        assert result.exit_code == 0, f"{page.name} names `innkeeper {command}`: {result.output}"


def test_every_link_leads_somewhere() -> None:
    """A relative link of a page leads to a file."""
    missing = []
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            if not (page.parent / link).exists():
                missing.append(f"{page.name}: {link}")
    assert not missing, missing


def test_every_make_target_named_exists_and_is_explained() -> None:
    """What a page tells to type after `make` is a target, and `make` alone says what it does."""
    explained = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        typed = "\n".join(re.findall(r"```.*?\n(.*?)```", text, re.DOTALL) + re.findall(r"`(make[^`\n]*)`", text))
        named = set(re.findall(r"^make ([a-z][a-z-]*)", typed, re.MULTILINE))
        assert named <= explained, f"{page.name}: {sorted(named - explained)}"


def test_readme_begins_with_two_commands() -> None:
    """What this is, a picture, and then exactly the two commands: to play in the browser, and to test."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"```\n(.*?)```", text, re.DOTALL)
    assert block is not None
    assert re.findall(r"^make ([a-z-]+)", block.group(1), re.MULTILINE) == ["play", "test"]
    assert text.index("![") < block.start()
    play = re.search(r"^play:.*\n(?:\t.*\n)+", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert play is not None
    assert "innkeeper serve --open" in play.group()
