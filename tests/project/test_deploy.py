"""The files in deploy/: they hang together, and the container file installs what the lock files say."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distributions
from pathlib import Path

import pytest

from benchmarks.service import client, servers

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


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
    assert "./nginx.conf:" in compose
    assert (DEPLOY / "nginx.conf").is_file()
    workers = re.findall(r"server (moleworks-\d):8000;", (DEPLOY / "nginx.conf").read_text("utf-8"))
    assert (
        workers == re.findall(r"^  (moleworks-\d):", compose, re.MULTILINE) == ["moleworks-1", "moleworks-2"]
    )


def test_the_settings_that_containers_are_given_exist() -> None:
    from moleworks.web.settings import Settings, read

    text = "".join((DEPLOY / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    named = {name.lower() for name in re.findall(r"MOLEWORKS_([A-Z_]+)[=:]", text)} - {"name"}
    assert {"database", "public_url", "trusted_proxies"} <= named <= set(Settings.__struct_fields__)
    proxies = re.findall(r"MOLEWORKS_TRUSTED_PROXIES: (\S+)", text)
    assert read(environment={"MOLEWORKS_TRUSTED_PROXIES": proxies[0]}).trusted_proxies == proxies[0]


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
