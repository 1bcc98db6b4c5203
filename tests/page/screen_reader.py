"""What a screen reader would say: the accessible name of the focus, and every text of a live region."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError as TooLong

from tests.page.visitors import PATIENCE, Visitor

NOTE = """
window.spoken = [];
new MutationObserver((changes) => {
  const regions = new Set();
  for (const { target, addedNodes } of changes) {
    const near = target instanceof Element ? target : target.parentElement;
    const region = near?.closest('[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]');
    if (!region) continue;
    // A region that grows says what is new, any other says all of it.
    if (region.ariaRelevant !== 'additions') regions.add(region);
    else for (const line of addedNodes) regions.add(line);
  }
  for (const region of regions) {
    const text = region.textContent.replace(/\\s+/g, ' ').trim();
    if (text) window.spoken.push(text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Collects the texts of live regions, in order."""


class Listener:
    """A player who only listens, and only presses keys."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.log: list[str] = []
        """Every key, and what was heard after it."""
        self.pressed = 0
        self.focus = ""
        """The accessible name and role of the focused element."""
        visitor.context.add_init_script(NOTE)
        self._browser = visitor.context.new_cdp_session(visitor.page)
        self._browser.send("Accessibility.enable")

    def press(self, key: str) -> list[str]:
        """Press a key; what is announced at once."""
        self.page.keyboard.press(key)
        self.pressed += 1
        self.log.append(f"[{key}]")
        return self.hear()

    def hear(self) -> list[str]:
        """The announcements since the last call; a new focus is noted too."""
        # Wait for the next frame, so that the change is in the accessibility tree.
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        # Announcements wait for each other.
        self.page.wait_for_function("() => !document.querySelector('[data-announcer][data-busy]')")
        heard: list[str] = self.page.evaluate("() => window.spoken.splice(0)")
        focus = self._focused()
        if focus != self.focus:
            self.focus = focus
            self.log.append(focus)
        self.log += heard
        return heard

    def wait(self, patience: float = PATIENCE) -> list[str]:
        """Wait for an announcement; empty after the timeout."""
        with suppress(TooLong):
            self.page.wait_for_function("() => window.spoken.length", timeout=patience)
        return self.hear()

    def ask(self, key: str) -> str:
        """Press a key that asks for something; the answer."""
        self.hear()
        self.page.keyboard.press(key)
        self.pressed += 1
        self.log.append(f"[{key}]")
        self.page.wait_for_function("() => window.spoken.length")
        return self.hear()[-1]

    def _focused(self) -> str:
        """The focused element in the accessibility tree."""
        found = self._browser.send("Runtime.evaluate", {"expression": "document.activeElement"})
        thing = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node: dict[str, Any] = self._browser.send("Accessibility.getPartialAXTree", thing)["nodes"][0]
        name, role = (node.get(part, {}).get("value", "") for part in ("name", "role"))
        return f"{name} ({role})"
