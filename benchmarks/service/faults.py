"""Faults for a long trial: kills, database stops, a full disk and a clock that jumps."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.report import Missing, say
from benchmarks.service import servers

DISK_BYTES = 512 * 2**20
CLOCKS = ("+0d", "+61d", "-1h", "+2h", "-400d", "+0d")
"""What the clock jumps to, one after the other."""
FULL, HANGING = 3.0, 2.0
"""Seconds for which the disk is full, and for which the database usually hangs or is away."""
STARTING = 60.0
LONG_STEP = re.compile(rb"the event loop was kept for (\d+) ms by ([^\"]*)")


class Disk:
    """A small disk in memory, where the database lives, so that it can be filled.

    Without the right to mount one, the files of the processes cannot grow any more instead (RLIMIT_FSIZE).
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self._ballast = folder, folder / "ballast"
        size = f"size={DISK_BYTES}"
        mounting = ["mount", "-t", "tmpfs", "-o", f"{size},mode=755", "tmpfs", str(folder)]
        self.mounted = subprocess.run(mounting, capture_output=True, check=False).returncode == 0
        self._limited: list[int] = []

    @property
    def what(self) -> str:
        """How it is filled."""
        return "a tmpfs of 512 MiB" if self.mounted else "RLIMIT_FSIZE"

    def fill(self, processes: list[int]) -> None:
        """No byte more fits on it."""
        if not self.mounted:
            for pid in processes:
                with suppress(OSError):
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
                    self._limited.append(pid)
            return
        left = os.statvfs(self.folder)
        block, chunks = b"\0" * left.f_frsize, left.f_bavail
        with self._ballast.open("wb", buffering=0) as file, suppress(OSError):
            os.posix_fallocate(file.fileno(), 0, chunks * len(block))
            while True:  # whatever was freed meanwhile
                file.seek(0, os.SEEK_END)
                file.write(block)

    def free(self) -> None:
        """There is room again."""
        for pid in self._limited:
            with suppress(OSError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self._limited.clear()
        self._ballast.unlink(missing_ok=True)

    def remove(self) -> None:
        """Free it for good."""
        self.free()
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=False)


class FakeClock:
    """A clock that can be set while programs run (libfaketime)."""

    def __init__(self, folder: Path) -> None:
        library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        if library is None:
            raise Missing("libfaketime is not here: install it (on Debian 'apt install faketime').")
        self._file, self._turn = folder / "clock", 0
        self.set(CLOCKS[0])
        self.environment: Mapping[str, str] = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_RESET": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            # Else it takes the time that a thread waits for Python's lock for one by the faked clock, and the
            # thread spins instead: a server makes a hundredth of the moves, and steps seem to be long.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            # Else files seem to have changed with the clock, and every kernel and module is compiled again.
            "NO_FAKE_STAT": "1",
        }

    def set(self, offset: str) -> None:
        """Programs see it within a second."""
        self._file.write_text(f"{offset}\n")
        self._file.chmod(0o644)

    def jump(self) -> str:
        """Set it to the next time."""
        self._turn += 1
        offset = CLOCKS[self._turn % len(CLOCKS)]
        self.set(offset)
        return offset


