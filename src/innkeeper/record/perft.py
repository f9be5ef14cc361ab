"""Counting: in how many ways a game can go on from a position, choice by choice.

The counts of a written-out position are a sharp test of the engine: whatever opens a choice too many, or closes one, changes
them. Chance is fixed by the position (its piles and its generator), so the tree is one of decisions alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from innkeeper.engine.state import NOBODY
from innkeeper.library import Table
from innkeeper.view import label, view

MOST_NODES = 1_000_000
"""A count gives up beyond this, unless it is told otherwise."""


class TooMany(ValueError):
    """There are more ways than the count was to take; the message says how many were allowed."""


@dataclass(frozen=True, slots=True)
class Perft:
    """What lies within some depth of a position.

    nodes: sequences of exactly so many choices.  ends: sequences of at most so many that end the game, by how the losers went
    out ("broke", "passed-out", "broke+passed-out"), with "tie: " before it where nobody is left.  views: how many different
    views each seat, and last a spectator, has at the nodes; () where they were not counted.
    """

    nodes: int
    ends: Mapping[str, int] = field(default_factory=dict)
    views: tuple[int, ...] = ()


def perft(table: Table, depth: int, most: int = MOST_NODES, views: bool = False) -> Perft:
    """Count the ways on from a table, `depth` >= 0 choices deep; the table stays as it is.

    Raises TooMany where there are more than `most` nodes, ValueError for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"a depth is 0 or more; this is {depth}")
    count = _Count(most, len(table.out) + 1 if views else 0)
    count.walk(table, depth)
    return Perft(count.nodes, dict(sorted(count.ends.items())), tuple(len(seen) for seen in count.seen))


def divide(table: Table, depth: int, most: int = MOST_NODES) -> dict[str, Perft]:
    """Return the counts behind each first choice, by its label, in the order of the options. `depth` >= 1.

    Where a count is wrong this tells under which choice; again there, one choice less deep, and the mistake is found.
    """
    if depth < 1:
        raise ValueError(f"the depth of a division is 1 or more; this is {depth}")
    found: dict[str, Perft] = {}
    if table.decision is not None:
        for option in table.decision.options:
            after = table.copy()
            after.choose(option)
            found[label(table, option)] = perft(after, depth - 1, most)
    return found


def divided(table: Table, depth: int, most: int = MOST_NODES) -> str:
    """Return `divide` as text: who is asked what, then one line for each first choice, then the sum."""
    decision = table.decision
    if decision is None:
        return "the game is over"
    parts = divide(table, depth, most)
    lines = [f"{table.seat_name(decision.seat)}, {decision.kind}, {depth} deep:"]
    width = max(len(name) for name in parts)
    for name, part in parts.items():
        ends = "".join(f"  {n} x {reason}" for reason, n in part.ends.items())
        lines.append(f"  {name:<{width}}  {part.nodes:>8}{ends}")
    lines.append(f"  {'in all':<{width}}  {sum(part.nodes for part in parts.values()):>8}")
    return "\n".join(lines)


class _Count:
    def __init__(self, most: int, viewers: int) -> None:
        self.nodes = 0
        self.ends: Counter[str] = Counter()
        self.most = most
        self.seen: list[set[bytes]] = [set() for _ in range(viewers)]

    def walk(self, table: Table, depth: int) -> None:
        if table.outcome is not None:
            self.ends[_how(table)] += 1
        if depth == 0:
            self.nodes += 1
            if self.nodes > self.most:
                raise TooMany(f"there are more than {self.most} ways to go on")
            for i, seen in enumerate(self.seen):
                seen.add(msgspec.json.encode(view(table, i if i < len(table.out) else NOBODY)))
            return
        if table.decision is None:
            return
        last = len(table.decision.options) - 1
        for i in range(last + 1):
            after = table.copy()
            after.choose(i)
            self.walk(after, depth - 1)


def _how(table: Table) -> str:
    reasons = "+".join(sorted({reason for reason in table.out if reason}))
    return reasons if "" in table.out else f"tie: {reasons}"
