"""Lessons and rules: every step can be done, and nothing is missing."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from moleworks.games import GAMES
from moleworks.lessons import Step, StrategyStep, book, translate
from moleworks.press.svg import page_title
from moleworks.puzzles import files
from moleworks.puzzles.by_search import clear_best
from moleworks.record import Match
from moleworks.texts import LANGUAGES, language
from tests.web.people import RunningServer

RULES = Path(__file__).parents[2] / "docs" / "rules"
LONGEST = 60
"""Words; nobody reads more before doing something."""
WORDS_A_MINUTE, SECONDS_A_STEP = 150, 6
"""Read out, and to find what is asked for on the board and do it."""

KINDS = ("lessons", "rules")
DIGESTS = {
    ("lessons", "mole-hill", "en"): "ecb2c1793ed5fd2c",
    ("lessons", "mole-hill", "fr"): "51265dac4eecb390",
    ("lessons", "mole-hill", "de"): "fcb62150003df828",
    ("lessons", "mole-company", "en"): "eb0434c3f01bc5d1",
    ("lessons", "mole-company", "fr"): "18cb4a31cd644da7",
    ("lessons", "mole-company", "de"): "6cac80ca2677568d",
    ("lessons", "buddel-bande", "en"): "98ce666696b323bb",
    ("lessons", "buddel-bande", "fr"): "8cf39db8891eadec",
    ("lessons", "buddel-bande", "de"): "fb077f90ab5fe916",
    ("rules", "mole-hill", "en"): "dd631771a97988ae",
    ("rules", "mole-hill", "fr"): "6e54bdf9022be442",
    ("rules", "mole-hill", "de"): "28760712ce998c1c",
    ("rules", "mole-company", "en"): "ab4a8b17908d14cc",
    ("rules", "mole-company", "fr"): "133a26ef7d478230",
    ("rules", "mole-company", "de"): "5b2a98082b49be13",
    ("rules", "buddel-bande", "en"): "1cb33deac4ebf1d5",
    ("rules", "buddel-bande", "fr"): "395c898a8c9be062",
    ("rules", "buddel-bande", "de"): "49252d5d6a0fb028",
}
"""Of each reply as it is sent; who changes a text puts the new digests here."""

STEPS = [
    pytest.param(game, step, before, id=f"{game}-{number}")
    for game in GAMES
    for number, (step, before) in enumerate(book(game).lesson(), start=1)
]


STRATEGY = [
    pytest.param(game, step, id=f"{game}-{lesson.id}-{number}")
    for game in GAMES
    for lesson in book(game).strategy
    for number, step in enumerate(lesson.steps, start=1)
]
STRONGER = 10
"""Times the nodes of a search that finds puzzles."""
CLEARLY = 0.025
"""How much the chance of winning is higher than with any other action."""


def legal(match: Match) -> list[str]:
    return [match.game.name(match.state, action) for action in match.game.legal(match.state)]


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
            assert len(translate(step.text, language(code)).split()) <= LONGEST


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_about_two_minutes(game: str, code: str) -> None:
    steps, words = book(game).steps, language(code)
    read = [part for step in steps for part in (step.text, step.done)]
    length = sum(len(translate(part, words).split()) for part in read)
    assert 1.5 <= length / WORDS_A_MINUTE + len(steps) * SECONDS_A_STEP / 60 <= 2.75


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_there_in_its_place(game: str) -> None:
    page = (RULES / f"{game}.md").read_text("utf-8")
    numbers = re.findall(r"^\| ([A-Z]{2}\d+) \|", page, re.MULTILINE)
    assert numbers
    assert [rule.number for rule in book(game).rules] == numbers


@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_missing_and_none_is_left_in_english(game: str) -> None:
    for text in book(game).texts():
        said = [translate(text, language(code)) for code in LANGUAGES]
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
    person, here, words = server.person(), book(game), language(lang)
    reply = person.get(f"/lessons/{game}", lang=lang)
    assert [task["text"] for task in reply] == [translate(step.text, words) for step in here.steps]
    rules = person.get(f"/rules/{game}", lang=lang)
    titles = [translate(rule.title, words) for rule in here.rules]
    assert [rule["title"] for rule in rules["rules"]] == titles
    assert [sheet["preset"] for sheet in rules["presets"]] == list(GAMES[game].presets)


def test_every_reply_is_known_byte_for_byte(server: RunningServer) -> None:
    person = server.person()
    found = {
        (kind, game, lang): sha256(person.http.get(f"/{kind}/{game}", params={"lang": lang}).content)
        for kind, game, lang in DIGESTS
    }
    assert {reply: digest.hexdigest()[:16] for reply, digest in found.items()} == DIGESTS
    assert set(DIGESTS) == {(kind, game, lang) for kind in KINDS for game in GAMES for lang in LANGUAGES}


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_rulebook_is_drawn(server: RunningServer, game: str) -> None:
    person = server.person()
    seats = [{"kind": "here", "name": "A"}, {"kind": "here", "name": "B"}]
    match = person.post("/matches", game=game, seats=seats)["id"]
    for address in (f"/rules/{game}", f"/matches/{match}/rules"):
        shown = {
            block["name"]: block["text"]
            for section in person.get(address, lang="fr")["sections"]
            for block in section["blocks"]
            if block["kind"] == "figure"
        }
        drawn = {figure["name"]: figure["svg"] for figure in person.get(f"{address}/figures", lang="fr")}
        assert set(drawn) == set(shown)
        assert set(drawn) >= {"pieces", "setup"}
        for name, svg in drawn.items():
            assert page_title(svg) == shown[name]
            assert len(list(ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"))) > 10


@pytest.mark.parametrize("game", GAMES)
def test_there_are_three_lessons_in_strategy_in_every_language(server: RunningServer, game: str) -> None:
    lessons = book(game).strategy
    assert len({lesson.id for lesson in lessons}) == len(lessons) >= 3
    told = {code: server.person().get(f"/lessons/{game}/strategy", lang=code) for code in LANGUAGES}
    for code, replies in told.items():
        assert [reply["id"] for reply in replies] == [lesson.id for lesson in lessons]
        for reply, english in zip(replies, told["en"], strict=True):
            assert len(reply["steps"]) >= 2
            assert code == "en" or reply["title"] != english["title"]
            for step, other in zip(reply["steps"], english["steps"], strict=True):
                assert len(step["text"].split()) <= LONGEST
                texts = ("text", "hint", "done")
                assert code == "en" or all(step[name] != other[name] for name in texts)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "step"), STRATEGY)
def test_the_player_confirms_what_a_lesson_in_strategy_asks_for(game: str, step: StrategyStep) -> None:
    part = files.part(game)
    match = step.laid.match(game, (step.actions or "").split())
    assert match.game.actor(match.state) == step.seat
    nodes = STRONGER * part.NODES
    moves = [list(each.answers) for each in part.find(match, nodes) if not each.about]
    if not moves and match.setup.players > 2:  # there puzzles may ask for other things than moves
        best = clear_best(match, nodes, CLEARLY)
        moves = [[best.action]] if best else []
    assert list(step.want) in moves
