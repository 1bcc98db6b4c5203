"""What fingers are promised: textures, marks below, holes that let moles through, places that fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from manifold3d import CrossSection, Manifold

from moleworks import boards
from moleworks.games.buddel_bande.press import solid as buddel_bande
from moleworks.games.mole_company.board import space_names
from moleworks.games.mole_company.press import solid as mole_company
from moleworks.games.mole_company.press import solid_pieces
from moleworks.games.mole_company.press.layout import HexLayout
from moleworks.games.mole_hill.press import solid as mole_hill
from moleworks.press import braille
from moleworks.press.art import OUTFITS
from moleworks.press.solid.model import DOT, DOT_HIGH, FIT, GAP, LINE, LINE_HIGH
from moleworks.press.solid.moles import WIDEST, mole
from moleworks.press.solid.shapes import disc, slab
from moleworks.texts import language
from tests.press.solid.sets import GAMES, LANGUAGES, models, order


def reach(body: Manifold) -> float:
    vertices = body.to_mesh64().vert_properties
    return float(np.hypot(vertices[:, 0], vertices[:, 1]).max())


def test_lines_and_dots_are_as_large_as_fingers_need_them() -> None:
    assert (LINE, LINE_HIGH) == (1.1, 1.0)
    assert DOT == 1.25 * braille.DOT
    assert 1.25 * 1.3 <= DOT <= 1.25 * 1.6


def test_what_is_raised_stands_out_of_the_board_that_far() -> None:
    """Sliced just below the top of the lines there is nothing else; above the dots, only lines."""
    board = models("mole-company")["board-1"]
    rings = board.body.slice(board.thick + LINE_HIGH - 0.01) - rim()
    expected = sum(item.shape.area() for item in board.raised if item.name.startswith("space"))
    assert rings.area() == pytest.approx(expected, rel=0.01)
    lawn = models("mole-hill", "patch")["board"]
    dots = lawn.body.slice(lawn.thick + 0.05)
    below = sum(item.shape.area() for item in lawn.raised if item.base is None)
    assert dots.area() == pytest.approx(below, rel=0.02)
    left = lawn.body.slice(lawn.thick + DOT_HIGH + 0.01)
    border = next(item.shape for item in lawn.raised if item.name == "border")
    assert left.area() == pytest.approx(border.area(), rel=0.01)


def rim() -> CrossSection:
    """Where the rim of a classic board is, and a little more outside."""
    side = HexLayout(5, mole_company.PITCH, 0).apothem + mole_company.SPACE + GAP
    whole = mole_company.hexagon(side + mole_company.RIM + 1)
    return whole - mole_company.hexagon(side)


@pytest.mark.parametrize("look", OUTFITS)
def test_every_mole_passes_through_a_hole(look: str) -> None:
    assert reach(mole(look)) <= WIDEST + 0.01
    assert WIDEST + FIT <= mole_company.HOLE + 1e-9
    board = models("mole-company")["board-1"]
    hole = next(iter(board.hollows)).shape.bounds()
    assert hole[2] - hole[0] == pytest.approx(2 * mole_company.HOLE, abs=0.05)


def difference_area(one: Manifold, other: Manifold, height: float) -> float:
    """By how much two bodies differ at a height, in square millimetres."""
    a, b = one.slice(height), other.slice(height)
    return float((a - b).area() + (b - a).area())


def test_coats_and_clothes_differ() -> None:
    """Any two moles differ by more than a fingertip could miss, below the head and above."""
    for one, other in combinations(OUTFITS, 2):
        a, b = mole(one), mole(other)
        assert max(difference_area(a, b, height) for height in (1.6, 1.9, 3.0, 4.5)) > 4, (one, other)
        assert max(difference_area(a, b, height) for height in (10.0, 15.0, 17.0, 18.5, 21.0)) > 10, (
            one,
            other,
        )


def test_moles_of_a_size_differ_below_only() -> None:
    """BB1: nobody may tell a mole's owner but by what is under it."""
    for size in "sml":
        found = [models("buddel-bande")[f"mole-{size}-{seat}"].body for seat in (1, 2, 3, 4)]
        high = found[0].bounding_box()[5]
        for one, other in combinations(found, 2):
            assert difference_area(one, other, 0.2) > 3
            assert all(
                difference_area(one, other, height) < 0.01 for height in np.linspace(1.5, high, 9)[:-1]
            )
        outlines = {tuple(np.round(body.bounding_box(), 3)) for body in found}
        assert len(outlines) == 1


def test_moles_come_in_three_sizes() -> None:
    small, medium, large = (models("buddel-bande")[f"mole-{size}-1"].body.volume() for size in "sml")
    assert 1.8 * small < medium
    assert 1.6 * medium < large


def test_pieces_fit_into_their_places() -> None:
    groove = mole_hill.GROOVE
    left, low, _, right, high, _ = models("mole-hill")["rod"].body.bounding_box()
    assert right - left == pytest.approx(groove.width - 2 * FIT)
    assert high - low == pytest.approx(groove.height - 2 * FIT)
    for name in ("hill-light", "hill-dark", "mole-helmet", "mole-scarf"):
        foot = models("mole-hill")[name].body.slice(0.7)
        left, low, right, high = foot.bounds()
        assert max(right - left, high - low) / 2 <= mole_hill.POCKET - FIT + 0.01, name
    assert buddel_bande.POCKET - max(buddel_bande.MOLES.values()) == pytest.approx(FIT)


