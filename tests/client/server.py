"""A server that runs as a program of its own, so that it can be killed and started again."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

TIMEOUT = 120.0
"""Seconds that nothing here takes."""

T = TypeVar("T")


class Server:
    """`moleworks serve` on a port of its own, which it keeps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        database = f"sqlite:///{self.folder}/matches.sqlite"
        words = ["serve", "--port", str(self.port), "--database", database, "--thinkers", "1"]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("MOLEWORKS_")}
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "moleworks", *words], stdout=log, stderr=log, env=clean
            )
        deadline = time.monotonic() + TIMEOUT
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "server.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.base}/health", timeout=TIMEOUT):
                return True
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """As a power cut would: without a word."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(TIMEOUT)

    def ask(self, path: str, bearer: str = "", /, **body: Any) -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {bearer}"} if bearer else {}
        )
        data = json.dumps(body).encode() if body else None
        try:
            with urlopen(Request(f"{self.base}/api{path}", data, headers), timeout=TIMEOUT) as answer:
                text = answer.read()
                return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
        except HTTPError as error:
            with error:
                raise AssertionError(f"{path}: {error.read().decode()}") from error

    def open(self, game: str, seats: int | list[dict[str, Any]] = 2, **order: Any) -> Table:
        """A new match of bots."""
        kinds = [{"kind": "bot"}] * seats if isinstance(seats, int) else seats
        return Table(self, self.ask("/matches", game=game, seats=kinds, **order))


class Table:
    """A match, as whoever opened it knows it."""

    def __init__(self, server: Server, opened: dict[str, Any]) -> None:
        self.server, self.id = server, opened["id"]
        self.links: list[str] = [seat.get("link") for seat in opened["seats"]]
        self.tokens: list[str] = [seat.get("token") for seat in opened["seats"]]
        self.watch: dict[str, str] = opened["watch"]

    def log(self) -> list[dict[str, Any]]:
        """What happened, as a watcher hears it."""
        news: list[dict[str, Any]] = self.server.ask(f"/matches/{self.id}", self.watch["token"])["news"]
        return news

    def everybody(self) -> None:
        """Wait until everybody is connected."""
        deadline = time.monotonic() + TIMEOUT
        while not all(seat["here"] for seat in self.table_data()["seats"]):
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def table_data(self) -> dict[str, Any]:
        table: dict[str, Any] = self.server.ask(f"/matches/{self.id}/table", self.watch["token"])
        return table


class BackgroundCall(threading.Thread, Generic[T]):
    """Something that goes on beside the test; `done` gives its result, or raises what it raised."""

    def __init__(self, work: Callable[..., T], *args: Any) -> None:
        super().__init__(daemon=True)
        self._work, self._with = work, args
        self._result: list[T] = []
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._result.append(self._work(*self._with))
        except BaseException as error:  # noqa: BLE001 - it is raised where it is asked for
            self._error = error

    def done(self) -> T:
        self.join(TIMEOUT)
        assert not self.is_alive(), "it does not end"
        if self._error:
            raise self._error
        return self._result[0]
