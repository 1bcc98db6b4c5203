"""Every position and action of random games can be told, in translatable and short texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from babel.messages.extract import extract_from_file

import moleworks
from moleworks import speech
from moleworks.games import CHANCE, GAMES, Game, Message, View
from moleworks.games.buddel_bande import piece_names
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.games.mole_company.piece_names import board as board_name
from moleworks.record import Match
from moleworks.speech.questions import QUESTIONS
from moleworks.texts import LANGUAGES, language
from tests.speech.example_games import NAMES, SET_UPS, label, steps

PACKAGE = Path(moleworks.__file__).parent
FIELD = re.compile(r"\{\w+\}")


RARE = {
    *("small", "medium", "large", "Player", "Computer", "Player {number}", "Computer {number}", "the deal"),
    "Between {near} and {far}: a rod.",
    "Between {near} and {far}: no rod.",
    "{near} and {far} have no edge in common.",
    "There is no square {square} on this board.",
    "There is no place {place} on this track.",
    "Every molehill counts 1 point, white flowers 1 more, red flowers 2 more.",
    "Round {round} is over: no points for {player}.",
    "The only molehill is down, so the mole stops.",
    "{player}: send a large mole home, or pass.",
    "{player}: send any mole home, or pass.",
}
"""Names alone, answers to odd questions, odd boards, rare passes; the tests of each game have them."""


@cache
def marked() -> frozenset[str]:
    """All patterns that the catalogues will have."""
    texts = set()
    files = {*(PACKAGE / "speech").glob("*.py"), *PACKAGE.glob("games/*/words.py")}
    files |= {*PACKAGE.glob("games/*/piece_names.py")}
    # Names of rules and mistakes in a set-up, which no position brings up; words of games that bring none;
    # sentences for who plays alone (`test_second_person`), the name of a computer (`test_the_computer`).
    elsewhere = ["setup_texts.py", "emblems.py", "plain_words.py", "table_settings.py"]
    elsewhere += ["second_person.py", "the_computer.py"]
    for file in files - {PACKAGE / "speech" / name for name in elsewhere}:
        for _, message, _, _ in extract_from_file("python", file, keywords={"N_": None}):
            assert isinstance(message, str)
            texts.add(message)
    return frozenset(texts)


def patterns(message: Message) -> Iterator[str]:
    """The pattern of a message and of all inside it."""
    yield message.text
    for value in message.values.values():
        if isinstance(value, Message):
            yield from patterns(value)


def check(message: Message, ends: str = ".!?") -> None:
    """A sentence, or several; every pattern is in the catalogues, unless there is no word in it."""
    for text in patterns(message):
        assert text in marked() or not re.search(r"\w", FIELD.sub("", text)), text
    for code in LANGUAGES:
        told = language(code).tell(message)
        assert "{" not in told
        assert told.strip() == told != ""
    assert str(message)[-1] in ends


def words(told: str) -> int:
    """How many are spoken; signs that stand alone are not."""
    return sum(bool(re.search(r"\w", word)) for word in told.split())


def places(game: Game[Any], state: Any, setup: Any) -> list[str]:
    """Every place of a board that can be asked for."""
    board = setup.board
    if game.id == "mole-hill":
        return [
            f"{chr(97 + column)}{row + 1}" for column in range(board.columns) for row in range(board.rows)
        ]
    if game.id == "mole-company":
        return [f"{chr(97 + row)}{number}" for row in range(9) for number in range(1, 10)]
    return [
        "haystack",
        "home",
        "dog",
        *map(str, range(len(board.track) + 2)),
        *own_view(game.view(state, None))["moles"],
    ]


@pytest.mark.parametrize("setup", SET_UPS, ids=label)
@pytest.mark.slow
def test_every_position_can_be_told(setup: dict[str, Any]) -> None:
    match = Match.begin(**setup, rotations=[1, 2, 3, 4] if setup["game"] == "mole-company" else None)
    game, random = match.game, Random(label(setup))
    for before, name, after in steps(match, random):
        assert speech.understand(game, before, name.swapcase(), "en") == name
        for seat in (None, *range(match.setup.players)):
            told = speech.tell(game, before, name, after, NAMES, seat)
            assert told
            for message in told:
                check(message)
            hidden = None if seat is None else speech.secret(game, before, name, after, NAMES, seat)
            if hidden:
                check(hidden)
        check(speech.ask(game, before, NAMES))
        if game.actor(before) != CHANCE:
            action = speech.action(game, before, name)
            check(action, str(action)[-1])  # a part of a sentence
        if random.random() < 0.1 or game.actor(after) is None:
            for seat in (None, 0):
                for message in speech.position(game, after, NAMES, seat):
                    check(message)
                for message in (
                    *speech.standing(game, after, NAMES),
                    *speech.own(game, after, NAMES, 0, seat),
                ):
                    check(message)
                for place in places(game, after, match.setup):
                    found = speech.space(game, after, place, NAMES[: match.setup.players], seat)
                    check(found)
                    for code in LANGUAGES:
                        assert words(language(code).tell(found)) <= 12
                    check(speech.neighbours(game, after, place, NAMES[: match.setup.players], seat))
    check(speech.ask(game, match.state, NAMES))


@pytest.mark.parametrize("setup", SET_UPS, ids=label)
def test_the_rules_are_short(setup: dict[str, Any]) -> None:
    match = Match.begin(**setup)
    told = speech.rules(match.game, match.setup)
    assert 6 <= len(told) <= 11
    for message in told:
        check(message)
        assert len(str(message).split()) <= 22


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_who_begins_is_a_question(game: Game[Any]) -> None:
    check(speech.who_begins(game))
    assert str(speech.who_begins(game)).startswith("Who ")


def test_things_have_names() -> None:
    assert [str(piece_names.animal(seat)) for seat in range(4)] == ["ant", "ladybird", "earthworm", "snail"]
    assert [str(speech.team(seat)) for seat in range(4)] == ["sky blue", "yellow", "vermilion", "black"]
    assert [str(piece_names.size(letter)) for letter in "SML"] == ["small", "medium", "large"]
    assert [str(piece_names.symbol(letter)) for letter in "clf"] == ["clover", "leaf", "flower"]
    assert str(board_name(4)) == "the blue board"
    assert str(piece_names.mole("L3")) == "large mole 3"
    assert str(piece_names.face("E")) == "dog or any mole"


@pytest.mark.slow
def test_every_pattern_is_said_some_time() -> None:
    """What nobody hears need not be translated."""
    heard: set[str] = set()

    def hear(*messages: Message | None) -> None:
        for message in filter(None, messages):
            heard.update(patterns(message))

    for number, setup in enumerate(SET_UPS * 4):
        match = Match.begin(**setup)
        game, random = match.game, Random(f"{number // len(SET_UPS)} {label(setup)}")
        hear(*speech.rules(game, match.setup), *speech.position(game, match.state, NAMES))
        hear(speech.who_begins(game), *speech.board_map(game, match.setup))
        for before, name, after in steps(match, random, 1200):
            hear(speech.ask(game, before, NAMES), *speech.tell(game, before, name, after, NAMES, 0))
            hear(speech.secret(game, before, name, after, NAMES, 0))
            if game.is_public(name):
                hear(speech.action(game, before, name))
            if random.random() < 0.03 or game.view(after, None).get("jump"):
                hear(*speech.position(game, after, NAMES, 0), *speech.standing(game, after, NAMES))
                hear(*speech.notebook(game, after, NAMES, 0), speech.chapter(game, after))
                for place in places(game, after, match.setup):
                    hear(speech.space(game, after, place, NAMES))
                    hear(speech.neighbours(game, after, place, NAMES))
        hear(speech.ask(game, match.state, NAMES), *speech.position(game, match.state, NAMES))
    for phase, points, proven in product(("step", "rod"), (1, 2), (False, True)):
        hear(speech.value("mole-hill", cast(View, {"round": 1, "phase": phase}), points, proven=proven))
    for proven in (False, True):
        hear(speech.value("buddel-bande", {"phase": "act", "seat": 0}, 0.5, proven=proven))
    for question in QUESTIONS.values():  # the list that `help` tells
        heard.update(filter(None, (question.does, question.takes)))
    assert marked() - heard == RARE


def test_no_pattern_has_a_field_twice() -> None:
    """Translators may then move fields about freely; only a player may be named twice."""
    for text in marked():
        fields = FIELD.findall(text)
        assert len(fields) == len(set(fields)), text
