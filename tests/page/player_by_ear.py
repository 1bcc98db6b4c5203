"""A player who only presses keys and knows only what is spoken."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Protocol

from scripts.page_texts import GAME_TEXTS, PAGE_TEXTS
from tests.page.visitors import GAMES

HOLE = {"en": "hole", "fr": "trou", "de": "Loch"}
IMPATIENT = 2000.0
"""Milliseconds of silence after which the player asks again."""


class KeysAndSpeech(Protocol):
    """What the player has of the page. Keys are named as browsers name them."""

    @property
    def focus(self) -> str:
        """What was spoken of the space or button that has the focus."""

    @property
    def pressed(self) -> int:
        """How many keys were pressed."""

    def press(self, key: str) -> list[str]:
        """Press a key; what is announced at once."""

    def ask(self, key: str) -> str:
        """Press a key that asks for something; the answer."""

    def wait(self, patience: float = ...) -> list[str]:
        """Wait for an announcement; empty after these milliseconds."""


class PlayerByEar:
    """Lina, who listens in one language."""

    def __init__(self, ear: KeysAndSpeech, language: str, seed: str) -> None:
        self.ear, self.random = ear, Random(seed)
        page = json.loads((PAGE_TEXTS / f"{language}.json").read_text("utf-8"))
        games = json.loads((GAME_TEXTS / f"{language}.json").read_text("utf-8"))
        self.titles: list[str] = [games[name]["title"] for name in GAMES]
        self.hole = HOLE[language]
        self.choosing: str = page["can_go"].partition("{")[0]

    def start(self, game: str) -> None:
        title = self.titles[GAMES.index(game)]
        while title not in self.ear.focus:
            self.ear.press("Tab")
            assert self.ear.pressed < 10, self.ear.focus
        self.ear.press("Enter")
        assert self.ear.focus.startswith(title), self.ear.focus
        self.done("Enter")

    def turn_comes(self) -> bool:
        """Wait for Lina's turn; False once the game is over."""
        while True:
            said = self.ear.ask("t")
            if re.search(r"\((MH|MC|BB)\d+\)\s?:", said):  # the rule that ended it, not that of a lost turn
                return False
            if re.match(r"You are|Your turn|Du bist|Tu es|À toi", said):
                return True
            self.ear.wait(IMPATIENT)

    def play(self) -> None:
        """Play one action: a button by its digit, or a space, after a piece if one must be chosen."""
        said = " ".join(self.ear.press("n"))
        digits = re.findall(r"(?:^|; )(\d): ", said)
        if digits:
            self.done(self.random.choice(digits))
            return
        self.look_for(lambda place: self.hole not in place)
        if self.choosing in self.done("Enter"):
            self.ear.press("n")
            self.look_for(lambda place: self.hole in place)
            self.done("Enter")

    def look_for(self, good: Callable[[str], bool]) -> None:
        """Go from one possible space to the next, until one is good."""
        for _ in range(self.random.randrange(3)):
            self.ear.press("n")
        for _ in range(4):
            if not good(self.ear.focus):
                self.ear.press("n")

    def done(self, key: str) -> str:
        """Press a key that acts; what is announced then."""
        return " ".join(self.ear.press(key) or self.ear.wait())
