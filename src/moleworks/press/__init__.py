"""Make print-and-play sets as PDF and SVG, in colour or as relief: boards, pieces, player aids, rules.

>>> from moleworks import boards, press
>>> printed = press.make_set(press.order("mole-hill", boards.named("mole-hill", "patch"), kind="swell"))
>>> [sheet.name for sheet in printed.sheets]
['calibration', 'key-1', 'key-2', 'board', 'pieces-1', 'aid-1']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from moleworks.press import checks
from moleworks.press.booklet import booklet
from moleworks.press.calibration import calibration_sheets
from moleworks.press.checks import PrintError
from moleworks.press.game_print_set import GamePrintSet, game_print_set
from moleworks.press.order import PrintOrder, order
from moleworks.press.pagination import add_footers, paginate
from moleworks.press.pdf import render_pdf
from moleworks.press.player_aids import player_aid_sheets
from moleworks.press.sheet import ClippedDrawing, GamePiece, PrintSheet
from moleworks.press.svg import render_svg
from moleworks.press.touch_key import touch_aid_sheets, touch_key_sheets
from moleworks.press.typesetting import enlarge_labels

__all__ = [
    "GamePrintSet",
    "PrintError",
    "PrintOrder",
    "PrintedSet",
    "drawings",
    "files",
    "game_print_set",
    "make_set",
    "order",
]


class PrintedSet(NamedTuple):
    """All pages of a set, checked, in printing order."""

    sheets: tuple[PrintSheet, ...]
    rules: tuple[PrintSheet, ...]


def make_set(order: PrintOrder) -> PrintedSet:
    """Draw, check and paginate everything for an order; `PrintError` says what cannot be printed, and why."""
    print_set = game_print_set(order.game.id)
    drawn = tuple(drawings(order))
    counts = Counter(print_set.piece_counts(order.board))
    if not order.swell:
        counts[GamePiece("aid", "")] = order.game.player_counts[-1]
    checks.raise_first(checks.check_counts(drawn, counts))
    sheets = [page for drawing in drawn for page in paginate(order, drawing)]
    rules = booklet(order, print_set)
    for sheet in rules:
        checks.raise_first(checks.check_drawing(sheet, order.smallest_text))
    printed = PrintedSet(
        tuple(add_footers(order, sheets)), tuple(add_footers(order, rules, as_headings=False))
    )
    for sheet in (*printed.sheets, *printed.rules):
        checks.raise_first(checks.check_page(sheet))
    return printed


def drawings(order: PrintOrder) -> Iterator[PrintSheet]:
    """All drawings of the set, before pagination and checks."""
    print_set = game_print_set(order.game.id)
    yield from calibration_sheets(order)
    if order.swell:
        yield from map(_with_alt, touch_key_sheets(order, print_set))
    for sheet in (*print_set.boards(order), *print_set.pieces(order)):
        yield _with_alt(_with_large_labels(order, sheet))
    if order.swell:
        yield from map(_with_alt, touch_aid_sheets(order, print_set))
    else:
        yield from player_aid_sheets(order, print_set)


def _with_large_labels(order: PrintOrder, sheet: PrintSheet) -> PrintSheet:
    """A board or pieces with labels of the size that was ordered."""
    if not order.large:
        return sheet
    items = tuple(item for item in sheet.items if not isinstance(item, ClippedDrawing))
    return sheet._replace(items=enlarge_labels(items, order.smallest_text))


def _with_alt(sheet: PrintSheet) -> PrintSheet:
    """Take the title of a drawing for its alternative text, where its game gives none."""
    return sheet if sheet.alt else sheet._replace(alt=sheet.title)


def files(order: PrintOrder) -> Iterator[tuple[str, bytes]]:
    """Yield file names and contents: one PDF of the set, one of the rules, and every page as SVG."""
    printed = make_set(order)
    code = order.language.code
    for name, sheets in (("set", printed.sheets), ("rules", printed.rules)):
        title = f"{order.game_title}, {order.title}"
        yield f"{order.name}-{name}.pdf", render_pdf(sheets, title, code)
        for number, sheet in enumerate(sheets, 1):
            yield f"{order.name}-{name}-{number:02}-{sheet.name}.svg", render_svg(sheet, code).encode()
