"""One word for one thing in each language: texts keep to texts/vocabulary.toml."""

from __future__ import annotations

import tomllib

import pytest

from moleworks import boards
from moleworks.games import GAMES
from moleworks.texts import LANGUAGES
from scripts.update_catalogues import SOURCE, translations
from tests.texts.english_words import ACTION_WORDS, english_words

VOCABULARY = tomllib.loads((SOURCE / "texts" / "vocabulary.toml").read_text("utf-8"))


def texts(code: str) -> list[str]:
    """Every text that a player can meet: those of all catalogues, and the titles of boards."""
    titles = [boards.named(game, name).title for game in GAMES for name in boards.names(game)]
    known = translations("fr") if code == "en" else translations(code)
    told = [text.english for text in known] if code == "en" else known.values()
    return [*told, *(title[code] for title in titles)]


def forbidden(told: list[str], words: list[str], others: list[str] | None = None) -> list[str]:
    """The texts with one of these words, alone, in the plural, or in a longer word but those others."""
    found = []
    for text in told:
        rest = text.lower()
        for other in others or []:
            rest = rest.replace(other.lower(), "")
        if any(word.lower() in rest for word in words):
            found.append(text)
    return found


def test_every_language_has_its_words() -> None:
    assert set(VOCABULARY) == set(LANGUAGES)


@pytest.mark.slow
@pytest.mark.parametrize("code", VOCABULARY)
def test_every_thing_has_one_word(code: str) -> None:
    for thing, known in VOCABULARY[code].items():
        assert forbidden(texts(code), [known["word"]]), f"no text names {thing}"
        assert forbidden(texts(code), known["never"], known.get("except")) == [], thing


def test_other_words_are_found_in_longer_words_and_plurals() -> None:
    never = VOCABULARY["de"]["board"]["never"]
    told = [
        "Spielbrett von {game}",
        "Vier Bretter",
        "Brettwerkstatt",
        "auf immer kleineren Brettern",
        "Spielplan",
    ]
    assert forbidden(told, never) == told[:-1]


def test_longer_words_that_mean_something_else_hide_nothing() -> None:
    known = VOCABULARY["en"]["rod"]
    told = ["Lay a stick.", "Stickers and sticks", "Stickers"]
    assert forbidden(told, known["never"], known["except"]) == told[:-1]


@pytest.mark.parametrize("code", VOCABULARY)
def test_no_two_things_share_a_word(code: str) -> None:
    words = [known["word"] for known in VOCABULARY[code].values()]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("code", ["fr", "de"])
def test_no_english_word_leaks_into_another_language(code: str) -> None:
    """Whole games at the terminal are in tests/terminal/test_languages.py."""
    leaks = [told for told in translations(code).values() if english_words(told, code) & ACTION_WORDS]
    assert leaks == []
