"""Games as rows, one for each seat of each game, in a CSV or Parquet file; and the partial file of a run that goes on later.

While a run writes rows, what it has played lies beside them in FILE.partial: a first line that says what is played, then a
line for each game. The rows are written when the run is complete. Games do not depend on each other, so that a run that was
stopped and resumed writes the same rows as an unbroken one.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from innkeeper.lab.simulate import GameFailure, GameResult, Played, Setup, catalog_of

FORMAT: Final = 1
COLUMNS: Final = (
    "game", "seed", "seats", "seat", "character", "bot", "won", "tied", "out", "turns", "decisions", "side", "boss", "variants",
)  # fmt: skip
"""game: from 1.  seed: of the game, for `innkeeper replay`.  seats: how many.  seat: from 1, in turn order.  won: alone, or
with their team; tied: together with others.  out: how the seat went out, or nothing.  turns, decisions: of the whole game.
side: the seat's team, from 1; its own where there are none.  boss: whether it was the Boss.  variants: as words."""

ENDINGS: Final = (".csv", ".parquet")


class NotResumable(ValueError):
    """A partial file that this run cannot go on with, or that is in its way; the message says why."""


@dataclass(frozen=True, slots=True)
class _Head:
    format: int
    cards: str
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    check: bool
    rotate: bool
    apart: bool
    variants: str
    mix: tuple[str, ...] = ()
    cycle: str = ""


class _Line(msgspec.Struct, frozen=True):
    """A game in the partial file: one of the two."""

    played: GameResult | None = None
    failed: GameFailure | None = None


def rows(games: Sequence[Played]) -> Iterator[tuple[int | str | bool, ...]]:
    """Return a row for each seat of each game, in the order of COLUMNS. Games that broke have none."""
    for game in games:
        if isinstance(game, GameFailure):
            continue
        tie = game.tied
        for seat, slug in enumerate(game.seats):
            won = seat in game.winners
            bot = game.bots[seat].removeprefix("bot:") if game.bots else ""
            yield (
                game.number + 1, game.seed, len(game.seats), seat + 1, slug, bot, won and not tie, won and tie,
                game.reasons[seat], game.turns, game.decisions, (game.sides[seat] if game.sides else seat) + 1,
                seat == game.boss, " ".join(game.variants),
            )  # fmt: skip


def check_ending(out: Path) -> None:
    """Raises ValueError where no rows can be written to such a file."""
    if out.suffix not in ENDINGS:
        raise ValueError(f"rows are written to a file that ends in {' or '.join(ENDINGS)}, and not to {out.name}")
    if not out.parent.is_dir():
        raise ValueError(f"there is no folder {out.parent}")
    if out.suffix == ".parquet":
        _polars()


def write_rows(out: Path, games: Sequence[Played]) -> None:
    """Write the rows of games, as CSV or Parquet by the file's ending; whatever was there is there until that is done.

    Raises ValueError for another ending, OSError.
    """
    check_ending(out)
    beside = out.with_name(out.name + ".writing")
    if out.suffix == ".csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([[int(x) if isinstance(x, bool) else x for x in row] for row in rows(games)])
        beside.write_text(text.getvalue(), encoding="utf-8")
    else:
        polars = _polars()
        types = [polars.Int64, polars.Int64, polars.Int8, polars.Int8, polars.String, polars.String]
        types += [
            polars.Boolean,
            polars.Boolean,
            polars.String,
            polars.Int32,
            polars.Int32,
            polars.Int8,
            polars.Boolean,
            polars.String,
        ]
        frame = polars.DataFrame(list(rows(games)), schema=dict(zip(COLUMNS, types, strict=True)), orient="row")
        frame.write_parquet(beside)
    os.replace(beside, out)


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise ValueError("Parquet files need the library polars (pip install polars); a .csv file needs nothing more") from None
    return polars


def path_of(out: Path) -> Path:
    """Return the partial file of a run that is to write this file."""
    return out.with_name(out.name + ".partial")


def _head(setup: Setup) -> _Head:
    return _Head(
        FORMAT,
        catalog_of(setup).digest,
        setup.seats,
        setup.bots,
        setup.seed,
        setup.check,
        setup.rotate,
        setup.apart,
        repr(sorted(setup.variants.items())),
        setup.mix,
        repr(setup.cycle) if setup.cycle else "",
    )


def read_partial(out: Path, setup: Setup) -> tuple[list[Played], int]:
    """Return what a run has played so far, in order from the first game, and how many bytes of its partial file say so.

    The file stays as it is; the run may be going on. Raises NotResumable, OSError.
    """
    path = path_of(out)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise NotResumable(f"there is nothing to go on with: no {path}; begin without --resume") from None
    whole = data.rfind(b"\n") + 1  # a line that was being written as the run was stopped is played again
    lines = data[:whole].splitlines()
    try:
        found = msgspec.json.decode(lines[0], type=_Head) if lines else None
        read = [msgspec.json.decode(line, type=_Line) for line in lines[1:]]
    except msgspec.DecodeError as error:
        raise NotResumable(f"{path} is no partial file of a run: {error}") from None
    if found != _head(setup):
        raise NotResumable(f"{path} is of another run, or was played with other cards")
    games: list[Played] = []
    for number, line in enumerate(read):
        game = line.played or line.failed
        if game is None or game.number != number:
            raise NotResumable(f"{path} is no partial file of a run: game {number + 1} is missing")
        games.append(game)
    return games, whole


class Partial:
    """The partial file of a run: what it has played so far. Use as a context manager; `finish` when the run is complete."""

    def __init__(self, out: Path, setup: Setup, resume: bool) -> None:
        """Begin a new one, or read one to go on with: `games` are then those played before, in order from the first.

        Raises NotResumable, OSError.
        """
        check_ending(out)
        self._out = out
        self.path = path_of(out)
        self.games: list[Played] = []
        if not resume:
            if self.path.exists():
                raise NotResumable(f"there is {self.path} of a run that was stopped: --resume goes on with it; or remove it")
            self._file: BinaryIO = self.path.open("xb")
            self._file.write(msgspec.json.encode(_head(setup)) + b"\n")
            self._file.flush()
            return
        self.games, whole = read_partial(out, setup)
        self._file = self.path.open("r+b")
        self._file.truncate(whole)
        self._file.seek(whole)

    def __enter__(self) -> Partial:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def keep(self, games: Sequence[Played]) -> None:
        """Add games that have been played."""
        lines = [_Line(failed=game) if isinstance(game, GameFailure) else _Line(played=game) for game in games]
        self._file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        self._file.flush()
        self.games += games

    def finish(self) -> None:
        """Write the rows, and remove the partial file."""
        write_rows(self._out, self.games)
        self._file.close()
        self.path.unlink()
