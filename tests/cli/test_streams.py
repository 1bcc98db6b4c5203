"""Streams that are closed, full, left, of another encoding, or interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.calls import TIMEOUT, run, start_program


def closed(number: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run without one of the streams that a program has usually."""
    shell = f'exec "$@" {number}{"<" if number == 0 else ">"}&-'
    command = ["sh", "-c", shell, "sh", sys.executable, "-m", "moleworks", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT, input="")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell there")
@pytest.mark.slow
def test_a_closed_stream_is_an_empty_one() -> None:
    done = closed(0, "play", "mole-hill", "--names", "a,b", "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "choose any square" in done.stdout
    assert (closed(0, "play").returncode, closed(0, "play").stderr) == (0, "")
    for arguments in (["games"], ["--help"], ["play", "mole-hill"]):
        done = closed(1, *arguments)
        assert (done.returncode, done.stderr) == (0, "")
    assert closed(2, "reply").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "arguments", [["games"], ["boards"], ["--version"], ["play", "--help"], ["play", "mole-hill"]]
)
@pytest.mark.slow
def test_a_full_disk_is_one_sentence(arguments: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "moleworks", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=TIMEOUT,
            env={**os.environ, "LANG": "C.UTF-8"},
        )
    assert (done.returncode, done.stderr) == (1, "stdout cannot be written: No space left on device.\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1", "utf-8"])
@pytest.mark.slow
def test_no_encoding_is_too_poor(encoding: str, tmp_path: Path) -> None:
    for game, lines in (("mole-hill", "e4\nhelp\nrod e4 f4\n"), ("buddel-bande", "\n\n\nlegal\n")):
        names = "Lina,Zoe" if encoding == "ascii" else "Lina,Zoé"
        done = run(
            "play",
            game,
            "--names",
            names,
            lines=lines,
            folder=tmp_path,
            PYTHONUTF8="0",
            PYTHONIOENCODING=encoding,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "Lina" in done.stdout
        assert "Traceback" not in done.stdout


def test_input_that_is_no_text_is_read_all_the_same(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "moleworks", "play", "mole-hill", "--names", "a,b", "--plain"],
        input=b"\xff\xfe\x00\ne4\n",
        capture_output=True,
        cwd=tmp_path,
        check=True,
        timeout=TIMEOUT,
    )
    assert b"1. e4 *" in done.stdout


ATTENTIVE = (
    "import signal, sys; from moleworks.__main__ import main\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "sys.exit(main())\n"
)
"""Heeds Ctrl-C even if whoever runs the tests ignores it, as nohup and a shell's & do."""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_ctrl_c_in_a_pipe_hands_out_the_record(tmp_path: Path) -> None:
    arguments = ["play", "mole-hill", "--names", "a,b", "--plain"]
    with start_program("-u", "-c", ATTENTIVE, *arguments, folder=tmp_path, stdin=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdin.write("e4\n")
        program.stdin.flush()
        while "lay a rod" not in (line := program.stdout.readline()):
            assert line, "it ended before Ctrl-C"
        time.sleep(0.2)
        program.send_signal(signal.SIGINT)
        out, err = program.stdout.read(), program.stderr.read()
    assert program.returncode == 130
    assert err == ""
    assert "1. e4 *" in out


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_reader_who_leaves_is_no_error() -> None:
    seats = "computer:1,computer:1"
    with start_program("-m", "moleworks", "play", "mole-company", "--seats", seats) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 0
