"""Our Braille is liblouis' Braille, in every language, for everything that is printed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable

import pytest

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press import braille
from moleworks.press.paper import PAPERS
from moleworks.press.sheet import BrailleLine
from moleworks.texts import LANGUAGES
from tests.parts import LOUIS

TABLES = {"en": "en-ueb-g1.ctb", "de": "de-g0.utb", "fr": "fr-bfu-comp6.utb"}
SCRIPT = """
import json, louis, sys
table, texts = json.load(sys.stdin)
print(json.dumps([louis.translateString(["unicode.dis", table], text) for text in texts]))
"""


def liblouis(texts: Iterable[str], code: str) -> list[str]:
    """What Debian's liblouis makes of these texts; it lives in Debian's own Python."""
    asked = json.dumps([TABLES[code], list(texts)])
    done = subprocess.run(
        [LOUIS, "-I", "-c", SCRIPT], input=asked, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    found: list[str] = json.loads(done.stdout)
    return found


def printed(code: str) -> list[str]:
    """Every text that stands on a sheet in Braille, whatever the board and the paper."""
    orders = [
        press.order(game, boards.named(game, board), paper=paper, kind="swell", lang=code)
        for game in GAMES
        for board in boards.names(game)
        for paper in PAPERS
    ]
    sheets = [sheet for order in orders for sheet in press.drawings(order)]
    return sorted({item.text for sheet in sheets for item in sheet.items if isinstance(item, BrailleLine)})


@pytest.mark.needs("liblouis")
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_printed_text_is_as_liblouis_has_it(code: str) -> None:
    texts = printed(code)
    assert len(texts) > 120
    assert dict(zip(texts, liblouis(texts, code), strict=True)) == {
        text: braille.translate(text, code) for text in texts
    }


@pytest.mark.needs("liblouis")
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sign_of_our_tables_is_as_liblouis_has_it(code: str) -> None:
    table = braille.TABLES[code]
    signs = [sign for sign in table.signs if sign != " "]
    texts = [
        *(f"x{sign}" for sign in signs),
        *(f"x {number} x" for number in range(120)),
        *(f"{letter}{number}" for letter in "abcdefghi" for number in range(1, 10)),
        *(f"{letter.upper()}x" for letter in "abcdefghijklmnopqrstuvwxyz"),
        "1, 2",
        "x 3.",
    ]
    assert dict(zip(texts, liblouis(texts, code), strict=True)) == {
        text: braille.translate(text, code) for text in texts
    }


def test_french_digits_differ() -> None:
    assert [braille.translate("3", code) for code in ("fr", "de", "en")] == ["⠠⠩", "⠼⠉", "⠼⠉"]


@pytest.mark.parametrize("text", ["x=1", "3a", "1-2", "ж"])
def test_what_the_tables_do_not_hold_is_refused(text: str) -> None:
    with pytest.raises(braille.NotInBraille, match="Braille"):
        braille.translate(text, "en")


def test_the_numbers_of_marburg_medium() -> None:
    assert list(braille.dots("⠿⠁", 10, 20)) == [
        (10.0, 20.0), (10.0, 22.5), (10.0, 25.0), (12.5, 20.0), (12.5, 22.5), (12.5, 25.0), (16.0, 20.0),
    ]  # fmt: skip
    assert 1.3 <= braille.DOT <= 1.6
    assert braille.LINE_STEP == 10.0
