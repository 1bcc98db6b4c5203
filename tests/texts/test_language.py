"""Choosing a language, and saying things in it."""

from __future__ import annotations

import locale
import os

import pytest

from moleworks.games import Complaint, Message, Refusal
from moleworks.lessons import book
from moleworks.texts import LANGUAGES, language, preferred

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def no_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that asks for nothing."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getlocale", lambda: (None, None))


def test_english_says_what_is_written() -> None:
    english = language("en")
    assert english.code == "en"
    assert english.say("It is {name}'s turn.", name="Lina") == "It is Lina's turn."


def test_a_text_that_no_catalogue_knows_stays_english() -> None:
    for code in LANGUAGES:
        assert language(code).say("No catalogue has {this}.", this="that") == "No catalogue has that."


def test_messages_refusals_and_complaints() -> None:
    english = language("en")
    assert english.tell(Message("Hello {name}.", {"name": "Max"})) == "Hello Max."
    assert english.tell(Refusal("MH1", "Not {seat}.", {"seat": 1})) == "Not 1."
    complaint = Complaint("No {thing}.", thing="rod")
    assert english.tell(complaint) == "No rod."
    complaint.place = Message("line {line}", {"line": 3})
    assert english.tell(complaint) == "line 3: No rod."


def test_a_message_within_a_message() -> None:
    inner = Message("no {thing}", {"thing": Message("rods")})
    assert language("en").tell(Message("Sorry: {why}.", {"why": inner})) == "Sorry: no rods."


def test_languages_differ() -> None:
    refusal = Refusal("MH10", "The game is over.")
    assert len({language(code).tell(refusal) for code in LANGUAGES}) == len(LANGUAGES)


def test_a_text_in_a_context_is_a_text_of_its_own() -> None:
    """The title of a rule has an article in French, the label of a column has none."""
    assert book("mole-hill").rules[8].title == "Points"
    assert language("fr").say_in_context("lessons", "Points") == "Les points"
    assert language("fr").say("Points") == "Points"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_text_that_no_catalogue_has_in_a_context_stays_english(code: str) -> None:
    assert language(code).say_in_context("nowhere", "Points") == "Points"


def test_a_language_is_made_once() -> None:
    assert language("fr") is language("fr")


@pytest.mark.parametrize("code", ["", "EN", "es", "fr_FR", "../fr"])
def test_there_is_no_such_language(code: str) -> None:
    with pytest.raises(ValueError, match="there are en, fr, de"):
        language(code)


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LC_MESSAGES": "fr_CA", "LC_ALL": "de_CH"}, "de"),
        ({"LC_ALL": "de_CH", "LANGUAGE": "es:fr:de"}, "fr"),
        ({"LANGUAGE": "es", "LANG": "de_DE"}, "de"),
        ({"LANGUAGE": "", "LANG": "FR"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "es_ES", "LANG": "de_DE"}, "en"),
    ],
)
def test_the_language_that_the_environment_asks_for(
    monkeypatch: pytest.MonkeyPatch, wishes: dict[str, str], code: str
) -> None:
    for name, value in wishes.items():
        monkeypatch.setenv(name, value)
    assert preferred() == code


@pytest.mark.parametrize(
    ("found", "code"),
    [("fr_FR", "fr"), ("German_Germany", "de"), ("French_France", "fr"), ("de_DE", "de"), (None, "en")],
)
def test_the_locale_where_the_environment_says_nothing(
    monkeypatch: pytest.MonkeyPatch, found: str | None, code: str
) -> None:
    assert not any(name in os.environ for name in VARIABLES)
    monkeypatch.setattr(locale, "getlocale", lambda: (found, "UTF-8"))
    assert preferred() == code
