"""Kills a real server again and again while people play, and looks whether an acknowledged move was ever lost.

`scripts/kill-test` runs it a hundred times, `tests/server/test_kill.py` fewer.
"""

import argparse
import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.json import encode

from innkeeper.client import Client, Lost, ServerSaid
from innkeeper.server import eyes
from innkeeper.server.game import Game
from innkeeper.server.names import ask_id
from innkeeper.server.protocol import Answer, Done, Over, Refused, SeatWish, Settings, Update
from innkeeper.server.storage import MoveRow, Store

WAIT = 30.0
SERVE = """
import socket, sys
from innkeeper.server.limits import Limits
from innkeeper.server.run import run
from innkeeper.server.storage import MoveRow, Store
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", int(sys.argv[1])))
listening.listen(256)
run(Store(sys.argv[2]), listening, limits=Limits(rate=1e5, burst=1e5, connections=1000, tables=1000))
"""


@dataclass
class Player:
    """Somebody who holds a seat through everything, and remembers what was acknowledged.

    unsure: an answer that was sent and not acknowledged, which is sent again, the same, after coming back.
    """

    table: str
    token: str
    seat: int
    chance: random.Random
    acknowledged: dict[str, tuple[str, int]] = field(default_factory=dict)
    unsure: Answer | None = None
    over: bool = False
    number: int = 0
    last: Update | None = None


@dataclass
class Killing:
    """What happened in a run."""

    kills: int = 0
    acknowledged: int = 0
    again: int = 0
    games: int = 0


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def start(port: int, data: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SERVE, str(port), str(data)], env={**os.environ})


async def reach(url: str) -> Client:
    """Connect as soon as the server answers."""
    end = time.monotonic() + WAIT
    while True:
        client = Client(url, WAIT)
        try:
            await client.open()
            return client
        except Lost:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.05)


async def play(url: str, player: Player) -> None:
    """Come back to the seat and play until the server is gone or the game is over."""
    client = await reach(url)
    try:
        await client.sit(player.table, player.token)
        if player.unsure is not None:
            await client.send(player.unsure)
        async for message in client:
            match message:
                case Done(id=id) if player.unsure is not None and id == player.unsure.id:
                    player.acknowledged[id] = (player.unsure.ask, player.unsure.choice)
                    player.unsure = None
                case Refused(id=id) if player.unsure is not None and id == player.unsure.id:
                    player.unsure = None
                case Over():
                    player.over = True
                    return
                case Update():
                    player.last = message
                case _:
                    pass
            update = player.last
            if update is not None and update.ask is not None and player.unsure is None:
                assert update.view.asked is not None
                if any(ask == update.ask.id for ask, _ in player.acknowledged.values()):
                    continue  # answered already; the next update is on its way
                player.number += 1
                choice = player.chance.randrange(len(update.view.asked.options))
                player.unsure = Answer(id=f"{player.seat}-{player.number}", ask=update.ask.id, choice=choice)
                await client.send(player.unsure)
    except (Lost, ServerSaid):
        pass
    finally:
        client.abort()


async def seated(url: str, number: int, chance: random.Random) -> list[Player]:
    """Begin a new table of two to four people."""
    n = chance.choice([2, 3, 4])
    host = await reach(url)
    first = await host.create(Settings(seats=[SeatWish() for _ in range(n)], pause=0), "Ann")
    players = [Player(host.table, host.token, first.seat, random.Random(number))]
    for i in range(1, n):
        client = await reach(url)
        joined = await client.join(host.table, f"Guest {i}")
        players.append(Player(host.table, client.token, joined.seat, random.Random(number * 10 + i)))
        client.abort()
    await host.start()
    host.abort()
    return players


