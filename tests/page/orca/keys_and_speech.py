"""A match by keys and by what Orca says of it, for a player by ear."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import TimeoutError as TooLong

from tests.page.orca.ear import Ear
from tests.page.visitors import PATIENCE

X_NAMES = {"Enter": "Return", "ArrowRight": "Right"}
"""What X calls keys that have another name in browsers."""
TURN = ".ending, .space.target, .turn .button.main"
"""What is there on the player's turn, or once the match is over."""


class OrcaSpeech:
    """Each key waits until Orca has said what the page wants to be said."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self.focus = ""
        self.pressed = 0

    def press(self, key: str) -> list[str]:
        """Press a key; what is announced at once."""
        self._ear.press(X_NAMES.get(key, key))
        self.pressed += 1
        return self.hear()

    def hear(self) -> list[str]:
        """The announcements since the last call, spoken; a new focus is heard too."""
        heard = self._ear.announced()
        self.focus = self._ear.focus() or self.focus
        return heard

    def ask(self, key: str) -> str:
        """Press a key that asks for something; the answer."""
        self._wait_for_turn()
        self._ear.press(key)
        self.pressed += 1
        self._ear.page.wait_for_function("() => window.wanted.length")
        return self.hear()[-1]

    def wait(self, patience: float = PATIENCE) -> list[str]:
        """Wait for an announcement; empty after the timeout."""
        with suppress(TooLong):
            self._ear.page.wait_for_function("() => window.wanted.length", timeout=patience)
        return self._wait_for_turn()

    def _wait_for_turn(self) -> list[str]:
        """Wait for one's turn: Orca drops what comes at the moment of a key, as it cuts off what it says."""
        self._ear.page.locator(TURN).first.wait_for()
        return self.hear()
