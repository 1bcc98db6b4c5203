"""The files in deploy/ agree with each other, and the container file installs the lock files."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import time
import venv
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distributions
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.service import client, servers

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

posix = pytest.mark.skipif(os.name == "nt", reason="the containers have a POSIX shell")


def locked(text: str) -> dict[str, set[str]]:
    """The digests of each locked package."""
    found: dict[str, set[str]] = {}
    for part in re.split(r"\n(?=[a-z])", text):
        name = part.partition(" ")[0]
        found[name] = set(re.findall("sha256:[0-9a-f]{64}", part))
    return found


def test_the_server_s_extra_is_locked_as_in_the_tests() -> None:
    server = locked((DEPLOY / "requirements-server.lock").read_text("utf-8"))
    tests = locked((ROOT / "requirements-test.lock").read_text("utf-8"))
    assert {name.partition("==")[0] for name in server} == {"asyncpg", "uvloop"}
    for name, digests in server.items():
        assert digests
        assert tests[name] == digests


def test_every_file_that_is_named_is_there() -> None:
    container, compose = ((DEPLOY / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    for name in re.findall(r"-r (\S+\.lock)", container):
        assert (ROOT / name).is_file()
    assert "--require-hashes" in container
    assert "dockerfile: deploy/Containerfile" in compose
    assert "./nginx.conf:/etc/nginx/nginx.conf:ro" in compose
    assert (DEPLOY / "nginx.conf").is_file()
    workers = re.findall(r"server (moleworks-\d):8000;", (DEPLOY / "nginx.conf").read_text("utf-8"))
    assert (
        workers == re.findall(r"^  (moleworks-\d):", compose, re.MULTILINE) == ["moleworks-1", "moleworks-2"]
    )


def test_the_settings_that_containers_are_given_exist() -> None:
    from moleworks.web.settings import Settings

    text = "".join((DEPLOY / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    named = {name.lower() for name in re.findall(r"MOLEWORKS_([A-Z_]+)[=:]", text)} - {"name"}
    assert {"database", "public_url", "trusted_proxies"} <= named <= set(Settings.__struct_fields__)


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


WORKERS = ("moleworks-1", "moleworks-2")


def test_the_workers_trust_the_network_that_the_containers_are_given() -> None:
    """Whichever engine starts them: podman's and Docker's own networks have other addresses."""
    from moleworks.web.settings import read

    (network,) = compose()["networks"]["default"]["ipam"]["config"]
    inside = [str(address) for address in ip_network(network["subnet"])]
    for worker in WORKERS:
        service = compose()["services"][worker]
        settings = read(
            environment={"MOLEWORKS_TRUSTED_PROXIES": service["environment"]["MOLEWORKS_TRUSTED_PROXIES"]}
        )
        assert all(settings.trusts_proxy(address) for address in inside)
        for other in ("10.89.0.2", "172.17.0.2", "192.168.16.2", "203.0.113.7"):
            assert not settings.trusts_proxy(other)
        assert "networks" not in service
    assert "networks" not in compose()["services"]["nginx"]


@posix
@pytest.mark.parametrize("worker", WORKERS)
@pytest.mark.parametrize("password", ["mole-hill_17", "", None])
def test_a_worker_starts_only_with_a_password(tmp_path: Path, worker: str, password: str | None) -> None:
    """The script of its container, with another file, and something else to start."""
    script = compose()["services"][worker]["entrypoint"][2].replace("$$", "$")
    file = tmp_path / "database_password"
    if password is not None:
        file.write_text(f"{password}\n")
    for name, ours in (
        ("/run/secrets/database_password", str(file)),
        ("/opt/moleworks/bin/moleworks serve", "printenv MOLEWORKS_DATABASE"),
    ):
        assert name in script
        script = script.replace(name, ours)
    done = subprocess.run(
        [*compose()["services"][worker]["entrypoint"][:2], script],
        capture_output=True,
        text=True,
        check=False,
    )
    if password:
        assert done.stdout == f"postgresql://moleworks:{password}@database/moleworks\n"
        assert done.returncode == 0
    else:
        assert done.returncode != 0
        assert not done.stdout
        assert "database_password" in done.stderr


@posix
def test_the_password_that_the_docs_make_can_be_read_in_a_container_and_by_nobody_outside(
    tmp_path: Path,
) -> None:
    """An engine shows a container the file as it is, with its permissions and its owner."""
    docs = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    (commands,) = re.findall(r"```sh\ncd deploy\n(.*?)^MOLEWORKS_NAME", docs, re.DOTALL | re.MULTILINE)
    subprocess.run(["sh", "-ec", f"umask 077\n{commands}"], cwd=tmp_path, check=True)
    file = tmp_path / compose()["secrets"]["database_password"]["file"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{32}\n", file.read_text()), "it stands in an address"
    assert file.stat().st_mode & 0o777 == 0o644
    assert file.parent.stat().st_mode & 0o777 == 0o700


def container_steps() -> list[str]:
    """The commands that the container file runs while it is built, one by one."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Containerfile").read_text("utf-8"))
    lines = [line.removeprefix("RUN ") for line in text.splitlines() if line.startswith("RUN ")]
    return [re.sub(r"\s+", " ", step.strip()) for line in lines for step in line.split("&&")]


