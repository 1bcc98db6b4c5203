"""What Orca says of a match: all that is announced, and what keys on the board ask for."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.orca.ear import Ear
from tests.page.orca.keys_and_speech import OrcaSpeech
from tests.page.player_by_ear import PlayerByEar
from tests.page.visitors import GAMES, SMALL

pytestmark = pytest.mark.needs("orca")

AT_ONCE = """
for (const key of 'tsttm')
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
"""
"""Asks five things in one moment: a real key would make Orca stop what it says."""
SHORT: dict[str, dict[str, Any]] = {
    "mole-hill": {},
    "mole-company": {"turn_limit": 12},
    "buddel-bande": {"turn_limit": 16},
}
"""Options that end a match within a minute."""
MOST_TURNS = 400


def start(
    ear: Ear,
    game: str,
    *,
    first: int = 0,
    board: str | None = None,
    language: str = "en",
    options: dict[str, Any] | None = None,
) -> None:
    """A match against the computer; what is said until the board has the focus."""
    chosen = {"board": board or SMALL[game], "first": first, "options": options or {}}
    ear.open(settings={"language": language}, choices={"level": 1, "games": {game: chosen}})
    ear.reach(f".play >> nth={GAMES.index(game)}", "push button")
    ear.press("Return")
    ear.page.locator(".space:focus").wait_for()
    ear.wait_for("^Focus mode$")


def play_to_the_end(ear: Ear, game: str, language: str) -> None:
    """Play by what Orca says. It says everything that the page announces, in order, none twice."""
    player = PlayerByEar(OrcaSpeech(ear), language, game)
    for _ in range(MOST_TURNS):
        if not player.turn_comes():
            break
        player.play()
    expect(ear.page.locator(".ending")).to_be_visible()
    ear.announced()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_french(ear: Ear, game: str) -> None:
    start(ear, game, language="fr", options=SHORT[game])
    play_to_the_end(ear, game, "fr")


@pytest.mark.long
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_in_both_roles(ear: Ear, game: str, language: str, first: int) -> None:
    bound = {"turn_limit": 60} if game == "mole-company" else {}
    start(ear, game, first=first, language=language, options=bound)
    play_to_the_end(ear, game, language)


def test_the_gardener_hears_every_turn(ear: Ear) -> None:
    """A turn changes what can be done on a hundred edges. If their names change with it, Orca gives up."""
    start(ear, "mole-hill", first=1, board="classic")
    speech = OrcaSpeech(ear)
    for _ in range(3):
        expect(ear.page.locator(".space.target").first).to_be_visible()
        speech.press("n")
        heard = speech.press("Enter")
        while len(heard) < 2:  # one announcement for the rod, and one for the mole
            heard += speech.wait()


def test_announcements_that_come_at_once_are_all_spoken(ear: Ear) -> None:
    """As if a computer answered at once, and equal texts among them."""
    start(ear, "mole-hill")
    ear.announced()
    ear.do(AT_ONCE)
    ear.page.wait_for_function("() => window.wanted.length")
    assert len(ear.announced()) == 5


def test_letters_and_digits_reach_the_board(ear: Ear) -> None:
    """Without a key of Orca's: in a grid it leaves them to the page."""
    start(ear, "mole-company")
    speech = OrcaSpeech(ear)
    speech.hear()
    before = ear.page.evaluate("document.activeElement.dataset.space")
    speech.press("e")
    after = ear.page.evaluate("document.activeElement.dataset.space")
    assert after != before
    assert after in speech.focus
    for key in "tmpsgrl":
        assert speech.ask(key)
    # Two that the page gets, though there is nothing for them to do: this waits for them.
    ear.press("1", "2")


def test_a_question_is_answered_in_the_box(ear: Ear) -> None:
    start(ear, "mole-hill")
    speech = OrcaSpeech(ear)
    speech.hear()
    ear.press("slash")
    expect(ear.page.locator("#typed")).to_be_focused()
    ear.press(*"score")
    ear.press("Return")
    heard = speech.wait()
    assert "Points: You 0, Computer 0." in heard[-1]
