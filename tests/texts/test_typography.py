"""French typography over all texts: what the page, the terminal, the press and records of speech show."""

from __future__ import annotations

import io
import json
import re

import pytest

from moleworks import boards, press
from moleworks.core import registry
from moleworks.games import GAMES
from moleworks.press import sections
from moleworks.press.sheet import Shape, TextLine
from moleworks.terminal.screen import TerminalScreen
from moleworks.texts import language
from moleworks.texts.typography import french
from scripts import page_texts
from scripts.update_catalogues import SOURCE, Text, catalogues, folder_of, marked
from tests.press.orders import printed_set
from tests.press.solid.sets import files as solid_files

PAGE = SOURCE.parents[1] / "page" / "src"
SET_BY_HAND = {
    "a value after another in a text": re.compile(r"\$\{[^}]*\} ?[:;!?] "),
    "a value after another on the screen": re.compile(r"[}>] ?[:;!?] \{"),
    "a list": re.compile(r"join\(['\"`] ?[:;!?] ['\"`]\)"),
}
"""What sets a colon or a semicolon as in English; `pair` and `semicolon` are texts for every language."""
NOT_SAID = re.compile(r"throw new Error|join\(' : '\)")
"""Faults of programs; and points, such as 12 : 8, which all three languages write alike."""
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


@pytest.mark.parametrize("game", GAMES)
def test_what_a_print_puts_together_is_set_so_too(game: str) -> None:
    for preset in GAMES[game].presets:
        order = press.order(game, boards.named(game, "classic"), kind="swell", lang="fr", preset=preset)
        for part in (sections.rules, sections.player_aid, sections.key):
            for heading, paragraphs in part(order):
                assert [text for text in (heading, *paragraphs) if faults(text)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_a_print_tells_those_who_cannot_see_it_is_set_so_too(game: str) -> None:
    printed = printed_set(game, "classic", "a4", "swell", "fr")
    told = []
    for sheet in (*printed.sheets, *printed.rules):
        tags = {drawn.tag for drawn in sheet.drawn() if isinstance(drawn, Shape | TextLine) and drawn.tag}
        told += [sheet.title, sheet.alt, *(text for tag in tags for text in (tag.text, tag.spoken))]
    assert [text for text in told if faults(text)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_parts_for_a_3d_printer_is_set_so_too(game: str) -> None:
    (parts,) = (content for name, content in solid_files(game, lang="fr").items() if name.endswith(".txt"))
    assert [line for line in parts.decode().splitlines() if faults(line)] == []


def set_by_hand(text: str) -> list[str]:
    """The lines of a source file of the page, its styles aside, that set punctuation between values."""
    markup = text.partition("<style>")[0]
    script, end, shown = markup.rpartition("</script>")
    parts = [(script or shown, ["a value after another in a text", "a list"])]
    parts += [(shown, [*SET_BY_HAND])] if end else []
    lines = ((line, kind) for part, asked in parts for line in part.splitlines() for kind in asked)
    return [line for line, kind in lines if SET_BY_HAND[kind].search(line) and not NOT_SAID.search(line)]


def test_the_page_sets_no_colon_between_values_by_hand() -> None:
    files = [file for ending in ("svelte", "ts") for file in PAGE.rglob(f"*.{ending}")]
    asked = [file for file in files if not file.name.endswith(".test.ts")]
    assert len(asked) > 100
    assert {file.name: found for file in asked if (found := set_by_hand(file.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "<b>{name}: {value}</b>",
        "<b>{name}</b><i>: {value}</i>",
        "say(`${name}: ${value}`)",
        "names.join('; ')",
    ],
)
def test_a_colon_that_is_set_by_hand_is_found(line: str) -> None:
    assert set_by_hand(f"<script>\n</script>\n{line}\n") == [line]
