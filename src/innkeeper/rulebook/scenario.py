"""Scenario files: reading and checking them. What a scenario means is in `position` (given) and `runner` (when, then)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from innkeeper.cards.yaml12 import BadText, Document, load
from innkeeper.cards.yaml12 import Path as At
from innkeeper.engine.game import seat_names
from innkeeper.engine.state import PHASES

GIVEN: Final = ("seats", "active", "phase", "seed", "variants", "teams", "boss", "boss_settings", "drink_deck",
         "drink_deck_only", "drink_discard", "event_deck", "inn", "gambling", "drink", "cards")  # fmt: skip
GAMBLING: Final = ("in_control", "antes", "left", "last", "turn", "prize")
SEAT_KEYS: Final = ("fortitude", "alcohol", "gold", "hand", "deck", "deck_only", "discard", "discard_only", "drink_pile",
                    "drink_pile_only", "in_front", "out")  # fmt: skip
THEN: Final = ("inn", "gambling", "drink_deck_size", "drink_deck", "drink_discard", "drink_discard_has", "turn", "winner",
        "cites", "not_cites", "drink_discard_size")  # fmt: skip
MOVES: Final = ("play", "choose", "discard", "order", "pass")
CHECKS: Final = ("expect", "expect-now")
LOOKS: Final = ("legal", "illegal", "never")


@dataclass(frozen=True, slots=True)
class Move:
    """What one seat does: "play", "choose", "discard", "order" or "pass", with its arguments."""

    seat: str
    kind: str
    value: Any = None
    on: tuple[Any, ...] | None = None
    front: bool = False
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a move, "everyone-pass", "advance" (phase, seat or ""), a check, or a look at what is open."""

    kind: str
    path: At
    move: Move | None = None
    phase: str = ""
    of: str = ""
    checks: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: its name, the rules it demonstrates, the position, the steps and the final checks."""

    name: str
    rules: tuple[str, ...]
    given: Mapping[str, Any]
    steps: tuple[Step, ...]
    then: Mapping[str, Any]
    document: Document
    path: At


def read_file(path: Path) -> list[Scenario]:
    """Return the scenarios of a file. Raises BadText (line, key, what was expected) and OSError; nothing is run."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadText(str(path), 1, "", f"this is not UTF-8 text: {error.reason}") from None
    return read(load(text, str(path)))


def read(document: Document) -> list[Scenario]:
    """Return the scenarios of a document: one, or a list of them."""
    if isinstance(document.data, list):
        found = [_scenario(document, (i,), entry) for i, entry in enumerate(document.data)]
    else:
        found = [_scenario(document, (), document.data)]
    seen: set[str] = set()
    for scenario in found:
        if scenario.name in seen:
            raise document.error((*scenario.path, "scenario"), f"the name {scenario.name!r} stands twice in this file")
        seen.add(scenario.name)
    return found


def _scenario(document: Document, path: At, entry: Any) -> Scenario:
    data = _mapping(document, path, entry, "a scenario: keys and values")
    _keys(document, path, data, ("scenario", "rules", "given", "when", "then"), ("scenario", "given"))
    name = data["scenario"]
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise document.error((*path, "scenario"), "expected a name in kebab-case")
    rules = _words(document, (*path, "rules"), data.get("rules", []))
    given = _mapping(document, (*path, "given"), data["given"], "a position: keys and values")
    seats = _seats(document, (*path, "given"), given)
    _given(document, (*path, "given"), given, seats)
    steps = tuple(
        _step(document, (*path, "when", i), step, seats)
        for i, step in enumerate(_list(document, (*path, "when"), _or(data.get("when"), []), "a list of steps"))
    )
    then = _mapping(document, (*path, "then"), _or(data.get("then"), {}), "checks: keys and values")
    _checks(document, (*path, "then"), then, seats)
    return Scenario(name, rules, given, steps, then, document, path)


def _or(value: Any, empty: Any) -> Any:
    return empty if value is None else value


def _seats(document: Document, path: At, given: Mapping[str, Any]) -> list[str]:
    if "seats" not in given:
        raise document.error(path, "the key 'seats' is missing")
    slugs = _words(document, (*path, "seats"), given["seats"])
    if not 2 <= len(slugs) <= 8:
        raise document.error((*path, "seats"), "expected 2 to 8 seats")
    return list(seat_names(slugs))