def container_word(name: str) -> list[str]:
    """The arguments of an instruction that is written as JSON."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Containerfile").read_text("utf-8"))
    found = re.search(rf"^{name}.*?(\[.*\])$", text, re.MULTILINE)
    assert found
    words: list[str] = json.loads(found[1])
    return words


@pytest.mark.slow
def test_the_steps_of_the_container_file_give_a_server_that_answers(tmp_path: Path) -> None:
    """Without a container engine: its commands, with another folder for its own, and its health check.

    The packages of the lock files are those of this environment already, and need no second download.
    """
    steps = container_steps()
    assert steps[0] == "python -m venv /opt/moleworks"
    assert steps[-1].startswith("useradd --system")
    installs = [step for step in steps if " install " in step]
    assert [step.split(" install ")[0] for step in installs] == ["/opt/moleworks/bin/pip"] * 2
    place = tmp_path / "opt"
    venv.create(place, system_site_packages=False, with_pip=False, symlinks=True)
    (site,) = place.glob("lib/python*/site-packages")
    (site / "locked.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n")
    # What was locked is there, in these very versions; `--dry-run` would ask the index for each.
    locked_names = {
        name.partition(" ")[0]
        for lock in re.findall(r"-r (\S+)", installs[0])
        for name in locked((ROOT / lock).read_text("utf-8"))
    }
    installed = {f"{each.name.lower().replace('_', '-')}=={each.version}" for each in distributions()}
    assert {"asyncpg", "uvloop"} <= {name.partition("==")[0] for name in locked_names}
    for name in ("asyncpg", "uvloop", "litestar", "uvicorn", "msgspec"):
        assert [each for each in installed & locked_names if each.startswith(f"{name}==")], name
    # The second install is of the source itself, into the new environment alone.
    command = installs[1].replace(
        "/opt/moleworks/bin/pip", f"{sys.executable} -m pip --python {place}/bin/python"
    )
    more = "--no-build-isolation --quiet --disable-pip-version-check --ignore-installed"
    done = subprocess.run(
        [*command.split(), *more.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (site / "moleworks" / "web").is_dir()
    words = [*container_word("ENTRYPOINT"), *container_word("CMD")]
    entry = [word.replace("/opt/moleworks", str(place)) for word in words]
    port = servers.free_port()
    settings = {"MOLEWORKS_HOST": "127.0.0.1", "MOLEWORKS_PORT": str(port)}
    surroundings = {"PATH": os.environ["PATH"], "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    check = [
        word.replace("/opt/moleworks", str(place)).replace("8000", str(port))
        for word in container_word("HEALTHCHECK")
    ]
    with subprocess.Popen(entry, env=surroundings | settings, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline()
            assert subprocess.run(check, check=False, stderr=subprocess.DEVNULL).returncode == 0
        finally:
            server.terminate()
        assert server.wait(60) in {0, -signal.SIGTERM}  # it ends in order, then by the signal itself
    assert subprocess.run(check, check=False, stderr=subprocess.DEVNULL).returncode != 0


class NamedUpstream(BaseHTTPRequestHandler):
    """Answers with the port that it listens on."""

    def do_GET(self) -> None:
        assert isinstance(self.server, ThreadingHTTPServer)
        body = str(self.server.server_port).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def upstreams(count: int) -> Iterator[list[ThreadingHTTPServer]]:
    found = [ThreadingHTTPServer(("127.0.0.1", 0), NamedUpstream) for _ in range(count)]
    threads = [threading.Thread(target=one.serve_forever, args=[0.02]) for one in found]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        for one, thread in zip(found, threads, strict=True):
            one.shutdown()
            thread.join()
            one.server_close()


@pytest.mark.needs("nginx")
def test_nginx_sends_a_match_to_one_worker_and_keeps_it_there(tmp_path: Path) -> None:
    """With the shipped configuration: matches spread over the workers, and only those of a lost one move."""
    paths = [f"/api/matches/{number:03}x" for number in range(60)]

    def ask(port: int, path: str) -> int:
        return int(client.request(port, "GET", path, root=""))

    with upstreams(3) as workers:
        ports = [worker.server_port for worker in workers]
        with servers.nginx(ports, tmp_path) as (_, port):
            before = {path: ask(port, path) for path in paths}
            assert set(before.values()) == set(ports)
            for path in paths:
                assert {ask(port, f"{path}{more}") for more in ("/live?seq=0", "/said", "?seq=4")} == {
                    before[path]
                }
            assert {ask(port, "/api/games") for _ in range(60)} == set(ports)
        with servers.nginx(ports[:2], tmp_path) as (_, port):
            after = {path: ask(port, path) for path in paths}
    assert all(after[path] == before[path] for path in paths if before[path] != ports[2])


@contextmanager
def half_requests(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Connections of one address that never end their header; nginx drops none that has begun one."""
    with ExitStack() as stack:
        opened = list[socket.socket]()
        for _ in range(count):
            opened.append(stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60)))
            opened[-1].sendall(b"GET / HTTP/1.1\r\nHost: moles\r\nx: ")
        yield opened


