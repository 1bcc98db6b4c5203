"""Lessons and rules: every step can be done, and nothing is missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moleworks.games import GAMES
from moleworks.lessons import LocalizedText, Step, book
from moleworks.record import Match
from moleworks.texts import LANGUAGES
from tests.web.people import RunningServer

RULES = Path(__file__).parents[2] / "docs" / "rules"
LONGEST = 60
"""Words; nobody reads more before doing something."""
WORDS_A_MINUTE, SECONDS_A_STEP = 150, 6
"""Read out, and to find what is asked for on the board and do it."""

STEPS = [
    pytest.param(game, step, before, id=f"{game}-{number}")
    for game in GAMES
    for number, (step, before) in enumerate(book(game).lesson(), start=1)
]


def legal(match: Match) -> list[str]:
    return [match.game.name(match.state, action) for action in match.game.legal(match.state)]


def texts(found: object) -> list[LocalizedText]:
    if isinstance(found, LocalizedText):
        return [found]
    if isinstance(found, msgspec.Struct):
        return [text for part in msgspec.structs.astuple(found) for text in texts(part)]
    return [text for part in found for text in texts(part)] if isinstance(found, list) else []


@pytest.mark.parametrize(("game", "step", "before"), STEPS)
def test_what_a_step_asks_for_can_be_done(game: str, step: Step, before: list[str]) -> None:
    match = book(game).laid.match(game, before)
    assert match.game.actor(match.state) == step.seat
    assert set(step.want) <= set(legal(match))
    for action in step.want or legal(match):
        tried = match.copy()
        tried.play([action, *step.then.split()])


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_short(game: str) -> None:
    steps = book(game).steps
    assert 6 <= len(steps) <= 10
    for step in steps:
        for code in LANGUAGES:
            assert len(step.text.in_language(code).split()) <= LONGEST


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_about_two_minutes(game: str, code: str) -> None:
    steps = book(game).steps
    words = sum(len(part.in_language(code).split()) for step in steps for part in (step.text, step.done))
    assert 1.5 <= words / WORDS_A_MINUTE + len(steps) * SECONDS_A_STEP / 60 <= 2.75


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_there_in_its_place(game: str) -> None:
    page = (RULES / f"{game}.md").read_text("utf-8")
    numbers = re.findall(r"^\| ([A-Z]{2}\d+) \|", page, re.MULTILINE)
    assert numbers
    assert [rule.number for rule in book(game).rules] == numbers


@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_missing_and_none_is_left_in_english(game: str) -> None:
    for text in texts(book(game)):
        said = [text.in_language(code) for code in LANGUAGES]
        assert all(part.strip() == part and part for part in said), text
        assert len(set(said)) == len(LANGUAGES), text


def test_a_try_is_answered_by_the_rules(server: RunningServer) -> None:
    person = server.person()
    position: dict[str, Any] = {"game": "mole-hill", "board": "patch", "actions": ["b1", "b1|b2"]}
    looked = person.post("/try", position=position)
    assert looked["refused"] is None
    assert looked["at"]["actor"] == 0
    assert "c2" in looked["at"]["eyes"][0]["legal"]
    no = person.post("/try?lang=de", position=position, action="b2")
    assert no["at"] is None
    assert no["refused"]["rule"] == "MH4"
    assert "Stab" in no["refused"]["reason"]
    yes = person.post("/try", position=position, action="c2", then=["d4|e4"])
    assert [news["name"] for news in yes["at"]["news"]] == ["c2", "d4|e4"]
    assert len(yes["at"]["words"]["eyes"][0]["steps"]) == 2
    assert "b1" in person.post("/try/around", position=position, space="b1")["said"]


def test_a_try_that_is_refused_calls_moles_as_people_do(server: RunningServer) -> None:
    actions = ["deal:S=01", "deal:M=10", "deal:L=01", "=Sc"]
    position: dict[str, Any] = {"game": "buddel-bande", "board": "stroll", "actions": actions}
    no = server.person().post("/try?lang=de", position=position, action="S1>3")
    assert no["refused"]["reason"] == "Mit diesem Wurf geht kleiner Maulwurf 1 auf Hügel 1."
    assert no["refused"]["values"]["mole"] == "S1"


@pytest.mark.parametrize(
    "wrong",
    [
        {"position": {"game": "chess"}},
        {"position": {"game": "mole-hill", "actions": ["a1"] * 201}},
        {"position": {"game": "mole-hill", "actions": ["a1", "a1"]}},
        {"position": {"game": "mole-hill", "board": "burrow"}},
        {"position": {"game": "mole-hill", "options": {"diagonal": "never"}}},
        {"position": {"game": "mole-hill"}, "seat": 2},
        {"position": {"game": "mole-hill"}, "action": "a1", "then": ["a1|b1"] * 13},
    ],
)
def test_what_cannot_be_tried_is_a_problem(server: RunningServer, wrong: dict[str, Any]) -> None:
    answer = server.person().http.post("/try", json=wrong)
    assert answer.status_code in {400, 422}
    assert answer.json()["detail"]


def test_secrets_of_others_stay_secret_in_a_try(server: RunningServer) -> None:
    position = {"game": "buddel-bande", "board": "stroll", "players": 3}
    dealt = ["deal:S=012", "deal:M=120", "deal:L=201", "=Sc"]
    tried = server.person().post("/try", position=position | {"actions": dealt}, action="S2>1")
    moles = tried["at"]["eyes"][0]["view"]["moles"]
    assert {name for name, mole in moles.items() if "owner" in mole} == {"S1", "M3", "L2", "S2"}
    assert tried["at"]["words"]["eyes"][0]["steps"][0]["secret"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_lessons_and_rules_are_handed_out_in_the_language_of_who_asks(
    server: RunningServer, game: str, lang: str
) -> None:
    person, here = server.person(), book(game)
    reply = person.get(f"/lessons/{game}", lang=lang)
    assert [task["text"] for task in reply] == [step.text.in_language(lang) for step in here.steps]
    rules = person.get(f"/rules/{game}", lang=lang)
    assert [rule["title"] for rule in rules["rules"]] == [rule.title.in_language(lang) for rule in here.rules]
    assert [sheet["preset"] for sheet in rules["presets"]] == list(GAMES[game].presets)
