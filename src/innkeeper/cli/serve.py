"""The commands `innkeeper serve`, the table for browsers and other programs, and `innkeeper bot`, which plays at one."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from typing import Final

import typer

_BUSY: Final = frozenset({errno.EADDRINUSE, errno.EACCES})
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # addresses that mean all of this machine's, and one of them
MOST_PORTS: Final = 20
"""So many ports are tried, from the one asked for on."""


def serve(
    host: str = typer.Option("127.0.0.1", help="The address to listen at; 0.0.0.0 for everybody who can reach this machine."),
    port: int = typer.Option(8000, min=0, max=65535, help="The port; 0 for any. A busy one is passed over for the next."),
    data: str = typer.Option("", help="Where tables are kept: a file, or a database's URL. Usually in your data folder."),
    show: bool = typer.Option(False, "--open", help="Open the address in a browser."),
    origin: list[str] = typer.Option([], help="Another site whose pages may connect, such as https://example.org."),
) -> None:
    """Serve tables to browsers, bots and other programs."""
    import logging

    from innkeeper.server.run import run
    from innkeeper.server.storage import Store

    logging.basicConfig(level=logging.WARNING, format="innkeeper: %(levelname)s: %(name)s: %(message)s", stream=sys.stderr)
    listening = listen(host, port)
    found = listening.getsockname()[1]
    if port and found != port:
        print(f"innkeeper: port {port} is busy; taking {found} instead.", file=sys.stderr)
    with listening:
        store = Store(data)
        try:
            print(f"Innkeeper is open at {address(host, found)}", flush=True)
            if host in _ANYWHERE and (mine := own_address()):
                print(f"Others on your network reach it at {address(mine, found)}", flush=True)
            print(f"Tables are kept in {store.where}. Ctrl-C closes the inn; every game can be gone on with.", flush=True)
            if show and has_screen():
                # A browser that asks before the server answers waits, since the socket listens already.
                webbrowser.open(address(host, found))
            run(store, listening, tuple(origin))
        except KeyboardInterrupt:
            print("\nThe inn is closed.", flush=True)  # the usual way to end, and no failure
        finally:
            store.close()


def has_screen() -> bool:
    """Whether a browser can show itself here; one that runs in the terminal would only stand in the way of the server."""
    if "BROWSER" in os.environ or sys.platform in ("darwin", "win32"):
        return True
    return "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ


def own_address() -> str:
    """Return this machine's address on its network, "" where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent, a way out is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a port, or at the next free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for number in range(port, min(port + MOST_PORTS, 65536)) if port else [0]:
        # The protocol is named, since only then asyncio sends small messages at once (TCP_NODELAY).
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, number))
            made.listen(2048)
            return made
        except OSError as error:
            made.close()
            last = error
            if isinstance(error, socket.gaierror) or error.errno not in _BUSY:
                break
    assert last is not None
    if last.errno in _BUSY:
        raise OSError(f"the ports {port} to {port + MOST_PORTS - 1} are all busy; name another one with --port")
    raise OSError(f"nothing can listen at {host}, port {port}: {last.strerror or last}")


def address(host: str, port: int) -> str:
    """Return the address to open in a browser."""
    name = _ANYWHERE.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def bot(
    url: str = typer.Argument(help="A table's link, as http://127.0.0.1:8000/t/CODE."),
    level: str = typer.Option(
        "random",
        help="Which bot plays: random. The steady one weighs whole tables as they might be, which a seat's view alone "
        "does not give; the host of a table can seat it there.",
    ),
    name: str = typer.Option("", help="What it is called at the table."),
    token: str = typer.Option("", help="The secret of a seat to come back to, instead of taking an open one."),
    quiet: bool = typer.Option(False, help="Do not tell the story."),
) -> None:
    """Take an open seat at a table of a server, and let a bot play it."""
    import asyncio
    import secrets

    from innkeeper.bots import Blind, make
    from innkeeper.client import Client, Lost, ServerSaid
    from innkeeper.client import address as table_address
    from innkeeper.server.protocol import Update

    if not table_address(url)[1]:
        raise typer.BadParameter("this names no table; say http://HOST:PORT/t/CODE")
    try:
        player = make(level, secrets.randbits(32))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if not isinstance(player, Blind):
        raise typer.BadParameter(f"bot:{level} needs the cards at hand to look ahead; let the host of the table seat it")

    def choose(update: Update) -> int:
        asked = update.view.asked
        return player.pick(len(asked.options)) if asked is not None and isinstance(player, Blind) else 0

    async def play() -> None:
        async with Client(url) as client:
            if token:
                await client.sit(client.code, token)
            else:
                joined = await client.join(client.code, name or f"{level.capitalize()} bot")
                print(f"Seat {joined.seat}. To come back: --token {joined.token}", flush=True)
            winners = await client.play(choose, None if quiet else lambda line: print(line, flush=True))
            print("Won by " + ", ".join(f"seat {seat}" for seat in winners) + ".")

    try:
        asyncio.run(play())
    except (Lost, ServerSaid) as error:
        raise OSError(str(error)) from None
