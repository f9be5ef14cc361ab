"""YAML 1.2 with line numbers: `on`, `yes` and `no` are words, a key stands once, and every value knows its line.

Only what plain data needs: no tags, no anchors, one document, and limits on size and depth, so that a file from anywhere can
be read without running or building anything but words, numbers, lists and mappings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any, Final

import yaml

Path = tuple[str | int, ...]

MOST_CHARACTERS: Final = 1_000_000
DEEPEST: Final = 30
MOST_DIGITS: Final = 15

_BOOL: Final = re.compile(r"true|True|TRUE|false|False|FALSE")
_NULL: Final = re.compile(r"~|null|Null|NULL|")
_INT: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
# What could steer a terminal that shows it, or is no character at all.
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class BadText(ValueError):
    """A file that is not valid: where (name, line, key) and what was expected there."""

    def __init__(self, name: str, line: int, key: str, expected: str) -> None:
        """`line` counts from 1; `key` is the path of keys, as `cards[3].title`."""
        self.name, self.line, self.key, self.expected = name, line, key, expected
        super().__init__(f"{name}:{line}: {key}: {expected}" if key else f"{name}:{line}: {expected}")


@dataclass(slots=True)
class Document:
    """A loaded file: its name, its data, and the line of every value by its path (under a key: the line of the key)."""

    name: str
    data: Any
    lines: dict[Path, int] = field(default_factory=dict)

    def error(self, path: Path, expected: str) -> BadText:
        """Return the error for a path: the line is that of the value, or of the nearest value around it."""
        where = path
        while where and where not in self.lines:
            where = where[:-1]
        return BadText(self.name, self.lines.get(where, 1), written(path), expected)


def written(path: Path) -> str:
    """Return a path as people read it: `cards[3].title`."""
    text = ""
    for key in path:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else str(key)
    return text


def read(path: FilePath) -> Document:
    """Load a file. Raises BadText, and OSError where it cannot be read."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadText(str(path), line, "", "expected text in UTF-8; here are bytes that are none") from None
    return load(text, str(path))


def load(text: str, name: str) -> Document:
    """Load one document. Raises BadText for what is not YAML or has no place here, and for a key that stands twice."""
    if len(text) > MOST_CHARACTERS:
        raise BadText(name, 1, "", f"a file has at most {MOST_CHARACTERS} characters; this one has {len(text)}")
    document = Document(name, None)
    try:
        events: Iterator[Any] = yaml.parse(text, Loader=yaml.CSafeLoader)
        started = False
        for event in events:
            line: int = event.start_mark.line + 1
            if isinstance(event, yaml.DocumentStartEvent):
                if started:
                    raise BadText(name, line, "", "a file holds one document; here begins a second one")
                started = True
                document.data = _value(next(events), events, (), document, 0)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadText(name, mark.line + 1 if mark else 1, "", f"this is not YAML: {error.problem}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1 if isinstance(error.position, int) else 1
        raise BadText(name, line, "", f"this is not YAML: {error.reason}") from None
    except UnicodeEncodeError as error:
        raise BadText(name, text.count("\n", 0, error.start) + 1, "", "expected text; here is half a character") from None
    return document


def _value(event: Any, events: Iterator[Any], path: Path, document: Document, line: int) -> Any:
    """Return the value that begins with an event; `line` is that of its key, or 0."""
    line = line or event.start_mark.line + 1
    document.lines[path] = line
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise document.error(path, "anchors and aliases (&, *) have no place here; write it out")
    if getattr(event, "tag", None):
        raise document.error(path, f"tags have no place here; this one is {event.tag}")
    if len(path) > DEEPEST:
        raise document.error(path[:3], f"nested more than {DEEPEST} deep")
    if isinstance(event, yaml.MappingStartEvent):
        mapping: dict[str, Any] = {}
        while not isinstance(at := next(events), yaml.MappingEndEvent):
            key_line = at.start_mark.line + 1
            if not isinstance(at, yaml.ScalarEvent) or at.anchor or at.tag or not at.value or _CONTROL.search(at.value):
                raise BadText(document.name, key_line, written(path), "a key must be a word")
            key = str(at.value)
            if key in mapping:
                raise BadText(document.name, key_line, written((*path, key)), "this key stands twice")
            mapping[key] = _value(next(events), events, (*path, key), document, key_line)
        return mapping
    if isinstance(event, yaml.SequenceStartEvent):
        entries: list[Any] = []
        while not isinstance(at := next(events), yaml.SequenceEndEvent):
            entries.append(_value(at, events, (*path, len(entries)), document, 0))
        return entries
    return _scalar(event, path, document)


def _scalar(event: Any, path: Path, document: Document) -> Any:
    value = str(event.value)
    if _CONTROL.search(value):
        raise document.error(path, "control characters have no place here")
    if not event.implicit[0]:  # in quotes, or a block of text
        return value
    if _NULL.fullmatch(value):
        return None
    if _BOOL.fullmatch(value):
        return value.lower() == "true"
    if _INT.fullmatch(value) or _FLOAT.fullmatch(value):
        if len(value) > MOST_DIGITS:
            raise document.error(path, f"a number has at most {MOST_DIGITS} digits")
        if _INT.fullmatch(value):
            return int(value, 0) if value[:2] in ("0o", "0x") else int(value)
        return float(value)
    return value
