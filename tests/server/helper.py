"""A real server on the loopback for tests, and ways to wait that end. Everything that waits in a server test waits here."""

import asyncio
import random
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from innkeeper.client import Client
from innkeeper.server.app import app_of
from innkeeper.server.limits import Limits
from innkeeper.server.lobby import Lobby
from innkeeper.server.protocol import SeatWish, ServerMessage, Settings, Update
from innkeeper.server.room import Room
from innkeeper.server.run import server
from innkeeper.server.storage import Store

WAIT = 30.0
"""Seconds after which whatever a test waits for counts as not coming."""

WIDE = Limits(
    rate=100_000, burst=100_000, strikes=10**9, connections=10_000, tables=10_000, requests=10_000, guesses=10**6, outbox=1_000
)
"""Limits that no test meets by chance."""

T = TypeVar("T")


def run(test: Coroutine[Any, Any, T], seconds: float = 60.0) -> T:
    """Run a test to its end, or fail after so many seconds."""
    return asyncio.run(asyncio.wait_for(test, seconds))


@dataclass
class Inn:
    """A server that runs."""

    url: str
    store: Store
    lobby: Lobby
    clients: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def client(self, heard: Callable[[str | bytes], None] | None = None) -> Client:
        """Connect; the connection is closed with the server."""
        return await self.clients.enter_async_context(Client(self.url, WAIT, heard))

    def room(self, code: str) -> Room:
        return self.lobby.rooms[code]

    async def seated(
        self, people: int, pause: int = 0, heard: Sequence[Callable[[str | bytes], None]] = (), **more: Any
    ) -> list[Client]:
        """Return clients that sit at one new table, the host first; the game has not begun."""
        wishes = more.pop("seats", None) or [SeatWish() for _ in range(people)]
        host = await self.client(heard[0] if heard else None)
        joined = await host.create(Settings(seats=wishes, pause=pause, **more), "Ann")
        clients = [host]
        for i in range(1, people):
            client = await self.client(heard[i] if heard else None)
            await client.join(joined.table, f"Guest {i}")
            clients.append(client)
        return clients


@asynccontextmanager
async def inn(path: Path | None = None, limits: Limits = WIDE, origins: tuple[str, ...] = ()) -> AsyncIterator[Inn]:
    """Run a server on the loopback, in this event loop, until the block ends."""
    folder = tempfile.TemporaryDirectory()
    store = Store(str(path or Path(folder.name) / "tables.sqlite"), sync=False)
    lobby = Lobby(store, limits)
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(256)
    running = server(app_of(lobby, origins))
    task = asyncio.create_task(running.serve(sockets=[listening]))
    try:
        async with asyncio.timeout(WAIT):
            while not running.started:
                await asyncio.sleep(0.005)
        here = Inn(f"http://127.0.0.1:{listening.getsockname()[1]}", store, lobby)
        async with here.clients:
            yield here
    finally:
        running.should_exit = True
        await asyncio.wait_for(task, WAIT)
        listening.close()
        await asyncio.to_thread(store.close)
        folder.cleanup()


def at_random(seed: int) -> Callable[[Update], int]:
    """Return somebody who takes any option."""
    chance = random.Random(seed)

    def choose(update: Update) -> int:
        assert update.view.asked is not None
        return chance.randrange(len(update.view.asked.options))

    return choose


async def play_on(clients: Sequence[Client], seed: int = 0) -> list[list[int]]:
    """Let clients play at random until the game is over."""
    return list(await asyncio.gather(*(client.play(at_random(seed * 100 + i)) for i, client in enumerate(clients))))


async def quiet(client: Client, seconds: float = 0.2) -> list[ServerMessage]:
    """Return what comes within so many seconds."""
    found: list[ServerMessage] = []
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while (left := end - loop.time()) > 0:
        try:
            found.append(await asyncio.wait_for(client.next(None), left))
        except (TimeoutError, ConnectionError):
            break
    return found


async def eventually(holds: Callable[[], bool], seconds: float = WAIT) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)
