"""Every check can fail, and says of which element."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from moleworks import boards, press
from moleworks.press import checks
from moleworks.press.checks import PrintError
from moleworks.press.paths import Box, ellipse, line, rectangle
from moleworks.press.sheet import (
    BLACK,
    BrailleLine,
    GamePiece,
    Item,
    PrintSheet,
    Role,
    Shape,
    TextLine,
    TexturePatch,
)

PAGE = Box(0, 0, 210, 297)
BLUE = (20, 105, 190)


def sheet(*items: Item, swell: bool = True) -> PrintSheet:
    return PrintSheet("board", "Board", PAGE, items, swell=swell)


def raised(name: str, *points: tuple[float, float], width: float = 0.9) -> Shape:
    return Shape(Role.RAISED, name, line(*points), stroke=BLACK, width=width)


def reasons(failures: Iterable[PrintError]) -> list[str]:
    return [str(failure) for failure in failures]


def only(failures: Iterable[PrintError]) -> str:
    (reason,) = reasons(failures)
    return reason


def test_a_gap_that_is_too_small_names_both() -> None:
    one, other = raised("one", (20, 20), (80, 20)), raised("other", (20, 26), (80, 26))
    told = only(checks.check_drawing(sheet(one, other)))
    assert told == "Board, one: It is 5.1 mm from other; fingers need 6.4 mm on swell paper."
    far = raised("other", (20, 27.4), (80, 27.4))
    assert not reasons(checks.check_drawing(sheet(one, far)))


def test_lines_that_meet_are_one_thing() -> None:
    assert not reasons(
        checks.check_drawing(sheet(raised("one", (20, 20), (80, 20)), raised("other", (50, 0), (50, 90))))
    )


def test_braille_keeps_away_from_lines_even_where_it_touches_them() -> None:
    told = only(
        checks.check_drawing(sheet(raised("one", (20, 20), (80, 20)), BrailleLine("a1", 30, 20, "a1", "en")))
    )
    assert told.startswith("Board, one: It is 0.0 mm from a1")


def test_a_texture_inside_another_is_no_gap_at_all() -> None:
    inner = TexturePatch("inner", ellipse(50, 50, 5), "dots")
    assert "It is 0.0 mm from inner" in only(
        checks.check_drawing(sheet(TexturePatch("outer", ellipse(50, 50, 30), "stripes"), inner))
    )


def test_raised_lines_have_two_widths() -> None:
    told = only(checks.check_drawing(sheet(raised("thin", (20, 20), (80, 20), width=0.5))))
    assert told == "Board, thin: Raised lines are 0.9, 2.0 mm wide, not 0.5."


def test_five_line_styles_are_the_most() -> None:
    lines = [
        raised(f"line {n}", (20, 20 * n + 10), (80, 20 * n + 10))._replace(dash=(n, 2.0)) for n in range(6)
    ]
    assert "at most 5 line styles" in only(checks.check_drawing(sheet(*lines)))


@pytest.mark.parametrize("texture", ["solid", "stripes", "dots", "cross-hatch", "ring"])
def test_a_texture_has_a_least_size(texture: str) -> None:
    told = reasons(checks.check_drawing(sheet(TexturePatch("patch", ellipse(50, 50, 3.1), texture))))
    assert "Board, patch: A texture has to be 6.4 mm wide; this one is 6.2." in told
    assert not reasons(checks.check_drawing(sheet(TexturePatch("patch", ellipse(50, 50, 3.2), texture))))


def test_braille_dots_are_measured_as_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    name = sheet(BrailleLine("a1", 30, 20, "a1", "en"))
    assert not reasons(checks.check_drawing(name))
    monkeypatch.setattr("moleworks.press.braille.DOT_STEP", 2.3)
    assert only(checks.check_drawing(name)) == "Board, a1: Its dots do not lie as Braille dots do."


def test_lines_of_one_braille_text_stand_ten_millimetres_apart() -> None:
    first = BrailleLine("text", 30, 20, "abc", "en")
    assert not reasons(checks.check_drawing(sheet(first, first._replace(y=30))))
    assert "text: It is" in only(checks.check_drawing(sheet(first, first._replace(y=29))))


def test_print_that_would_swell_is_refused() -> None:
    dark = Shape(Role.PRINT, "tree", ellipse(50, 50, 9), fill=(60, 60, 60))
    assert only(checks.check_drawing(sheet(dark))) == "Board, tree: It is so dark that it would swell."
    assert not reasons(checks.check_drawing(sheet(dark, swell=False)))
    blue = raised("blue", (20, 20), (80, 20))._replace(stroke=BLUE)
    assert only(checks.check_drawing(sheet(blue))) == "Board, blue: It is not black, so it would not rise."


def test_text_stays_in_its_box_and_in_the_font() -> None:
    text = TextLine("name", "Mole Hill", 20, 30, 6, BLUE, Box(20, 20, 40, 12), anchor="start")
    assert not reasons(checks.check_drawing(sheet(text)))
    tight = text._replace(box=Box(20, 20, 20, 12))
    assert only(checks.check_drawing(sheet(tight))) == "Board, name: “Mole Hill” does not fit into its box."
    assert "too small" in only(checks.check_drawing(sheet(text._replace(size=2.0))))
    assert "The font has no ж." in only(checks.check_drawing(sheet(text._replace(text="ж"))))


def test_pieces_do_not_overlap() -> None:
    one = Shape(Role.CUT, "one", rectangle(Box(20, 20, 30, 30)), stroke=BLUE, width=0.2)
    other = one._replace(name="other", path=rectangle(Box(50.5, 20, 30, 30)))
    assert only(checks.check_drawing(sheet(one, other))) == "Board, one: It overlaps with other."
    assert not reasons(checks.check_drawing(sheet(one, one._replace(path=rectangle(Box(52, 20, 30, 30))))))


def test_nothing_is_printed_on_the_edge() -> None:
    told = only(checks.check_page(sheet(Shape(Role.PRINT, "sun", ellipse(5, 50, 2), fill=BLUE))))
    assert told == "Board, sun: It is too near to the edge of the paper."


def test_a_missing_rod_is_noticed() -> None:
    rod = GamePiece("rod", "")
    made = [sheet()._replace(pieces=(rod,) * 21)]
    told = only(checks.check_counts(made, {rod: 22}))
    assert told == "rod, : 21 are drawn, and the rules ask for 22."


def test_what_fails_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    order = press.order("mole-hill", boards.named("mole-hill", "patch"), kind="swell")
    monkeypatch.setattr(checks, "GAP", 9.0)
    with pytest.raises(PrintError, match="fingers need 9"):
        press.make_set(order)
