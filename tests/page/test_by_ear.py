"""Whole games by ear: the player presses keys and knows nothing but what was spoken."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.page.conftest import Visit
from tests.page.listening import Listener
from tests.page.visitors import GAMES

pytestmark = pytest.mark.needs("chromium")

WORDS = Path(__file__).resolve().parents[2] / "page" / "src" / "words"
HOLE = {"en": "hole", "fr": "trou", "de": "Loch"}
LONGEST = 400
IMPATIENT = 2000.0
"""Milliseconds after which somebody who hears nothing asks again."""


class Player:
    """Somebody called Lina who hears one language."""

    def __init__(self, ear: Listener, language: str, seed: str) -> None:
        self.ear, self.random = ear, Random(seed)
        self.words: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
        self.hole = HOLE[language]
        self.choosing = self.words["can_go"].partition("{")[0]

    def start(self, game: str) -> None:
        titles = [self.words[f"title_{name.replace('-', '_')}"] for name in GAMES]
        title = titles[GAMES.index(game)]
        while not self.ear.focus.startswith(titles[0]):
            self.ear.press("Tab")
            assert self.ear.pressed < 10, self.ear.log
        while not self.ear.focus.startswith(title):
            self.ear.press("ArrowRight")
        self.done("Enter")

    def turn_comes(self) -> bool:
        """Whether it is Lina's turn, sooner or later; False once the game is over."""
        while True:
            said = self.ear.ask("t")
            if re.search(r"\((MH|MC|BB)\d+\)", said):
                return False
            if re.match(r"Lina\b", said):
                return True
            self.ear.wait(IMPATIENT)

    def play(self) -> None:
        """One action: a button by its digit, or a place to go to, by way of a piece if there is one."""
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
        """From one possible place to the next, until one sounds good."""
        for _ in range(self.random.randrange(3)):
            self.ear.press("n")
        for _ in range(4):
            if not good(self.ear.focus):
                self.ear.press("n")

    def done(self, key: str) -> str:
        """What came of a key that does something; something always does."""
        return " ".join(self.ear.press(key) or self.ear.wait())


@pytest.mark.parametrize(
    ("game", "language"), [("mole-hill", "en"), ("mole-company", "fr"), ("buddel-bande", "de")]
)
def test_a_whole_game_by_ear(visit: Visit, game: str, language: str) -> None:
    visitor = visit(settings={"language": language})
    ear = Listener(visitor)
    visitor.open()
    visitor.card(game).wait_for()
    player = Player(ear, language, game)
    player.start(game)
    assert player.turn_comes()
    assert ear.pressed - 1 <= 10, (
        "ten keys from the first screen to the first turn; one more asked whose it is"
    )
    for _ in range(LONGEST):
        player.play()
        if not player.turn_comes():
            break
    assert visitor.over
