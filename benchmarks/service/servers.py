"""Real servers in processes of their own, what they use of the machine, and how they end."""

from __future__ import annotations

import http.client
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from benchmarks.report import Missing, say
from benchmarks.service import wire

HERE = Path(__file__).parent
PEER = HERE.with_name("boardgame_io")
TICK = os.sysconf("SC_CLK_TCK")
OPEN_FILES = 20_000
UNLIMITED = {
    "message_rate": 10**6,
    "message_burst": 10**6,
    "request_rate": 10**6,
    "request_burst": 10**6,
    "matches_per_hour": 10**7,
    "connections_per_address": 10**5,
    "log_level": "warning",
}
"""All load comes from one address here; nothing else is set otherwise than usual."""


class Process:
    """A program that was started; its words go to a file."""

    def __init__(self, command: list[str], words: Path, folder: Path | None = None, **more: str) -> None:
        self.words = words
        self._said_before = words.stat().st_size if words.exists() else 0
        self._file: IO[bytes] = words.open("ab")
        self.running = subprocess.Popen(
            command, stdout=self._file, stderr=self._file, cwd=folder, env=os.environ | more
        )

    @property
    def pid(self) -> int:
        return self.running.pid

    def cpu(self) -> float:
        """Seconds of processor time so far, of it and of all that it started."""
        return sum(_cpu(pid) for pid in _family(self.pid))

    def memory(self) -> int:
        """Bytes of real memory that it holds, without those it started."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

    def alive(self) -> bool:
        return self.running.poll() is None

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.alive():
            self.running.send_signal(how)
        self.running.wait()
        self._file.close()

    def faults(self) -> int:
        """Errors that it wrote down."""
        return self.words.read_bytes()[self._said_before :].count(b'"level": "error"')


def _cpu(pid: int) -> float:
    """Own time, and that of children that have ended and been waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:15]) / TICK


def _family(pid: int) -> Iterator[int]:
    yield pid
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in tasks.read_text().split():
            yield from _family(int(child))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def more_files() -> None:
    """Each connection is an open file, here and in the servers that are started."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    if wanted < OPEN_FILES:
        say(f"Only {wanted} files may be open here.")


class Ours(Process):
    """The real application by its real command; `settings` are those of `moleworks serve`."""

    def __init__(self, database: str, words: Path, *, port: int = 0, trivial: bool = False, **settings: Any):
        self.port = port or free_port()
        module = "benchmarks.service.trivial" if trivial else "moleworks"
        chosen = UNLIMITED | settings | {"port": self.port, "database": database}
        super().__init__(
            [sys.executable, "-m", module, "serve"],
            words,
            HERE.parents[1],
            **{f"MOLEWORKS_{name.upper()}": str(value) for name, value in chosen.items()},
        )

    def ready(self) -> None:
        """Returns once it answers."""
        until = time.monotonic() + 60
        while True:
            try:
                wire.ask(self.port, "GET", "/health", root="")
                return
            except (OSError, wire.Refused, http.client.HTTPException):
                if not self.alive() or time.monotonic() > until:
                    raise RuntimeError(f"our server did not start; see {self.words}") from None
                time.sleep(0.02)


@contextmanager
def ours(database: str, folder: Path, **more: Any) -> Iterator[Ours]:
    server = Ours(database, folder / "ours.log", **more)
    try:
        server.ready()
        yield server
    finally:
        server.end()


def sqlite(folder: Path) -> str:
    """The address of a new file."""
    path = folder / f"moles-{time.monotonic_ns()}.db"
    return f"sqlite:///{path.absolute()}"


@contextmanager
def boardgame_io(folder: Path) -> Iterator[tuple[Process, int]]:
    """boardgame.io's server, installed from the committed lock if need be, and its port."""
    place, port = installed(PEER, folder), free_port()
    server = Process(["node", "server.mjs", str(port)], folder / f"boardgame_io-{port}.log", place)
    try:
        until = time.monotonic() + 60
        while b"ready" not in server.words.read_bytes():
            if not server.alive() or time.monotonic() > until:
                raise RuntimeError(f"boardgame.io did not start; see {server.words}")
            time.sleep(0.05)
        yield server, port
    finally:
        server.end()


def installed(source: Path, folder: Path) -> Path:
    """Where a program of `benchmarks` lies with all that its committed lock names, installed if need be."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Missing(
            f"{source.name} needs Node and npm, which are not here: install them and run this again."
        )
    place = folder / source.name
    place.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        if file.suffix in {".json", ".mjs"} or file.name == ".npmrc":
            shutil.copy(file, place / file.name)
    lock, done = (place / "package-lock.json").read_text(), place / "installed.json"
    if not done.exists() or done.read_text() != lock:
        say(f"Installing what {source.name} needs ...")
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=place, check=True)
        done.write_text(lock)
    return place


@contextmanager
def postgresql() -> Iterator[Any]:
    """A PostgreSQL server that writes to the disk before it answers; `database()` makes a new one in it."""
    try:
        from tests import parts, postgres  # noqa: PLC0415 - only these parts need what tests need
    except ModuleNotFoundError as error:
        raise Missing("Parts with PostgreSQL need what the tests need: run scripts/test once.") from error
    if not parts.postgresql():
        raise Missing("PostgreSQL is not here: install it (on Debian 'apt install postgresql').")
    durable = tuple(setting for setting in postgres.SETTINGS if setting != "fsync=off")
    vars(postgres)["SETTINGS"] = durable  # tests never end the machine, so they leave it out
    server = postgres.Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()
