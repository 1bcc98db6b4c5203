"""Every text a player sees is there in every language: none missing, none left over, none garbled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moleworks.texts import LANGUAGES
from scripts.update_catalogues import (
    SOURCE,
    catalogues,
    folder_of,
    language_of,
    marked,
    read,
    text_of,
    updated,
)

PLACEHOLDER = re.compile(r"\{[^{}]*\}")
CATALOGUES = pytest.mark.parametrize(
    "file", catalogues(), ids=lambda file: f"{folder_of(file).name}-{language_of(file)}"
)


def _placeholders(text: object) -> set[str]:
    return set(PLACEHOLDER.findall(str(text)))


def test_every_language_but_english_has_a_catalogue() -> None:
    for folder in map(folder_of, catalogues()):
        here = {language_of(file) for file in catalogues() if folder_of(file) == folder}
        assert here == set(LANGUAGES) - {"en"}, folder
    assert {folder_of(file) for file in catalogues()} >= {SOURCE, *(SOURCE / "games").glob("[a-z]*")}


@CATALOGUES
def test_no_text_is_missing_or_left_over(file: Path) -> None:
    translated = {text_of(message) for message in read(file) if message.id and message.string}
    assert translated == set(marked(folder_of(file)))


@CATALOGUES
def test_nothing_is_fuzzy_or_obsolete(file: Path) -> None:
    catalogue = read(file)
    assert not [message.id for message in catalogue if message.fuzzy and message.id]
    assert not catalogue.obsolete


@CATALOGUES
def test_placeholders_are_those_of_the_english_text(file: Path) -> None:
    for message in read(file):
        if message.id:
            assert _placeholders(message.string) == _placeholders(message.id), message.id


@CATALOGUES
def test_the_file_is_as_the_script_writes_it(file: Path) -> None:
    assert updated(file)[0] == file.read_text("utf-8")
