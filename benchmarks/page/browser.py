"""Open browsers and matches for the benchmarks of the page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.report import Missing

GAMES = ("mole-hill", "mole-company", "buddel-bande")
PATIENCE = 60_000.0
"""Milliseconds; nothing here takes that long."""


def chromium() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        raise Missing("Chromium is not here: install it (on Debian 'apt install chromium').")
    return found


@contextmanager
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - tests bring it, players do without
    except ModuleNotFoundError as error:
        raise Missing("The page is measured with what the tests need: run scripts/test once.") from error
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium())
        try:
            yield started
        finally:
            started.close()


@contextmanager
def visitor(browser: Any, **wishes: Any) -> Iterator[Any]:
    """A browser context with nothing stored."""
    context = browser.new_context(**{"locale": "en-GB"} | wishes)
    context.set_default_timeout(PATIENCE)
    try:
        yield context
    finally:
        context.close()


def ask(context: Any, base: str, method: str, path: str, **body: Any) -> Any:
    """A request with the cookie of the browser context."""
    answer = context.request.fetch(
        f"{base}/api{path}", method=method, data=body or None, headers={"origin": base}
    )
    if not answer.ok:
        raise RuntimeError(answer.text())
    return answer.json()


def match_of_two(context: Any, base: str, game: str) -> str:
    """Create a match of two at one device, whose players have seen their secrets."""
    seats = [{"kind": "here", "name": name} for name in ("Lina", "Max")]
    name: str = ask(context, base, "POST", "/matches", game=game, seats=seats)["id"]
    context.add_init_script(f"sessionStorage.setItem('moleworks.seen.{name}', '1')")
    return name
