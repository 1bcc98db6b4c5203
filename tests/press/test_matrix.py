"""Every classic board on every paper, in every kind, is made and passes every check."""

from __future__ import annotations

from collections import Counter

import pytest

from moleworks import boards, lessons, press
from moleworks.press import checks, game_print_set
from moleworks.press.game_print_set import FigureDrawer
from moleworks.press.sheet import (
    BrailleLine,
    ClippedDrawing,
    GamePiece,
    PrintSheet,
    Role,
    Shape,
    TextLine,
    TexturePatch,
)
from moleworks.rulebook import Figure, rulebook
from moleworks.speech import setup_texts
from moleworks.texts import LANGUAGES, language
from tests.press.orders import CLASSIC, LARGE, SMALL, printed_set

LANGS = list(LANGUAGES)
ORDERS = [
    *((*order, LANGS[(number + number // 3) % 3]) for number, order in enumerate(CLASSIC)),
    *((*order, "en") for order in SMALL),
]
"""Each language meets each game, paper and kind; `scripts/bench press` makes them all in all three."""
USUAL = {number for number in range(len(ORDERS)) if number % 3 == (number // 3 + number // 9) % 3}
"""Orders of the usual tier: each game with each paper, kind and language. The long tier makes all of them."""
LONG_ORDERS = [(*order, lang) for order in LARGE for lang in LANGS]


def test_each_language_meets_all() -> None:
    assert len(ORDERS) == len(CLASSIC) + len(SMALL)
    met = {(part, lang) for *parts, lang in ORDERS for part in parts}
    for part in {part for order in CLASSIC for part in order}:
        assert {lang for other, lang in met if other == part} == set(LANGUAGES), part


@pytest.mark.parametrize(
    ("game", "board", "paper", "kind", "lang"),
    [
        pytest.param(*order, marks=() if number in USUAL else pytest.mark.long)
        for number, order in enumerate(ORDERS)
    ],
)
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


@pytest.mark.long
@pytest.mark.parametrize(("game", "board", "paper", "kind", "lang"), LONG_ORDERS)
def test_everything_is_made_in_large_print(game: str, board: str, paper: str, kind: str, lang: str) -> None:
    test_everything_is_made_and_passes(game, board, paper, kind, lang)
    check_text_sizes(game, board, paper, kind, lang)


def check_text_sizes(game: str, board: str, paper: str, kind: str, lang: str) -> None:
    """Every text of every page, footers and labels on boards and pieces too."""
    printed = printed_set(game, board, paper, kind, lang)
    points = {
        text.size * 72 / 25.4
        for sheet in (*printed.sheets, *printed.rules)
        for item in sheet.items
        for text in (item.items if isinstance(item, ClippedDrawing) else (item,))
        if isinstance(text, TextLine)
    }
    assert min(points) >= int(kind.removeprefix("large-")) - 0.01


@pytest.mark.parametrize(
    ("game", "board", "kind", "lang"),
    [
        ("mole-hill", "patch", "large-24", "en"),
        ("mole-company", "burrow", "large-18", "en"),
        ("buddel-bande", "stroll", "large-24", "de"),
    ],
)
def test_large_print_is_large_throughout(game: str, board: str, kind: str, lang: str) -> None:
    check_text_sizes(game, board, "a4", kind, lang)


def test_the_classic_boxes_hold_what_their_sheets_say() -> None:
    hill = game_print_set("mole-hill").piece_counts(boards.named("mole-hill", "classic"))
    assert hill[GamePiece("rod", "")] == 22
    assert (hill[GamePiece("hill", "light")], hill[GamePiece("hill", "dark")]) == (10, 12)
    company = game_print_set("mole-company").piece_counts(boards.named("mole-company", "classic"))
    assert [company[GamePiece("mole", str(seat))] for seat in range(4)] == [10, 10, 10, 10]
    assert [company[GamePiece(f"disc {value}", "3")] for value in (1, 2, 3, 4)] == [1, 2, 2, 1]
    band = game_print_set("buddel-bande").piece_counts(boards.named("buddel-bande", "classic"))
    assert sum(count for piece, count in band.items() if piece.kind == "mole") == 12
    assert [band[GamePiece("pawn", str(seat))] for seat in range(4)] == [1, 1, 1, 1]
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
    printed = press.make_set(order)
    rules = [item.text for sheet in printed.rules for item in sheet.items if isinstance(item, TextLine)]
    assert {rule.number for rule in lessons.book("mole-hill").rules} <= set(rules)
    tell = order.language.tell
    for option in ("rounds", "start"):
        value = tell(setup_texts.value("mole-hill", order.setup.options[option]))
        assert f"{tell(setup_texts.option('mole-hill', option))}: {value}" in rules
    # As on the sheet: "La taupe commence ... Puis c'est le tour du jardinier."
    assert "Der Maulwurf beginnt neben der Mitte, dann ist der Gärtner dran." in told(printed.sheets)


def test_the_booklet_prints_the_rulebook_with_its_figures() -> None:
    rules = printed_set("mole-hill", "patch", "a4", "color", "en").rules
    headings = [heading.text for sheet in rules for heading in sheet.headings()]
    book = rulebook(press.order("mole-hill", boards.named("mole-hill", "patch")).setup, language("en"))
    assert [text for text in headings if text in {section.title for section in book}] == [
        section.title for section in book
    ]
    figures = {block.alt for section in book for block in section.blocks if isinstance(block, Figure)}
    tags = (item.tag for sheet in rules for item in sheet.items if isinstance(item, Shape))
    assert figures <= {tag.text for tag in tags if tag}
    assert len(figures) == 2


def told(sheets: tuple[PrintSheet, ...]) -> str:
    return " ".join(item.text for sheet in sheets for item in sheet.items if isinstance(item, TextLine))


def test_gluing_is_told_only_where_a_board_is_in_parts() -> None:
    for paper, is_told in (("a4", True), ("a3", False)):
        rules = printed_set("mole-hill", "classic", paper, "color", "en").rules
        assert ("A board in parts is glued" in told(rules)) == is_told, paper


def test_the_player_aid_says_that_a_mole_must_have_moved_onto_the_centre() -> None:
    aids = told(printed_set("mole-hill", "patch", "a4", "color", "en").sheets)
    assert "A mole that moved onto the centre, c3, may jump" in aids


def test_the_figure_of_mole_hills_pieces_shows_everything_in_the_box() -> None:
    """Two moles, light hills, dark hills and rods, each with its number."""
    lawn = boards.named("mole-hill", "classic")
    order = press.order("mole-hill", lawn)
    print_set = game_print_set("mole-hill")
    assert isinstance(print_set, FigureDrawer)
    picture = print_set.figure(order, "pieces", order.palette)
    assert picture is not None
    labels = [item.text for item in picture.items if isinstance(item, TextLine)]
    assert labels == ["1 ×", "1 ×", "10 ×", "12 ×", "22 ×"]
    counts = print_set.piece_counts(lawn)
    numbers = sorted(count for piece, count in counts.items() if piece.kind != "board")
    assert numbers == sorted(int(label.split()[0]) for label in labels)