def test_hills_and_moles_stand_over_what_is_raised_on_a_square() -> None:
    """A flower stays under a hill: the hill does not rest on it."""
    flower = slab(disc(0, 0, mole_hill.PATCH), -0.1, LINE_HIGH)
    for name in ("hill-light", "hill-dark", "mole-helmet", "mole-scarf"):
        assert (models("mole-hill")[name].body ^ flower).volume() < 0.001, name
    special = slab(disc(0, 0, mole_company.PATCH), -0.1, LINE_HIGH)
    for look in OUTFITS:
        assert (mole(look) ^ special).volume() < 0.001


def test_boards_lie_in_each_other_in_every_turn() -> None:
    """They touch along the slanting rim only, and nothing raised is in the way."""
    found = models("mole-company")
    below, above = found["board-2"].body, found["board-1"].body
    for turns in range(6):
        turned = above.rotate((0, 0, 60 * turns))
        assert (below ^ turned.translate((0, 0, mole_company.STEP + 0.02))).volume() < 0.5
        assert (below ^ turned.translate((0, 0, mole_company.STEP - 0.3))).volume() > 5


def test_a_mole_stands_in_a_hole_on_the_next_board() -> None:
    found = models("mole-company")
    lower = found["board-2"].body.translate((0, 0, -mole_company.STEP))
    hole = found["board-1"].hollows[0].shape.bounds()
    x, y = (hole[0] + hole[2]) / 2, (hole[1] + hole[3]) / 2
    standing = mole("hat").translate((x, y, found["board-2"].thick - mole_company.STEP + 0.01))
    assert (standing ^ found["board-1"].body).volume() < 0.001
    assert (standing ^ lower).volume() < 0.001


def test_real_holes_and_every_space() -> None:
    for level, sheet in enumerate(("board-1", "board-2", "board-3", "board-4")):
        model = models("mole-company")[sheet]
        assert len(model.hollows) == (13, 8, 4, 1)[level]
        assert model.body.genus() == len(model.hollows)
        rings = [item for item in model.raised if item.name.startswith("space")]
        assert len(rings) == len(space_names(5)) == 61


def test_the_shovel_lies_in_its_pit() -> None:
    pit = models("mole-company")["plate-1"].hollows[0]
    assert (solid_pieces.shovel_outline() - pit.shape).is_empty()
    assert pit.depth == solid_pieces.SHOVEL_THICK


def test_tiles_of_a_board_meet_and_do_not_overlap() -> None:
    found = models("mole-hill")
    one, other = found["board-1"].body, found["board-2"].body
    assert (one ^ other).is_empty()
    assert 0 < one.min_gap(other, 1.0) < 0.2
    # A knob holds: pulled apart by a millimetre, the parts would run into each other.
    assert (one ^ other.translate((1.5, 0, 0))).volume() > 1


def test_braille_on_the_rim_is_the_names_of_the_squares() -> None:
    board = models("mole-hill", "classic", "fr")["board-1"]
    labels = [item for item in board.raised if item.domes]
    assert {item.name for item in labels} == {"title"} | {f"column {c}" for c in "abcdefghi"} | {
        f"row {n}" for n in range(1, 8)
    }
    three = next(item for item in labels if item.name == "row 3")
    assert len(three.domes) == sum((ord(cell) - braille.EMPTY).bit_count() for cell in "⠠⠩")


def felt_cells(dots: Sequence[tuple[float, float]], left: float, top: float) -> str:
    """The Braille cells that dots form, read by their places: cells are 6 mm apart, dots 2.5 mm."""
    cells = [braille.EMPTY] * 99
    for x, y in dots:
        cell, across = divmod(x - left + 0.1, 6)
        cells[int(cell)] |= 1 << (round((y - top) / 2.5) + (3 if across > 1.25 else 0))
    return "".join(map(chr, cells)).rstrip(chr(braille.EMPTY))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_boards_carry_their_names_in_braille(game: str, lang: str) -> None:
    """Every dot stands on a tile of its board, whole: no seam cuts it."""
    for board in boards.names(game):
        found = models(game, board, lang)
        wanted = {"board": order(game, board, lang).title}
        if game == "mole-company":
            colours = map(language(lang).say, ("green", "dark red", "light brown", "blue"))
            wanted = {f"board-{level}": colour for level, colour in enumerate(colours, 1)}
        for part, name in wanted.items():
            tiles = [model for model in found.values() if model.name.startswith(part)]
            (label,) = [item for item in tiles[0].raised if item.name in {"title", "name"}]
            cells = braille.translate(name, lang)
            x, y = min(x for x, _ in label.domes), min(y for _, y in label.domes)
            # The first sign, a capital sign too, may have no dot on its left.
            assert cells in {felt_cells(label.domes, left, y) for left in (x, x - 2.5)}
            height = tiles[0].thick + 0.3
            standing = [model.body.slice(height) for model in tiles]
            for x, y in label.domes:
                dot = disc(x, y, 0.4 * DOT)
                assert any((dot - tile).area() < 0.01 for tile in standing), (board, name)


def test_tabs_are_nobodys_way() -> None:
    """On the plate no tab covers the name of a row or a line, however its board is turned."""
    found = models("mole-company")
    tab = found["board-4"].body.slice(2.5) - mole_company.hexagon(85)
    names = [item for item in found["plate-1"].raised if item.domes]
    assert len(names) == 18
    for turns in range(6):
        for item in names:
            assert (tab.rotate(60 * turns) ^ item.shape).is_empty(), (turns, item.name)
    assert not tab.is_empty()
