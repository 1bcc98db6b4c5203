"""Ears in front of a browser: the accessible name of what has the focus, and every text of a live region."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError as TooLong

from tests.page.visitors import PATIENCE, Visitor

NOTE = """
window.spoken = [];
new MutationObserver((changes) => {
  const regions = new Set();
  for (const { target } of changes) {
    const near = target instanceof Element ? target : target.parentElement;
    const region = near?.closest('[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]');
    if (region) regions.add(region);
  }
  for (const region of regions) {
    const text = region.textContent.replace(/\\s+/g, ' ').trim();
    if (text) window.spoken.push(text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""All that a screen reader would read out by itself, in order."""


class Listener:
    """Somebody who only hears, and only presses keys."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.log: list[str] = []
        """Every key, and all that was heard after it."""
        self.pressed = 0
        self.focus = ""
        """What was heard of the place where the keys go."""
        visitor.context.add_init_script(NOTE)
        self._browser = visitor.context.new_cdp_session(visitor.page)
        self._browser.send("Accessibility.enable")

    def press(self, key: str) -> list[str]:
        """What is announced at once."""
        self.page.keyboard.press(key)
        self.pressed += 1
        self.log.append(f"[{key}]")
        return self.hear()

    def hear(self) -> list[str]:
        """What was announced since the last time; what has the focus now is heard too, if that is news."""
        # Two frames: what a key changes is on the screen, and in the tree that screen readers read.
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        heard: list[str] = self.page.evaluate("() => window.spoken.splice(0)")
        focus = self._focused()
        if focus != self.focus:
            self.focus = focus
            self.log.append(focus)
        self.log += heard
        return heard

    def wait(self, patience: float = PATIENCE) -> list[str]:
        """Until something is announced; nothing, if that takes too long."""
        with suppress(TooLong):
            self.page.wait_for_function("() => window.spoken.length", timeout=patience)
        return self.hear()

    def ask(self, key: str) -> str:
        """What a key is answered; every key that asks is."""
        self.hear()
        self.page.keyboard.press(key)
        self.pressed += 1
        self.log.append(f"[{key}]")
        self.page.wait_for_function("() => window.spoken.length")
        return self.hear()[-1]

    def _focused(self) -> str:
        """What has the focus, as the browser tells it to a screen reader."""
        found = self._browser.send("Runtime.evaluate", {"expression": "document.activeElement"})
        thing = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node: dict[str, Any] = self._browser.send("Accessibility.getPartialAXTree", thing)["nodes"][0]
        name, role = (node.get(part, {}).get("value", "") for part in ("name", "role"))
        return f"{name} ({role})"
