"""Tables on disk: who sits where, and every move, in a database that takes a move before anybody is told that it was made.

Writes of all tables go through one thread, which takes whatever waits into one transaction: a move costs a share of one sync of
the disk, and no table waits for another one's.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from innkeeper.server.protocol import Asking, Settings

_BATCH: Final = 500
"""At most so many writes go into one transaction."""


class BadData(ValueError):
    """The database cannot be used; the message says why, and what to do."""


class SeatRow(msgspec.Struct):
    """A seat of a table. plays: "open", "person" or a bot.  token: the hash of the secret that holds it, "" for nobody's.

    lent: the bot that plays it for the time being, "" for none.
    """

    character: str = ""
    name: str = ""
    plays: str = "open"
    token: str = ""
    lent: str = ""
    asking: Asking = msgspec.field(default_factory=Asking)


class RoomRow(msgspec.Struct):
    """A table. state: "waiting", "playing" or "over".  seed, cards, engine, rules: what it was dealt from, once it is.

    rematch: the code of the table where the same people play again.
    """

    code: str
    settings: Settings
    seats: list[SeatRow]
    state: str = "waiting"
    seed: int = 0
    characters: list[str] = msgspec.field(default_factory=list)
    cards: str = ""
    engine: str = ""
    rules: int = 0
    rematch: str = ""
    created: float = 0.0


class MoveRow(msgspec.Struct):
    """A move. number: from 0.  choice: the option's position; label: its name.  message: the id of the client's message.

    For an answer that waits for those who are asked before: the number of the move at which its moment began.
    """

    number: int
    seat: int
    choice: int
    label: str
    message: str = ""


_metadata: Final = MetaData()

_version: Final = Table("schema_version", _metadata, Column("version", Integer, nullable=False))

_rooms: Final = Table(
    "rooms",
    _metadata,
    Column("code", String(16), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("cards", String(80), nullable=False),
    Column("engine", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("rematch", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("characters", Text, nullable=False),
    Index("rooms_by_state", "state", "created"),
)

_moves: Final = Table(
    "moves",
    _metadata,
    Column("room", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("choice", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("message", String(40), nullable=False),
    Column("made", Float, nullable=False),
)

# Answers that were given, and count once those have answered who come before; at most one for a seat.
_kept: Final = Table(
    "kept_answers",
    _metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("choice", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("message", String(40), nullable=False),
)


def _first(connection: Connection) -> None:
    _rooms.create(connection)
    _moves.create(connection)
    _kept.create(connection)


MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (_first,)
"""What takes the database from version n to n + 1. Only ever added to: a step that has shipped is never changed."""


def data_folder() -> Path:
    """Return the folder that tables are kept in by default."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if data and Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "innkeeper"


def url_of(data: str) -> URL:
    """Return the database's URL: of a URL, of a path to a file, or the usual one of "". Raises BadData."""
    if not data:
        return URL.create("sqlite", database=str(data_folder() / "tables.sqlite"))
    if "://" not in data:
        return URL.create("sqlite", database=str(Path(data).expanduser()))
    try:
        url = make_url(data)
    except (ArgumentError, ValueError):
        raise BadData(f'"{data}" is no address of a database; say sqlite:///PATH, or just a path.') from None
    if url.get_backend_name() != "sqlite":
        raise BadData(
            f"tables are kept in SQLite; {url.get_backend_name()} is not promised yet. Say sqlite:///PATH, or just a path."
        )
    if not url.database or url.database == ":memory:":
        raise BadData("tables are kept in a file; say sqlite:///PATH, or just a path.")
    return url


