"""How much of anything the server puts up with, and who has had too much."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Final

_REMEMBERED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server puts up with.

    rate, burst: messages a second from one connection, and how many at once.  strikes: refusals for speed or nonsense, in a
    row, after which a connection is closed.  connections: of one address; everywhere: of all.  tables: that one address may
    make in ten minutes.  requests: over HTTP, of one address, a second; guesses: wrong codes and secrets of one address in ten
    minutes.  links: connections at one table.  outbox: messages that wait for a slow reader; patience: seconds that one message
    may take to be read.  rooms: tables in memory.  idle: seconds after which a table that nobody is at leaves memory.
    """

    rate: float = 20.0
    burst: float = 60.0
    strikes: int = 20
    connections: int = 40
    everywhere: int = 5_000
    tables: int = 30
    requests: float = 20.0
    guesses: int = 60
    links: int = 60
    outbox: int = 64
    patience: float = 10.0
    rooms: int = 2_000
    idle: float = 600.0
    hello: float = 10.0


class Bucket:
    """A bucket of tokens: fills at a rate up to its size, and each thing done takes one out."""

    __slots__ = ("_at", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        """Begin with a full one."""
        self.rate, self.size = rate, size
        self._left = size
        self._at = time.monotonic()

    def take(self, now: float | None = None) -> bool:
        """Take one out; whether there was one."""
        now = time.monotonic() if now is None else now
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Addresses:
    """What each address has had of one kind of thing; the addresses that were heard of longest ago are forgotten."""

    def __init__(self, rate: float, size: float) -> None:
        """rate, size: of each address's bucket."""
        self._rate, self._size = rate, size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether the address may have one more."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._size)
            if len(self._buckets) > _REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()


class Guard:
    """Counts for the whole server."""

    def __init__(self, limits: Limits) -> None:
        """Begin with nothing counted."""
        self.limits = limits
        self.connections: Counter[str] = Counter()
        self.everywhere = 0
        self.tables = Addresses(limits.tables / 600, limits.tables)
        self.requests = Addresses(limits.requests, limits.requests * 3)
        self.replays = Addresses(limits.requests / 5, limits.requests)  # they take more work than the rest
        self.guesses = Addresses(limits.guesses / 600, limits.guesses)

    def enter(self, address: str) -> bool:
        """Count a connection; False where there are too many."""
        if self.everywhere >= self.limits.everywhere or self.connections[address] >= self.limits.connections:
            return False
        self.connections[address] += 1
        self.everywhere += 1
        return True

    def leave(self, address: str) -> None:
        """Count a connection no longer."""
        self.everywhere -= 1
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]
