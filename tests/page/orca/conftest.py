"""Fixtures: Orca on a desktop without a screen, and Chromium with windows, which it reads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.conftest import Visit
from tests.page.orca.desktop import Desktop, desktop
from tests.page.orca.ear import Ear


@pytest.fixture(scope="module")
def orca(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    with desktop(tmp_path_factory.mktemp("orca")) as started:
        yield started


@pytest.fixture(scope="module")
def chromium(orca: Desktop) -> Iterator[Browser]:
    """With windows: one without them tells a screen reader nothing."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            headless=False,
            args=["--force-renderer-accessibility", "--window-position=0,0", "--window-size=1280,1000"],
            ignore_default_args=["--disable-renderer-accessibility"],
            env=dict(orca.environment),
        )
        yield browser
        browser.close()


@pytest.fixture
def ear(orca: Desktop, visit: Visit) -> Iterator[Ear]:
    """One who opens pages by what Orca says."""
    listener = Ear(orca, visit)
    yield listener
    assert listener.floods() == []
