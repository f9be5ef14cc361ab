"""Sends nonsense, stale and hostile messages to a server and looks that nothing comes of them.

`scripts/fuzz-server` sends a hundred thousand, `tests/server/test_fuzz.py` fewer.
"""

import argparse
import asyncio
import json
import logging
import threading
import time
import warnings
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning

from innkeeper.client import Client, Lost, ServerSaid
from innkeeper.server.protocol import Ping, Pong
from tests.server.helper import WIDE, Inn, inn, quiet

T = TypeVar("T")
WAIT = 30.0


class Errors(logging.Handler):
    """Keeps what is logged as an error: a traceback anywhere is a failure."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))


class Target:
    """A server in a thread of its own, with a table that nobody may change and one whose seat the fuzzer holds."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.inn: Inn
        self.sent = 0
        self.kinds: dict[str, int] = {}
        self.errors = Errors()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        logging.getLogger().addHandler(self.errors)
        self._life = asyncio.run_coroutine_threadsafe(self._live(), self.loop)
        assert self._ready.wait(WAIT), "the server does not start"

    async def _live(self) -> None:
        async with inn(limits=replace(WIDE, idle=2.0, rooms=500, outbox=10_000)) as here:
            self.inn = here
            self.honest = await here.seated(3, pause=0)
            await self.honest[0].start()
            self.own = await here.seated(2, pause=0)
            await self.own[0].start()
            for client in (*self.honest, *self.own):
                await quiet(client, 0.05)
            self.heard = bytearray()
            self._ready.set()
            await self._stop.wait()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(WAIT)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self._stop.set)
        self._life.result(WAIT)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(WAIT)
        self.loop.close()
        logging.getLogger().removeHandler(self.errors)

    # --- one attack --------------------------------------------------------------------------------------------------

    async def attack(self, messages: list[tuple[int, Any]]) -> None:
        """Send messages over three connections: a stranger's, a spectator's, and that of somebody with a seat elsewhere."""
        table = self.honest[0].table
        room = self.inn.room(table)
        assert room.game is not None
        before = (room.game.table.dump(), len(room.moves), repr(room.row), [q.answer for q in room.game.questions.values()])

        def listen(data: str | bytes) -> None:
            self.heard += data.encode() if isinstance(data, str) else data

        clients = [Client(self.inn.url, WAIT, listen) for _ in range(3)]
        for client in clients:
            await client.open()
        await clients[1].watch(table)
        own = self.own[0]
        await clients[2].sit(own.table, own.token)
        for which, message in messages:
            client = clients[which]
            self.sent += 1
            with suppress(Lost):
                await client.send_raw(self._filled(message))
        for client in clients:
            with suppress(Lost, ServerSaid):
                assert isinstance(await client.request(Ping()), Pong)
            client.abort()
        # The server lives, the other table is as it was, and nothing that opens a seat of it was heard.
        assert isinstance(await self.honest[1].request(Ping()), Pong)
        assert self.errors.found == [], self.errors.found[0]
        after = (room.game.table.dump(), len(room.moves), repr(room.row), [q.answer for q in room.game.questions.values()])
        assert before == after, "somebody who has no seat has changed a table"
        for client in self.honest:
            assert client.token.encode() not in self.heard
        assert str(room.row.seed).encode() not in self.heard
        self.heard.clear()
        for client in (*self.honest, *self.own):
            client._kept.clear()
            while client._socket is not None and not client._kept:
                try:
                    await asyncio.wait_for(client.next(None), 0.0005)
                except TimeoutError:
                    break
                except Lost:
                    break

    def _filled(self, message: Any) -> str | bytes:
        """Put what only a running table knows into a message."""
        if isinstance(message, (str, bytes)):
            self._count("raw")
            return message
        self._count(str(message.get("type"))[:12] if isinstance(message, dict) else "other")
        text = json.dumps(message)
        game = self.inn.room(self.own[0].table).game
        ask = ""
        if game is not None:
            q = game.questions.get(self.own[0].seat)
            ask = q.id if q is not None else ""
        for name, value in (
            ("$table", self.honest[0].table), ("$own", self.own[0].table), ("$token", self.own[0].token), ("$ask", ask),
        ):  # fmt: skip
            text = text.replace(name, value)
        return text

    def _count(self, kind: str) -> None:
        self.kinds[kind] = self.kinds.get(kind, 0) + 1


# --- messages ---------------------------------------------------------------------------------------------------------------

