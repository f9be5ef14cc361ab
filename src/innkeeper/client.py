"""A client of a server's tables: for bots, tests, and whoever writes a program that plays.

    async with Client("http://127.0.0.1:8000") as client:
        await client.join("abc2def", "Ann")
        async for message in client: ...

It sends what it is told to and hands over what comes; `docs/protocol.md` says what that means.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit, urlunsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from innkeeper.server import protocol
from innkeeper.server.protocol import (
    Answer,
    Bye,
    ClientMessage,
    Create,
    Hello,
    Join,
    Joined,
    Over,
    Refused,
    ServerMessage,
    Settings,
    Sit,
    Start,
    Update,
    Watch,
    Welcome,
    read_server,
    written,
)

WAIT: Final = 20.0
"""Seconds that a reply may take."""
BREATH: Final = 0.25
"""Seconds after which an answer that came too fast is sent again."""


class ServerSaid(Exception):
    """The server refused something, or said good-bye. code: one of the protocol's; the message is for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Lost(ConnectionError):
    """The connection is gone, or no reply came in time."""


def address(url: str) -> tuple[str, str]:
    """Return the websocket's address and the code of the table, "" for none, from any address of a server."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    code = parts.path.split("/")[2] if parts.path.startswith("/t/") else ""
    return urlunsplit((scheme, parts.netloc, "/ws", "", "")), code


class Client:
    """One connection. Messages that come while a reply is awaited are kept, and handed over afterwards, in order.

    seat, token, table: where this connection sits.  heard: called with the bytes of everything that comes.
    """

    def __init__(self, url: str, wait: float = WAIT, heard: Callable[[str | bytes], None] | None = None) -> None:
        """url: any address of the server, as it was printed or as a table's link."""
        self.url, self.code = address(url)
        self.wait = wait
        self.heard = heard
        self.seat = -1
        self.token = ""
        self.table = ""
        self.since = 0
        self.welcome: Welcome | None = None
        self.update: Update | None = None
        self._numbers = itertools.count(1)
        self._mark = secrets.token_hex(4)  # what another connection sends is another message
        self._kept: deque[ServerMessage] = deque()
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        await self.close()

    async def open(self) -> Welcome:
        """Connect and greet. Raises Lost, ServerSaid."""
        try:
            async with asyncio.timeout(self.wait):
                self._socket = await connect(
                    self.url, max_size=2**24, proxy=None, compression=None, ping_interval=None, max_queue=None, close_timeout=2
                )
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise Lost(f"no server answers at {self.url}: {error}") from None
        reply = await self.request(Hello(version=protocol.VERSION, client="innkeeper.client"))
        assert isinstance(reply, Welcome)
        self.welcome = reply
        return reply

    async def close(self) -> None:
        """Close the connection; closing it twice is no mistake."""
        if self._socket is not None:
            socket, self._socket = self._socket, None
            try:
                async with asyncio.timeout(5):
                    await socket.close()
            except (TimeoutError, OSError):
                pass

    def abort(self) -> None:
        """Drop the connection without a word, as a lost network does."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    # --- messages ----------------------------------------------------------------------------------------------------

    def new_id(self) -> str:
        """Return an id that this client has not used yet."""
        return f"{self._mark}-{next(self._numbers)}"

    async def send(self, message: ClientMessage) -> str:
        """Send a message, with a new id where it has none; return the id. Raises Lost."""
        if not message.id:
            message.id = self.new_id()
        await self.send_raw(written(message).decode())
        return message.id

    async def send_raw(self, data: str | bytes) -> None:
        """Send anything at all. Raises Lost."""
        if self._socket is None:
            raise Lost("not connected")
        try:
            async with asyncio.timeout(self.wait):
                await self._socket.send(data)
        except (ConnectionClosed, TimeoutError) as error:
            raise Lost(str(error)) from None

    async def _receive(self, wait: float | None) -> ServerMessage:
        if self._socket is None:
            raise Lost("not connected")
        try:
            async with asyncio.timeout(wait):
                data = await self._socket.recv()
        except ConnectionClosed as error:
            raise Lost(str(error)) from None
        except TimeoutError:
            raise Lost(f"nothing came in {wait} seconds") from None
        if self.heard is not None:
            self.heard(data)
        message = read_server(data)
        if isinstance(message, Joined):
            self.seat, self.token, self.table = message.seat, message.token or self.token, message.table
        elif isinstance(message, Update):
            self.update = message
            if message.lines:
                self.since = message.lines[-1].i + 1
        return message

    async def next(self, wait: float | None = WAIT) -> ServerMessage:
        """Return the next message. Raises Lost, also when none comes in time."""
        return self._kept.popleft() if self._kept else await self._receive(wait)

    async def request(self, message: ClientMessage) -> ServerMessage:
        """Send a message and return the reply. Raises ServerSaid where it is refused, Lost."""
        id = await self.send(message)
        while True:
            reply = await self._receive(self.wait)
            if isinstance(reply, Refused) and reply.id == id:
                raise ServerSaid(reply.code, reply.text)
            if isinstance(reply, Bye) and reply.code != "sent-away":
                raise ServerSaid(reply.code, reply.text)
            if reply.id == id:
                return reply
            self._kept.append(reply)

    async def until(self, fits: Callable[[ServerMessage], bool], wait: float | None = None) -> ServerMessage:
        """Return the next message that fits, passing over others. Raises Lost."""
        try:
            async with asyncio.timeout(wait or self.wait):
                while not fits(message := await self.next(None)):
                    pass
                return message
        except TimeoutError:
            raise Lost("what was waited for did not come") from None

    async def __aiter__(self) -> AsyncIterator[ServerMessage]:
        """Iterate over all messages until the connection ends."""
        while True:
            try:
                yield await self.next(None)
            except Lost:
                return

    # --- what is often done ---------------------------------------------------------------------------------------------

    async def create(self, settings: Settings, name: str = "") -> Joined:
        """Make a table and sit down."""
        reply = await self.request(Create(settings=settings, name=name))
        assert isinstance(reply, Joined)
        return reply

    async def join(self, table: str, name: str = "", seat: int | None = None) -> Joined:
        """Take an open seat."""
        reply = await self.request(Join(table=table, name=name, seat=seat))
        assert isinstance(reply, Joined)
        return reply

    async def sit(self, table: str, token: str, since: int = 0) -> Joined:
        """Come back to a seat."""
        reply = await self.request(Sit(table=table, token=token, since=since))
        assert isinstance(reply, Joined)
        return reply

    async def watch(self, table: str, since: int = 0) -> Joined:
        """Watch a table."""
        reply = await self.request(Watch(table=table, since=since))
        assert isinstance(reply, Joined)
        return reply

    async def start(self, fill: str = "") -> None:
        """Begin the game."""
        await self.request(Start(fill=fill))

    async def answer(self, choice: int, ask: str = "", id: str = "") -> str:
        """Answer the question of the last update, or another one; return the message's id. Does not wait for the reply."""
        if not ask:
            if self.update is None or self.update.ask is None:
                raise ValueError("nothing is asked")
            ask = self.update.ask.id
        return await self.send(Answer(id=id or self.new_id(), ask=ask, choice=choice))

    async def play(self, choose: Callable[[Update], int], told: Callable[[str], Any] | None = None) -> list[int]:
        """Answer whatever is asked until the game is over; return the winners. Raises Lost, ServerSaid.

        choose: returns the position of the option to take.  told: called with each line of the story.  An answer that the
        server found too fast is sent again a moment later.
        """
        asked, choice, id = "", 0, ""
        if self.update is not None and self.update.ask is not None:
            asked, choice = self.update.ask.id, choose(self.update)
            id = await self.answer(choice, asked)
        while True:
            message = await self.next(None)
            match message:
                case Update(ask=ask):
                    if told is not None:
                        for line in message.lines:
                            if line.text:
                                told(line.text)
                    if ask is not None and ask.id != asked:
                        asked, choice = ask.id, choose(message)
                        id = await self.answer(choice, asked)
                case Over(winners=winners):
                    return winners
                case Refused(code="too-fast") if asked:
                    await asyncio.sleep(BREATH)
                    await self.answer(choice, asked, id)
                case Refused(code=code, text=text) if code != "stale":
                    raise ServerSaid(code, text)
                case Bye(code=code, text=text):
                    raise ServerSaid(code, text)
                case _:
                    pass
