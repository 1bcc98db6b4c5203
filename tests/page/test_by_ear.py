"""Whole games by ear: a player who only presses keys and knows only what was spoken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.player_by_ear import PlayerByEar
from tests.page.screen_reader import Listener

pytestmark = pytest.mark.needs("chromium")

LONGEST = 400


# A whole game of Mole Company takes nearly three minutes, since announcements wait for each other.
@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("mole-hill", "en"),
        pytest.param("mole-company", "fr", marks=pytest.mark.long),
        ("buddel-bande", "de"),
    ],
)
def test_a_whole_game_by_ear(visit: Visit, game: str, language: str) -> None:
    visitor = visit(settings={"language": language})
    ear = Listener(visitor)
    visitor.open()
    visitor.card(game).wait_for()
    player = PlayerByEar(ear, language, game)
    player.start(game)
    assert player.turn_comes()
    assert ear.pressed - 1 <= 10, (
        "ten keys from the first screen to the first turn; one more asked whose it is"
    )
    for _ in range(LONGEST):
        player.play()
        if not player.turn_comes():
            break
    expect(visitor.page.locator(".ending")).to_be_visible()  # once the board has come to rest