WORDS = ["", "a", "$table", "$own", "$token", "$ask", "zot", "gog", "bot:random", "bot:steady", "open", "me", "base", "random"]
ODD = ["\u202e", "\x00", "<script>alert(1)</script>", "'; DROP TABLE rooms; --", "x" * 300, "\ud7ff", "../../x", "%s%n"]
words = st.sampled_from(WORDS)
texts = st.sampled_from(WORDS + ODD) | st.text(max_size=20)
numbers = st.integers(-3, 9) | st.sampled_from([2**31, 2**63, -(2**63), 10**30])
# Drawn from a list: what is built anew each time takes most of the time.
JUNK: list[Any] = [None, True, False, 0, -1, 10**30, 1.5, 1e308, float("nan"), float("inf"), *ODD, [], {}, [[]], {"": None}]
JUNK += [[0] * 50, {"seats": []}, {"seats": [{}, {}]}, [{"kind": "card"}] * 50, {"a": {"b": {"c": []}}}, ["\x00", None, 2**70]]
junk = st.sampled_from(JUNK)
ids = st.sampled_from(["1", "2", "3", "", "x" * 41])


def _like(fields: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A message that is as it should be, or almost: one field is something else, or missing."""
    whole = st.fixed_dictionaries(fields)
    return whole | whole | st.tuples(whole, st.sampled_from(sorted(fields)), junk | st.just("$missing")).map(_spoiled)


def _spoiled(parts: tuple[dict[str, Any], str, Any]) -> dict[str, Any]:
    message, field, value = parts
    spoiled = {**message, field: value}
    if value == "$missing":
        del spoiled[field]
    return spoiled


seats = st.integers(0, 7)
leaves = st.fixed_dictionaries({"kind": words, "touches": st.booleans()})
wishes = st.fixed_dictionaries({"character": words, "plays": words})
games = st.fixed_dictionaries(
    {"seats": st.lists(wishes, max_size=9)},
    optional={
        "drinks": st.lists(words, max_size=4) | st.none(),
        "first": words | numbers,
        "timers": words,
        "watch": st.booleans(),
        "pause": numbers,
        "teams": st.sampled_from([[[0, 1], [2, 3]], [[0], [1]], [[1, 0]]])
        | st.lists(st.lists(numbers, max_size=9), max_size=9),
        "boss": st.fixed_dictionaries({"seat": seats}, optional={"gold": numbers, "fortitude": numbers | st.none()})
        | st.none(),
        "prizes": st.lists(st.sampled_from(["Portal Gun", "Bag of Holding"]) | words, max_size=4),
        "events": st.lists(st.just("long-night") | words, max_size=2),
    },
)
KINDS: dict[str, dict[str, Any]] = {
    "hello": {"version": st.just(1), "client": texts},
    "tables": {"follow": st.booleans()},
    "create": {"settings": games, "name": texts},
    "look": {"table": words},
    "join": {"table": words, "name": texts, "seat": seats},
    "sit": {"table": words, "token": words, "since": st.integers(0, 100)},
    "watch": {"table": words, "since": st.integers(0, 100)},
    "quit": {},
    "choose": {"character": words, "name": texts},
    "fill": {"seat": seats, "plays": words, "character": words},
    "start": {"fill": words},
    "answer": {"ask": st.just("$ask") | texts, "choice": st.integers(0, 6), "label": st.just("") | texts},
    "asking": {"always": st.booleans(), "never": st.lists(leaves, max_size=3), "stop": st.booleans(), "rest": st.booleans()},
    "hurry": {"on": st.booleans()},
    "give": {"seat": seats, "plays": words},
    "rematch": {},
    "ping": {},
}
typed = st.one_of(
    *(_like({"type": st.just(kind), "id": ids, **fields}) for kind, fields in KINDS.items()),
    *(_like({"type": st.just(kind), "id": ids, **KINDS[kind]}) for kind in ("answer", "answer", "sit", "give")),
)
BROKEN = ["[" * 3000, "{" * 3000, '{"type":"ping"', "null", "1e999", "x" * 4097, '{"type":"ping","type":"start"}']
raw = st.text(max_size=40) | st.binary(max_size=40) | st.sampled_from(BROKEN)
message = st.one_of(typed, typed, typed, typed, typed, raw, junk)
messages = st.lists(st.tuples(st.integers(0, 2), message), min_size=30, max_size=80)


@contextmanager
def target() -> Iterator[Target]:
    made = Target()
    try:
        yield made
    finally:
        made.close()


def fuzz(most: int, examples: int = 10_000) -> Target:
    """Attack until so many messages were sent. Raises AssertionError as soon as something comes of one."""
    with target() as here:

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(messages)
        def attack(batch: list[tuple[int, Any]]) -> None:
            if here.sent < most:
                here.run(here.attack(batch))

        with warnings.catch_warnings():
            # The server's thread goes on while messages are made, and hypothesis takes what it draws for ours.
            warnings.simplefilter("ignore", HypothesisWarning)
            while here.sent < most:
                attack()
        return here


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    options = parser.parse_args()
    began = time.monotonic()
    done = fuzz(options.messages, 500)
    kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(done.kinds.items(), key=lambda item: -item[1])[:22])
    print(f"fuzz-server: {done.sent} messages in {time.monotonic() - began:.0f} s, and nothing came of them ({kinds})")


if __name__ == "__main__":
    main()
