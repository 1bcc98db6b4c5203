"""Tokens, codes and names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks.matches.nicknames import NICKNAMES, clean_name, nickname
from moleworks.matches.tokens import CODE_DIGITS, digest, new_code, new_id, new_token, normalize_code
from moleworks.record import LONGEST_NAME
from moleworks.texts import language


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {make() for _ in range(500) for make in (new_token, new_id)}
    assert len(tokens) == 1000
    assert {len(new_token()), len(new_id())} == {32, 16}  # 192 and 96 bits


def test_a_digest_tells_nothing_of_its_token() -> None:
    token = new_token()
    assert digest(token) == digest(token) != digest(new_token())
    assert token not in digest(token)
    assert len(digest("\udc80")) == 64  # even invalid text has a digest


@given(st.text())
def test_any_text_can_be_typed_as_a_code(text: str) -> None:
    assert set(normalize_code(text)) <= set("0123456789")
    assert len(normalize_code(text)) <= CODE_DIGITS + 1


def test_codes() -> None:
    code = new_code()
    assert len(code) == CODE_DIGITS
    assert normalize_code(f" {code[:4]}-{code[4:]}\n") == code
    assert normalize_code(code + "1") != code
    assert normalize_code("٤٨٢١٩٠٣٧") == ""


@pytest.mark.parametrize("tongue", ["en", "fr", "de"])
def test_nobody_at_a_table_has_another_s_nickname(tongue: str) -> None:
    words, taken = language(tongue), list[str]()
    for _ in NICKNAMES:
        taken.append(nickname(words, taken))
    assert len(set(taken)) == len(NICKNAMES)
    assert nickname(words, taken) in taken


@given(st.text(max_size=200))
def test_a_name_is_one_short_line(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME
    assert name == clean_name(name)
    assert len(name.splitlines()) <= 1
