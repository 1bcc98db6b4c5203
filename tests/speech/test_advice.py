"""Sentences for advice: actions, their values, and names of players."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from moleworks import speech
from moleworks.core.messages import somebody
from moleworks.games import CHANCE, Message, View
from moleworks.record import Match
from moleworks.texts import LANGUAGES, language
from tests.speech.example_games import burrow, steps


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "setup",
    [
        {"game": "mole-hill", "board": "patch"},
        {"game": "mole-company", "board": "burrow", "preset": "tactile-pro"},
        {"game": "mole-company", "board": "burrow", "players": 4},
        {"game": "buddel-bande", "board": "stroll", "players": 3},
    ],
    ids=str,
)
def test_what_is_said_of_an_action_can_be_typed(setup: dict[str, Any], lang: str) -> None:
    match = Match.begin(**setup)
    seen = 0
    for before, name, _ in steps(match, Random(3), 200):
        if match.game.actor(before) == CHANCE:
            continue
        said = language(lang).tell(speech.action(match.game, before, name))
        assert speech.understand(match.game, before, said, lang) == name, said
        seen += said != name
    assert seen > 15


def test_actions_in_words() -> None:
    match = Match.begin("mole-hill")
    assert str(speech.action(match.game, match.state, "e4")) == "start on e4"
    match.play(["e4"])
    assert str(speech.action(match.game, match.state, "c3|d3")) == "a rod between c3 and d3"
    match.play(["c3|d3"])
    assert str(speech.action(match.game, match.state, "e5")) == "step to e5"
    company = burrow("")
    assert str(speech.action(company.game, company.state, "a1")) == "a mole on a1"
    company = burrow()
    company.play(["=3"])
    assert str(speech.action(company.game, company.state, "b1-e1")) == "from b1 to e1"


def test_the_owner_of_a_mole_is_not_told() -> None:
    """The words for sending a mole home are the same whoever's it is."""
    said = set()
    for deal in ("01", "10"):
        match = Match.begin("buddel-bande")
        match.play([f"deal:{size}={deal}" for size in "SML"])
        said.add(str(speech.action(match.game, match.state, "S1>home")))
    assert said == {"small mole 1 (home)"}


def view_of(phase: str) -> View:
    return cast(View, {"round": 1, "phase": phase})


@pytest.mark.parametrize(
    ("game", "view", "value", "proven", "words"),
    [
        ("mole-hill", {"round": 1, "phase": "step"}, 6.6, False, "about 6.6 points"),
        ("mole-hill", {"round": 1, "phase": "place"}, 1.24, False, "1.2 points or so"),
        ("mole-hill", {"round": 1, "phase": "step"}, 7.0, True, "7 points (proven)"),
        ("mole-hill", {"round": 1, "phase": "rod"}, 6.96, False, "about 7.0 points for the mole"),
        ("mole-hill", {"round": 1, "phase": "rod"}, 0.0, False, "0.0 points or so for the mole"),
        ("mole-hill", {"round": 1, "phase": "rod"}, 0.0, True, "0 points for the mole (proven)"),
        ("mole-hill", {"round": 2, "phase": "rod"}, 0.634, False, "chance of winning 63 %"),
        ("buddel-bande", {"phase": "act"}, 1.0, False, "chance of winning 99 %"),
        ("buddel-bande", {"phase": "act"}, 0.0, False, "chance of winning 1 %"),
        ("mole-hill", {"round": 2, "phase": "step"}, 1.0, True, "chance of winning 100 % (proven)"),
    ],
)
def test_what_it_is_worth(game: str, view: View, value: float, proven: bool, words: str) -> None:
    assert str(speech.value(game, view, value, proven=proven)) == words


@pytest.mark.parametrize(
    ("code", "few", "many"),
    [
        ("en", "1.5 points or so", "about 6.6 points for the mole"),
        ("fr", "environ 1,5 point", "environ 6,6 points pour la taupe"),
        ("de", "etwa 1,5 Punkte", "etwa 6,6 Punkte für den Maulwurf"),
    ],
)
def test_points_have_a_decimal_as_the_language_has_it(code: str, few: str, many: str) -> None:
    tell = language(code).tell
    assert tell(speech.value("mole-hill", view_of("step"), 1.5)) == few
    assert tell(speech.value("mole-hill", view_of("rod"), 6.6)) == many


def test_players_are_named_however_deep() -> None:
    inner = Message("{who} first", {"who": somebody(0)})
    message = Message("{n}: {inner}, then {who}", {"n": 3, "inner": inner, "who": somebody(1)})
    assert str(speech.with_player_names(message, ["Lina", "Max"])) == "3: Lina first, then Max"
