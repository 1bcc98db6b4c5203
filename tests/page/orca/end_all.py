"""Runs a program, and ends it and everything that it started once its own input is closed.

The input is a pipe from the tests. It closes whatever becomes of them, even if they are killed, and no
program of a desktop outlives them: not those that its bus starts either, which become children of this one.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


def children() -> list[int]:
    """The children of this process, also those whose parents have ended."""
    return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split()]


def end_all() -> None:
    """Kill all children, and then those that they leave behind, until there is none."""
    while found := children():
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        os.waitpid(-1, 0)


def main(command: list[str]) -> None:
    """Start the program; wait until the input closes."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False)
    os.read(0, 1)
    end_all()


if __name__ == "__main__":
    main(sys.argv[1:])
