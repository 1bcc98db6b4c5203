"""Our Braille is liblouis' Braille, in every language, for everything that is printed."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable

import pytest

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.games.mole_hill.board import MoleHillBoard
from moleworks.press import braille, brf
from moleworks.press.paper import PAPERS
from moleworks.press.sheet import BrailleLine
from moleworks.texts import LANGUAGES
from tests.parts import LOUIS

TABLES = {"en": "en-ueb-g1.ctb", "de": "de-g0.utb", "fr": "fr-bfu-comp6.utb"}
CONTRACTED = {"en": "en-ueb-g2.ctb", "de": "de-g2.ctb", "fr": "fr-bfu-g2.ctb"}
SCRIPT = """
import json, louis, sys
tables, texts = json.load(sys.stdin)
print(json.dumps([louis.translateString(tables, text) for text in texts]))
"""


def liblouis(texts: Iterable[str], code: str) -> list[str]:
    """What Debian's liblouis makes of these texts, as our tables write them."""
    return ask_liblouis([braille.normalize(text, code) for text in texts], "unicode.dis", TABLES[code])


def ask_liblouis(texts: list[str], *tables: str) -> list[str]:
    """It lives in Debian's own Python."""
    asked = json.dumps([tables, texts])
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
    opening = "(“»" if code == "de" else "(“«"
    texts = [
        *(f"{sign}x" if sign in opening else f"x{sign}" for sign in signs),
        *(f"x {number} x" for number in range(120)),
        *(f"{letter}{number}" for letter in "abcdefghi" for number in range(1, 10)),
        *(f"{letter.upper()}x" for letter in "abcdefghijklmnopqrstuvwxyz"),
        "1, 2",
        "x 3.",
    ]
    assert dict(zip(texts, liblouis(texts, code), strict=True)) == {
        text: braille.translate(text, code) for text in texts
    }


def read_aloud(code: str) -> list[str]:
    """Every text of a Braille file, for each game, board and preset."""
    orders = [
        press.order(game, boards.named(game, board), kind="swell", lang=code, preset=preset)
        for game in GAMES
        for board in boards.names(game)
        for preset in GAMES[game].presets
    ]
    found = {
        text
        for order in orders
        for part in brf.PARTS.values()
        for section in part(order)
        for text in (order.game.title, section.heading, *section.paragraphs)
    }
    return sorted(found)


@pytest.mark.needs("liblouis")
@pytest.mark.parametrize("grade", brf.GRADES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_of_a_braille_file_is_as_liblouis_has_it(code: str, grade: str) -> None:
    """If a contracted one is not, run `scripts/braille_words.py`."""
    texts = read_aloud(code)
    assert len(texts) > 150
    table = (CONTRACTED if grade == "contracted" else TABLES)[code]
    plain = [braille.normalize(text, code) for text in texts]
    expected = ask_liblouis(plain, "unicode.dis", table)
    assert dict(zip(texts, expected, strict=True)) == {text: brf.cells(text, code, grade) for text in texts}


@pytest.mark.needs("liblouis")
def test_the_letters_of_a_file_are_those_of_liblouis() -> None:
    cells = "".join(chr(braille.EMPTY + dots) for dots in range(1, 64))
    text = "".join(LETTER for LETTER in ask_liblouis([cells], "en-us-brf.dis", "braille-patterns.cti"))
    assert brf.to_ascii(cells) == text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_file_has_pages_of_its_size(game: str, code: str) -> None:
    order = press.order(game, boards.named(game, "classic"), kind="swell", lang=code)
    made = dict(brf.files(order))
    assert len(made) == len(brf.PARTS) * len(brf.GRADES) * len(brf.PAGES)
    for name, content in made.items():
        cells, lines = map(int, name.removesuffix(".brf").rsplit("-", 1)[1].split("x"))
        *pages, rest = content.decode("ascii").split("\f")
        assert not rest
        for page in pages:
            rows = page.split("\r\n")
            assert len(rows) == lines + 1, name
            assert max(map(len, rows)) <= cells, name
            assert len(rows[-2]) == cells, "the page's number"
            assert set(page) <= set(brf.ASCII) | {"\r", "\n"}


def test_contracted_is_shorter_and_headings_are_not_alone() -> None:
    order = press.order("mole-hill", boards.named("mole-hill", "classic"), kind="swell")
    made = dict(brf.files(order))
    long, short = (
        made[f"mole-hill-classic-braille-en-rules-{grade}-40x25.brf"]
        for grade in ("uncontracted", "contracted")
    )
    assert len(short.replace(b"\r\n", b"")) < len(long.replace(b"\r\n", b""))
    for page in long.decode().split("\f")[:-1]:
        written = [row for row in page.split("\r\n")[:-2] if row]
        assert not written[-1].startswith("    "), "a heading at the end of a page"


def test_a_title_with_signs_of_its_own_is_no_obstacle() -> None:
    lawn = boards.named("mole-hill", "patch")
    assert isinstance(lawn, MoleHillBoard)
    odd = lawn._replace(title={"en": "Zoë’s 3½ lawn"})
    order = press.order("mole-hill", odd, kind="swell")
    assert press.make_set(order).sheets
    assert list(brf.files(order))


@pytest.mark.needs("liblouis")
def test_a_french_number_sign_stands_before_the_signs_that_lead_to_a_digit() -> None:
    texts = ["x (13, 8 et 1), x", "(1)(2)", "-1", "x.1", "1)1", ":1", "((1-2)", "l'1", "«1»", "(a1)", "?1"]
    assert liblouis(texts, "fr") == [braille.translate(text, "fr") for text in texts]
    assert braille.translate("(1)", "fr") == "⠠⠦⠡⠴"


def test_french_digits_differ() -> None:
    assert [braille.translate("3", code) for code in ("fr", "de", "en")] == ["⠠⠩", "⠼⠉", "⠼⠉"]


@pytest.mark.parametrize("text", ["x=1", "x>1", "ж"])
def test_what_the_tables_do_not_hold_is_refused(text: str) -> None:
    with pytest.raises(braille.NotInBraille, match="Braille"):
        braille.translate(text, "en")


def test_the_numbers_of_marburg_medium() -> None:
    assert list(braille.dots("⠿⠁", 10, 20)) == [
        (10.0, 20.0), (10.0, 22.5), (10.0, 25.0), (12.5, 20.0), (12.5, 22.5), (12.5, 25.0), (16.0, 20.0),
    ]  # fmt: skip
    assert 1.3 <= braille.DOT <= 1.6
    assert braille.LINE_STEP == 10.0


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_board_on_swell_paper_carries_its_name(game: str, code: str) -> None:
    """And each board of a stack has a strip with its own name for its underside."""
    for name in boards.names(game):
        for paper in ("a4", "a3"):
            order = press.order(game, boards.named(game, name), kind="swell", paper=paper, lang=code)
            sheets = list(press.drawings(order))
            lines = [
                (sheet.name, item)
                for sheet in sheets
                for item in sheet.items
                if isinstance(item, BrailleLine)
            ]
            assert [item.text for _, item in lines if item.name == "title"][-1] == order.title
            stacked = [sheet.title for sheet in sheets if re.fullmatch(r"board-\d", sheet.name)]
            strips = [item.text for sheet, item in lines if sheet.startswith("names")]
            assert strips == stacked
