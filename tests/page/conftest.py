"""A real browser and a server that really runs."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.page.visitors import PATIENCE, Visitor
from tests.web.people import Running, running

Visit = Callable[..., Visitor]

expect.set_options(timeout=PATIENCE)


def browser_path() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(path for name in names if (path := shutil.which(name)))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Not for the whole session: as long as Playwright runs, nothing else can run a loop of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("page")
    limits = {"matches_per_hour": 10**6, "codes_per_minute": 10**6}
    with running(database=f"sqlite:///{folder}/matches.sqlite", thinkers=1, **limits) as started:
        yield started


@pytest.fixture
def missed_at_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who goes is away at once: other tests give them time to come back."""
    house = server.app.site.house
    monkeypatch.setattr(house, "keep", house.keep._replace(away=0.0))


@pytest.fixture
def visit(chromium: Browser, server: Running) -> Iterator[Visit]:
    """Opens the page in a browser of its own, with these choices of somebody who was here before."""
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
