"""YAML 1.2 with line numbers: `on`, `yes` and `no` are words, a key stands once, and every value knows its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

Path = tuple[str | int, ...]


class BadText(ValueError):
    """A file that is not valid: where (name, line, key) and what was expected there."""

    def __init__(self, name: str, line: int, key: str, expected: str) -> None:
        """`line` counts from 1; `key` is the path of keys, as `cards[3].title`."""
        self.name, self.line, self.key, self.expected = name, line, key, expected
        super().__init__(f"{name}:{line}: {key}: {expected}" if key else f"{name}:{line}: {expected}")


class _Loader(yaml.CSafeLoader):
    """The core schema of YAML 1.2."""


_Loader.yaml_implicit_resolvers = {}
_CORE: Final = (
    ("tag:yaml.org,2002:bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("tag:yaml.org,2002:null", r"~|null|Null|NULL|", "~nN\0"),
    ("tag:yaml.org,2002:int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    ("tag:yaml.org,2002:float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
)
for _tag, _pattern, _first in _CORE:
    _Loader.add_implicit_resolver(_tag, re.compile(f"^(?:{_pattern})$"), ["" if c == "\0" else c for c in _first])


@dataclass(slots=True)
class Document:
    """A loaded file: its name, its data, and the line of every value by its path."""

    name: str
    data: Any
    lines: dict[Path, int] = field(default_factory=dict)
    seen: dict[int, yaml.Node] = field(default_factory=dict, repr=False)

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


def load(text: str, name: str) -> Document:
    """Load one document. Raises BadText for anything that is not YAML, and for a key that stands twice."""
    document = Document(name, None)
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadText(name, mark.line + 1 if mark else 1, "", f"this is not YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise BadText(name, 1, "", f"this is not YAML: {error}") from None
    if node is not None:
        document.data = _convert(node, (), document)
        document.seen.clear()
    return document


def _convert(node: yaml.Node, path: Path, document: Document) -> Any:
    document.lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.CollectionNode):
        if id(node) in document.seen:
            raise document.error(path, "anchors and aliases (&, *) have no place here; write it out")
        document.seen[id(node)] = node
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise BadText(document.name, key_node.start_mark.line + 1, written(path), "a key must be a word")
            key = str(key_node.value)
            if key in mapping:
                raise BadText(document.name, key_node.start_mark.line + 1, written((*path, key)), "this key stands twice")
            mapping[key] = _convert(value_node, (*path, key), document)
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_convert(child, (*path, i), document) for i, child in enumerate(node.value)]
    kind = node.tag.rsplit(":", 1)[-1]
    value = str(node.value)
    if kind == "null":
        return None
    if kind == "bool":
        return value.lower() == "true"
    if kind == "int":
        return int(value, 0) if value[:2] in ("0o", "0x") else int(value)
    if kind == "float":
        return float(value)
    return value
