"""Fixtures: a real browser, a running server, and visitors of the page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.page.visitors import PATIENCE, Visitor
from tests.parts import BROWSERS
from tests.web.people import RunningServer, running

Visit = Callable[..., Visitor]

expect.set_options(timeout=PATIENCE)


def browser_path() -> str:
    """Chromium without windows of its own is preferred: with them a new page takes four times as long."""
    return next(path for name in BROWSERS if (path := shutil.which(name)))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One for each module: while Playwright runs, no other event loop can run in this thread."""
    with sync_playwright() as playwright:
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


@pytest.fixture
def visit(chromium: Browser, server: RunningServer) -> Iterator[Visit]:
    """Opens browser contexts with these stored settings and choices; checks for errors at the end."""
    visitors: list[Visitor] = []

    def visited(**wishes: Any) -> Visitor:
        visitors.append(Visitor(chromium, **{"base": server.base} | wishes))
        return visitors[-1]

    yield visited
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        assert visitor.errors == [], "the browser complained"
        assert visitor.strangers == [], "somebody else was asked"
