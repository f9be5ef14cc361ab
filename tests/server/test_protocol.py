"""Messages: their schema, their reading, and what the page about them says."""

import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from innkeeper.server import protocol
from tests.server.helper import at_random, inn, run

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "src" / "innkeeper" / "server" / "protocol.schema.json").read_text(encoding="utf-8"))
BOT = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
CLIENT = get_args(protocol.ClientMessage)
SERVER = get_args(protocol.ServerMessage)


def tag(message: Any) -> str:
    return str(message.__struct_config__.tag)


def test_the_schema_that_ships_is_that_of_the_code() -> None:
    assert json.loads(protocol.schema_text()) == SCHEMA, "scripts/protocol-schema writes it anew"


def test_the_page_names_every_message_and_every_code() -> None:
    missing = [tag(m) for m in (*CLIENT, *SERVER) if not re.search(rf"`{tag(m)}`|\"type\": \"{tag(m)}\"", PAGE)]
    missing += [code for code in protocol.CODES if f"`{code}`" not in PAGE]
    missing += [code for code in re.findall(r"`([a-z]+-[a-z-]+)`", PAGE) if code not in protocol.CODES]
    assert set(missing) <= {"pong", "ping", "welcome"}, missing


def test_every_message_of_a_game_fits_the_schema() -> None:
    check = jsonschema.Draft202012Validator({**SCHEMA, "$ref": "#/$defs/server", "anyOf": [{}]})
    heard: dict[str, list[Any]] = {}

    def listen(data: str | bytes) -> None:
        message = json.loads(data)
        kept = heard.setdefault(message["type"], [])
        if len(kept) < 25:
            kept.append(message)

    async def game() -> None:
        async with inn() as here:
            clients = await here.seated(2, heard=[listen, listen], pause=1)
            await clients[0].start()
            await clients[0].request(protocol.SetAsking())
            await clients[0].request(protocol.Tables())
            await clients[0].request(protocol.Ping())
            for i, client in enumerate(clients):
                client.update = None
                assert i == client.seat
            import asyncio

            await asyncio.gather(*(client.play(at_random(i)) for i, client in enumerate(clients)))
            await clients[0].request(protocol.Rematch())

    run(game())
    assert set(heard) >= {
        "welcome",
        "joined",
        "table",
        "tables",
        "update",
        "moment",
        "done",
        "asking",
        "over",
        "rematch",
        "pong",
    }
    for messages in heard.values():
        for message in messages:
            check.validate(message)


@pytest.mark.parametrize(
    "message",
    [
        protocol.Hello(version=1, client="x"),
        protocol.Create(
            settings=protocol.Settings(seats=[protocol.SeatWish(), protocol.SeatWish("zot", "bot:random")], first=1)
        ),
        protocol.Answer(id="a", ask="b", choice=3, label="pass"),
        protocol.SetAsking(never=[protocol.Leave("drink", True)]),
        protocol.Sit(table="abcdefg", token="t", since=4),
        protocol.Join(table="abcdefg", seat=2),
    ],
    ids=tag,
)
def test_a_message_is_written_and_read_alike(message: protocol.ClientMessage) -> None:
    data = protocol.written(message)
    assert protocol.read(data) == message
    jsonschema.Draft202012Validator({**SCHEMA, "$ref": "#/$defs/client", "anyOf": [{}]}).validate(json.loads(data))


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@settings(max_examples=80, deadline=None)
def test_reading_nonsense_raises_one_thing_only(data: bytes) -> None:
    with suppress(protocol.BadMessage):
        protocol.read(data)


@pytest.mark.parametrize(
    "data", ["[" * 4000, '{"type":' * 900, '{"type":"ping","id":1e999}', '"\\ud800"', '{"type":"ping","id":"\\ud800"}']
)
def test_reading_what_is_built_to_break_a_reader(data: str) -> None:
    with pytest.raises(protocol.BadMessage):
        protocol.read(data)


@pytest.mark.parametrize(
    ("data", "id"),
    [
        ('{"type":"look","id":"m1","table":"much-too-long-for-a-code"}', "m1"),
        ('{"type":"create","id":"m2","settings":{"seats":"all"}}', "m2"),
        ('{"id":"m3"}', "m3"),
        ('{"type":"ping","id":5}', ""),
        ('{"type":"look","id":"%s"}' % ("x" * 41), ""),
        ('["m4"]', ""),
        ("m5", ""),
    ],
)
def test_what_is_no_message_is_refused_by_its_id_where_it_has_one(data: str, id: str) -> None:
    with pytest.raises(protocol.BadMessage) as said:
        protocol.read(data)
    assert said.value.id == id


def test_a_server_message_is_no_client_message() -> None:
    with pytest.raises(protocol.BadMessage):
        protocol.read(protocol.written(protocol.Pong()))
    with pytest.raises(msgspec.DecodeError):
        protocol.read_server(protocol.written(protocol.Ping()))


def test_the_bot_of_the_page_plays_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert len([line for line in BOT.splitlines() if line.strip()]) <= 40
    monkeypatch.setattr(sys, "argv", ["my_bot.py"])
    names: dict[str, Any] = {}
    exec(compile(BOT, "docs/protocol.md", "exec"), names)

    async def game() -> None:
        import asyncio

        async with inn() as here:
            (host,) = await here.seated(1, seats=[protocol.SeatWish(), protocol.SeatWish()])
            bot = asyncio.create_task(names["play"](f"{host.url}", host.table))
            await host.until(lambda m: isinstance(m, protocol.TableIs) and m.info.people[1].name == "My bot")
            await host.start()
            winners = await host.play(at_random(1))
            assert await bot == winners

    run(game())
    assert "The cards are dealt." in capsys.readouterr().out
