"""The folder of the page without a server: what its archive holds, and when none is written."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from moleworks import puzzles
from moleworks.core.messages import Complaint
from moleworks.games import GAMES
from moleworks.web import site
from moleworks.web.app import application
from moleworks.web.settings import Settings
from tests.wasm.pyodide_runs import pyodide_folder
from tests.web.conftest import Start

SERVICE = """
import asyncio, json, sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import moleworks
from moleworks.core import work
from moleworks.web.in_browser import BrowserService

assert moleworks.__file__.startswith(sys.argv[1])

async def save():
    pass

async def ask(addresses):
    service = BrowserService("http://localhost/", Path(sys.argv[2]), save)
    await service.open()
    replies = [await service.request("GET", address, {}, b"") for address in addresses]
    await service.close()
    return [[status, body.decode()] for status, _, body in replies]

with work.run_at_once():
    print(json.dumps(asyncio.run(ask(sys.argv[3:]))))
"""
"""Asks the service of an unpacked archive."""


def asked(folder: Path, *addresses: str) -> list[tuple[int, str]]:
    unpacked = folder / "archive"
    with ZipFile(BytesIO(site.archive())) as archive:
        archive.extractall(unpacked)
    command = [sys.executable, "-c", SERVICE, str(unpacked), str(folder / "data"), *addresses]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [(status, body) for status, body in json.loads(done.stdout)]


def test_the_archive_has_every_file_that_the_package_reads() -> None:
    wanted = {
        f"moleworks/{name}"
        for path in site.PACKAGE.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and path.suffix not in {".mjs", ".po", ".typed"}
        and not (name := path.relative_to(site.PACKAGE).as_posix()).startswith(site.LEFT_OUT)
    }
    with ZipFile(BytesIO(site.archive())) as archive:
        assert set(archive.namelist()) == wanted | set(site.KERNELS)


def test_the_service_of_the_archive_has_the_puzzles_of_every_game(tmp_path: Path) -> None:
    days = [f"/api/puzzles/{game}/daily/2026-11-19" for game in GAMES]
    listed, *daily = asked(tmp_path, "/api/puzzles", *days)
    counts = {each["game"]: each["count"] for each in json.loads(listed[1])}
    assert counts == {game: len(puzzles.book(game)) for game in GAMES}
    assert [status for status, _ in daily] == [200] * len(days)


def empty_parts(folder: Path) -> None:
    """What `write_site` asks for, with nothing in it but a licence."""
    for name in site.RUNTIME:
        (folder / name).touch()
    for name in ("msgspec-1-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "reportlab-1-py3-none-any.whl"):
        with ZipFile(folder / name, "w") as wheel:
            wheel.writestr(f"{name.partition('-')[0]}-1.dist-info/licenses/LICENSE", "BSD")


def test_a_server_serves_the_folder_as_its_page(tmp_path: Path, start: Start) -> None:
    empty_parts(tmp_path)
    out = tmp_path / "out"
    site.write_site(out, tmp_path, tmp_path)
    for wish, allows in ((str(out), True), ("", False)):
        server = start(site=wish)
        index = httpx.get(f"{server.base}/")
        assert (site.MARK in index.text) == allows
        assert ("'wasm-unsafe-eval'" in index.headers["content-security-policy"]) == allows
    server = start(site=str(out))
    for path in (path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()):
        reply = httpx.get(f"{server.base}/{path}")
        assert reply.status_code == 200, path
        if path != site.HEALTH:
            assert reply.content == (out / path).read_bytes()
    assert httpx.get(f"{server.base}/{site.HEALTH}").json()["ok"] is True


def test_a_server_refuses_a_folder_that_is_no_page(tmp_path: Path) -> None:
    with pytest.raises(Complaint, match="is no folder of the page: write it by 'moleworks site --out"):
        application(Settings(database="sqlite:////nowhere/matches.sqlite", site=str(tmp_path)))


def test_a_browser_imports_at_its_start_only_what_a_match_needs() -> None:
    program = "import moleworks.web.in_browser, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    assert "moleworks.matches.live" in imported
    late = {"moleworks.arena", "moleworks.press", "moleworks.terminal", "multiprocessing", "urllib.request"}
    assert not late & imported


@pytest.mark.needs("node")
def test_a_compiled_archive_has_the_same_modules(tmp_path: Path) -> None:
    sources = site.archive()
    compiled = site.compile_archive(sources, pyodide_folder(tmp_path))
    with ZipFile(BytesIO(sources)) as before, ZipFile(BytesIO(compiled)) as after:
        names = [f"{name}c" if name.endswith(".py") else name for name in before.namelist()]
        assert after.namelist() == names
        assert all(after.read(name) == before.read(name) for name in names if not name.endswith(".pyc"))
    with pytest.raises(Complaint, match="Pyodide could not compile the modules"):
        site.compile_archive(sources, tmp_path / "nowhere")


def test_no_folder_is_written_without_its_translations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "moleworks" / "texts" / "fr" / "LC_MESSAGES" / "moleworks.po"
    source.parent.mkdir(parents=True)
    source.touch()
    monkeypatch.setattr(site, "PACKAGE", tmp_path / "moleworks")
    with pytest.raises(Complaint, match=r"texts/fr/LC_MESSAGES/moleworks\.po has not been compiled"):
        site.write_site(tmp_path / "out", tmp_path, tmp_path)
    assert not (tmp_path / "out").exists()
