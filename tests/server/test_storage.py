"""The database: what it keeps, how it comes into being, and what it refuses."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy

from innkeeper.server import storage
from innkeeper.server.protocol import Asking, Leave, SeatWish, Settings
from innkeeper.server.storage import BadData, MoveRow, RoomRow, SeatRow, Store

SETTINGS = Settings(seats=[SeatWish("zot"), SeatWish(plays="bot:random")], timers="brisk", first=1)


def test_what_is_saved_is_found_again(tmp_path: Path) -> None:
    async def test() -> None:
        store = Store(str(tmp_path / "deep" / "t.sqlite"))
        seats = [SeatRow("zot", "Ann", "person", "hash", "", Asking(False, [Leave("card", True)])), SeatRow(plays="bot:random")]
        room = RoomRow("abcdefg", SETTINGS, seats, "playing", 2**62 - 1, ["zot", "eve"], "d1", "0.1", 1, "", 5.0)
        await store.save(room)
        moves = [MoveRow(n, n % 2, n, f'play "{n}"', f"m{n}") for n in range(20)]
        await asyncio.gather(*(store.append("abcdefg", [move]) for move in moves))
        await store.keep("abcdefg", MoveRow(20, 0, 1, "pass", "a"))
        await store.keep("abcdefg", MoveRow(20, 0, 2, "pass", "b"))
        room.state = "over"
        await store.save(room)
        await asyncio.to_thread(store.close)
        again = Store(f"sqlite:///{tmp_path / 'deep' / 't.sqlite'}")
        assert again.load("abcdefg") == (room, moves, [MoveRow(20, 0, 2, "pass", "b")])
        assert again.load("gfedcba") is None
        again.close()

    asyncio.run(test())


def test_a_move_is_stored_once_and_spoils_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        store = Store(str(tmp_path / "t.sqlite"))
        await store.append("abcdefg", [MoveRow(0, 0, 0, "pass")])
        jobs = [
            store.append("abcdefg", [MoveRow(0, 1, 1, "other")]),
            *(store.append("b" * 7, [MoveRow(n, 0, 0, "x")]) for n in range(9)),
        ]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert isinstance(results[0], sqlalchemy.exc.IntegrityError)
        assert results[1:] == [None] * 9
        await asyncio.to_thread(store.close)
        with sqlite3.connect(tmp_path / "t.sqlite") as data:
            assert data.execute("SELECT COUNT(*), MIN(label) FROM moves WHERE room = 'abcdefg'").fetchone() == (1, "pass")
            assert data.execute("SELECT COUNT(*) FROM moves").fetchone() == (10,)
        data.close()

    asyncio.run(test())


def test_migrations_take_an_old_database_to_the_newest_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.sqlite"
    Store(str(path)).close()

    def version() -> int:
        data = sqlite3.connect(path)
        try:
            return int(data.execute("SELECT version FROM schema_version").fetchone()[0])
        finally:
            data.close()

    assert version() == len(storage.MIGRATIONS)

    def second(connection: sqlalchemy.Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE rooms ADD COLUMN colour TEXT NOT NULL DEFAULT 'brown'")

    with monkeypatch.context() as patch:
        patch.setattr(storage, "MIGRATIONS", (*storage.MIGRATIONS, second))
        Store(str(path)).close()
        Store(str(path)).close()
        assert version() == len(storage.MIGRATIONS)
    with pytest.raises(BadData, match="later version"):
        Store(str(path))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("postgresql://localhost/inn", "not promised yet"),
        ("mysql://localhost/inn", "not promised yet"),
        ("sqlite://", "kept in a file"),
        ("what://is this://", "no address|not promised"),
    ],
)
def test_databases_that_are_none(data: str, said: str) -> None:
    with pytest.raises(BadData, match=said):
        Store(data)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_text("a shopping list " * 100, encoding="utf-8")
    with pytest.raises(BadData, match="cannot be used"):
        Store(str(tmp_path / "t.sqlite"))


def test_the_usual_place_is_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert storage.url_of("").database == str(tmp_path / "innkeeper" / "tables.sqlite")
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    assert storage.data_folder() == Path.home() / ".local" / "share" / "innkeeper"
