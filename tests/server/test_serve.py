"""The commands `innkeeper serve` and `innkeeper bot`."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from innkeeper.cli.main import app
from innkeeper.cli.serve import address, has_screen, listen
from innkeeper.client import Client
from innkeeper.server.protocol import SeatWish, Settings
from tests.server.helper import WAIT, at_random, inn, run


@contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command; the block gets the process and the address that it printed."""
    code = "import sys; from innkeeper.cli.main import run; sys.argv[0] = 'innkeeper'; run()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "serve", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, (line, process.stderr.read() if process.stderr else "")
        yield process, found.group()
    finally:
        process.kill()
        process.communicate(timeout=WAIT)


def test_a_busy_port_is_told_and_the_next_one_taken(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with serving("--port", str(port), "--data", str(tmp_path / "t.sqlite")) as (process, url):
            assert int(url.rstrip("/").rpartition(":")[2]) > port

            async def play() -> None:
                async with Client(url) as client:
                    table = await client.create(Settings(seats=[SeatWish(), SeatWish(plays="bot:random")], pause=0), "Ann")
                    await client.start()
                    await client.until(lambda m: m.id == "" and hasattr(m, "view"))
                    assert table.seat == 0

            run(play())
            assert process.stdout is not None
            out = process.stdout.readline()
            process.send_signal(signal.SIGINT)
            rest, err = process.communicate(timeout=WAIT)
            assert process.returncode == 0
            assert "The inn is closed." in rest
            assert f"port {port} is busy" in err
            assert "Traceback" not in err
            assert "t.sqlite" in out


def test_others_are_told_an_address_and_nothing_opens_without_a_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("BROWSER", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()
    monkeypatch.setattr("innkeeper.cli.serve.own_address", lambda: "192.0.2.7")
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url))
    monkeypatch.setattr("innkeeper.server.run.run", lambda store, listening, origins: None)
    result = CliRunner().invoke(
        app, ["serve", "--open", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path / "t.sqlite")]
    )
    port = opened[0].rstrip("/").rpartition(":")[2]
    assert opened == [f"http://127.0.0.1:{port}/"]
    assert f"Others on your network reach it at http://192.0.2.7:{port}/" in result.output


def test_a_database_that_cannot_be_used_is_told_in_a_line() -> None:
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--data", "postgresql://localhost/inn"])
    assert result.exit_code == 2
    assert "not promised yet" in result.output


def test_addresses() -> None:
    assert address("0.0.0.0", 8000) == "http://127.0.0.1:8000/"
    assert address("::1", 80) == "http://[::1]:80/"
    with pytest.raises(OSError, match="nothing can listen"):
        listen("203.0.113.7", 0)


def test_the_bot_takes_a_seat_and_plays() -> None:
    async def play() -> tuple[list[int], str]:
        async with inn() as here:
            client = await here.client()
            table = await client.create(Settings(seats=[SeatWish(), SeatWish()], pause=0), "Ann")
            code = "import sys; from innkeeper.cli.main import run; sys.argv[0] = 'innkeeper'; run()"
            bot = await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, "bot", f"{here.url}/t/{table.table}", "--name", "Robin",
                stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            try:
                await client.until(lambda m: hasattr(m, "info") and m.info.people[1].name == "Robin")
                await client.start()
                winners = await client.play(at_random(3))
                out, _ = await asyncio.wait_for(bot.communicate(), WAIT)
            finally:
                if bot.returncode is None:
                    bot.kill()
                    await bot.communicate()
            return winners, out.decode()

    winners, out = run(play())
    assert "To come back: --token" in out
    assert f"Won by seat {winners[0]}" in out


@pytest.mark.parametrize(
    ("options", "said"), [(["http://127.0.0.1:1/"], "names no table"), (["http://x/t/abc", "--level", "dull"], "no bot")]
)
def test_bots_that_cannot_play(options: list[str], said: str) -> None:
    result = CliRunner().invoke(app, ["bot", *options])
    assert result.exit_code == 2
    assert said in re.sub(r"[\s│]+", " ", result.output)
