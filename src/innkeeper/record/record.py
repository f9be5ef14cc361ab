"""A game as text: a header, then one choice per line, written through at once so that a crash loses nothing.

    innkeeper record 1
    engine: 0.1.0
    rules: 1
    cards: 5f0c...
    seats: zot gerki
    plays: me bot:random
    seed: 42
    deck: my-deck.yaml 0a1b...
    variant: first "random"

    zot 3: pass
    gerki 0: play "I raise!"
    = 20 4e71f00d9a2b
    over: zot

A choice names the seat, the position among the options (from 0) and the option's label (`view.labels`); where the label
alone tells the option, the position may be left out. After every 20 choices stands their number with a fingerprint of the
whole table. Lines that begin with `#` are remarks.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Self

from innkeeper import __version__
from innkeeper.engine.decision import Decision
from innkeeper.engine.table import Table
from innkeeper.view.labels import label

FORMAT: Final = 1
RULES: Final = 1
"""The version of the rules: engines that name the same one play the same game from the same choices."""

EVERY: Final = 20
_TITLE: Final = "innkeeper record"
_KEYS: Final = ("engine", "rules", "cards", "seats", "plays", "seed", "deck", "variant")
_NEEDED: Final = ("engine", "rules", "cards", "seats", "seed")


class BadRecord(ValueError):
    """A record that cannot be read, or that does not fit the game: where (name, line from 1), and what was expected there."""

    def __init__(self, name: str, line: int, what: str) -> None:
        """`line` counts from 1; 0 where the file as a whole is meant."""
        self.name, self.line, self.what = name, line, what
        super().__init__(f"{name}:{line}: {what}" if line else f"{name}: {what}")


@dataclass(frozen=True, slots=True)
class Header:
    """What a game was made from.

    seats: character slugs clockwise.  plays: who plays each seat ("me", "bot:random", ...), or () where nobody said.
    cards: the digest of the card data.  decks: users' own deck files, each as (name, digest).
    """

    seats: tuple[str, ...]
    seed: int
    plays: tuple[str, ...] = ()
    variants: Mapping[str, Any] = field(default_factory=dict)
    decks: tuple[tuple[str, str], ...] = ()
    cards: str = ""
    engine: str = __version__
    rules: int = RULES

    def lines(self) -> Iterable[str]:
        """Yield the header's lines, the empty one that ends it included."""
        yield f"{_TITLE} {FORMAT}"
        yield f"engine: {self.engine}"
        yield f"rules: {self.rules}"
        yield f"cards: {self.cards}"
        yield f"seats: {' '.join(self.seats)}"
        if self.plays:
            yield f"plays: {' '.join(self.plays)}"
        yield f"seed: {self.seed}"
        for name, digest in self.decks:
            yield f"deck: {name} {digest}"
        for key, value in sorted(self.variants.items()):
            yield f"variant: {key} {json.dumps(value)}"
        yield ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a record: whose choice, the option's label, its position (from 0) or -1 where the label alone tells it."""

    seat: str
    label: str
    position: int
    line: int

    def written(self) -> str:
        """Return the line as it stands in a record."""
        place = f" {self.position}" if self.position >= 0 else ""
        return f"{self.seat}{place}: {self.label}"


