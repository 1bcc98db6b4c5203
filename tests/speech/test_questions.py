"""Questions that are typed about a match, in three languages."""

from __future__ import annotations

import pytest

from moleworks.record import Match
from moleworks.speech import understand
from moleworks.speech.questions import QUESTIONS, TypedQuestion, is_about_me, parse
from moleworks.texts import LANGUAGES
from tests.speech.test_understand import BANDE, COMPANY, HILL_ROD, HILL_STEP

CODES = ("en", *(code for code in LANGUAGES if code != "en"))

ASKED = [
    ("en", "score", "score", ""),
    ("en", "Where is my mole?", "where", "my mole"),
    ("en", "where are Max", "where", "Max"),
    ("en", "around c3", "around", "c3"),
    ("en", "What is around c3?", "around", "c3"),
    ("en", "possible", "legal", ""),
    ("en", "last", "last", ""),
    ("en", "what if e5", "what if", "e5"),
    ("en", "What if I step to e5?", "what if", "I step to e5"),
    ("en", "rules MH5", "rules", "MH5"),
    ("en", "why not rod c3|d3", "why", "rod c3|d3"),
    ("en", "whose turn is it?", "turn", ""),
    ("en", "what can I ask?", "help", ""),
    ("en", "?", "help", ""),
    ("fr", "score", "score", ""),
    ("fr", "Où est ma taupe ?", "where", "ma taupe"),
    ("fr", "ou est ma taupe", "where", "ma taupe"),
    ("fr", "autour de c3", "around", "de c3"),
    ("fr", "Qu'est-ce qui est possible ?", "legal", ""),
    ("fr", "qu’y a-t-il en c3 ?", "look", "c3"),
    ("fr", "dernier coup", "last", ""),
    ("fr", "Et si e5 ?", "what if", "e5"),
    ("fr", "règle MH5", "rules", "MH5"),
    ("fr", "À qui de jouer ?", "turn", ""),
    ("fr", "pourquoi S1>7", "why", "S1>7"),
    ("de", "Punkte", "score", ""),
    ("de", "Wo ist mein Maulwurf?", "where", "mein Maulwurf"),
    ("de", "rund um c3", "around", "c3"),
    ("de", "möglich", "legal", ""),
    ("de", "Moeglich?", "legal", ""),
    ("de", "Was waere, wenn e5?", "what if", "e5"),
    ("de", "letzter Zug", "last", ""),
    ("de", "Regel MH5", "rules", "MH5"),
    ("de", "Wer ist dran?", "turn", ""),
    ("de", "score", "score", ""),
]


@pytest.mark.parametrize(("code", "text", "about", "rest"), ASKED)
def test_questions(code: str, text: str, about: str, rest: str) -> None:
    assert parse(text, code) == TypedQuestion(about, rest)


@pytest.mark.parametrize("match", [HILL_ROD, HILL_STEP, COMPANY, BANDE], ids=lambda match: match.game.id)
def test_a_question_is_no_action_and_an_action_no_question(match: Match) -> None:
    game, state = match.game, match.state
    for code in CODES:
        for known in QUESTIONS.values():
            for phrase in (phrase for phrase in known.words[code] if phrase != "?"):
                for line in (phrase, f"{phrase} e5", f"{phrase} 1"):
                    assert understand(game, state, line, code) == line
        for action in game.legal(state):
            assert parse(game.name(state, action), code) is None


def test_each_phrase_means_one_thing() -> None:
    for code in CODES:
        for about, known in QUESTIONS.items():
            for phrase in (*known.words["en"], *known.words[code]):
                assert parse(phrase, code) == TypedQuestion(about, "")


@pytest.mark.parametrize("text", ["", " ", "...", "e5", "rod c3 d3", "Lina", "mole where"])
def test_what_is_no_question(text: str) -> None:
    assert all(parse(text, code) is None for code in CODES)


def test_who_asks_about_their_own_pieces() -> None:
    assert all(map(is_about_me, ("my mole", "am I", "ma taupe", "mes taupes", "mein Maulwurf", "ICH")))
    assert not any(map(is_about_me, ("Lina", "the mole", "c3", "")))
