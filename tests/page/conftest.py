"""Fixtures: a real browser, a running server, and visitors of the page."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from moleworks.web.site import write_site
from scripts.pyodide_wheels import fetch
from tests.page.visitors import PATIENCE, Visitor
from tests.parts import browser_path
from tests.wasm.pyodide_runs import pyodide_folder
from tests.web.people import RunningServer, running

Visit = Callable[..., Visitor]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """One for each module: while Playwright runs, no other event loop can run in this thread."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=browser_path())
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("page")
    limits = {"matches_per_hour": 10**6, "codes_per_minute": 10**6}
    with running(database=f"sqlite:///{folder}/matches.sqlite", thinkers=1, **limits) as started:
        yield started


@pytest.fixture
def away_at_once(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players who disconnect count as away at once, without the usual delay."""
    match_server = server.app.context.match_server
    monkeypatch.setattr(match_server, "retention", match_server.retention._replace(away=0.0))


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def written_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as a static folder, which nobody changes."""
    out: Path = tmp_path_factory.mktemp("written")
    pyodide, wheels = pyodide_folder(tmp_path_factory.mktemp("npm")), fetch(tmp_path_factory.mktemp("wheels"))
    write_site(out, pyodide, wheels, compiled=True)
    return out


@pytest.fixture(scope="module")
def site(written_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as a static folder below the top of a web space."""
    return shutil.copytree(written_site, tmp_path_factory.mktemp("site") / "moles")


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The folder is below the top of its web space."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=site.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{site.name}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def base(server: RunningServer) -> str:
    """Where the page is."""
    return server.base


@pytest.fixture
def visit(chromium: Browser, base: str) -> Iterator[Visit]:
    """Opens browser contexts with these stored settings and choices; checks for errors at the end."""
    yield from visits(chromium, base)


def visits(browser: Browser, base: str) -> Iterator[Visit]:
    """The same in any browser."""
    visitors: list[Visitor] = []

    def visited(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, **{"base": base} | wishes))
        return visitors[-1]

    yield visited
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        assert visitor.errors == [], "the browser complained"
        assert visitor.strangers == [], "somebody else was asked"
