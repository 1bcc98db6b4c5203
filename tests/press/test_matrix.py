"""Every classic board on every paper, in every kind, is made and passes every check."""

from __future__ import annotations

from collections import Counter

import pytest

from moleworks import boards, lessons, press
from moleworks.press import checks, game_print_set
from moleworks.press.sheet import BrailleLine, GamePiece, Role, Shape, TextLine, TexturePatch
from moleworks.texts import LANGUAGES
from tests.press.orders import CLASSIC, SMALL, printed_set

LANGS = list(LANGUAGES)
ORDERS = [
    *((*order, LANGS[(number + number // 3) % 3]) for number, order in enumerate(CLASSIC)),
    *((*order, "en") for order in SMALL),
]
"""Each language meets each game, paper and kind; `scripts/bench press` makes them all in all three."""


def test_each_language_meets_all() -> None:
    assert len(ORDERS) == len(CLASSIC) + len(SMALL)
    met = {(part, lang) for *parts, lang in ORDERS for part in parts}
    for part in {part for order in CLASSIC for part in order}:
        assert {lang for other, lang in met if other == part} == set(LANGUAGES), part


@pytest.mark.parametrize(("game", "board", "paper", "kind", "lang"), ORDERS)
def test_everything_is_made_and_passes(game: str, board: str, paper: str, kind: str, lang: str) -> None:
    """And there are as many pieces as the rules ask for."""
    printed = printed_set(game, board, paper, kind, lang)
    assert printed.sheets[0].name == "calibration"
    for sheet in (*printed.sheets, *printed.rules):
        assert not list(checks.check_page(sheet))
    names = [sheet.name for sheet in printed.sheets]
    assert len(set(names)) == len(names)
    found = Counter(piece for sheet in printed.sheets for piece in sheet.pieces)
    aids = found.pop(GamePiece("aid", ""), 0)
    assert found == game_print_set(game).piece_counts(boards.named(game, board))
    assert aids == (0 if kind == "swell" else {"mole-hill": 2}.get(game, 4))


def test_the_classic_boxes_hold_what_their_sheets_say() -> None:
    hill = game_print_set("mole-hill").piece_counts(boards.named("mole-hill", "classic"))
    assert hill[GamePiece("rod", "")] == 22
    assert (hill[GamePiece("hill", "light")], hill[GamePiece("hill", "dark")]) == (10, 12)
    company = game_print_set("mole-company").piece_counts(boards.named("mole-company", "classic"))
    assert [company[GamePiece("mole", str(seat))] for seat in range(4)] == [10, 10, 7, 6]
    assert [company[GamePiece(f"disc {value}", "3")] for value in (1, 2, 3, 4)] == [1, 2, 2, 1]
    band = game_print_set("buddel-bande").piece_counts(boards.named("buddel-bande", "classic"))
    assert sum(count for piece, count in band.items() if piece.kind == "mole") == 12
    assert (
        band[GamePiece("dog", "")] == band[GamePiece("mole die", "")] == band[GamePiece("hill die", "")] == 1
    )


def test_large_boards_are_tiled_on_small_paper_only() -> None:
    small, large = (
        printed_set("mole-hill", "classic", paper, "color", "en").sheets for paper in ("a4", "a3")
    )
    assert [sheet.name for sheet in small if "board" in sheet.name] == ["board-1", "board-2"]
    assert [sheet.name for sheet in large if "board" in sheet.name] == ["board"]


@pytest.mark.parametrize(("paper", "named"), [("a4", 0), ("a3", 63)])
def test_every_square_has_its_name_where_the_sheet_is_large_enough(paper: str, named: int) -> None:
    (board,) = [
        s for s in printed_set("mole-hill", "classic", paper, "swell", "de").sheets if s.name == "board"
    ]
    dots = [item for item in board.items if isinstance(item, BrailleLine)]
    assert len([dot for dot in dots if dot.name.startswith("name ")]) == named
    assert {dot.text for dot in dots} >= set("abcdefghi1234567")


@pytest.mark.parametrize("game", ["mole-hill", "mole-company", "buddel-bande"])
def test_colour_and_relief_are_on_one_sheet(game: str) -> None:
    for sheet in printed_set(game, "classic", "a4", "swell", "en").sheets:
        if "board" not in sheet.name:
            continue
        shapes = [item for item in sheet.items if isinstance(item, Shape)]
        assert {shape.fill for shape in shapes if shape.role == Role.PRINT} - {None}
        assert 2.0 in {shape.width for shape in shapes if shape.role == Role.RAISED}
        # By the tactile rules there are no special spaces: the stacked boards have rings only.
        assert game == "mole-company" or any(isinstance(item, TexturePatch) for item in sheet.items)


def test_the_booklet_has_every_rule_and_what_was_agreed() -> None:
    lawn = boards.named("mole-hill", "classic")
    order = press.order("mole-hill", lawn, preset="short", options={"rounds": 1}, lang="de")
    words = [
        item.text
        for sheet in press.make_set(order).rules
        for item in sheet.items
        if isinstance(item, TextLine)
    ]
    assert {rule.number for rule in lessons.book("mole-hill").rules} <= set(words)
    assert "Runden: 1" in words
    assert "Der Maulwurf beginnt neben der Mitte." in words
