"""A real PostgreSQL server for tests, with its data and its socket in a temporary folder."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.parts import postgresql

# Tests crash the server, but never the machine, so fsync is not needed.
SETTINGS = ("listen_addresses=", "max_connections=60", "shared_buffers=16MB", "fsync=off")

# Waits for a line. If none comes because the tests were killed, it stops the server and cleans up.
GUARD = 'read -r _ || { kill -QUIT "$1"; sleep 2; rm -rf "$2"; }'


def _program(name: str) -> str:
    """The path of a program, of the newest version installed; Debian does not put them on the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    return shutil.which(name) or str(debian[-1])


def _ordinary_user() -> str | None:
    """A user other than root: PostgreSQL refuses to run as root."""
    if os.geteuid():
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Server:
    """A server that is started with `start`; each test creates a database of its own."""

    def __init__(
        self,
        parent: Path | None = None,
        settings: Sequence[str] = SETTINGS,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`parent`: where its folder is made, if not among the temporary ones."""
        assert postgresql(), 'mark the test with needs("postgresql")'
        self.folder = Path(tempfile.mkdtemp(prefix="moles-", dir=parent))
        self._settings, self._environment = settings, environment
        self._data = self.folder / "data"
        self._numbers = itertools.count()
        self._running: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._as_user: list[str] = []
        user = _ordinary_user()
        if user:
            shutil.chown(self.folder, user)
            group = pwd.getpwnam(user).pw_gid
            self._as_user = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]
        self._do("initdb", "-D", self._data, "-U", "moles", "-A", "trust", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        """Start, and return when it accepts connections."""
        settings = [argument for setting in self._settings for argument in ("-c", setting)]
        # Only the server itself gets them, not what gives up the rights of root before.
        variables = ["env", *(f"{name}={value}" for name, value in (self._environment or {}).items())]
        self._running = subprocess.Popen(
            [
                *self._as_user,
                *variables,
                _program("postgres"),
                "-D",
                self._data,
                "-k",
                self.folder,
                *settings,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            start_new_session=True,  # Ctrl-C is for the tests, which stop it in order
        )
        self._guard = subprocess.Popen(
            ["sh", "-c", GUARD, "guard", str(self._running.pid), self.folder],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
        while self._call("pg_isready", "-q", "-h", self.folder, "-d", "postgres", "-U", "moles"):
            assert self._running.poll() is None, "PostgreSQL ended as soon as it was started"
            time.sleep(0.05)

    @property
    def running(self) -> bool:
        """Whether it runs; a full disk can end it."""
        return self._running is not None and self._running.poll() is None

    @property
    def pid(self) -> int:
        """The process id of the server while it runs."""
        assert self._running
        return self._running.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT disconnects everybody and shuts down in order; SIGQUIT is like a crash."""
        if self._running and self._guard:
            self._guard.communicate(b"\n")
            self._running.send_signal(how)
            self._running.wait()
            self._running = self._guard = None

    def remove(self) -> None:
        """Stop, and delete everything."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"moles{next(self._numbers)}"
        self._do("createdb", "-h", self.folder, "-U", "moles", name)
        return f"postgresql://moles@/{name}?host={self.folder}"

    def _do(self, program: str, *arguments: object) -> None:
        assert self._call(program, *arguments) == 0, program

    def _call(self, program: str, *arguments: object) -> int:
        command = [*self._as_user, _program(program), *map(str, arguments)]
        return subprocess.run(command, stdout=subprocess.DEVNULL, cwd=self.folder, check=False).returncode
