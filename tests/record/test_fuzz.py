"""A changed record is read or refused, but never crashes the reader."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moleworks.record import Record, RecordError, read, write
from moleworks.record.record import LONGEST_RECORD, LONGEST_TAG
from moleworks.texts import LANGUAGES, language
from tests.boards.strategies import Draw
from tests.coverage_pause import pause_coverage
from tests.record.record_examples import ALL, whole_game

SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}
LONG = [write(Record(whole_game(game, 1, board=board))) for game, board in SMALL.items()]
SNIPPETS = st.sampled_from(
    ["{", "}", "[", "]", '"', "\\", "\n", "\n\n", "\r", " ", "*", "1.", "0.", "999999.", "draw", "none", "=",
     "\0", "\ufeff", "\ud800", "🦡", "[Game ", 'Result "0"', "{" * 3000, "[" * 3000, "9" * 5000, "x" * 3000,
     "deal:S=01", "c3|d3", "-"]
)  # fmt: skip


@st.composite
def mutated(draw: Draw) -> str:
    """A good record with some of it cut out, doubled, moved or overwritten."""
    text = draw(st.sampled_from([*ALL, *LONG]))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        into = draw(st.integers(0, len(text)))
        piece = draw(st.sampled_from([text[start:end], ""]) | SNIPPETS | st.text(max_size=5))
        if draw(st.booleans()):
            text = text[:start] + text[end:]
        text = text[:into] + piece + text[into:]
    return text


def refusal(text: str) -> RecordError | None:
    try:
        record = read(text)
    except RecordError as error:
        return error
    assert write(read(write(record))) == write(record)
    return None


def read_or_refused(text: str) -> None:
    """A refusal names a place that is there, and can be told in every language."""
    error = refusal(text)
    if error is not None:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        assert 1 <= error.line <= len(lines) + 1
        assert 1 <= error.column <= max(len(line) for line in lines) + 1
        for code in LANGUAGES:
            assert language(code).tell(error)


@settings(max_examples=300)
@given(mutated())
def test_mutated_records(text: str) -> None:
    read_or_refused(text)


@given(st.text())
def test_any_text(text: str) -> None:
    read_or_refused(text)


@given(st.text(st.sampled_from('[]{}"\\ \nGame1.*=|->cd0'), max_size=300))
def test_texts_of_the_same_letters(text: str) -> None:
    read_or_refused(text)
    read_or_refused(HEAD + text)


HEAD = ALL[0][: ALL[0].index("\n\n") + 2]


@pytest.mark.parametrize(
    "unit", ["{", "}", "{}", "{a}", "1.", "1. ", "e1 ", "x", " ", "\n", "[", '"', "\\", "* "]
)
@pytest.mark.slow
def test_as_much_nonsense_as_fits(unit: str) -> None:
    """Anything slower than one pass over the text would make these take minutes."""
    with pause_coverage():
        nonsense(unit)


def nonsense(unit: str) -> None:
    room = LONGEST_RECORD - len(HEAD)
    read_or_refused(HEAD + unit * (room // len(unit)))
    read_or_refused(unit * (LONGEST_RECORD // len(unit)))
    value = unit * (LONGEST_TAG // len(unit) - 30)
    for tag in ("Board", "Options"):
        line = next(line for line in HEAD.splitlines() if line.startswith(f"[{tag}"))
        read_or_refused(HEAD.replace(line, f'[{tag} "{value}"]') + "*")
        read_or_refused(HEAD.replace(line, f'[{tag} "{{{value}"]') + "*")
