"""Workers, databases and probes when something dies, hangs or refuses to write."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.postgres import Server
from tests.web.conftest import Start
from tests.web.people import TIMEOUT
from tests.web.test_serve import served


@pytest.fixture
def database() -> Iterator[Server]:
    """A PostgreSQL server of the test's own, to be stopped."""
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def workers(supervisor: int) -> set[int]:
    """The worker processes that a supervisor has started."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    return {int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def serving(base: str) -> set[int]:
    """The worker that answered, by what its metrics say; none if nobody did."""
    try:
        return {int(pid) for pid in re.findall(r'worker="(\d+)"', httpx.get(f"{base}/metrics").text)}
    except httpx.TransportError:
        return set()


def both_workers(base: str, supervisor: int) -> tuple[int, int]:
    """The two workers of a supervisor, once both have answered: until then one may still be starting."""
    seen: set[int] = set()

    def all_have_answered() -> bool:
        seen.update(serving(base))
        return len(workers(supervisor)) == 2 and workers(supervisor) <= seen

    wait_for(all_have_answered)
    one, other = sorted(workers(supervisor))
    return one, other


def status(base: str, path: str) -> int:
    try:
        return httpx.get(base + path, timeout=TIMEOUT).status_code
    except httpx.TransportError:
        return 0


@pytest.mark.needs("postgresql")
def test_what_died_is_started_again_and_what_lives_stays(tmp_path: Path, database: Server) -> None:
    url = database.database()
    with served(tmp_path, "serve", "--workers", "2", MOLEWORKS_DATABASE=url) as (program, base):
        one, other = both_workers(base, program.pid)
        database.stop(signal.SIGQUIT)
        os.kill(one, signal.SIGKILL)
        wait_for(lambda: workers(program.pid) - {one, other})  # it cannot start: no database
        assert program.stderr is not None
        while "has ended (exit code 3)" not in program.stderr.readline():
            assert program.poll() is None
        assert other in workers(program.pid)
        assert status(base, "/health/live") == 200
        database.start()
        wait_for(lambda: len(workers(program.pid)) == 2)
        wait_for(lambda: status(base, "/health/ready") == 200)
        assert other in workers(program.pid)
        assert program.poll() is None
        left = workers(program.pid)
        program.kill()
        program.wait()
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))


@pytest.mark.needs("postgresql")
def test_a_worker_that_does_not_answer_is_not_ended(tmp_path: Path, database: Server) -> None:
    """As on a machine with so much to do that a worker gets no time for a while."""
    url = database.database()
    with served(tmp_path, "serve", "--workers", "2", MOLEWORKS_DATABASE=url) as (program, base):
        silent, dies = both_workers(base, program.pid)
        os.kill(silent, signal.SIGSTOP)
        try:
            for _ in range(2):  # when the second has been replaced, every worker has been looked at
                known = {silent, dies}
                os.kill(dies, signal.SIGKILL)
                while not (new := workers(program.pid) - known):
                    assert program.poll() is None
                    time.sleep(0.05)
                (dies,) = new
            assert silent in workers(program.pid)
        finally:
            os.kill(silent, signal.SIGCONT)
        wait_for(lambda: silent in serving(base))
        assert program.poll() is None


@pytest.mark.needs("postgresql")
def test_a_database_that_hangs_is_waited_for_only_so_long(start: Start, database: Server) -> None:
    server = start(database=database.database())
    lina = server.person()
    seats = [{"kind": "here"}, {"kind": "here"}]
    opened = lina.post("/matches", game="mole-hill", board="patch", seats=seats)
    assert status(server.base, "/health/ready") == 200
    play = {"do": "play", "action": "b2", "seq": lina.get(f"/matches/{opened['id']}")["seq"]}
    with hanging(database):
        for path in ("/health", "/health/ready"):
            assert status(server.base, path) == 503
        assert status(server.base, "/health/live") == 200
        assert lina.http.post(f"/matches/{opened['id']}/commands", json=play).status_code == 503
    wait_for(lambda: status(server.base, "/health/ready") == 200)


class hanging:  # noqa: N801 - used as a context manager
    """All processes of a database server stand still."""

    def __init__(self, database: Server) -> None:
        assert database._running is not None
        leader = database._running.pid
        children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
        self.processes = [leader, *map(int, children)]

    def __enter__(self) -> None:
        for pid in self.processes:
            os.kill(pid, signal.SIGSTOP)

    def __exit__(self, *_: object) -> None:
        for pid in self.processes:
            os.kill(pid, signal.SIGCONT)


def test_ready_means_that_something_can_be_written(start: Start, tmp_path: Path) -> None:
    server = start()
    assert [status(server.base, f"/health{path}") for path in ("", "/live", "/ready")] == [200, 200, 200]
    store = server.app.context.match_server.store
    commit = store.commit

    async def refuse(*_: object, **__: object) -> list[int]:
        return await commit([("INSERT INTO nowhere VALUES (1)", ())])

    store.commit = refuse  # type: ignore[method-assign]
    assert [status(server.base, f"/health{path}") for path in ("", "/live", "/ready")] == [200, 200, 503]
    store.commit = commit  # type: ignore[method-assign]
    assert status(server.base, "/health/ready") == 200


@pytest.mark.needs("postgresql")
def test_no_text_of_a_client_is_too_strange_for_a_database(start: Start, database: Server) -> None:
    server = start(database=database.database())
    lina = server.person()
    opened = lina.post(
        "/matches", game="mole-hill", board="patch", seats=[{"kind": "here"}, {"kind": "here"}]
    )
    path = f"/matches/{opened['id']}/commands"
    for text in ("\0", "a\0b", "\ud800", "\x1f"):
        for command in (
            {"do": "play", "action": "b2", "seq": 2, "seat": 0, "id": text},
            {"do": "emote", "name": text, "seat": 0},
            {"do": "rename", "name": f"Li{text}na", "seat": 0},
            {"do": "resign", "seat": 0, "id": text} if text != "\x1f" else {"do": "look", "id": text},
        ):
            answer = lina.http.post(
                path, content=_json(command), headers={"content-type": "application/json"}
            )
            assert answer.status_code < 500, (command, answer.text)
    for body in ({"token": "a\0b"}, {"code": "1\0"}, {"token": "\ud800"}):
        answer = lina.http.post("/join", content=_json(body), headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500


def _json(value: object) -> bytes:
    import json

    return json.dumps(value).encode()
