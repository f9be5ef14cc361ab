"""The command line for tests: run it, and read the game that it saved."""

from collections.abc import Sequence
from pathlib import Path

from typer.testing import CliRunner, Result

from innkeeper.cli.main import app
from innkeeper.record import Record


def innkeeper(*words: str, lines: Sequence[str] = ()) -> Result:
    return CliRunner().invoke(app, list(words), input="".join(f"{line}\n" for line in lines))


def saved(games: Path) -> Record:
    (path,) = games.glob("*.record")
    return Record.load(path)
