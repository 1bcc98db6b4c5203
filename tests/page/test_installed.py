"""The page can be installed as an app, with icons that fit any mask."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.parts import browser_path
from tests.web.people import RunningServer

pytestmark = pytest.mark.needs("chromium")

SIDE = 256
SAFE = 0.4
"""A share of the side; a mask may cut off what is farther from the centre."""


def test_the_browser_would_install_it(chromium: Browser, server: RunningServer, tmp_path: Path) -> None:
    # Only a window that keeps things can install one, and the tests' usual ones do not.
    context = chromium.browser_type.launch_persistent_context(tmp_path, executable_path=browser_path())
    try:
        page = context.pages[0]
        page.goto(server.base)
        devtools = context.new_cdp_session(page)
        assert devtools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
        told = devtools.send("Page.getAppManifest")
        assert told["errors"] == []
        icons = page.evaluate("url => fetch(url).then(answer => answer.json())", told["url"])["icons"]
        assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
        for icon in icons:
            assert drawn(page, icon["src"])["corner"] == (255 if icon["purpose"] == "maskable" else 0)
    finally:
        context.close()


def test_a_mask_cuts_off_nothing_but_lawn(chromium: Browser, server: RunningServer) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(server.base)
    assert drawn(page, "/icon-maskable.svg")["outside"] == 1, "one colour beyond the circle"
    context.close()


def drawn(page: Page, icon: str) -> dict[str, int]:
    """The opacity of the corner of an icon, and the number of colours outside the safe circle."""
    found: dict[str, int] = page.evaluate(
        """async ([icon, side, safe]) => {
            const image = new Image();
            image.src = icon;
            await image.decode();
            const canvas = Object.assign(document.createElement('canvas'), {width: side, height: side});
            const paper = canvas.getContext('2d');
            paper.drawImage(image, 0, 0, side, side);
            const dots = new Uint32Array(paper.getImageData(0, 0, side, side).data.buffer);
            const outside = new Set();
            for (let n = 0; n < dots.length; n++) {
                const away = Math.hypot(n % side - side / 2, Math.floor(n / side) - side / 2);
                if (away > safe * side) outside.add(dots[n]);
            }
            return {corner: dots[0] >>> 24, outside: outside.size};
        }""",
        [icon, SIDE, SAFE],
    )
    return found
