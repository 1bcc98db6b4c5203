"""A player who presses keys and hears Orca; and what the page wanted to be said, to compare."""

from __future__ import annotations

import json
import re
from difflib import ndiff
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLong

from scripts.page_texts import PAGE_TEXTS
from tests.page.conftest import Visit
from tests.page.orca.desktop import PATIENCE, Desktop, Utterance, wait_until
from tests.page.visitors import Visitor

GLANCE = 1000.0
"""Milliseconds after which a key that did not arrive is pressed again."""

NOTE = """
window.addEventListener('keydown', () => (window.keys = (window.keys ?? 0) + 1), true);
window.wanted = [];
window.focused = [];
new MutationObserver((changes) => {
  for (const { addedNodes, target } of changes) {
    if (!(target instanceof Element && target.closest('[data-announcer]'))) continue;
    // Lines that are taken away had been said.
    const texts = [...addedNodes].map((node) => node.textContent.replace(/\\s+/g, ' ').trim());
    window.wanted.push(...texts.filter(Boolean));
  }
}).observe(document, { subtree: true, childList: true });
window.addEventListener('focusin', ({ target }) => {
  if (!target.dataset.space) return;
  const name = target.ariaLabel;
  window.focused.push(name.replace(/\\s+/g, ' ').trim());
});
"""
"""Collects the texts that the page puts into its announcer, and the names of spaces that get the focus."""

MARK = """
(text) => {
  const region = document.querySelector('[data-mark]')
    ?? document.body.appendChild(document.createElement('div'));
  region.setAttribute('aria-live', 'polite');
  region.dataset.mark = '';
  const said = document.createElement('p');
  said.textContent = text;
  setTimeout(() => region.append(said), 50);
}
"""
"""Puts a text into a live region of the test's own. Orca says it after all that came before."""


class Ear:
    """Keys and speech of one page."""

    def __init__(self, orca: Desktop, visit: Visit) -> None:
        self.orca = orca
        self._visit = visit
        self._read = 0
        self._marks = 0
        self._said: list[str] = []
        """All that was said since the page was opened."""
        self._wanted: list[str] = []
        """All that the page wanted to be said since then."""
        self._focused: list[str] = []
        """The names of all spaces that had the focus since then."""
        self._told = 0
        self._heard_focus = 0
        self._said_before = 0
        """How much was said before the last key."""
        self.page: Page
        self.visitor: Visitor

    def open(self, address: str = "/", **wishes: Any) -> None:
        """Open a page in a window of its own, and wait until Orca has told of it."""
        visitor = self.visitor = self._visit(size=(1200, 800), **wishes)
        visitor.context.add_init_script(NOTE)
        self.page = visitor.page
        self.spoken()
        self._said.clear()
        visitor.open(address)
        self.page.locator("h1").first.wait_for()
        wait_until(self._keys_arrive, "a key in the page")
        self.mark()

    def reach(self, selector: str, pattern: str) -> None:
        """Give an element the focus until Orca says it: it hears of no focus while it reads a new page."""

        def reached() -> bool | None:
            self.page.evaluate("() => document.activeElement.blur()")
            self.page.locator(selector).focus()
            heard = self.mark()
            return any(re.search(pattern, text) for text in heard) or None

        wait_until(reached, pattern)

    def _keys_arrive(self) -> bool | None:
        """Whether the page gets a key that does nothing; a new window may give them to its address bar."""
        self.page.bring_to_front()
        self.orca.press("shift")
        try:
            self.page.wait_for_function("() => window.keys", timeout=GLANCE)
        except TooLong:
            return None
        return True

    def press(self, *keys: str) -> None:
        """Press keys without modifiers, by the names of X, and wait until the page has them."""
        self.spoken()
        self._said_before = len(self._said)
        before: int = self.page.evaluate("() => window.keys")
        self.orca.press(*keys)
        self.page.wait_for_function(
            "count => window.keys >= count", arg=before + len(keys), timeout=1000 * PATIENCE
        )

    def spoken(self) -> list[str]:
        """What was said since the last call."""
        new = [utterance.text for utterance in self.utterances() if utterance.kind == "say"]
        self._said += new
        return new

    def utterances(self) -> list[Utterance]:
        """What was said or cut since the last call."""
        new = self.orca.utterances(self._read)
        self._read += len(new)
        return new

    def wait_for(self, pattern: str) -> list[str]:
        """Wait until something is said; all that was said until then."""
        heard: list[str] = []

        def found() -> bool | None:
            heard.extend(self.spoken())
            return True if any(re.search(pattern, text) for text in heard) else None

        try:
            wait_until(found, pattern)
        except AssertionError as error:
            raise AssertionError(f"{error}; heard: {heard}") from None
        return heard

    def mark(self) -> list[str]:
        """All that was said until now, and is still to be said because of what happened until now."""
        self._marks += 1
        text = f"mark {self._marks}"
        self.page.evaluate(MARK, text)
        return [said for said in self.wait_for(f"^{text}$") if said != text]

    def announced(self) -> list[str]:
        """Wait until all was spoken that the page wanted to be said, in order and once; what is new of it."""
        self.page.wait_for_function("() => !document.querySelector('[data-announcer][data-busy]')")
        self._wanted += self.page.evaluate("() => window.wanted.splice(0)")
        self._focused += self.page.evaluate("() => window.focused.splice(0)")
        # A space that is announced again cannot be told from one that has got the focus.
        names = tuple(filter(None, self._focused))
        wanted = [text for text in self._wanted if not text.startswith(names)]

        def said() -> list[str]:
            self.spoken()
            return [text for text in self._said if text in wanted]

        try:
            wait_until(lambda: len(said()) >= len(wanted) or None, "an announcement")
        finally:
            assert said() == wanted, "\n".join(ndiff(wanted, said()))
        new = self._wanted[self._told :]
        self._told = len(self._wanted)
        return new

    def focus(self) -> str | None:
        """What was spoken of the space that got the focus last, once it was; None if none got it."""
        self._focused += self.page.evaluate("() => window.focused.splice(0)")
        if len(self._focused) == self._heard_focus:
            return None
        self._heard_focus = len(self._focused)
        # What is possible there is added to a name while it is read.
        name = re.split("[.:]", self._focused[-1])[0].strip()
        since = self._said_before

        def found() -> str | None:
            self.spoken()
            return next((text for text in self._said[since:] if text.startswith(name)), None)

        return wait_until(found, f"the focus on {name}")

    def do(self, script: str) -> None:
        """Run a script in the page."""
        self.page.evaluate(script)

    def page_texts(self, language: str) -> dict[str, str]:
        """The texts of the page in a language, by their names."""
        found: dict[str, str] = json.loads((PAGE_TEXTS / f"{language}.json").read_text("utf-8"))
        later: dict[str, str] = json.loads((PAGE_TEXTS / "later" / f"{language}.json").read_text("utf-8"))
        return found | later
