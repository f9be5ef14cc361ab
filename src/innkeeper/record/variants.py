"""Variants of a table as words, as a command line names them: `prizes`, `teams=2,2`, `boss=pooky:gold=30`.

A record keeps them as plain data (`Table.new`); these words are for people to type and to read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

BASE: Final = "base"
BOSS: Final = "boss"
DRINKS: Final = "drinks"
TEAMS: Final = "teams"


def read_variants(words: Sequence[str], names: Sequence[str], known: Sequence[str]) -> dict[str, Any]:
    """Return what `Table.new` takes, from words. names: of the seats.  known: the others there are.

    A seat whose character is not known yet has no name, "". Raises ValueError for a word that says nothing.
    """
    found: dict[str, Any] = {}
    for word in words:
        name, sign, wish = word.strip().partition("=")
        if name in found:
            raise ValueError(f"the variant {name!r} is named twice")
        if name == TEAMS:
            found[name] = _teams(wish, len(names))
        elif name == DRINKS:
            sets = [part.strip() for part in wish.split(",") if part.strip() not in ("", BASE)]
            found[name] = [BASE, *sets]
        elif name == BOSS and name in known:
            found[name] = _boss(wish, names)
        elif name in known:
            found[name] = [part.strip() for part in wish.split(",")] if sign else True
        else:
            raise ValueError(f"there is no variant {name!r}; there are: {', '.join(sorted({DRINKS, TEAMS, *known}))}")
    return found


def variant_words(variants: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Return variants as words that `read_variants` reads; what it has no words for, such as who begins, is left out."""
    found = []
    for name, wish in sorted(variants.items()):
        if name == TEAMS:
            sizes = _sizes(wish, len(names))
            if sizes:
                found.append(f"{TEAMS}={','.join(map(str, sizes))}")
        elif name == BOSS:
            numbers = ",".join(f"{key}={value}" for key, value in wish.items() if key != "seat")
            found.append(f"{BOSS}={names[wish['seat']]}{':' if numbers else ''}{numbers}")
        elif wish is True:
            found.append(name)
        elif name != "first" and isinstance(wish, list | tuple):
            found.append(f"{name}={','.join(map(str, wish))}")
    return found


def turned(variants: Mapping[str, Any], places: int, n: int) -> dict[str, Any]:
    """Return the same for a table of n seats at which everybody has moved on by so many seats."""
    found = dict(variants)
    if TEAMS in found:
        found[TEAMS] = [[(s + places) % n for s in team] for team in found[TEAMS]]
    if BOSS in found:
        found[BOSS] = {**found[BOSS], "seat": (found[BOSS]["seat"] + places) % n}
    if isinstance(found.get("first"), int):
        found["first"] = (found["first"] + places) % n
    return found


def _teams(wish: str, n: int) -> list[list[int]]:
    sizes = [part.strip() for part in wish.split(",")]
    if not all(part.isdecimal() and int(part) for part in sizes) or sum(map(int, sizes)) != n:
        raise ValueError(
            f"teams are their sizes, clockwise from the first seat, as teams=2,2: together {n} seats; this is {wish!r}"
        )
    teams, first = [], 0
    for size in map(int, sizes):
        teams.append(list(range(first, first + size)))
        first += size
    return teams


def _sizes(teams: Sequence[Sequence[int]], n: int) -> list[int]:
    """Return the sizes of teams that lie clockwise from the first seat on; [] for others."""
    flat = [s for team in teams for s in team]
    return [len(team) for team in teams] if flat == list(range(n)) else []


def _boss(wish: str, names: Sequence[str]) -> dict[str, Any]:
    name, _, rest = wish.partition(":")
    seats = {_plain(there): seat for seat, there in enumerate(names) if there}
    if _plain(name) not in seats:
        listed = ", ".join(filter(None, names))
        raise ValueError(f"the Boss is one of the seats: {listed}; this is {name.strip()!r}")
    found: dict[str, Any] = {"seat": seats[_plain(name)]}
    for part in filter(None, map(str.strip, rest.split(","))):
        key, _, value = part.partition("=")
        key = key.strip().replace("-", "_")
        if key in found:
            raise ValueError(f"the Boss's setting {key!r} is named twice")
        try:
            found[key] = json.loads(value)
        except ValueError:
            raise ValueError(f"a setting of the Boss is a number, as gold=30; this is {part!r}") from None
    return found


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_")