def answered(port: int, address: str) -> int:
    """The status that a request from that address of this computer gets."""
    try:
        client.request(port, "GET", "/api/games", root="", address=address)
    except client.HttpError as error:
        return error.status
    return 200


def is_ended(opened: socket.socket) -> bool:
    """Wait until the other side closes or resets the connection; False if it sends something."""
    try:
        return not opened.recv(1)
    except ConnectionResetError:
        return True


@pytest.mark.slow
@pytest.mark.needs("nginx")
def test_half_requests_of_one_address_keep_nobody_out_and_are_closed(tmp_path: Path) -> None:
    """More than nginx has room for by default."""
    with (
        upstreams(1) as (worker,),
        servers.nginx([worker.server_port], tmp_path, as_shipped=True) as (_, port),
        half_requests(port, 1500) as opened,
    ):
        assert [answered(port, "127.0.0.2") for _ in range(10)] == [200] * 10
        assert all(is_ended(one) for one in opened), "none is kept"


@pytest.mark.needs("nginx")
def test_nginx_limits_what_one_address_may_keep_open(tmp_path: Path) -> None:
    limit = int(re.findall(r"limit_conn addresses (\d+);", (DEPLOY / "nginx.conf").read_text("utf-8"))[0])
    with (
        upstreams(1) as (worker,),
        servers.nginx([worker.server_port], tmp_path, as_shipped=True) as (_, port),
        ExitStack() as stack,
    ):
        for _ in range(limit):
            opened = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            opened.sendall(b"POST /api/matches HTTP/1.1\r\nHost: moles\r\nContent-Length: 4\r\n\r\n")
        until = time.monotonic() + 60
        while (status := answered(port, "127.0.0.1")) == 200 and time.monotonic() < until:
            pass  # nginx may still be reading the last of them
        assert status == 429
        assert answered(port, "127.0.0.2") == 200


@pytest.mark.needs("nginx")
def test_nginx_shows_no_metrics_takes_no_large_body_and_sends_to_tls(tmp_path: Path) -> None:
    redirect_port = servers.free_port()
    with (
        upstreams(1) as (worker,),
        servers.nginx([worker.server_port], tmp_path, redirect_port=redirect_port) as (_, port),
    ):
        for method, path, data, status in (
            ("GET", "/metrics", None, 403),
            ("POST", "/api/records", "m" * 600_000, 413),
        ):
            with pytest.raises(client.HttpError) as refused:
                client.request(port, method, path, data, root="")
            assert refused.value.status == status
        with closing(http.client.HTTPConnection("127.0.0.1", redirect_port, timeout=60)) as plain:
            plain.request("GET", "/match/x?y=1", headers={"Host": "moles.example.org"})
            answer = plain.getresponse()
            assert answer.status == 301
            assert answer.getheader("location") == "https://moles.example.org/match/x?y=1"


def test_nginx_lets_through_what_the_server_takes() -> None:
    from moleworks.web.settings import Settings

    config = (DEPLOY / "nginx.conf").read_text("utf-8")
    (kilobytes,) = re.findall(r"client_max_body_size (\d+)k;", config)
    assert int(kilobytes) * 1024 > Settings().body_bytes
    (connections,) = re.findall(r"limit_conn addresses (\d+);", config)
    assert int(connections) == 2 * Settings().connections_per_address
