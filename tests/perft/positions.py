"""Reading the files of counts, and laying their positions out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from innkeeper import Table
from innkeeper.cards.yaml12 import Document, load
from innkeeper.rulebook.position import Position
from innkeeper.rulebook.scenario import Scenario

FOLDER = Path(__file__).parent
MOST = 20_000
"""No count in these files is larger, so that the tests stay quick."""


@dataclass(frozen=True)
class Counted:
    """One position with its counts: by depth the nodes, and where they are given the ends and the views."""

    name: str
    origin: str
    counts: dict[int, int]
    ends: dict[int, dict[str, int]]
    views: dict[int, tuple[int, ...]]
    asks: dict[str, Any]
    scenario: Scenario

    def table(self) -> Table:
        return Position(self.scenario).table()


def read(name: str) -> list[Counted]:
    """Return the positions of a file."""
    path = FOLDER / name
    document = load(path.read_text("utf-8"), str(path))
    return [_one(document, i, entry) for i, entry in enumerate(document.data)]


def _one(document: Document, i: int, entry: dict[str, Any]) -> Counted:
    extra = set(entry) - {"perft", "origin", "given", "counts", "ends", "views", "asks"}
    assert not extra, f"{document.name}: {entry['perft']}: {extra}"
    return Counted(
        entry["perft"],
        entry["origin"],
        {int(depth): n for depth, n in entry["counts"].items()},
        {int(depth): dict(ends) for depth, ends in entry.get("ends", {}).items()},
        {int(depth): tuple(seen) for depth, seen in entry.get("views", {}).items()},
        entry.get("asks", {}),
        Scenario(entry["perft"], (), entry["given"], (), {}, document, (i,)),
    )
