"""French typography over all texts: what the page, the terminal, the press and records of speech show."""

from __future__ import annotations

import io
import json
import re

import pytest

from moleworks.core import registry
from moleworks.terminal.screen import TerminalScreen
from moleworks.texts import language
from moleworks.texts.typography import french
from scripts import page_texts
from scripts.update_catalogues import SOURCE, Text, catalogues, folder_of, marked

FAULTS = {
    "a space that may break before punctuation": re.compile(r" [:;!?»](?:\W|$)"),
    "a space that may break after a quotation mark": re.compile(r"« "),
    "punctuation without a space": re.compile(r"[^\W\d_][:;!?](?:\s|$)"),
    "a quotation mark without a space": re.compile(r"«[^\s]|[^\s]»"),
    "a typewriter's apostrophe": re.compile(r"[^\W\d_]'[\w{«]"),
}


def faults(text: str) -> list[str]:
    return [name for name, pattern in FAULTS.items() if pattern.search(text)]


@pytest.mark.parametrize("folder", sorted({folder_of(file) for file in catalogues()}), ids=lambda it: it.name)
def test_every_french_text_is_set_as_in_print(folder: object) -> None:
    list(map(registry.plugin, registry.BUILT_IN))
    assert folder is not None
    words = language("fr")
    for text in marked(SOURCE if folder == SOURCE else folder):  # type: ignore[arg-type]
        told = _told(text, words._translated)
        assert faults(told) == [], told


def _told(text: Text, translated: object) -> str:
    assert callable(translated)
    key = text.english if text.context is None else f"{text.context}\x04{text.english}"
    return str(translated(key)).removeprefix(f"{text.context}\x04")


@pytest.mark.parametrize("folder", [page_texts.PAGE_TEXTS, page_texts.GAME_TEXTS], ids=["page", "games"])
def test_the_texts_that_are_built_into_the_page_are_set_so_too(folder: object) -> None:
    files = {file: text for file, text in page_texts.contents().items() if file.parent == folder}
    (french_texts,) = (json.loads(text) for file, text in files.items() if file.stem == "fr")
    for text in _leaves(french_texts):
        assert faults(text) == [], text


def _leaves(texts: dict[str, object]) -> list[str]:
    found: list[str] = []
    for value in texts.values():
        found += _leaves(value) if isinstance(value, dict) else [str(value)]
    return found


def test_what_is_typed_or_timed_is_left_alone() -> None:
    for text in ("http://a.b:80", "deal:S=01", "12:30", "moleworks play --lang fr", "S1>7"):
        assert french(text) == text


def test_the_terminal_breaks_no_line_at_a_no_break_space(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    screen = TerminalScreen(language("fr"), stdout=stream)
    monkeypatch.setattr(type(screen.console), "is_terminal", property(lambda _self: True))
    for width in range(11, 30):
        screen.console.width = width
        screen.write("Une taupe\u00a0: voilà «\u00a0tout\u00a0»\u00a0!")
    lines = stream.getvalue().splitlines()
    assert lines
    assert not [line for line in lines if line.strip()[:1] in {":", "»", "!"} or line.strip().endswith("«")]
