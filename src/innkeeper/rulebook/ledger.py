"""The ledger: every rule and ruling, one entry each, in our own words, with a stable id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from innkeeper.cards.yaml12 import Document, Path, load

KINDS: Final = ("setup", "mechanic", "timing", "ruling", "interaction", "variant")
_KEYS: Final = ("id", "source", "kind", "needs", "rule", "component", "note")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, its text, where it comes from, what a table needs to show it.

    component: a fact of pieces that no position can show.  source: {"seed": file, "section": ...}, {"public": ...} or
    {"house": why}.
    """

    id: str
    kind: str
    needs: tuple[str, ...]
    rule: str
    source: Mapping[str, str]
    file: str
    component: bool = False
    note: str = ""

    @property
    def is_house(self) -> bool:
        """Whether it is a decision of ours where no source speaks."""
        return "house" in self.source


def read(document: Document) -> list[Rule]:
    """Return the rules of one ledger file. Raises BadText for an entry that is not one."""
    rules: list[Rule] = []
    if not isinstance(document.data, list):
        raise document.error((), "expected a list of rules")
    for i, entry in enumerate(document.data):
        path: Path = (i,)
        if not isinstance(entry, dict):
            raise document.error(path, "expected a rule: keys and values")
        for key in entry:
            if key not in _KEYS:
                raise document.error((i, key), f"expected one of {', '.join(_KEYS)}")
        for key in ("id", "source", "kind", "needs", "rule"):
            if key not in entry:
                raise document.error(path, f"the key {key!r} is missing")
        if entry["kind"] not in KINDS:
            raise document.error((i, "kind"), f"expected one of {', '.join(KINDS)}")
        rules.append(_rule(document, entry))
    return rules


def _rule(document: Document, entry: Mapping[str, Any]) -> Rule:
    return Rule(
        id=str(entry["id"]),
        kind=str(entry["kind"]),
        needs=tuple(str(x) for x in entry["needs"]),
        rule=" ".join(str(entry["rule"]).split()),
        source={str(k): str(v) for k, v in entry["source"].items()},
        file=document.name,
        component=bool(entry.get("component", False)),
        note=" ".join(str(entry.get("note", "")).split()),
    )


@cache
def ledger() -> dict[str, Rule]:
    """Return every rule that ships, by id, in the order of the files. Raises ValueError for an id that stands twice."""
    rules: dict[str, Rule] = {}
    folder = resources.files("innkeeper.rulebook") / "ledger"
    for entry in sorted(folder.iterdir(), key=lambda e: (e.name != "core.yaml", e.name)):
        if not entry.name.endswith(".yaml"):
            continue
        for rule in read(load(entry.read_text("utf-8"), entry.name)):
            if rule.id in rules:
                raise ValueError(f"the rule {rule.id} stands twice: in {rules[rule.id].file} and {rule.file}")
            rules[rule.id] = rule
    return rules