def _given(document: Document, path: At, given: Mapping[str, Any], seats: Sequence[str]) -> None:
    for key, value in given.items():
        if key in seats:
            _mapping(document, (*path, key), value, "that seat's state: keys and values")
        elif key not in GIVEN:
            raise document.error((*path, key), f"expected a seat ({', '.join(seats)}) or one of {', '.join(GIVEN)}")
    if "active" in given:
        _one_of(document, (*path, "active"), given["active"], seats)
    if "phase" in given:
        _one_of(document, (*path, "phase"), given["phase"], PHASES)
    if "gambling" in given:
        at = (*path, "gambling")
        gambling = _mapping(document, at, given["gambling"], "a Round: keys and values")
        _keys(document, at, gambling, GAMBLING, ("in_control", "antes"))
        _one_of(document, (*at, "in_control"), gambling["in_control"], seats)
        for seat, n in _mapping(document, (*at, "antes"), gambling["antes"], "SEAT: N").items():
            _one_of(document, (*at, "antes", seat), seat, seats)
            _count(document, (*at, "antes", seat), n)
        for i, seat in enumerate(_words(document, (*at, "left"), gambling.get("left", []))):
            _one_of(document, (*at, "left", i), seat, seats)
        if "turn" in gambling:
            _one_of(document, (*at, "turn"), gambling["turn"], seats)
    if "drink" in given:
        at = (*path, "drink")
        drink = _mapping(document, at, given["drink"], "{by: SEAT, cards: [titles]}")
        _keys(document, at, drink, ("by", "cards"), ("by", "cards"))
        _one_of(document, (*at, "by"), drink["by"], seats)
        _words(document, (*at, "cards"), drink["cards"])


def _step(document: Document, path: At, step: Any, seats: Sequence[str]) -> Step:
    data = _mapping(document, path, step, "a step")
    if len(data) != 1:
        raise document.error(path, "expected exactly one step here")
    ((key, value),) = data.items()
    at = (*path, key)
    if key == "everyone":
        if value != "pass":
            raise document.error(at, "expected `everyone: pass`")
        return Step("everyone-pass", path)
    if key == "advance":
        if isinstance(value, Mapping):
            _keys(document, at, value, ("phase", "of"), ("phase",))
            _one_of(document, (*at, "phase"), value["phase"], PHASES)
            of = value.get("of", "")
            if of:
                _one_of(document, (*at, "of"), of, seats)
            return Step("advance", path, phase=value["phase"], of=of)
        _one_of(document, at, value, PHASES)
        return Step("advance", path, phase=value)
    if key in CHECKS:
        checks = _mapping(document, at, value, "checks: keys and values")
        _checks(document, at, checks, seats)
        return Step(key, path, checks=checks)
    if key in LOOKS:
        look = _mapping(document, at, value, "SEAT: a move")
        if len(look) != 1:
            raise document.error(at, "expected one seat and its move")
        ((seat, move),) = look.items()
        return Step(key, path, _move(document, (*at, seat), seat, move, seats))
    return Step("move", path, _move(document, at, key, value, seats))


def _move(document: Document, path: At, seat: str, value: Any, seats: Sequence[str]) -> Move:
    if seat not in seats:
        known = ("everyone", "advance", *CHECKS, *LOOKS)
        raise document.error(path, f"expected a seat ({', '.join(seats)}) or one of {', '.join(known)}")
    if value == "pass":
        return Move(seat, "pass")
    data = _mapping(document, path, value, "a move, or `pass`")
    kinds = [key for key in data if key in MOVES]
    if len(kinds) != 1:
        raise document.error(path, f"expected exactly one of {', '.join(MOVES)}")
    kind = kinds[0]
    allowed = {"play": ("play", "on", "from", "as"), "choose": ("choose", "on")}.get(kind, (kind,))
    _keys(document, path, data, allowed, ())
    on = data.get("on")
    if on is not None:
        on = tuple(on) if isinstance(on, list) else (on,)
    if kind == "discard":
        _words(document, (*path, kind), data[kind])
    elif kind == "order" and not isinstance(data[kind], str):
        raise document.error((*path, kind), "expected a seat")
    elif kind == "play" and not isinstance(data[kind], str):
        raise document.error((*path, kind), "expected a title")
    if data.get("from", "front") != "front":
        raise document.error((*path, "from"), "expected `from: front`")
    return Move(seat, kind, data[kind], on, data.get("from") == "front", str(data.get("as", "")))


def _checks(document: Document, path: At, checks: Mapping[str, Any], seats: Sequence[str]) -> None:
    for key, value in checks.items():
        if key in seats:
            _mapping(document, (*path, key), value, "what that seat must have: keys and values")
        elif key not in THEN:
            raise document.error((*path, key), f"expected a seat ({', '.join(seats)}) or one of {', '.join(THEN)}")


def _mapping(document: Document, path: At, value: Any, expected: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise document.error(path, f"expected {expected}")
    return value


def _list(document: Document, path: At, value: Any, expected: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise document.error(path, f"expected {expected}")
    return value


def _words(document: Document, path: At, value: Any) -> tuple[str, ...]:
    for i, word in enumerate(_list(document, path, value, "a list of words")):
        if not isinstance(word, str):
            raise document.error((*path, i), "expected a word")
    return tuple(value)


def _keys(document: Document, path: At, data: Mapping[str, Any], known: Sequence[str], needed: Sequence[str]) -> None:
    for key in data:
        if key not in known:
            raise document.error((*path, key), f"expected one of {', '.join(known)}")
    for key in needed:
        if key not in data:
            raise document.error(path, f"the key {key!r} is missing")


def _one_of(document: Document, path: At, value: Any, words: Sequence[str]) -> None:
    if value not in words:
        raise document.error(path, f"expected one of {', '.join(words)}; this is {value!r}")


def _count(document: Document, path: At, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise document.error(path, f"expected a whole number from 0; this is {value!r}")
