"""The desktop of the tests leaves nothing behind, however it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.page.orca.desktop import END_ALL, desktop, wait_until

pytestmark = pytest.mark.needs("orca")


def left(mark: str) -> list[str]:
    """The commands of all processes whose environment holds a text."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:  # it has ended, or is another's
            continue
    return found


def test_nothing_is_left_of_a_desktop(tmp_path: Path) -> None:
    with desktop(tmp_path):
        running = left(str(tmp_path))
        assert any("dbus-daemon" in command for command in running), running
        assert any("orca" in command for command in running), running
    assert left(str(tmp_path)) == []


def test_nothing_is_left_of_tests_that_are_killed(tmp_path: Path) -> None:
    """Not even what left its parent and its session."""
    started = tmp_path / "started"
    script = f"(setsid sh -c 'touch {started}; exec sleep 1000' &) ; exec sleep 1000"
    holder = (
        "import subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-I', {str(END_ALL)!r}, 'sh', '-c', {script!r}], "
        "stdin=subprocess.PIPE)\ntime.sleep(1000)"
    )
    mark = {"MOLEWORKS_TEST_MARK": str(tmp_path), "PATH": "/usr/bin:/bin"}
    tests = subprocess.Popen([sys.executable, "-c", holder], env=mark, start_new_session=True)
    wait_until(lambda: started.exists() or None, "the program that goes away")
    assert any("sleep 1000" in command for command in left(str(tmp_path)))
    tests.send_signal(signal.SIGKILL)
    tests.wait()
    wait_until(lambda: not left(str(tmp_path)) or None, "the end of all programs")
