"""Measure the server with many tables of four protocol clients: ``make bench-server`` writes docs/benchmarks-server.md.

The server runs in one process, the clients in others, over the loopback, with moves stored as always. A latency is the time
from sending a move to the moment when all four clients of the table have received the view that it led to.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "benchmarks-server.md"
TABLES = (10, 100, 500)
SEATS = 4
WORKERS = 2
AIM = 100  # moves a second
SERVE = """
import socket, sys
from innkeeper.server.limits import Limits
from innkeeper.server.run import run
from innkeeper.server.storage import Store
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.bind(("127.0.0.1", 0))
listening.listen(4096)
print(listening.getsockname()[1], flush=True)
run(Store(sys.argv[1]), listening, limits=Limits(
    rate=1e6, burst=1e6, connections=10**6, everywhere=10**6, tables=10**6, rooms=10**6, outbox=10_000))
"""


# --- the clients' side ------------------------------------------------------------------------------------------------------


@dataclass
class Seen:
    """What the clients of one worker have measured."""

    moves: int = 0
    games: int = 0
    latencies: list[float] = field(default_factory=list)


class BenchTable:
    """Four clients at a table."""

    def __init__(self, url: str, number: int, seen: Seen) -> None:
        self.url, self.seen = url, seen
        self.chance = random.Random(number)
        self.clients: list[Any] = []
        self.sent = 0.0
        self.log = 0
        self.next = asyncio.Event()
        self.questions: dict[int, Any] = {}
        self.playing = True

    async def begin(self) -> None:
        """Connect, sit down, start."""
        from innkeeper.client import Client

        for _ in range(SEATS):
            client = Client(self.url, 60)
            await client.open()
            self.clients.append(client)
        await self.deal()

    async def deal(self) -> None:
        from innkeeper.server.protocol import SeatWish, Settings

        host = self.clients[0]
        joined = await host.create(Settings(seats=[SeatWish() for _ in range(SEATS)], pause=0, listed=False))
        for client in self.clients[1:]:
            await client.join(joined.table)
        await host.start()
        self.questions, self.log = {}, 0

    async def listen(self, i: int) -> None:
        """Take in what one client is sent."""
        from innkeeper.server.protocol import Over, Quit, Update

        client = self.clients[i]
        while self.playing:
            message = await client.next(None)
            if isinstance(message, Update):
                if message.ask is not None:
                    self.questions[i] = message
                    self.next.set()
                else:
                    self.questions.pop(i, None)
                if self.sent and min(c.update.view.log if c.update is not None else 0 for c in self.clients) > self.log:
                    self.seen.latencies.append(time.perf_counter() - self.sent)
                    self.sent = 0.0
            elif isinstance(message, Over):
                await client.send(Quit())
                client.update = None
                self.over += 1
                self.next.set()
                return

    async def play(self, every: float) -> None:
        """Answer what is asked, one move every so many seconds or, at 0, at once; game after game."""
        while self.playing:
            self.over = 0
            self.next.set()
            listening = [asyncio.create_task(self.listen(i)) for i in range(SEATS)]
            if every:
                await asyncio.sleep(every * self.chance.random())
            try:
                while self.over < SEATS and self.playing:
                    await self.next.wait()
                    self.next.clear()
                    while self.questions and self.playing:
                        i, update = self.questions.popitem()
                        self.log = max(c.update.view.log for c in self.clients if c.update is not None)
                        self.sent = time.perf_counter()
                        await self.clients[i].answer(self.chance.randrange(len(update.view.asked.options)), update.ask.id)
                        self.seen.moves += 1
                        if every:
                            await asyncio.sleep(every)
            finally:
                for task in listening:
                    task.cancel()
                await asyncio.gather(*listening, return_exceptions=True)
            if self.over < SEATS:
                return
            self.seen.games += 1
            self.sent = 0.0
            for client in self.clients:
                client._kept.clear()
            await self.deal()


async def work(url: str, tables: int, number: int) -> None:
    """Be one of the clients' processes: set tables up, and play for as long and as fast as is said on the standard input."""
    seen = Seen()
    made = [BenchTable(url, number * 10_000 + i, seen) for i in range(tables)]
    for k in range(0, tables, 10):
        await asyncio.gather(*(table.begin() for table in made[k : k + 10]))
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        seconds, every = json.loads(line)
        seen.moves, seen.games, seen.latencies = 0, 0, []
        for table in made:
            table.playing = True
        tasks = [asyncio.create_task(table.play(every)) for table in made]
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        latencies = [round(value * 1e6) for value in seen.latencies]
        moves, games = seen.moves, seen.games
        for table in made:
            table.playing = False
            table.next.set()
        await asyncio.wait(tasks, timeout=2)
        for task in tasks:
            task.cancel()
        found = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)
        broken = [repr(x) for x in found if isinstance(x, Exception)]
        print(
            json.dumps({"moves": moves, "games": games, "took": took, "latencies": latencies, "broken": broken[:3]}), flush=True
        )


# --- the measuring side -----------------------------------------------------------------------------------------------------


