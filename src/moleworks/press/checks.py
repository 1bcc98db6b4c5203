"""Check drawings and pages before they are written: sizes, gaps, overlaps, colours, counts.

A failure names the sheet and the element. Nothing is written that has not passed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from moleworks.core.messages import N_, Complaint, Message
from moleworks.press import braille, fonts, textures
from moleworks.press.distance import gap, raised_outline
from moleworks.press.paths import Box, bounds
from moleworks.press.sheet import (
    BLACK,
    BrailleLine,
    ClippedDrawing,
    Drawn,
    GamePiece,
    Item,
    PrintSheet,
    Role,
    Shape,
    TextLine,
    TexturePatch,
)
from moleworks.press.typesetting import SMALLEST_TEXT

EDGE = 4.0
"""The least distance from the edge of the paper."""
GAP = 6.4
"""The least distance between raised shapes on swell paper."""
LINES = (0.9, 2.0)
"""Allowed widths of raised lines: of a cell, and of a border."""
MOST_STYLES = 5
"""The most textures, and the most line styles, on one sheet."""
GREYEST = 0.45
"""The darkest print on swell paper: of darker colours a printer may mix some black, which rises."""
BETWEEN_CUTS = 0.9
CLOSE = 1e-3
"""Lengths that differ by less count as equal."""


class PrintError(Complaint):
    """Something that cannot be printed: the sheet, the element, and why."""

    def __init__(self, sheet: str, element: str, text: str, **values: object) -> None:
        super().__init__(
            N_("{sheet}, {element}: {reason}"), sheet=sheet, element=element, reason=Message(text, values)
        )


def raise_first(failures: Iterable[PrintError]) -> None:
    """Raise the first failure, if there is one."""
    for failure in failures:
        raise failure


def check_drawing(sheet: PrintSheet, smallest: float = SMALLEST_TEXT) -> Iterator[PrintError]:
    """Check a drawing before pagination; `smallest` is the least size of text."""
    yield from _texts(sheet, smallest)
    yield from _cuts(sheet)
    if sheet.swell:
        yield from _inks(sheet)
        yield from _lines(sheet)
        yield from _patches(sheet)
        yield from _braille(sheet)
        yield from _gaps(sheet)


def check_page(sheet: PrintSheet) -> Iterator[PrintError]:
    """Check that nothing is too near to the edge of the paper."""
    paper = sheet.page.grown(-EDGE)
    for item in sheet.drawn():
        if not paper.contains(_extent(item)):
            yield PrintError(sheet.title, item.name, N_("It is too near to the edge of the paper."))


def check_counts(sheets: Iterable[PrintSheet], expected: Mapping[GamePiece, int]) -> Iterator[PrintError]:
    """Check that every piece is there as often as the rules ask for."""
    yield from count_differences(Counter(piece for sheet in sheets for piece in sheet.pieces), expected)


def count_differences(found: Counter[GamePiece], expected: Mapping[GamePiece, int]) -> Iterator[PrintError]:
    """One error for each piece of which there are too many or too few."""
    for piece in sorted({*found, *expected}):
        if found[piece] != expected.get(piece, 0):
            yield PrintError(
                piece.kind,
                piece.variant,
                N_("{found} are drawn, and the rules ask for {wanted}."),
                found=found[piece],
                wanted=expected.get(piece, 0),
            )


def _extent(item: Drawn | Item) -> Box:
    if isinstance(item, TextLine):
        return text_extent(item)
    return item.box if isinstance(item, ClippedDrawing) else item.bounds


def text_extent(text: TextLine) -> Box:
    """The bounding box of a line of text; a rotated one is measured as a square around its centre."""
    length = fonts.text_width(text.text, text.size, text.bold)
    left = text.x - {"start": 0.0, "middle": length / 2, "end": length}[text.anchor]
    box = Box(left, text.y - 0.75 * text.size, length, 0.97 * text.size)
    if text.turn % 180:
        middle = Box(text.x, text.y, 0, 0)
        return middle.grown(max(length / 2, text.size) if text.anchor == "middle" else length)
    if text.turn:
        return Box(2 * text.x - box.right, 2 * text.y - box.bottom, box.width, box.height)
    return box


def _texts(sheet: PrintSheet, smallest: float) -> Iterator[PrintError]:
    for item in sheet.items:
        if not isinstance(item, TextLine):
            continue
        if not item.box.contains(text_extent(item), 0.05):
            yield PrintError(
                sheet.title, item.name, N_("“{words}” does not fit into its box."), words=item.text
            )
        if item.size < smallest - CLOSE:
            yield PrintError(
                sheet.title, item.name, N_("“{words}” is too small to be read."), words=item.text
            )
        if lacking := fonts.missing_letters(item.text, item.bold):
            yield PrintError(
                sheet.title, item.name, N_("The font has no {letters}."), letters=" ".join(sorted(lacking))
            )


def _cuts(sheet: PrintSheet) -> Iterator[PrintError]:
    """Pieces must not overlap, and scissors need some room. A hole inside a piece is no overlap."""
    cuts = [item for item in sheet.items if isinstance(item, Shape) and item.role == Role.CUT]
    for one, other in combinations(cuts, 2):
        mine, theirs = bounds(one.path), bounds(other.path)
        within = mine.contains(theirs) or theirs.contains(mine)
        if not within and mine.distance(theirs) < BETWEEN_CUTS:
            yield PrintError(sheet.title, one.name, N_("It overlaps with {other}."), other=other.name)


def _inks(sheet: PrintSheet) -> Iterator[PrintError]:
    """Only relief may be black, because black swells."""
    for item in sheet.items:
        if isinstance(item, TextLine):
            colours = [item.colour]
        elif isinstance(item, Shape) and item.role != Role.RAISED:
            colours = [colour for colour in (item.fill, item.stroke) if colour]
        else:
            continue
        if any(1 - max(colour) / 255 > GREYEST for colour in colours):
            yield PrintError(sheet.title, item.name, N_("It is so dark that it would swell."))


def _lines(sheet: PrintSheet) -> Iterator[PrintError]:
    styles = set()
    for item in sheet.items:
        if not isinstance(item, Shape) or item.role != Role.RAISED:
            continue
        if BLACK not in {item.fill, item.stroke}:
            yield PrintError(sheet.title, item.name, N_("It is not black, so it would not rise."))
        if item.stroke:
            styles.add((round(item.width, 3), item.dash))
            if not any(abs(item.width - width) < CLOSE for width in LINES):
                yield PrintError(
                    sheet.title,
                    item.name,
                    N_("Raised lines are {known} mm wide, not {width}."),
                    known=", ".join(map(str, LINES)),
                    width=round(item.width, 2),
                )
    if len(styles) > MOST_STYLES:
        yield PrintError(
            sheet.title,
            str(len(styles)),
            N_("Fingers tell at most {most} line styles apart."),
            most=MOST_STYLES,
        )


def _patches(sheet: PrintSheet) -> Iterator[PrintError]:
    patches = [item for item in sheet.items if isinstance(item, TexturePatch)]
    for patch in patches:
        size = min(patch.bounds.width, patch.bounds.height)
        if size < textures.SMALLEST - CLOSE:
            yield PrintError(
                sheet.title,
                patch.name,
                N_("A texture has to be {least} mm wide; this one is {size}."),
                least=textures.SMALLEST,
                size=round(size, 1),
            )
        if not list(textures.marks(patch.texture, patch.path)):
            yield PrintError(sheet.title, patch.name, N_("It is so small that none of its texture is left."))
    used = {patch.texture for patch in patches}
    if len(used) > MOST_STYLES:
        yield PrintError(
            sheet.title,
            ", ".join(sorted(used)),
            N_("Fingers tell at most {most} textures apart."),
            most=MOST_STYLES,
        )


def _braille(sheet: PrintSheet) -> Iterator[PrintError]:
    """Measure the drawn dots."""
    for item in sheet.items:
        if not isinstance(item, BrailleLine):
            continue
        dots = [shape.bounds for shape in item.shapes()]
        wide = all(1.3 - CLOSE <= dot.width <= 1.6 + CLOSE for dot in dots)
        across = {round((dot.middle.x - item.x) % 6.0, 3) % 6.0 for dot in dots}
        down = {round(dot.middle.y - item.y, 3) for dot in dots}
        if not wide or not across <= {0.0, 2.5} or not down <= {0.0, 2.5, 5.0}:
            yield PrintError(sheet.title, item.name, N_("Its dots do not lie as Braille dots do."))


def _gaps(sheet: PrintSheet) -> Iterator[PrintError]:
    raised = [
        (item, raised_outline(item))
        for item in sheet.items
        if isinstance(item, TexturePatch | BrailleLine)
        or (isinstance(item, Shape) and item.role == Role.RAISED)
    ]
    for (one, mine), (other, theirs) in combinations(raised, 2):
        if mine.bounds.distance(theirs.bounds) >= GAP - CLOSE:
            continue
        apart = gap(mine, theirs, GAP)
        if apart >= GAP - CLOSE or _lines_of_one_text(one, other) or (apart < CLOSE and _belong(one, other)):
            continue
        yield PrintError(
            sheet.title,
            one.name,
            N_("It is {apart} mm from {other}; fingers need {gap} mm on swell paper."),
            apart=round(apart, 1),
            other=other.name,
            gap=GAP,
        )


def _belong(one: Item, other: Item) -> bool:
    """Whether two shapes may touch: two lines may, and a patch may touch the line it joins."""
    if isinstance(one, Shape) and isinstance(other, Shape):
        return True
    pair = ((one, other), (other, one))
    return any(isinstance(a, TexturePatch) and isinstance(b, Shape) and a.joins == b.name for a, b in pair)


def _lines_of_one_text(one: Item, other: Item) -> bool:
    return (
        isinstance(one, BrailleLine)
        and isinstance(other, BrailleLine)
        and one.name == other.name
        and abs(one.x - other.x) < CLOSE
        and abs(one.y - other.y) >= braille.LINE_STEP - CLOSE
    )
