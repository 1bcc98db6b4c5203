"""Draw the icons of the installed page as PNG files, from their SVG files, and choose its screenshots.

.venv/bin/python scripts/app_pictures.py

Browsers ask for them when they offer to install the page; `scripts/screens.py` takes the screenshots.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.parts import browser_path  # noqa: E402

PUBLIC, PICTURES = ROOT / "page" / "public", ROOT / "docs" / "pictures"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    # Safari takes no other icon for the home screen, and rounds its corners itself.
    "icon-apple-180.png": ("icon-maskable.svg", 180),
}
SCREENSHOTS = {
    "screenshot-wide.webp": "mole-hill-desktop.webp",
    "screenshot-narrow.webp": "mole-company-phone-dark.webp",
}


def draw(browser: Browser, source: Path, side: int) -> bytes:
    """An SVG file as PNG."""
    page = browser.new_page(viewport={"width": side, "height": side})
    page.set_content(
        f"<style>* {{ margin: 0 }} svg {{ display: block; width: 100vw }}</style>{source.read_text()}"
    )
    png = page.screenshot(omit_background=True)
    page.close()
    return png


def main() -> None:
    """Write all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        for name, (source, side) in ICONS.items():
            (PUBLIC / name).write_bytes(draw(browser, PUBLIC / source, side))
        browser.close()
    for name, picture in SCREENSHOTS.items():
        shutil.copy(PICTURES / picture, PUBLIC / name)


if __name__ == "__main__":
    main()
