"""One connection: what waits to be sent to it, and where it is."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

from innkeeper.server.protocol import Bye, FromServer, Refused, written

if TYPE_CHECKING:
    from innkeeper.server.room import Room

SLOW: Final = Bye(code="slow", text="This connection did not read fast enough. Come back: nothing is lost.")


class Link:
    """A connection as rooms see it: they put messages in, and never wait for whoever reads them."""

    def __init__(self, address: str = "", outbox: int = 64) -> None:
        """outbox: how many messages may wait before the connection counts as too slow."""
        self.address = address
        self.room: Room | None = None
        self.seat = -1
        self.since = 0  # entries of the log that were sent
        self.last: object = None  # what was sent last, to send nothing twice
        self.left = asyncio.Event()  # set when it has left its table
        self.closing: Bye | None = None
        self._outbox: deque[bytes] = deque()
        self._most = outbox
        self._news = asyncio.Event()

    def send(self, message: FromServer) -> None:
        """Put a message in, to be sent as soon as the connection takes it."""
        self.send_bytes(written(message))

    def send_bytes(self, data: bytes) -> None:
        """Put a written message in."""
        if self.closing is not None:
            return
        if len(self._outbox) >= self._most:
            self._outbox.clear()
            self.close(SLOW)
            return
        self._outbox.append(data)
        self._news.set()

    def refuse(self, id: str, code: str, text: str) -> None:
        """Refuse a message."""
        self.send(Refused(id=id, code=code, text=text))

    def close(self, bye: Bye) -> None:
        """End the connection once what waits is sent."""
        if self.closing is None:
            self._outbox.append(written(bye))
            self.closing = bye
            self._news.set()

    async def next(self) -> bytes | None:
        """Return what is to be sent next, when there is something; None when the connection is to be closed."""
        while not self._outbox:
            if self.closing is not None:
                return None
            self._news.clear()
            await self._news.wait()
        return self._outbox.popleft()

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        return len(self._outbox)
