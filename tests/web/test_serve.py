"""The program: it finds a port, says where it is, ends in order, and logs nothing that opens a door."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from moleworks.games import Complaint
from moleworks.texts import language
from moleworks.web import serve
from moleworks.web.app import application
from moleworks.web.settings import Settings
from tests.web.people import TIMEOUT

ORDER = {"game": "mole-hill", "board": "patch", "seats": [{"kind": "here"}, {"kind": "link"}]}


@contextmanager
def served(folder: Path, *arguments: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program, and where it says it is."""
    surroundings = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"} | variables
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        surroundings.pop(name, None)
    with subprocess.Popen(
        [sys.executable, "-m", "moleworks", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings,
    ) as program:  # fmt: skip
        try:
            assert program.stdout is not None
            found = re.search(r"https?://\S+", program.stdout.readline())
            assert found, program.communicate(timeout=TIMEOUT)[1]
            yield program, found[0].rstrip("/")
        finally:
            program.kill()


def up(base: str, verify: ssl.SSLContext | bool = True) -> None:
    deadline = time.monotonic() + TIMEOUT
    while True:
        try:
            assert httpx.get(f"{base}/health", verify=verify).json()["ok"]
        except httpx.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return


def closing(line: ClientConnection) -> int:
    """The code that a connection ends with."""
    try:
        while True:
            line.recv(timeout=TIMEOUT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@pytest.mark.parametrize(
    ("arguments", "stop"), [((), signal.SIGINT), (("serve", "--log-level", "debug"), signal.SIGTERM)]
)
def test_it_serves_and_ends_in_order(
    tmp_path: Path, arguments: tuple[str, ...], stop: signal.Signals
) -> None:
    with served(tmp_path, *arguments) as (program, base):
        up(base)
        with httpx.Client(base_url=base, headers={"origin": base}) as lina:
            opened = lina.post("/api/matches", json=ORDER).json()
            cookie = lina.cookies["moleworks"]
        url = f"{base.replace('http', 'ws')}/api/matches/{opened['id']}/live"
        with connect(url, additional_headers={"cookie": f"moleworks={cookie}"}) as line:
            assert json.loads(line.recv(timeout=TIMEOUT))["type"] == "table"
            program.send_signal(stop)
            assert closing(line) == 1012
        out, err = program.communicate(timeout=TIMEOUT)
        assert "Traceback" not in err
        if stop == signal.SIGINT:
            assert program.returncode == 0
    for secret in (cookie, opened["watch"]["token"], opened["seats"][1]["token"]):
        assert secret not in out + err
    for line_ in err.splitlines():
        assert json.loads(line_).keys() >= {"at", "level", "from", "message"}
    # Nothing was lost: it is all there for the next one.
    with served(tmp_path, "serve") as (_, base):
        up(base)
        answer = httpx.get(
            f"{base}/api/matches/{opened['id']}",
            headers={"authorization": f"Bearer {opened['watch']['token']}"},
        )
        assert answer.json()["status"] == "waiting"


def test_the_next_free_port() -> None:
    first = serve.listen(Settings())
    second = serve.listen(Settings())
    with first, second:
        assert second.getsockname()[1] > first.getsockname()[1] >= 8000
        taken = first.getsockname()[1]
        with pytest.raises(Complaint, match=f"Port {taken} is taken"):
            serve.listen(Settings(port=taken))
    with pytest.raises(Complaint, match="cannot be listened on"):
        serve.listen(Settings(host="203.0.113.77"))


def test_on_the_home_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "home_address", lambda: "192.0.2.7")
    lan = Settings(lan=True)
    with serve.listen(lan) as listening:
        assert listening.getsockname()[0] == "0.0.0.0"
    placed = serve.with_port(lan, 8123)
    assert (placed.public_url, serve.local_url(placed)) == ("http://192.0.2.7:8123", "http://127.0.0.1:8123/")
    own = Settings(lan=True, public_url="https://moles.example.org")
    assert serve.with_port(own, 8123).public_url == "https://moles.example.org"
    assert serve.local_url(Settings(host="::1", port=81)) == "http://[::1]:81/"


def test_the_home_address_is_an_address() -> None:
    socket.inet_aton(serve.home_address())


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"workers": 2}, "An SQLite file serves one process; 2 workers need a PostgreSQL database."),
        ({"tls_cert": "/nowhere", "tls_key": "/nowhere"}, "There is no file /nowhere."),
        ({"database": "mysql://x"}, "A database is written sqlite:///FILE"),
    ],
)
def test_what_cannot_work_is_told_before(settings: dict[str, Any], expected: str) -> None:
    with pytest.raises(Complaint) as wrong:
        serve.serve(Settings(**settings), language("en"))
    assert expected in str(wrong.value)


