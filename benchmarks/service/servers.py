"""Start servers in separate processes, measure their CPU time and memory, and end them."""

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
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from benchmarks.report import Missing, say
from benchmarks.service import client

HERE = Path(__file__).parent
TRIVIAL = "benchmarks.service.trivial"
"""Our server with a trivial game."""
BOARDGAME_IO = HERE.with_name("boardgame_io")
TICK = os.sysconf("SC_CLK_TCK")
OPEN_FILES = 20_000
UNLIMITED = {
    "message_rate": 10**6,
    "message_burst": 10**6,
    "request_rate": 10**6,
    "request_burst": 10**6,
    "cpu_share": 10**6,
    "matches_per_hour": 10**7,
    "connections_per_address": 10**5,
    "log_level": "warning",
}
"""All load comes from one address, so rate limits are lifted; other settings are the defaults."""


class Process:
    """A running program; its output goes to a log file."""

    def __init__(self, command: list[str], log_file: Path, folder: Path | None = None, **more: str) -> None:
        self.log_file = log_file
        self._log_start = log_file.stat().st_size if log_file.exists() else 0
        self._file: IO[bytes] = log_file.open("ab")
        self.running = subprocess.Popen(
            command, stdout=self._file, stderr=self._file, cwd=folder, env=os.environ | more
        )

    @property
    def pid(self) -> int:
        return self.running.pid

    def cpu(self) -> float:
        """CPU seconds so far, of the process and its descendants."""
        return sum(_cpu(pid) for pid in _process_tree(self.pid))

    def memory(self) -> int:
        """Resident memory of the process in bytes, without its children."""
        return _memory(self.pid)

    def memory_of_children(self) -> int:
        """Resident memory of the processes that it started, in bytes."""
        return sum(_memory(pid) for pid in _process_tree(self.pid)) - _memory(self.pid)

    def alive(self) -> bool:
        return self.running.poll() is None

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.alive():
            self.running.send_signal(how)
        self.running.wait()
        self._file.close()

    def logged_errors(self) -> int:
        """The number of errors in its log."""
        return self.log_file.read_bytes()[self._log_start :].count(b'"level": "error"')


def _cpu(pid: int) -> float:
    """CPU time of a process, and of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:15]) / TICK


def _memory(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:  # it has just ended
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")), 0)


def _process_tree(pid: int) -> Iterator[int]:
    yield pid
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in tasks.read_text().split():
            yield from _process_tree(int(child))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def raise_open_file_limit() -> None:
    """Allow more open files: each connection is one, here and in the servers."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    if wanted < OPEN_FILES:
        say(f"Only {wanted} files may be open here.")


class MoleworksServer(Process):
    """`moleworks serve`, with these settings."""

    def __init__(
        self,
        database: str,
        log_file: Path,
        *,
        port: int = 0,
        program: str = "moleworks",
        environment: Mapping[str, str] = MappingProxyType({}),
        **settings: Any,
    ):
        self.port = port or free_port()
        chosen = UNLIMITED | settings | {"port": self.port, "database": database}
        super().__init__(
            [sys.executable, "-m", program, "serve"],
            log_file,
            HERE.parents[1],
            **{f"MOLEWORKS_{name.upper()}": str(value) for name, value in chosen.items()} | dict(environment),
        )

    def wait_until_ready(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + 60
        while True:
            try:
                client.request(self.port, "GET", "/health", root="")
                return
            except (OSError, client.HttpError, http.client.HTTPException):
                if not self.alive() or time.monotonic() > until:
                    raise RuntimeError(f"our server did not start; see {self.log_file}") from None
                time.sleep(0.02)


@contextmanager
def moleworks_server(database: str, folder: Path, **more: Any) -> Iterator[MoleworksServer]:
    server = MoleworksServer(database, folder / "ours.log", **more)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.end()


def sqlite(folder: Path) -> str:
    """The database address of a new SQLite file."""
    path = folder / f"moles-{time.monotonic_ns()}.db"
    return f"sqlite:///{path.absolute()}"


@contextmanager
def boardgame_io(folder: Path) -> Iterator[tuple[Process, int]]:
    """The server of boardgame.io and its port; installs it from the committed lock first if needed."""
    place, port = install_node_program(BOARDGAME_IO, folder), free_port()
    server = Process(["node", "server.mjs", str(port)], folder / f"boardgame_io-{port}.log", place)
    try:
        until = time.monotonic() + 60
        while b"ready" not in server.log_file.read_bytes():
            if not server.alive() or time.monotonic() > until:
                raise RuntimeError(f"boardgame.io did not start; see {server.log_file}")
            time.sleep(0.05)
        yield server, port
    finally:
        server.end()


def install_node_program(source: Path, folder: Path) -> Path:
    """Install a Node program of `benchmarks` from its committed lock, if needed; return its folder."""
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
    """A PostgreSQL server with fsync; its `database()` creates a database."""
    try:
        from tests import parts, postgres  # noqa: PLC0415 - only these parts need what tests need
    except ModuleNotFoundError as error:
        raise Missing("Parts with PostgreSQL need what the tests need: run scripts/test once.") from error
    if not parts.postgresql():
        raise Missing("PostgreSQL is not here: install it (on Debian 'apt install postgresql').")
    durable = tuple(setting for setting in postgres.SETTINGS if setting != "fsync=off")
    vars(postgres)["SETTINGS"] = durable  # the tests switch fsync off
    server = postgres.Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()
