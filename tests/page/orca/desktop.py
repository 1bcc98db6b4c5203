"""A desktop without a screen, on which Debian's Orca reads Debian's Chromium; what it says goes to a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

STUB = Path(__file__).parent / "speech_dispatcher"
END_ALL = Path(__file__).parent / "end_all.py"
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 120.0
"""Seconds. Nothing here takes that long, on a machine with ten times as much work as cores either: waiting
ends with what is waited for, so only a failure takes all of it."""
GLANCE = 0.02
"""Seconds between two looks at a file."""

T = TypeVar("T")


class Utterance(NamedTuple):
    """A text that was spoken, or `cut` before its end by a key."""

    time: float
    kind: str
    text: str


def wait_until(found: Callable[[], T | None], what: str, patience: float = PATIENCE) -> T:
    """Wait until there is something."""
    ends = time.monotonic() + patience
    while (result := found()) is None:
        assert time.monotonic() < ends, f"{what} did not come within {patience:.0f} s"
        time.sleep(GLANCE)
    return result


class Desktop:
    """Programs of a desktop; all end with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.speech_log, self.orca_log = folder / "speech.jsonl", folder / "orca.log"
        self.speech_log.touch()
        home, runtime = folder / "home", folder / "run"
        home.mkdir()
        runtime.mkdir(mode=0o700)
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        self.environment = kept | {
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_DATA_HOME": str(home / ".local"),
            "LANG": "C.UTF-8",
            "ACCESSIBILITY_ENABLED": "1",
            "NO_AT_BRIDGE": "0",
            "GTK_MODULES": "",
            "MOLEWORKS_SPEECH_LOG": str(self.speech_log),
        }
        self._programs = ExitStack()

    def start(self) -> None:
        """Start everything, and wait until Orca speaks."""
        screen = ["-screen", "0", "1280x1000x24", "-nolisten", "tcp", "-noreset"]
        self.environment["DISPLAY"] = ":" + self._run_and_read(["Xvfb", "-displayfd", "{}", *screen])
        address = self._run_and_read(["dbus-daemon", "--session", "--nofork", "--print-address={}"])
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        self._run(["openbox"])
        self._run([LAUNCHER, "--launch-immediately", "--a11y=1", "--screen-reader=1"])
        orca = ["orca", "--replace", f"--debug-file={self.orca_log}"]
        self._run(orca, {"PYTHONPATH": str(STUB), "PYTHONDONTWRITEBYTECODE": "1"})
        wait_until(lambda: self.utterances() or None, "a word of Orca")

    def stop(self) -> None:
        """End all programs."""
        self._programs.close()

    def _run(
        self, command: Sequence[str], more: dict[str, str] | None = None, pass_fds: tuple[int, ...] = ()
    ) -> None:
        output = self._programs.enter_context((self.folder / f"{Path(command[0]).name}.out").open("wb"))
        program = subprocess.Popen(
            [sys.executable, "-I", str(END_ALL), *command],
            env=self.environment | (more or {}),
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            start_new_session=True,
            pass_fds=pass_fds,
        )
        assert program.stdin is not None
        self._programs.callback(program.wait)
        self._programs.callback(program.stdin.close)

    def _run_and_read(self, command: Sequence[str]) -> str:
        """Run a program that writes a line to the file descriptor whose number takes the place of `{}`."""
        reading, writing = os.pipe()
        self._run([part.format(writing) for part in command], pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as pipe:
            return pipe.readline().strip()

    def utterances(self, since: int = 0) -> list[Utterance]:
        """What was spoken, from a line of the log on."""
        lines = self.speech_log.read_text("utf-8").split("\n")[since:-1]
        return [Utterance(**json.loads(line)) for line in lines]

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as a keyboard does: Orca sees them too."""
        subprocess.run(
            ["xdotool", "key", "--delay", "12", *keys], env=self.environment, check=True, timeout=PATIENCE
        )

    def floods(self) -> list[str]:
        """Lines of Orca's log that tell that it gave up on events."""
        with self.orca_log.open(encoding="utf-8", errors="replace") as log:
            return [line.strip() for line in log if "FLOOD" in line or "DELUGE" in line]


@contextmanager
def desktop(folder: Path) -> Iterator[Desktop]:
    """A desktop on which Orca has started."""
    started = Desktop(folder)
    try:
        started.start()
        yield started
    finally:
        started.stop()
