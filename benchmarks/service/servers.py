"""Start servers in separate processes, measure their CPU time and memory, and end them."""

from __future__ import annotations

import http.client
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
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


def ending_with_us(command: Sequence[str]) -> list[str]:
    """The command, for a process that is killed when the benchmark ends, however that ends (Linux)."""
    setpriv = shutil.which("setpriv")
    return [*([setpriv, "--pdeathsig", "KILL"] if setpriv else []), *command]


def bytecode(folder: Path) -> dict[str, str]:
    """The environment of a program that keeps its compiled modules in this folder.

    An installed server has them. In a working tree they may be switched off, and then every start, and the
    first use of many a module, would compile them again.
    """
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


class Process:
    """A running program; its output goes to a log file."""

    def __init__(self, command: list[str], log_file: Path, folder: Path | None = None, **more: str) -> None:
        self.log_file = log_file
        self._log_start = log_file.stat().st_size if log_file.exists() else 0
        self._file: IO[bytes] = log_file.open("ab")
        self.running = subprocess.Popen(
            ending_with_us(command),
            stdout=self._file,
            stderr=self._file,
            cwd=folder,
            env=os.environ | more,
            start_new_session=True,  # Ctrl-C is for the benchmark, which ends it
        )

    @property
    def pid(self) -> int:
        return self.running.pid

    def cpu(self) -> float:
        """CPU seconds so far, of the process and its descendants."""
        return cpu_of(self.pid)

    def memory(self) -> int:
        """Resident memory of the process in bytes, without its children."""
        return _memory(self.pid)

    def memory_of_children(self) -> int:
        """Resident memory of the processes that it started, in bytes."""
        return sum(_memory(pid) for pid in process_tree(self.pid)) - _memory(self.pid)

    def memory_of_all(self) -> int:
        """Resident memory of the process and of those it started, in bytes."""
        return sum(map(_memory, process_tree(self.pid)))

    def memory_of_each(self) -> dict[int, int]:
        """Resident memory of the process and of those it started, without theirs."""
        children = [
            int(child)
            for tasks in Path(f"/proc/{self.pid}/task").glob("*/children")
            for child in tasks.read_text().split()
        ]
        return {pid: _memory(pid) for pid in (self.pid, *children)}

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


def cpu_of(pid: int) -> float:
    """CPU seconds so far, of a process and its descendants."""
    return sum(_cpu(one) for one in process_tree(pid))


def process_tree(pid: int) -> Iterator[int]:
    """A process and its descendants; those that end meanwhile are left out."""
    yield pid
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in tasks.read_text().split():
                yield from process_tree(int(child))


def free_port() -> int:
    """A port that is free at every address: attackers connect from many of this computer."""
    with socket.socket() as probe:
        probe.bind(("", 0))
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
            **{f"MOLEWORKS_{name.upper()}": str(value) for name, value in chosen.items()},
            **bytecode(log_file.parent),
            **environment,
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


def take_lowest_priority() -> None:
    """Let everything else on this machine come first.

    Linux may share the processors between sessions first, and only then by priority in each of them. Whoever
    began a session has to lower that, too.
    """
    os.nice(19)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text("19")


def prefer(server: Process) -> None:
    """Where that is allowed: the server comes before what runs beside it, such as attackers."""
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, server.pid, -5)


@contextmanager
def moleworks_server(
    database: str, folder: Path, *, log_file: Path | None = None, **more: Any
) -> Iterator[MoleworksServer]:
    server = MoleworksServer(database, log_file or folder / "ours.log", **more)
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


NGINX_PROCESSES = 2
"""Each may open only so many files; one stops taking connections when it has few left (`accept_mutex`)."""
NGINX_CONFIG = HERE.parents[1] / "deploy" / "nginx.conf"
"""The file that is shipped, so that it is the one that is measured."""
NGINX_FOLDERS = """\
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
"""


def nginx_config(
    port: int, redirect_port: int, workers: Sequence[int], folder: Path, *, as_shipped: bool = False
) -> str:
    """The shipped configuration, for workers on this computer, without TLS and with folders of its own.

    All load comes from one address, so its connections are not counted, unless it is to be `as_shipped`.
    """
    text = NGINX_CONFIG.read_text("utf-8")
    upstream = "".join(f"        server 127.0.0.1:{worker};\n" for worker in workers)
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)

    def at_most_files(found: re.Match[str]) -> str:
        return f"{found[1]} {min(files, int(found[2]))};"

    changes: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
        (r"worker_processes auto;", f"worker_processes {NGINX_PROCESSES};\ndaemon off;\npid {folder}/pid;"),
        (r"(worker_rlimit_nofile|worker_connections) (\d+);", at_most_files),
        (r"http \{\n", "http {\n" + NGINX_FOLDERS.format(folder=folder)),
        (r"( +server moleworks-\d+:8000;\n)+", upstream),
        (r"listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        (r"listen 80;", f"listen 127.0.0.1:{redirect_port};"),
        (r"http2 on;|ssl_certificate\S* +\S+;", ""),
    )
    if not as_shipped:
        changes += (
            (r"events \{", "events { accept_mutex on; accept_mutex_delay 10ms;"),
            (r"limit_conn addresses \d+;", ""),
        )
    for pattern, new in changes:
        text, count = re.subn(pattern, new, text)
        if not count:
            raise RuntimeError(f"{NGINX_CONFIG.name} has no {pattern} any more")
    return text


@contextmanager
def nginx(
    workers: Sequence[int], folder: Path, *, as_shipped: bool = False, redirect_port: int = 0
) -> Iterator[tuple[Process, int]]:
    """nginx as in `deploy/`, before workers on these ports; the process and its port."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        raise Missing("nginx is not here: install it (on Debian 'apt install nginx-light').")
    port = free_port()
    place = folder / f"nginx-{port}"
    place.mkdir(parents=True)
    place.chmod(0o755)
    user = "user root;\n" if os.geteuid() == 0 else ""
    config = nginx_config(port, redirect_port or free_port(), workers, place, as_shipped=as_shipped)
    (place / "nginx.conf").write_text(user + config, "utf-8")
    server = Process([program, "-p", str(place), "-c", str(place / "nginx.conf")], place / "nginx.log")
    try:
        _wait_for_port(server, port)
        yield server, port
    finally:
        server.end(signal.SIGTERM)


def _wait_for_port(server: Process, port: int) -> None:
    until = time.monotonic() + 20
    while not is_listening(port):
        if not server.alive() or time.monotonic() > until:
            raise RuntimeError(f"nginx did not start; see {server.log_file}")
        time.sleep(0.05)


def is_listening(port: int) -> bool:
    """Whether somebody takes connections at that port of this computer."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def postgresql(
    parent: Path | None = None,
    settings: Sequence[str] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Any]:
    """A PostgreSQL server with fsync; its `database()` creates a database."""
    try:
        from tests import parts, postgres  # noqa: PLC0415 - only these parts need what tests need
    except ModuleNotFoundError as error:
        raise Missing("Parts with PostgreSQL need what the tests need: run scripts/test once.") from error
    if not parts.postgresql():
        raise Missing("PostgreSQL is not here: install it (on Debian 'apt install postgresql').")
    durable = (setting for setting in postgres.SETTINGS if setting != "fsync=off")
    server = postgres.Server(parent, (*durable, *settings), environment)
    try:
        server.start()
        yield server
    finally:
        server.remove()
