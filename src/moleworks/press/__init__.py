"""Print and play, for the eye and for the fingers: boards, pieces, player aids and a booklet of rules.

>>> from moleworks import boards, press
>>> made = press.made(press.order("mole-hill", boards.named("mole-hill", "patch"), kind="swell"))
>>> [sheet.name for sheet in made.sheets]
['calibration', 'key-1', 'board', 'pieces-1']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moleworks.press import buddel_bande, checks, mole_company, mole_hill
from moleworks.press.aids import aids
from moleworks.press.booklet import booklet
from moleworks.press.calibration import calibration
from moleworks.press.checks import Misprint
from moleworks.press.key import keys
from moleworks.press.order import Order, order
from moleworks.press.pages import footed, paged
from moleworks.press.part import Part
from moleworks.press.pdf import pdf
from moleworks.press.scene import Piece, Sheet
from moleworks.press.svg import svg

__all__ = ["PARTS", "Misprint", "Order", "Print", "drawings", "files", "made", "order"]

PARTS: Mapping[str, Part] = {
    "mole-hill": mole_hill,
    "mole-company": mole_company,
    "buddel-bande": buddel_bande,
}


class Print(NamedTuple):
    """A whole set, checked: pages in the order in which they are printed."""

    sheets: tuple[Sheet, ...]
    rules: tuple[Sheet, ...]


def made(order: Order) -> Print:
    """Everything for an order; `Misprint` says what cannot be printed so, and why."""
    part = PARTS[order.game.id]
    drawn = tuple(drawings(order))
    wanted = Counter(part.wanted(order.board))
    if not order.swell:
        wanted[Piece("aid", "")] = order.game.seats[-1]
    checks.refuse(checks.counts(drawn, wanted))
    sheets = [page for drawing in drawn for page in paged(order, drawing)]
    rules = booklet(order, part)
    for sheet in rules:
        checks.refuse(checks.drawing(sheet))
    printed = Print(tuple(footed(order, sheets)), tuple(footed(order, rules)))
    for sheet in (*printed.sheets, *printed.rules):
        checks.refuse(checks.page(sheet))
    return printed


def drawings(order: Order) -> Iterator[Sheet]:
    """All there is of the set, before it is laid on pages and checked."""
    part = PARTS[order.game.id]
    yield calibration(order)
    if order.swell:
        yield from keys(order, part)
    yield from part.boards(order)
    yield from part.pieces(order)
    if not order.swell:
        yield from aids(order, part)


def files(order: Order) -> Iterator[tuple[str, bytes]]:
    """Names and contents: one PDF of the set, one of the rules, and every page as SVG."""
    printed = made(order)
    code = order.words.code
    for name, sheets in (("set", printed.sheets), ("rules", printed.rules)):
        title = f"{order.game.title}, {order.title}"
        yield f"{order.name}-{name}.pdf", pdf(sheets, title, code)
        for number, sheet in enumerate(sheets, 1):
            yield f"{order.name}-{name}-{number:02}-{sheet.name}.svg", svg(sheet, code).encode()
