"""`python -m moleworks rpc` as a bot starts it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from moleworks import rpc
from tests.rpc.client import PARSE, strictly

COMMAND = [sys.executable, "-m", "moleworks", "rpc"]
GAMES = b'{"jsonrpc": "2.0", "id": 1, "method": "games"}\n'
NEW = b'{"jsonrpc": "2.0", "id": 2, "method": "new", "params": {"game": "mole-hill"}}\n'


def start(*options: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND[:1], *options, *COMMAND[1:]], stdin=pipe, stdout=pipe, stderr=pipe)


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # some shells have it ignored
from moleworks.__main__ import main
sys.argv[1:] = ["rpc"]
sys.exit(main())
"""


def interrupted(requests: bytes, moment: float) -> tuple[bytes, bytes, int]:
    """Ctrl-C so many seconds after the first reply: what came after it, standard error, the exit code."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", INTERRUPTIBLE]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(requests)
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(moment)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return out, err, process.returncode


def talk(lines: bytes, *options: str) -> tuple[list[Any], bytes]:
    """All replies, and what went to standard error."""
    with start(*options) as process:
        out, err = process.communicate(lines, timeout=60)
    assert process.returncode == 0, err
    return [strictly(line) for line in out.decode("ascii").splitlines()], err


def first_reply(process: subprocess.Popen[bytes]) -> Any:
    assert process.stdin
    assert process.stdout
    process.stdin.write(GAMES)
    process.stdin.flush()
    return strictly(process.stdout.readline().decode())


def test_a_conversation() -> None:
    explain = b'{"jsonrpc": "2.0", "id": 3, "method": "explain", "params": {"action": "d4|f4"}}\n'
    replies, err = talk(b"\n" + GAMES + b"nonsense\n" + NEW + b"\xff\n" + explain)
    assert [reply["id"] for reply in replies] == [1, None, 2, None, 3]
    assert [reply["error"]["code"] for reply in replies if "error" in reply] == [PARSE, PARSE]
    assert replies[-1]["result"]["rule"] == "MH1"
    assert err == b""


def test_each_reply_comes_before_the_next_request() -> None:
    with start() as process:
        for _ in range(3):
            assert len(first_reply(process)["result"]) == 3
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_nothing_is_loaded_that_is_not_needed() -> None:
    """No compiler, no command line, no web: `-X importtime` lists all that was imported."""
    _, err = talk(GAMES + NEW, "-X", "importtime")
    loaded = {line.split("|")[-1].strip().split(".")[0] for line in err.decode().splitlines() if "|" in line}
    assert "moleworks" in loaded
    assert not loaded & {"numba", "numpy", "llvmlite", "rich", "cyclopts", "litestar", "ray", "babel"}


def test_hanging_up_ends_it_quietly() -> None:
    """Nobody reads the replies any more: a broken pipe, and no traceback."""
    with start() as process:
        first_reply(process)
        assert process.stdout
        assert process.stdin
        assert process.stderr
        process.stdout.close()
        process.stdin.write(GAMES * 50)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_ends_it_quietly() -> None:
    out, err, code = interrupted(GAMES, 0.0)
    assert (out, err) == (b"", b"")
    assert code in {130, -signal.SIGINT}


BEST = b'{"jsonrpc": "2.0", "id": 3, "method": "best", "params": {"seconds": 3600}}\n'


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize("moment", [0.0, 0.5, 3.0], ids=str)
@pytest.mark.slow
def test_ctrl_c_while_it_thinks_ends_it_quietly(moment: float) -> None:
    """Whatever it is at: loading the player, the compiler, or deep in compiled code."""
    out, err, code = interrupted(NEW + BEST, moment)
    assert (out, err) == (b"", b"")
    assert code in {130, -signal.SIGINT}


@pytest.mark.slow
def test_best_writes_nothing_but_its_reply() -> None:
    replies, err = talk(NEW + BEST.replace(b"3600", b"0.01") + GAMES)
    assert [reply["id"] for reply in replies] == [2, 3, 1]
    assert replies[1]["result"]["action"]
    assert err == b""


def test_what_is_not_ascii_is_escaped_whatever_the_locale() -> None:
    request = {"jsonrpc": "2.0", "id": "🦡é", "method": "games"}
    replies, _ = talk(json.dumps(request, ensure_ascii=False).encode(), "-X", "utf8=0")
    assert replies[0]["id"] == "🦡é"


class Interrupting(io.BytesIO):
    """Ctrl-C while waiting for a line."""

    def readline(self, _size: int | None = -1) -> bytes:
        raise KeyboardInterrupt


class Broken(io.BytesIO):
    """A pipe that nobody reads."""

    def write(self, _data: Any) -> int:
        raise BrokenPipeError


def test_how_main_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    for stdin, stdout, code in (
        (io.BytesIO(b""), io.BytesIO(), 0),
        (io.BytesIO(GAMES), io.BytesIO(), 0),
        (Interrupting(), io.BytesIO(), 130),
        (io.BytesIO(GAMES), Broken(), 0),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", SimpleNamespace(buffer=stdin))
            patch.setattr(sys, "stdout", SimpleNamespace(buffer=stdout))
            assert rpc.main() == code


@pytest.mark.skipif(os.name == "nt", reason="closed the way a POSIX shell does it")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "2>&- <&-"])
def test_nobody_there_from_the_start(closed: str) -> None:
    shell = ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND]
    done = subprocess.run(shell, input=GAMES, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_it_works_from_anywhere(tmp_path: Path) -> None:
    done = subprocess.run(COMMAND, input=NEW, capture_output=True, cwd=tmp_path, timeout=60, check=True)
    assert strictly(done.stdout.decode())["result"]["legal"] == 63
    assert not list(tmp_path.iterdir())