def deck_digest(path: Path) -> str:
    """Return the digest of a deck file, as a header names it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def fingerprint(table: Table) -> str:
    """Return a short hash of the whole table."""
    return hashlib.sha256(table.dump().encode()).hexdigest()[:12]


class Record:
    """A game being written down, or read back. `append` writes each choice to the file at once."""

    def __init__(self, header: Header, name: str = "record") -> None:
        """A record is kept in memory until `begin` gives it a file; `create` and `load` make one that has a file."""
        self.header = header
        self.name = name
        self.path: Path | None = None
        self.choices: list[Choice] = []
        self.marks: dict[int, tuple[str, int]] = {}  # after so many choices: the fingerprint, and its line
        self.over: str | None = None
        self._lines = sum(1 for _ in header.lines())
        self._file: IO[str] | None = None

    # --- writing ---------------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, header: Header) -> Self:
        """Begin a new record in a file, replacing what was there. Raises OSError."""
        record = cls(header)
        record.begin(path)
        return record

    @property
    def is_open(self) -> bool:
        """Whether choices are being written to a file."""
        return self._file is not None

    def begin(self, path: Path) -> None:
        """Write what there is to a file, replacing what was there, and go on writing to it. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self.name = path, str(path)
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._lines = 0
        self._put(*self.text().splitlines())

    def append(self, table: Table, position: int) -> None:
        """Write down the choice of a position at the open decision of a table, before it is carried out. Raises OSError."""
        decision = table.decision
        if decision is None:
            raise ValueError("no decision is open")
        done = len(self.choices)
        if done and done % EVERY == 0 and done not in self.marks:
            mark = fingerprint(table)
            self._put(f"= {done} {mark}")
            self.marks[done] = (mark, self._lines)
        choice = Choice(table.seat_name(decision.seat), label(table, decision.options[position]), position, self._lines + 1)
        self.choices.append(choice)
        self._put(choice.written())

    def remark(self, text: str) -> None:
        """Write a remark, which readers pass over."""
        self._put(*(f"# {line}" for line in text.splitlines()))

    def close(self, table: Table | None = None) -> None:
        """Close the file; with a table whose game is over, write who won first."""
        if table is not None and table.outcome is not None and self.over is None:
            self.over = " ".join(table.seat_name(seat) for seat in table.outcome.winners)
            self._put(f"over: {self.over}")
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        """Close the file at the end of a with statement."""
        return self

    def __exit__(self, *args: object) -> None:
        """Close the file."""
        self.close()

    def copy_to(self, path: Path) -> None:
        """Write the whole record, as it is now, to another file. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(), "utf-8", newline="\n")

    def text(self) -> str:
        """Return the record as text, without remarks."""
        lines = list(self.header.lines())
        for done, choice in enumerate(self.choices):
            if done in self.marks:
                lines.append(f"= {done} {self.marks[done][0]}")
            lines.append(choice.written())
        if len(self.choices) in self.marks:
            lines.append(f"= {len(self.choices)} {self.marks[len(self.choices)][0]}")
        if self.over is not None:
            lines.append(f"over: {self.over}")
        return "\n".join(lines) + "\n"

    def _put(self, *lines: str) -> None:
        self._lines += len(lines)
        if self._file is not None:
            self._file.write("".join(f"{line}\n" for line in lines))
            self._file.flush()

    # --- reading ---------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a record. A last line that was only partly written is left out. Raises BadRecord, OSError."""
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            raise BadRecord(str(path), line, "this is not text; is it a record?") from None
        record = cls.loads(text, str(path))
        record.path = path
        return record

    @classmethod
    def loads(cls, text: str, name: str = "record") -> Self:
        """Read a record from text. Raises BadRecord."""
        lines = text.split("\n")
        lines.pop()  # what stands behind the last end of line: nothing, or a line that was only partly written
        header, at = _header(lines, name)
        record = cls(header, name)
        for number, line in enumerate(lines[at:], at + 1):
            if not line.strip() or line.startswith("#"):
                continue
            if record.over is not None:
                raise BadRecord(name, number, "the game is over, but the record goes on")
            if line.startswith("= "):
                done, mark = _mark(line, name, number)
                if done != len(record.choices):
                    raise BadRecord(name, number, f"this says {done} choices; {len(record.choices)} stand above it")
                record.marks[done] = (mark, number)
            elif line.startswith("over:"):
                record.over = line.removeprefix("over:").strip()
            else:
                record.choices.append(_choice(line, name, number))
        record._lines = len(lines)
        return record

    def go_on(self) -> None:
        """Open the file again for writing at its end; a line that was only partly written is taken away. Raises OSError."""
        if self.path is None:
            raise ValueError("this record has no file")
        with self.path.open("rb+") as file:
            data = file.read()
            file.truncate(data.rfind(b"\n") + 1)
            file.flush()
            os.fsync(file.fileno())
        self._file = self.path.open("a", encoding="utf-8", newline="\n")

    def error(self, line: int, what: str) -> BadRecord:
        """Return the error for a line of this record."""
        return BadRecord(self.name, line, what)


