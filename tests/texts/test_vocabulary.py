"""One word for one thing in each language: texts keep to texts/vocabulary.toml."""

from __future__ import annotations

import re
import tomllib

import pytest

from scripts.update_catalogues import SOURCE, translations

VOCABULARY = tomllib.loads((SOURCE / "texts" / "vocabulary.toml").read_text("utf-8"))


@pytest.mark.parametrize("code", VOCABULARY)
def test_every_thing_has_one_word(code: str) -> None:
    texts = list(translations(code).values())
    for thing, known in VOCABULARY[code].items():
        used = [text for text in texts if known["word"].lower() in text.lower()]
        assert used, f"no text names {thing}"
        for word in known["never"]:
            pattern = re.compile(rf"(?<!\w)(?<!ge){re.escape(word)}", re.IGNORECASE)
            assert [text for text in texts if pattern.search(text)] == [], (thing, word)


@pytest.mark.parametrize("code", VOCABULARY)
def test_no_two_things_share_a_word(code: str) -> None:
    words = [known["word"] for known in VOCABULARY[code].values()]
    assert len(set(words)) == len(words)


ENGLISH = re.compile(r"\b(?:flip|wait|home|dog|pass)\b")
"""Action names that players could read as words; records keep them."""
EXPLAINED = re.compile(r"is no action of")


@pytest.mark.parametrize("code", ["fr", "de"])
def test_no_english_word_leaks_into_another_language(code: str) -> None:
    leaks = [
        (text.english, told)
        for text, told in translations(code).items()
        if ENGLISH.search(told) and not EXPLAINED.search(text.english)
    ]
    assert leaks == []
