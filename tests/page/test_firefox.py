"""The page without a server in Firefox: whole games, reload, no network, and storage that it refuses."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from tests.page import firefox_relay, test_games, test_storage, test_without_server
from tests.page.conftest import Visit, visits
from tests.page.visitors import GAMES, Visitor

pytestmark = pytest.mark.needs("node", "firefox")

REFUSE_ALL = 2
"""Firefox's number for a browser that lets no page store anything."""
ITS_OWN_WORD = "Storage access is restricted in this context due to user settings or private browsing mode."
"""What Firefox writes into the console for each storage that a page asks for."""


@contextmanager
def started(playwright: Playwright, folder: Path, **preferences: Any) -> Iterator[Browser]:
    """A Firefox with these preferences."""
    command = folder / "firefox"
    firefox = shutil.which("firefox-esr")
    command.write_text(f'#!/bin/sh\nexec {sys.executable} {firefox_relay.__file__} {firefox} "$@"\n', "utf-8")
    command.chmod(0o755)
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=command, firefox_user_prefs=preferences
    )
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(playwright, tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


@pytest.fixture
def visit(firefox: Browser, address: str) -> Iterator[Visit]:
    yield from visits(firefox, address)


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    return visit()


def test_a_whole_game_by_mouse(visit: Visit) -> None:
    test_games.test_a_whole_game_by_mouse(visit, "mole-hill")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES[1:])
def test_longer_games_by_mouse(visit: Visit, game: str) -> None:
    test_games.test_a_whole_game_by_mouse(visit, game)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(visit: Visit, game: str) -> None:
    test_games.test_a_whole_game_by_keyboard(visit, game)


@pytest.mark.long
def test_a_reload_loses_nothing(visitor: Visitor) -> None:
    test_without_server.test_mole_hill_against_the_computer_and_a_reload(visitor)


@pytest.mark.long
def test_a_match_goes_on_without_a_network(visitor: Visitor) -> None:
    test_without_server.test_after_the_first_visit_a_match_goes_on_without_a_network(visitor)


@pytest.mark.long
def test_a_private_window_plays(playwright: Playwright, tmp_path: Path, address: str) -> None:
    """It stores matches as long as it is open, and no files for visits without a network."""
    with started(playwright, tmp_path, **{"browser.privatebrowsing.autostart": True}) as browser:
        visitor = Visitor(browser, base=address)
        test_without_server.test_mole_hill_against_the_computer_and_a_reload(visitor)
        visitor.leave()
        assert visitor.errors == []


@pytest.mark.long
def test_a_game_is_played_where_site_data_are_blocked(
    playwright: Playwright, tmp_path: Path, address: str
) -> None:
    with started(playwright, tmp_path, **{"network.cookie.cookieBehavior": REFUSE_ALL}) as browser:
        visitor = Visitor(browser, base=address)
        visitor.expect_errors("storage of this browser is full, or refused")
        test_storage.a_game_is_played_without_storage(visitor)
        visitor.leave()
        assert set(visitor.errors) <= {ITS_OWN_WORD}