class Site(ABC):
    """A server with its database, and the faults that can befall them."""

    name: str

    def __init__(self, disk: Disk, clock: FakeClock, log_file: Path, settings: Mapping[str, Any]) -> None:
        self.disk, self.clock, self.log_file, self._settings = disk, clock, log_file, settings
        self.port = servers.free_port()
        self.hanging = HANGING
        """Seconds for which the database hangs or is away."""
        self.server = self._start_server()

    @property
    @abstractmethod
    def database(self) -> str:
        """The address of the database."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """The number of workers."""

    def _start_server(self) -> servers.MoleworksServer:
        server = servers.MoleworksServer(
            self.database,
            self.log_file,
            port=self.port,
            workers=self.workers,
            environment=self.clock.environment,
            **self._settings,
        )
        servers.prefer(server)
        return server

    def kinds(self, *, kills: bool) -> list[str]:
        """The faults there are; with or without those that end a process of the server."""
        return [*(["kill the server"] if kills else []), "fill the disk", "set the clock"]

    async def do(self, kind: str) -> str:
        """Let one happen, and repair what people would have to repair; what it was, in words."""
        if kind == "kill the server":
            await self.restart_server()
        elif kind == "fill the disk":
            self.disk.fill(self.processes())
            await asyncio.sleep(FULL)
            self.disk.free()
        elif kind == "set the clock":
            return f"set the clock {self.clock.jump()}"
        return kind

    async def restart_server(self) -> None:
        """Kill the process that was started, and start another, as systemd does."""
        self.server.end(signal.SIGKILL)
        until = time.monotonic() + STARTING
        # Workers that have lost their supervisor finish what they do, and end.
        while servers.is_listening(self.port) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        while True:
            self.server = self._start_server()
            try:
                await asyncio.to_thread(self.server.wait_until_ready)
                return
            except RuntimeError:
                self.server.end()
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.2)

    async def repair(self) -> None:
        """After a fault: start what has ended and would be started again by the system."""
        if not self.server.alive():
            await self.restart_server()

    def processes(self) -> list[int]:
        """The processes that write to the disk."""
        return [self.server.pid]

    def memory(self) -> dict[int, int]:
        """Resident bytes of the processes that serve."""
        return {self.server.pid: self.server.memory()}

    def longest_step(self) -> tuple[float, str]:
        """The longest step on an event loop that any process has logged, in seconds, and what it was."""
        found = LONG_STEP.findall(self.log_file.read_bytes())
        slowest, what = max(((int(ms), what) for ms, what in found), default=(0, b""))
        return slowest / 1000, what.decode(errors="replace")

    def close(self) -> None:
        """End the server; the database can still be read."""
        self.server.end(signal.SIGKILL)


class SqliteSite(Site):
    """One process with an SQLite file."""

    name = "SQLite"
    workers = 1

    @property
    def database(self) -> str:
        return f"sqlite:///{self.disk.folder / 'moles.db'}"


class PostgresSite(Site):
    """Two workers under a supervisor, with PostgreSQL."""

    name = "PostgreSQL"
    workers = 2
    database = ""

    def __init__(
        self, disk: Disk, clock: FakeClock, log_file: Path, settings: Mapping[str, Any], postgres: Any
    ) -> None:
        self._postgres, self.database = postgres, postgres.database()
        super().__init__(disk, clock, log_file, settings)

    def kinds(self, *, kills: bool) -> list[str]:
        of_the_server = ["kill the supervisor", "kill a worker"] if kills else []
        of_the_database = ["kill the database", "stop the database", "hang the database"]
        return [*of_the_server, *of_the_database, "fill the disk", "set the clock"]

    async def do(self, kind: str) -> str:
        if kind == "kill the supervisor":
            await self.restart_server()
        elif kind == "kill a worker":
            with suppress(ProcessLookupError):
                os.kill(max(self.memory(), key=self.memory().__getitem__), signal.SIGKILL)
        elif kind == "hang the database":
            pids = list(servers.process_tree(self._postgres.pid))
            _signal_all(pids, signal.SIGSTOP)
            await asyncio.sleep(self.hanging)
            _signal_all(pids, signal.SIGCONT)
        elif kind in {"kill the database", "stop the database"}:
            how = signal.SIGKILL if kind == "kill the database" else signal.SIGINT
            await asyncio.to_thread(self._postgres.stop, how)
            await asyncio.sleep(self.hanging)
            await self._start_database()
        else:
            return await super().do(kind)
        return kind

    async def repair(self) -> None:
        if not self._postgres.running:
            say("soak: the database has ended; it is started again")
            await asyncio.to_thread(self._postgres.stop)
            await self._start_database()
        await super().repair()

    async def _start_database(self) -> None:
        """Until it starts: processes of a killed one may still be there."""
        until = time.monotonic() + STARTING
        while True:
            try:
                await asyncio.to_thread(self._postgres.start)
                return
            except AssertionError:
                if time.monotonic() > until:
                    raise
                await asyncio.to_thread(self._postgres.stop)
                await asyncio.sleep(0.5)

    def processes(self) -> list[int]:
        return list(servers.process_tree(self._postgres.pid))

    def memory(self) -> dict[int, int]:
        """Of the supervisor and its workers, not of the processes that these start."""
        return self.server.memory_of_each()


def _signal_all(pids: list[int], how: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, how)


@contextmanager
def site(what: str, folder: Path, settings: Mapping[str, Any]) -> Iterator[Site]:
    """A new server with its database on a small disk, and a clock that can be set."""
    # Among the temporary files, because PostgreSQL runs as another user if we are root.
    place = Path(tempfile.mkdtemp(prefix="moles-soak-"))
    on_disk = place / "disk"
    on_disk.mkdir()
    place.chmod(0o755)
    log_file = folder / f"soak-{what}-{time.monotonic_ns()}.log"
    disk, clock = Disk(on_disk), FakeClock(place)
    try:
        if what == SqliteSite.name:
            with _closing(SqliteSite(disk, clock, log_file, settings)) as one:
                yield one
        else:
            small = ("max_wal_size=64MB", "min_wal_size=32MB")
            with (
                servers.postgresql(on_disk, small, clock.environment) as postgres,
                _closing(PostgresSite(disk, clock, log_file, settings, postgres)) as other,
            ):
                yield other
    finally:
        disk.remove()
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def _closing(one: Site) -> Iterator[Site]:
    try:
        one.server.wait_until_ready()
        yield one
    finally:
        one.disk.free()
        one.close()
