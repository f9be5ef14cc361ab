"""The command on a terminal of its own: the table opens and is left with a key; lines of text where it cannot open."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

import pytest

from innkeeper.record import Record
from innkeeper.terminal import run


def on_a_terminal(folder: Path, *words: str, keys: bytes, shows: bytes, size: tuple[int, int] = (80, 24)) -> tuple[bytes, int]:
    """Run the command on a terminal, press keys once something is shown, and return what was written and the exit code."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    env = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(folder), "COLUMNS": "", "LINES": ""}
    command = [sys.executable, "-c", "from innkeeper.cli.main import run; run()", *words]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, close_fds=True, start_new_session=True
    )
    os.close(theirs)
    written = bytearray()

    def read() -> None:
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                return
            if not part:
                return
            written.extend(part)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    end = time.monotonic() + 30
    while shows not in written and time.monotonic() < end and process.poll() is None:
        time.sleep(0.05)
    time.sleep(0.3)
    os.write(ours, keys)
    try:
        code = process.wait(30)
    finally:
        process.kill()
        reader.join(5)
        os.close(ours)
    return bytes(written), code


def test_the_table_opens_and_is_left_without_a_question(tmp_path: Path) -> None:
    written, code = on_a_terminal(tmp_path, "play", "--seed", "5", keys=b"q", shows=b"Which cards do you throw away?")
    assert code == 0
    (path,) = (tmp_path / "innkeeper" / "games").glob("*.record")
    said = written[written.rindex(b"\x1b[?1049l") :].replace(b"\r\n", b"\n").decode()
    assert f"Saved. Go on with: innkeeper play --resume {path}" in said
    written, code = on_a_terminal(tmp_path, "play", "--resume", keys=b"\x03", shows=b"Which cards do you throw away?")
    assert code == 0
    assert Record.load(path).over is None


@pytest.mark.parametrize("way", ["--plain", "small"])
def test_lines_of_text_where_that_is_wanted_or_there_is_no_room(tmp_path: Path, way: str) -> None:
    words = ["play", "--seed", "5", *([way] if way == "--plain" else [])]
    size = (80, 24) if way == "--plain" else (60, 20)
    written, code = on_a_terminal(tmp_path, *words, keys=b"quit\n", shows=b"keep them all (Enter)", size=size)
    assert code == 0
    assert b"\x1b[?1049h" not in written  # no screen of its own


def test_a_pipe_is_no_full_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not run.is_full()