def memory(pid: int) -> float:
    """Return what a process has in memory, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass
class Figures:
    """What one number of tables came to."""

    tables: int
    memory: float
    base: float
    full: dict[str, float]
    paced: dict[str, float]


def figures_of(results: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Put the workers' results together."""
    latencies = sorted(x for result in results for x in result["latencies"])
    if not latencies:
        raise RuntimeError(f"nothing was measured: {results}")
    broken = [x for result in results for x in result["broken"]]
    if broken:
        raise RuntimeError(f"a client failed: {broken[0]}")
    return {
        "moves": sum(result["moves"] / result["took"] for result in results),
        "p50": latencies[len(latencies) // 2] / 1e3,
        "p99": latencies[min(len(latencies) - 1, len(latencies) * 99 // 100)] / 1e3,
        "mean": statistics.fmean(latencies) / 1e3,
        "n": len(latencies),
    }


def measure(tables: int, seconds: float) -> Figures:
    """Measure one number of tables."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(Path(folder) / "t.sqlite")], stdout=subprocess.PIPE, text=True
        )
        workers: list[subprocess.Popen[str]] = []
        try:
            assert server.stdout is not None
            url = f"http://127.0.0.1:{int(server.stdout.readline())}"
            wait_for(url)
            base = memory(server.pid)
            share = [tables // WORKERS + (i < tables % WORKERS) for i in range(WORKERS)]
            for i, n in enumerate(share):
                workers.append(
                    subprocess.Popen(
                        [sys.executable, "-m", "benchmarks.server", "--work", url, "--tables", str(n), "--number", str(i)],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        text=True,
                        cwd=ROOT,
                    )
                )
            for worker in workers:
                read(worker)
            paced = figures_of(run(workers, seconds, tables / AIM))
            full = figures_of(run(workers, seconds, 0.0))
            return Figures(tables, memory(server.pid), base, full, paced)
        finally:
            for process in (*workers, server):
                process.kill()
                process.communicate()


def wait_for(url: str) -> None:
    """Wait until the server answers."""
    host, _, port = url.removeprefix("http://").partition(":")
    for _ in range(200):
        try:
            socket.create_connection((host, int(port)), 5).close()
            break
        except OSError:
            time.sleep(0.05)
    time.sleep(1)


def read(worker: "subprocess.Popen[str]") -> str:
    """Return a line that a worker prints."""
    assert worker.stdout is not None
    line = worker.stdout.readline()
    if not line:
        raise RuntimeError("a client process has stopped")
    return line


def run(workers: Sequence["subprocess.Popen[str]"], seconds: float, every: float) -> list[dict[str, Any]]:
    """Let all workers play for a while."""
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write(json.dumps([seconds, every]) + "\n")
        worker.stdin.flush()
    return [json.loads(read(worker)) for worker in workers]


def page(found: Sequence[Figures], seconds: float, load: float) -> str:
    """Return the page."""
    cores = os.cpu_count() or 1
    busy = (
        f" Other programs were busy on it at the time (a load of {load:.1f} before the run); a quiet machine does better."
        if load > 0.5
        else ""
    )
    rows = "\n".join(
        f"| {f.tables} | {f.full['moves']:.0f} | {f.full['p50']:.1f} | {f.full['p99']:.1f} "
        f"| {f.paced['moves']:.0f} | {f.paced['p50']:.1f} | {f.paced['p99']:.1f} "
        f"| {(f.memory - f.base) * 1000 / f.tables:.0f} |"
        for f in found
    )
    return f"""# The server, measured

Tables of four protocol clients that pick at random, all tables in one server process, the clients in {WORKERS} other
processes on the same machine, over the loopback. Every move is stored and synced to disk before it is acknowledged. The
latency is the time from sending a move to the moment when all four clients have received the view that it led to.

| tables | moves/s at full speed | p50 ms | p99 ms | moves/s when paced | p50 ms | p99 ms | KB of memory per table |
| --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

At full speed every client answers the moment it is asked: latencies are then those of a queue. Paced, all tables together
make about {AIM} moves a second, as 500 tables of people might: the aim is a p99 under 150 ms there. Memory is what the
server process has more than before the first table, connections included, after both runs.

Measured for {seconds:.0f} s each on {platform.system()} with {cores} cores, which server and clients share, Python
{platform.python_version()}.{busy}

`make bench-server` measures again and writes this page.
"""


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--only", type=int, nargs="*", default=list(TABLES), help="numbers of tables")
    parser.add_argument("--quick", action="store_true", help="two seconds each, to the terminal only")
    parser.add_argument("--work", default="", help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        asyncio.run(work(options.work, options.tables, options.number))
        return
    seconds = 2.0 if options.quick else options.seconds
    load = os.getloadavg()[0]
    found = []
    for tables in options.only:
        print(f"bench-server: {tables} tables", flush=True)
        figures = measure(tables, seconds)
        found.append(figures)
        print(
            f"  full speed {figures.full}\n  paced {figures.paced}\n  memory {figures.base:.0f} to {figures.memory:.0f} MB",
            flush=True,
        )
    if not options.quick:
        DOCUMENT.write_text(page(found, seconds, load), encoding="utf-8")
        print(f"bench-server: wrote {DOCUMENT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
