"""Whole games by ear: a player who only presses keys and knows only what was spoken."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import pytest

from scripts.page_texts import GAME_TEXTS, PAGE_TEXTS
from tests.page.conftest import Visit
from tests.page.screen_reader import Listener
from tests.page.visitors import GAMES

pytestmark = pytest.mark.needs("chromium")

HOLE = {"en": "hole", "fr": "trou", "de": "Loch"}
LONGEST = 400
IMPATIENT = 2000.0
"""Milliseconds of silence after which the player asks again."""


class Player:
    """Lina, who listens in one language."""

    def __init__(self, ear: Listener, language: str, seed: str) -> None:
        self.ear, self.random = ear, Random(seed)
        page = json.loads((PAGE_TEXTS / f"{language}.json").read_text("utf-8"))
        games = json.loads((GAME_TEXTS / f"{language}.json").read_text("utf-8"))
        self.titles: list[str] = [games[name]["title"] for name in GAMES]
        self.hole = HOLE[language]
        self.choosing: str = page["can_go"].partition("{")[0]

    def start(self, game: str) -> None:
        title = self.titles[GAMES.index(game)]
        while not self.ear.focus.startswith(self.titles[0]):
            self.ear.press("Tab")
            assert self.ear.pressed < 10, self.ear.log
        while not self.ear.focus.startswith(title):
            self.ear.press("ArrowRight")
        self.done("Enter")

    def turn_comes(self) -> bool:
        """Wait for Lina's turn; False once the game is over."""
        while True:
            said = self.ear.ask("t")
            if re.search(r"\((MH|MC|BB)\d+\)\s?:", said):  # the rule that ended it, not that of a lost turn
                return False
            if re.match(r"Lina\b", said):
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