def failed(*arguments: str, **variables: str) -> str:
    """What the program says before it ends without ever having served."""
    done = subprocess.run(
        [sys.executable, "-m", "moleworks", *arguments, "--lang", "en"],
        capture_output=True, text=True, timeout=TIMEOUT, check=False, env={**os.environ, **variables},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    (sentence,) = done.stderr.splitlines()
    return sentence


def test_a_database_that_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database, " * 100, "utf-8")
    for words in (("serve",), ("serve", "--open")):
        reply = failed(*words, "--database", f"sqlite:///{tmp_path}/file")
        assert reply.startswith("The database cannot be used: ")


def test_many_workers_do_not_start_without_their_database() -> None:
    reply = failed("serve", "--workers", "2", "--database", "postgresql://nobody@127.0.0.1:1/nothing")
    assert reply.startswith("The database cannot be used: ")


def test_a_certificate_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "cert.pem"
    file.write_text("no certificate", "utf-8")
    with pytest.raises(Complaint, match=r"The certificate \S+cert.pem and its key \S+ cannot be used: "):
        serve.check(Settings(tls_cert=str(file), tls_key=str(file)))


def test_one_process_for_an_sqlite_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who wants to play is taken to the one that serves; another server does not start."""
    database = f"sqlite:///{tmp_path}/matches.sqlite"
    with served(tmp_path, "serve", "--database", database) as (program, base):
        up(base)
        reply = failed("serve", "--database", database)
        assert reply.startswith(f"Another Moleworks uses {tmp_path}/matches.sqlite already, at {base}/. ")
        opened: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(serve, "_open_browser", opened.append)
            chosen = Settings(database=database)
            assert serve.serve(chosen, language("en"), open_browser=True) == 0
        assert opened == [f"{base}/"]
        assert capsys.readouterr().out == f"Moleworks is running already, at {base}/\n"
        program.kill()
        program.wait(TIMEOUT)
        # The lock went with the process, though it could not give it back.
        with served(tmp_path, "serve", "--database", database) as (_, again):
            up(again)


def test_a_port_that_is_taken_on_the_home_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.2", 0)) as taken:
        settings = Settings(port=taken.getsockname()[1], database=f"sqlite:///{tmp_path}/matches.sqlite")
        monkeypatch.setattr(serve, "home_address", lambda: "127.0.0.2")
        with pytest.raises(Complaint, match=r"The address 127.0.0.2 cannot be listened on: "):
            asyncio.run(serve.HomeNetworkServer(application(settings), settings).start())


def test_phones_are_let_in_by_a_button(tmp_path: Path) -> None:
    if serve.home_address() == "127.0.0.1":
        pytest.skip("this machine is on no network")
    with served(tmp_path, "serve") as (program, base):
        up(base)
        answer = httpx.post(f"{base}/api/lan", headers={"origin": base})
        address = answer.json()["address"]
        assert address == f"http://{serve.home_address()}:{base.rsplit(':', 1)[1]}"
        up(address)
        assert httpx.post(f"{base}/api/lan", headers={"origin": base}).json() == answer.json()
        with httpx.Client(base_url=base, headers={"origin": base}) as lina:
            link = lina.post("/api/matches", json=ORDER).json()["watch"]["link"]
        assert link.startswith(f"{address}/#watch=")
        assert httpx.post(f"{address}/api/lan", headers={"origin": address}).status_code == 422
        program.send_signal(signal.SIGINT)
        assert program.wait(TIMEOUT) == 0