async def killing(times: int, seed: int, folder: Path, tables: int = 2) -> Killing:
    """Play at several tables, kill the server so many times at random moments, and check after each."""
    chance = random.Random(seed)
    port, data = free_port(), folder / "tables.sqlite"
    url = f"http://127.0.0.1:{port}"
    done = Killing()
    groups: list[list[Player]] = []
    server = start(port, data)
    try:
        while done.kills < times:
            while len(groups) < tables:
                groups.append(await seated(url, seed * 1000 + done.games, chance))
                done.games += 1
            players = [player for group in groups for player in group]
            tasks = [asyncio.create_task(play(url, player)) for player in players]
            before = sum(len(player.acknowledged) for player in players)
            end = time.monotonic() + WAIT
            while sum(len(player.acknowledged) for player in players) == before and not all(p.over for p in players):
                assert time.monotonic() < end, "nobody gets an answer through"
                await asyncio.sleep(0.005)
            await asyncio.sleep(chance.random() * 0.25)
            server.send_signal(signal.SIGKILL)
            await asyncio.to_thread(server.wait, WAIT)
            await asyncio.wait_for(asyncio.gather(*tasks), WAIT)
            done.kills += 1
            check_all(data, players)
            done.acknowledged += sum(len(player.acknowledged) for player in players) - before
            done.again += sum(player.unsure is not None for player in players)
            groups = [group for group in groups if not any(player.over for player in group)]
            server = start(port, data)
            for group in groups:
                await same_decision(url, data, group)
    finally:
        server.kill()
        await asyncio.to_thread(server.wait, WAIT)
    return done


def check_all(data: Path, players: list[Player]) -> None:
    """Every acknowledged answer is stored: as a move, as one that waits, or as one that another's answer has made void."""
    store = Store(str(data))
    try:
        for code in {player.table for player in players}:
            found = store.load(code)
            assert found is not None
            row, moves, kept = found
            assert [move.number for move in moves] == list(range(len(moves)))
            game = Game(row, moves, kept)  # it can be carried on
            stored = {(m.seat, m.message): m.choice for m in (*moves, *kept)}
            for player in players:
                if player.table != code:
                    continue
                for id, (ask, choice) in player.acknowledged.items():
                    if (player.seat, id) in stored:
                        assert stored[player.seat, id] == choice, f"{id} was stored as another choice"
                        continue
                    assert is_void(row.seed, moves, player.seat, ask), f"{code}: seat {player.seat}'s {id} is lost"
            assert game.number == len(moves)
    finally:
        store.close()


def is_void(seed: int, moves: list[MoveRow], seat: int, ask: str) -> bool:
    """Whether an answer to a question was made void: the moment that it was for is over, by a play of somebody before it."""
    opened = [n for n in range(len(moves) + 1) if ask_id(seed, seat, n) == ask]
    if not opened:
        return False
    # Somebody else has played something at that very moment.
    return any(move.number >= opened[0] and move.label != "pass" and move.seat != seat for move in moves)


async def same_decision(url: str, data: Path, players: list[Player]) -> None:
    """After the restart every seat sees the table as its record says."""
    store = Store(str(data))
    try:
        found = await asyncio.to_thread(store.load, players[0].table)
    finally:
        await asyncio.to_thread(store.close)
    assert found is not None
    row, moves, kept = found
    game = Game(row, moves, kept)
    game.ask(0.0)
    if game.next() is not None:
        return  # an answer that was kept is carried out at once
    for player in players:
        client = await reach(url)
        try:
            await client.sit(player.table, player.token)
            update = await client.until(lambda m: isinstance(m, Update))
            assert isinstance(update, Update)
            sight, q, _ = game.sight(player.seat)
            assert encode(update.view) == encode(sight.view), f"seat {player.seat} sees another table after the restart"
            assert (update.ask.id if update.ask is not None else "") == (q.id if q is not None else "")
            assert encode(update.lines) == encode(eyes.lines(game.eye(player.seat)[0], player.seat))
        finally:
            client.abort()


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        done = asyncio.run(killing(options.times, options.seed, Path(folder)))
    print(
        f"kill-test: {done.kills} kills in {time.monotonic() - began:.0f} s, {done.games} games, "
        f"{done.acknowledged} moves acknowledged, none lost; {done.again} answers sent again"
    )


if __name__ == "__main__":
    main()
