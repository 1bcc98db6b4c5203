"""The page without a server where the browser stores nothing, or nothing more: it says so, and plays on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect

from tests.page.test_without_server import play_on
from tests.page.visitors import Visitor

NOT_KEPT = "This browser stores nothing: your matches will be gone when you close this tab."
NOT_STORED = "This browser cannot store it: its storage is full, or is refused."
ELSEWHERE = "open in another tab"
BLOCKED = 2
"""Chromium's number for what is not allowed."""
UNKNOWN_HOST = "moles.test"
"""A name for this machine that browsers do not hold for safe without TLS."""


QUOTA = 100_000_000
"""Bytes; more than the page and its files need."""
FILL = """async () => {
  const opening = indexedDB.open('filler');
  opening.onupgradeneeded = () => opening.result.createObjectStore('pieces', { autoIncrement: true });
  await new Promise((resolve) => (opening.onsuccess = resolve));
  for (let size = 1 << 24; size >= 1 << 8; size >>= 1) {
    const piece = new Uint8Array(size);
    for (let at = 0; at < size; at += 65536) crypto.getRandomValues(piece.subarray(at, at + 65536));
    for (let stored = true; stored; ) {
      stored = await new Promise((resolve) => {
        const writing = opening.result.transaction('pieces', 'readwrite');
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => resolve(false);
        writing.objectStore('pieces').add(piece);
      });
    }
  }
}"""
"""Stores smaller and smaller pieces, until not even the smallest can be stored."""


def a_game_is_played_without_storage(visitor: Visitor) -> None:
    """The page says that nothing is kept; everything else works until the tab ends."""
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    expect(visitor.page.get_by_role("alert")).to_have_text(NOT_KEPT)
    assert play_on(visitor, 3) == 3
    visitor.page.evaluate("location.hash = 'start'")
    visitor.card("mole-hill").wait_for()
    visitor.page.go_back()
    assert visitor.wait_for_turn()


@pytest.fixture
def started(playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Starts a Chromium with preferences, and arguments; the one without windows ignores preferences."""
    begun: list[BrowserContext] = []

    def start(*arguments: str, **preferences: object) -> Browser:
        folder = tmp_path / "Default"
        folder.mkdir()
        (folder / "Preferences").write_text(json.dumps(preferences), "utf-8")
        context = playwright.chromium.launch_persistent_context(
            tmp_path, executable_path=shutil.which("chromium"), args=["--headless=new", *arguments]
        )
        begun.append(context)
        assert context.browser
        return context.browser

    yield start
    for context in begun:
        context.close()


@pytest.mark.needs("node", "chromium with windows")
def test_a_game_is_played_where_site_data_are_blocked(started: Callable[..., Browser], address: str) -> None:
    browser = started(profile={"default_content_setting_values": {"cookies": BLOCKED}})
    visitor = Visitor(browser, base=address)
    visitor.expect_errors("storage of this browser is full, or refused")
    a_game_is_played_without_storage(visitor)
    refused = "() => { try { return localStorage.length } catch (error) { return error.name } }"
    assert visitor.page.evaluate(refused) == "SecurityError", "the browser does block site data"
    visitor.leave()
    assert visitor.errors == []


@pytest.mark.needs("node", "chromium")
def test_a_full_storage_takes_the_move_back_and_the_match_goes_on_later(
    chromium: Browser, address: str
) -> None:
    visitor = Visitor(chromium, base=address)
    page, session = visitor.page, visitor.context.new_cdp_session(visitor.page)
    origin = "/".join(address.split("/")[:3])
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": QUOTA})
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    play_on(visitor, 2)
    assert visitor.wait_for_turn()
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.evaluate(FILL)
    told = int(page.locator("main.table").get_attribute("data-seq") or 0)
    visitor.targets.first.click(force=True)
    expect(page.get_by_text(NOT_STORED).first).to_be_visible()
    assert page.locator("main.table").get_attribute("data-seq") == str(told)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    assert visitor.wait_for_turn()
    assert play_on(visitor, 2) == 2
    page.reload()
    assert visitor.wait_for_turn()
    assert int(page.locator("main.table").get_attribute("data-seq") or 0) > told + 1
    visitor.leave()
    assert visitor.errors == []


@pytest.mark.needs("node", "chromium with windows")
def test_an_address_without_tls_stores_matches_and_one_tab_uses_them(
    started: Callable[..., Browser], address: str
) -> None:
    browser = started(f"--host-resolver-rules=MAP {UNKNOWN_HOST} 127.0.0.1")
    visitor = Visitor(browser, base=address.replace("127.0.0.1", UNKNOWN_HOST))
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    assert not visitor.page.evaluate("isSecureContext")
    play_on(visitor, 2)
    assert visitor.wait_for_turn()
    visitor.page.reload()
    assert visitor.wait_for_turn()
    second = visitor.context.new_page()
    second.goto(f"{visitor.base}/")
    expect(second.get_by_role("alert")).to_contain_text(ELSEWHERE)
    visitor.leave()
    assert visitor.errors == []


@pytest.mark.needs("node", "chromium")
def test_two_folders_of_one_web_space_share_what_is_stored_so_one_tab_uses_it(
    chromium: Browser, site: Path, address: str
) -> None:
    other = site.with_name("others")
    shutil.copytree(site, other)
    visitor = Visitor(chromium, base=address)
    visitor.start("mole-hill")
    assert visitor.wait_for_turn()
    second = visitor.context.new_page()
    second.goto(f"{address.removesuffix(site.name)}{other.name}/")
    expect(second.get_by_role("alert")).to_contain_text(ELSEWHERE)
    visitor.leave()