class Store:
    """The database. Reading and writing may be awaited; what is written is on disk when the awaiting ends."""

    def __init__(self, data: str = "", sync: bool = True) -> None:
        """Open the database, make it or bring it up to date. Raises BadData.

        sync: wait for the disk at each transaction, so that also a power cut loses nothing; without, only a crash of the
        machine can.
        """
        url = url_of(data)
        self.where = url.database or ""
        try:
            Path(self.where).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadData(f"{self.where}: {error.strerror}") from None
        self._engine = _engine(url, sync)
        try:
            with self._engine.begin() as connection:
                migrate(connection)
        except SQLAlchemyError as error:
            raise BadData(f"{self.where} cannot be used: {getattr(error, 'orig', None) or error}") from None
        self._queue: queue.SimpleQueue[tuple[Any, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="storage", daemon=True)
        self._thread.start()
        self.transactions = 0

    async def keep_report(self, code: str, moment: str, record: str) -> str:
        """Write a report beside the database; return its file's name. Raises OSError."""
        return await asyncio.to_thread(self._keep_report, code, moment, record)

    def _keep_report(self, code: str, moment: str, record: str) -> str:
        if self.where in ("", ":memory:"):
            raise FileNotFoundError("there is no folder for reports where tables are kept in memory")
        folder = Path(self.where).parent / "reports"
        folder.mkdir(exist_ok=True)
        for n in range(1, 1000):
            path = folder / f"{code}-{n}.game"
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(record + moment)
            except FileExistsError:
                continue
            return f"reports/{path.name}"
        raise FileExistsError(f"there are too many reports of table {code}")

    def close(self) -> None:
        """Write what waits, and close."""
        self._queue.put(None)
        self._thread.join(timeout=10)
        self._engine.dispose()

    # --- writing -----------------------------------------------------------------------------------------------------

    async def save(self, room: RoomRow) -> None:
        """Write a table down, new or changed. Raises OSError or what the database raises; then nothing is written."""
        values = {
            "state": room.state,
            "seed": room.seed,
            "cards": room.cards,
            "engine": room.engine,
            "rules": room.rules,
            "rematch": room.rematch,
            "created": room.created,
            "changed": time.time(),
            "settings": msgspec.json.encode(room.settings).decode(),
            "seats": msgspec.json.encode(room.seats).decode(),
            "characters": msgspec.json.encode(room.characters).decode(),
        }
        await self._put(("room", room.code, values))

    async def append(self, code: str, moves: Sequence[MoveRow]) -> None:
        """Write moves down, all or none. Raises what the database raises, also where one of them is there already."""
        now = time.time()
        rows = [
            {
                "room": code, "number": m.number, "seat": m.seat, "choice": m.choice, "label": m.label,
                "message": m.message, "made": now,
            }
            for m in moves
        ]  # fmt: skip
        await self._put(("moves", rows))

    async def keep(self, code: str, answer: MoveRow) -> None:
        """Write an answer down that does not count yet, in place of the seat's last one. Raises what the database raises."""
        values = {"number": answer.number, "choice": answer.choice, "label": answer.label, "message": answer.message}
        await self._put(("keep", code, answer.seat, values))

    def _put(self, job: Any) -> asyncio.Future[None]:
        future: Future[None] = Future()
        self._queue.put((job, future))
        return asyncio.wrap_future(future)

    def _write(self) -> None:
        with self._engine.connect() as connection:
            while True:
                first = self._queue.get()
                if first is None:
                    return
                jobs = [first]
                last = False
                while len(jobs) < _BATCH:
                    try:
                        more = self._queue.get_nowait()
                    except queue.Empty:
                        break
                    if more is None:
                        last = True
                        break
                    jobs.append(more)
                if not self._commit(connection, jobs) and len(jobs) > 1:
                    # One of them spoils the transaction; each by itself harms no other.
                    for job in jobs:
                        self._commit(connection, [job], final=True)
                elif len(jobs) == 1 and not jobs[0][1].done():
                    self._commit(connection, jobs, final=True)
                if last:
                    return

    def _commit(self, connection: Connection, jobs: Sequence[tuple[Any, Future[None]]], final: bool = False) -> bool:
        try:
            with connection.begin():
                rows: list[dict[str, Any]] = []
                for job, _ in jobs:
                    if job[0] == "moves":
                        rows += job[1]
                    elif job[0] == "keep":
                        _, code, seat, values = job
                        connection.execute(delete(_kept).where(_kept.c.room == code, _kept.c.seat == seat))
                        connection.execute(insert(_kept).values(room=code, seat=seat, **values))
                    else:
                        _, code, values = job
                        changed = connection.execute(update(_rooms).where(_rooms.c.code == code).values(**values))
                        if not changed.rowcount:
                            connection.execute(insert(_rooms).values(code=code, **values))
                if rows:
                    connection.execute(insert(_moves), rows)
        except Exception as error:
            if final:
                for _, future in jobs:
                    _settle(future, error)
            return False
        self.transactions += 1
        for _, future in jobs:
            _settle(future, None)
        return True

    # --- reading -----------------------------------------------------------------------------------------------------

    def load(self, code: str) -> tuple[RoomRow, list[MoveRow], list[MoveRow]] | None:
        """Return a table, its moves, and answers that are kept, or None where there is no such table."""
        with self._engine.connect() as connection:
            row = connection.execute(select(_rooms).where(_rooms.c.code == code)).mappings().first()
            if row is None:
                return None
            moves = connection.execute(
                select(_moves.c.number, _moves.c.seat, _moves.c.choice, _moves.c.label, _moves.c.message)
                .where(_moves.c.room == code)
                .order_by(_moves.c.number)
            ).all()
            kept = connection.execute(
                select(_kept.c.number, _kept.c.seat, _kept.c.choice, _kept.c.label, _kept.c.message).where(_kept.c.room == code)
            ).all()
        return _room(row), [MoveRow(*move) for move in moves], [MoveRow(*answer) for answer in kept]


def _settle(future: Future[None], error: Exception | None) -> None:
    try:
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(None)
    except InvalidStateError:
        pass  # nobody waits any longer


def _room(row: Any) -> RoomRow:
    return RoomRow(
        code=row["code"],
        settings=msgspec.json.decode(row["settings"], type=Settings),
        seats=msgspec.json.decode(row["seats"], type=list[SeatRow]),
        state=row["state"],
        seed=row["seed"],
        characters=msgspec.json.decode(row["characters"], type=list[str]),
        cards=row["cards"],
        engine=row["engine"],
        rules=row["rules"],
        rematch=row["rematch"],
        created=row["created"],
    )


def _engine(url: URL, sync: bool) -> Engine:
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={'FULL' if sync else 'NORMAL'}")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.close()

    return engine


def migrate(connection: Connection) -> None:
    """Bring a database up to date, step by step. Raises BadData for one of a later version."""
    if inspect(connection).has_table(_version.name):
        version = connection.execute(select(_version.c.version)).scalar() or 0
    else:
        _version.create(connection)
        connection.execute(insert(_version).values(version=0))
        version = 0
    if version > len(MIGRATIONS):
        raise BadData(f"these tables were written by a later version (schema {version}; this one knows {len(MIGRATIONS)}).")
    for step in range(version, len(MIGRATIONS)):
        MIGRATIONS[step](connection)
        connection.execute(update(_version).values(version=step + 1))