def find(table: Table, decision: Decision, choice: Choice) -> int:
    """Return the position that a choice means at a decision, or -1 where it means none.

    A position counts only if the option there has the choice's label; a label alone only if one option has it.
    """
    options = decision.options
    if table.seat_name(decision.seat) != choice.seat:
        return -1
    if choice.position >= 0:
        fits = choice.position < len(options) and label(table, options[choice.position]) == choice.label
        return choice.position if fits else -1
    found = [i for i, option in enumerate(options) if label(table, option) == choice.label]
    return found[0] if len(found) == 1 else -1


# --- lines ------------------------------------------------------------------------------------------------------------


def _header(lines: list[str], name: str) -> tuple[Header, int]:
    if not lines or not lines[0].startswith(_TITLE):
        raise BadRecord(name, 1, f"expected '{_TITLE} {FORMAT}'; this is no record of a game")
    if lines[0].removeprefix(_TITLE).strip() != str(FORMAT):
        raise BadRecord(name, 1, f"this record has another format than {FORMAT}, which is the one that is known here")
    found: dict[str, tuple[str, int]] = {}
    decks: list[tuple[str, str]] = []
    variants: dict[str, Any] = {}
    at = 1
    for at in range(1, len(lines) + 1):
        if at == len(lines):
            raise BadRecord(name, at, "the header does not end; an empty line is expected behind it")
        line = lines[at]
        if not line.strip():
            break
        if line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        value = value.strip()
        if not colon or key not in _KEYS:
            raise BadRecord(name, at + 1, f"expected one of {', '.join(f'{k}:' for k in _KEYS)}")
        if key == "deck":
            deck, space, digest = value.rpartition(" ")
            if not space:
                raise BadRecord(name, at + 1, "expected the deck file's name and its digest")
            decks.append((deck, digest))
        elif key == "variant":
            word, _, written = value.partition(" ")
            try:
                variants[word] = json.loads(written)
            except ValueError:
                raise BadRecord(name, at + 1, "expected the variant's name and its value as JSON") from None
        elif key in found:
            raise BadRecord(name, at + 1, f"{key}: stands twice")
        else:
            found[key] = (value, at + 1)
    for key in _NEEDED:
        if key not in found:
            raise BadRecord(name, at + 1, f"the header lacks {key}:")
    seats = tuple(found["seats"][0].split())
    plays = tuple(found["plays"][0].split()) if "plays" in found else ()
    if plays and len(plays) != len(seats):
        raise BadRecord(name, found["plays"][1], f"expected one word for each of the {len(seats)} seats")
    header = Header(
        seats=seats,
        seed=_number(found["seed"], name),
        plays=plays,
        variants=variants,
        decks=tuple(decks),
        cards=found["cards"][0],
        engine=found["engine"][0],
        rules=_number(found["rules"], name),
    )
    return header, at + 1


def _number(found: tuple[str, int], name: str) -> int:
    try:
        return int(found[0])
    except ValueError:
        raise BadRecord(name, found[1], f"expected a whole number, not {found[0]!r}") from None


def _mark(line: str, name: str, number: int) -> tuple[int, str]:
    parts = line.split()
    if len(parts) != 3 or not parts[1].isdigit():
        raise BadRecord(name, number, "expected '= NUMBER FINGERPRINT'")
    return int(parts[1]), parts[2]


def _choice(line: str, name: str, number: int) -> Choice:
    front, colon, words = line.partition(": ")
    parts = front.split()
    if not colon or not words.strip() or not 1 <= len(parts) <= 2 or (len(parts) == 2 and not parts[1].isdigit()):
        raise BadRecord(name, number, "expected a choice: 'SEAT POSITION: LABEL' or 'SEAT: LABEL'")
    return Choice(parts[0], words.strip(), int(parts[1]) if len(parts) == 2 else -1, number)
