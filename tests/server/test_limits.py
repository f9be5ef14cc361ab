"""How much the server puts up with, who may connect, and what it says to browsers."""

import asyncio
from contextlib import suppress
from dataclasses import replace

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from innkeeper.client import Client, Lost, ServerSaid
from innkeeper.server.limits import Addresses, Bucket, Guard, Limits
from innkeeper.server.link import Link
from innkeeper.server.names import code_from, name_from, new_code
from innkeeper.server.protocol import Bye, Look, Ping, Pong, Refused, SeatWish, Settings, Update
from tests.server.helper import WIDE, eventually, inn, quiet, run
from tests.server.web import fetch, get

TWO = Settings(seats=[SeatWish(), SeatWish()])


def test_a_bucket_fills_up_with_time() -> None:
    bucket = Bucket(8, 3)
    now = bucket._at
    assert [bucket.take(now) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(now + 0.125)  # an eighth is added without rounding, whatever the clock shows
    assert not bucket.take(now + 0.125)
    many = Addresses(0.001, 1)
    assert [many.take("a"), many.take("a"), many.take("b")] == [True, False, True]


def test_connections_are_counted() -> None:
    guard = Guard(replace(WIDE, connections=2, everywhere=3))
    assert [guard.enter(a) for a in ("a", "a", "a", "b", "c")] == [True, True, False, True, False]
    guard.leave("a")
    assert guard.enter("c")


def test_a_client_that_plays_too_fast_says_it_again() -> None:
    class Enough(Exception): ...

    async def test() -> None:
        async with inn(limits=replace(WIDE, rate=20, burst=3)) as here:
            clients = await here.seated(2)
            await clients[0].start()
            answers = 0

            def choose(update: Update) -> int:
                nonlocal answers
                answers += 1
                if answers == 60:
                    raise Enough
                return 0

            with pytest.raises(Enough):
                await asyncio.gather(*(client.play(choose) for client in clients))

    run(test())


def test_who_sends_too_fast_is_refused_and_then_cut_off() -> None:
    async def test() -> None:
        async with inn(limits=replace(WIDE, rate=0.01, burst=10, strikes=5)) as here:
            client = await here.client()
            for _ in range(30):
                try:
                    await client.send(Ping())
                except Lost:
                    break
            heard = await quiet(client, 1)
            assert sum(isinstance(m, Pong) for m in heard) == 9
            assert [m.code for m in heard if isinstance(m, Refused)].count("too-fast") == 5
            assert isinstance(heard[-1], Bye)
            other = await here.client()
            assert isinstance(await other.request(Ping()), Pong)

    run(test())


def test_too_much_nonsense_ends_a_connection() -> None:
    async def test() -> None:
        async with inn(limits=replace(WIDE, strikes=5)) as here:
            client = await here.client()
            with suppress(Lost):
                for _ in range(10):
                    await client.send_raw("nonsense")
            heard = await quiet(client, 0.5)
            assert [type(m) for m in heard] == [Refused] * 5 + [Bye]

    run(test())


@pytest.mark.parametrize("size", [5_000, 100_000])
def test_a_message_that_is_too_long_ends_the_connection(size: int) -> None:
    async def test() -> None:
        async with inn() as here:
            client = await here.client()
            await client.send_raw('{"type":"ping","id":"' + "x" * size)
            assert all(isinstance(m, Bye) for m in await quiet(client, 0.5))
            with pytest.raises(Lost):
                await client.next(0.1)

    run(test())


def test_too_many_connections_tables_and_guesses_of_one_address() -> None:
    async def test() -> None:
        async with inn(limits=replace(WIDE, connections=3, tables=2, guesses=3)) as here:
            clients = [await here.client() for _ in range(3)]
            with pytest.raises(Lost):
                await Client(here.url, 5).open()
            for client in clients[:2]:
                await client.create(TWO)
            with pytest.raises(ServerSaid) as said:
                await clients[2].create(TWO)
            assert said.value.code == "too-many"
            codes = []
            for _ in range(4):
                with pytest.raises(ServerSaid) as said:
                    await clients[2].request(Look(table=new_code()))
                codes.append(said.value.code)
            assert codes == ["no-table"] * 3 + ["too-fast"]

    run(test())


def test_the_first_message_is_hello_of_the_right_version() -> None:
    async def test() -> None:
        async with inn(limits=replace(WIDE, hello=0.2)) as here:
            url = here.url.replace("http", "ws") + "/ws"
            async with connect(url, proxy=None) as socket:
                await socket.send('{"type":"ping","id":"p"}')
                assert '"hello-first"' in str(await asyncio.wait_for(socket.recv(), 5))
                await socket.send('{"type":"hello","version":99}')
                assert '"version"' in str(await asyncio.wait_for(socket.recv(), 5))
                assert '"bye"' in str(await asyncio.wait_for(socket.recv(), 5))

    run(test())


@pytest.mark.parametrize(
    ("origin", "may"),
    [
        (None, True),
        ("http://{host}", True),
        ("https://inn.example", True),
        ("http://evil.example", False),
        ("null", False),
        ("http://[", False),
    ],
)
def test_where_a_page_may_come_from(origin: str | None, may: bool) -> None:
    async def test() -> None:
        async with inn(origins=("https://inn.example",)) as here:
            host = here.url.removeprefix("http://")
            headers = {} if origin is None else {"Origin": origin.format(host=host)}
            opened = connect(f"ws://{host}/ws", additional_headers=headers, proxy=None)
            if may:
                async with opened as socket:
                    await socket.send('{"type":"hello","version":1}')
                    assert '"welcome"' in str(await asyncio.wait_for(socket.recv(), 5))
            else:
                with pytest.raises(InvalidStatus):
                    async with opened:
                        pass

    run(test())


def test_a_slow_reader_is_dropped_and_catches_up() -> None:
    link = Link("a", 3)
    for _ in range(4):
        link.send(Pong())
    assert link.closing is not None
    assert link.closing.code == "slow"
    link.send(Pong())
    assert link.waiting == 1

    async def test() -> None:
        async with inn() as here:
            slow, quick = await here.seated(2)
            await slow.start()
            room = here.room(slow.table)
            (at_room,) = [x for x in room.links if x.seat == slow.seat]
            at_room._most = 0  # as if nothing that was sent had been read
            room.post(at_room, Ping())
            await eventually(lambda: at_room.closing is None or True)
            at_room.send(Pong())
            await eventually(lambda: at_room not in room.links)
            await slow.close()
            back = await here.client()
            await back.sit(quick.table, slow.token)
            update = await back.until(lambda m: isinstance(m, Update))
            assert isinstance(update, Update)
            assert len(update.lines) == update.view.log

    run(test())


def test_what_browsers_are_told() -> None:
    async def test() -> None:
        async with inn() as here:
            for path in ("/", "/t/abcdefg", "/t/abcdefg/replay", "/api/catalog", "/no/such/page"):
                status, body, headers = await fetch(here.url, path)
                assert status == (404 if "no" in path.split("/") else 200)
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert b"Traceback" not in body
            status, _, headers = await fetch(here.url, "/api/catalog")
            again, body, _ = await fetch(here.url, "/api/catalog", If_None_Match=headers["etag"])
            assert (again, body) == (304, b"")
            status, catalog = await get(here.url, "/api/catalog")
            assert {"number", "title", "text", "types", "home"} <= set(catalog["cards"][0])
            status, rules = await get(here.url, "/api/rules")
            assert "core.lose.pass-out" in rules

    run(test())


@pytest.mark.parametrize("code", ["abcdefg", "..%2f..%2fsecret", "x" * 500, "%00", "%F0%9F%8D%BA", "' OR 1=1"])
def test_pages_of_no_table(code: str) -> None:
    async def test() -> None:
        async with inn() as here:
            for page in ("result", "replay?eye=0", "replay?eye=x&step=9", "record"):
                status, body, _ = await fetch(here.url, f"/api/tables/{code}/{page}".replace(" ", "%20"))
                assert status in (400, 404)
                assert b"Traceback" not in body

    run(test())


def test_pages_have_a_rate_too() -> None:
    async def test() -> None:
        async with inn(limits=replace(WIDE, requests=1)) as here:
            found = [(await fetch(here.url, "/api/rules"))[0] for _ in range(6)]
            assert found[0] == 200
            assert 429 in found

    run(test())


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   B. ", "Ann B."),
        ("", "Guest"),
        ("\u200b\u202e\x00", "Guest"),
        ("A\nn\tn", "A n n"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("x" * 99, "x" * 24),
        ("Z\u0301\u0301\u0301\u0301\u0301\u0301", "Guest"),
        ("Zoë 🍺", "Zoë 🍺"),
    ],
)
def test_names(typed: str, kept: str) -> None:
    assert name_from(typed) == kept


def test_codes() -> None:
    code = new_code()
    assert code_from(f" {code.upper()} ") == code
    assert code_from("o0o0o0o") == code_from("../../x") == code_from("") == ""
    assert Limits().rate > 0
