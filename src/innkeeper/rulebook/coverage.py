"""Which rules the scenarios that ship demonstrate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from innkeeper.cards.yaml12 import load
from innkeeper.rulebook.ledger import Rule, ledger
from innkeeper.rulebook.runner import Result
from innkeeper.rulebook.scenario import Scenario, read


@dataclass(frozen=True, slots=True)
class Coverage:
    """One ledger file: its rules that a position can show, and those of them that no passing scenario demonstrates."""

    file: str
    rules: tuple[Rule, ...]
    undemonstrated: tuple[Rule, ...]


def shipped() -> list[tuple[str, list[Scenario]]]:
    """Return every scenario file that ships, by name, with its scenarios. Raises BadText for one that is not valid."""
    folder = resources.files("innkeeper.rulebook") / "scenarios"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return [(name, read(load((folder / name).read_text("utf-8"), name))) for name in names]


def in_paths(paths: Iterable[Path]) -> list[Path]:
    """Return the scenario files that paths name, a folder's own *.yaml in the order of their names, each file once.

    Raises FileNotFoundError for a path that is not there, ValueError for a folder without scenario files.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(path.glob("*.yaml"))
            if not found:
                raise ValueError(f"{path}: there are no scenario files (*.yaml) in this folder")
            files += found
        elif path.exists():
            files.append(path)
        else:
            raise FileNotFoundError(2, "no such file or folder", str(path))
    return list(dict.fromkeys(files))


def named_by(files: Sequence[tuple[str, Sequence[Scenario]]]) -> dict[str, list[tuple[str, Scenario]]]:
    """Return the scenarios, with their files, that name each rule."""
    found: dict[str, list[tuple[str, Scenario]]] = {}
    for name, scenarios in files:
        for scenario in scenarios:
            for rule in dict.fromkeys(scenario.rules):
                found.setdefault(rule, []).append((name, scenario))
    return found


def coverage(results: Iterable[Result]) -> list[Coverage]:
    """Return what the results of scenarios cover of each ledger file, in the ledger's order.

    A rule marked `component` is left out: no position can show it.
    """
    shown = {rule for result in results if result.passed for rule in result.rules}
    by_file: dict[str, list[Rule]] = {}
    for rule in ledger().values():
        if not rule.component:
            by_file.setdefault(rule.file, []).append(rule)
    return [
        Coverage(file, tuple(rules), tuple(rule for rule in rules if rule.id not in shown)) for file, rules in by_file.items()
    ]
