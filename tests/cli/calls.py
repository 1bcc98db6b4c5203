"""Call the command line in tests, and a record to call it with."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from moleworks import cli

RECORD = """[Game "mole-hill"]
[Preset "blatz"]
[Options "start=anywhere diagonal=path rounds=2"]
[Board "patch"]
[Players "2"]
[Seat0 "Lina"]
[Seat1 "Max"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1.0"]

1. c3 2. c3|d3 *
"""


TIMEOUT = 120.0
"""Seconds; no program here takes as long."""


@contextmanager
def start_program(
    *command: str, folder: Path | None = None, stdin: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Start a program; it is killed after a time limit."""
    with subprocess.Popen(
        [sys.executable, *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as program:
        watch = Timer(TIMEOUT, program.kill)
        watch.start()
        try:
            yield program
            program.wait()
        finally:
            watch.cancel()
            program.kill()


def run(
    *arguments: str, lines: str = "", folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "80"} | variables
    return subprocess.run(
        [sys.executable, "-m", "moleworks", *arguments],
        input=lines,
        capture_output=True,
        encoding=variables.get("PYTHONIOENCODING", "utf-8"),
        env=surroundings,
        cwd=folder,
        check=False,
        timeout=TIMEOUT,
    )


def call_main(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Call the command line in this process."""
    code = 0
    old, sys.argv = sys.argv, ["moleworks", *arguments]
    try:
        code = cli.main()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    finally:
        sys.argv = old
    out, err = capsys.readouterr()
    return code, out, err
