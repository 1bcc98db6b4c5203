"""What everything printed has to keep to, measured on what was drawn; a failure names the element.

Nothing is written to a file that has not passed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from moleworks.games import Complaint, Message
from moleworks.games.game import N_
from moleworks.press import braille, fonts, textures
from moleworks.press.distance import gap, solid
from moleworks.press.paths import Box, bounds
from moleworks.press.scene import BLACK, Dots, Drawn, Item, Patch, Piece, Role, Shape, Sheet, Text, Window
from moleworks.press.setting import SMALLEST_TEXT

EDGE = 4.0
"""Nothing is printed nearer to the edge of the paper."""
GAP = 6.4
"""Between raised things on swell paper."""
LINES = (0.9, 2.0)
"""Raised lines: of a cell, and of a border."""
MOST_STYLES = 5
"""Textures on a sheet, and line styles."""
GREYEST = 0.45
"""How much of a colour on swell paper a printer might mix from black."""
BETWEEN_CUTS = 0.9
CLOSE = 1e-3
"""Lengths that differ by less are the same."""


class Misprint(Complaint):
    """Something that must not be printed so: where, which element, and why."""

    def __init__(self, sheet: str, element: str, text: str, **values: object) -> None:
        super().__init__(
            N_("{sheet}, {element}: {reason}"), sheet=sheet, element=element, reason=Message(text, values)
        )


def refuse(failures: Iterable[Misprint]) -> None:
    """Raises the first failure, if there is one."""
    for failure in failures:
        raise failure


def drawing(sheet: Sheet) -> Iterator[Misprint]:
    """What is wrong with a drawing, before it is laid on pages."""
    yield from _texts(sheet)
    yield from _cuts(sheet)
    if sheet.swell:
        yield from _inks(sheet)
        yield from _lines(sheet)
        yield from _patches(sheet)
        yield from _braille(sheet)
        yield from _gaps(sheet)


def page(sheet: Sheet) -> Iterator[Misprint]:
    """What would be cut off by the printer."""
    paper = sheet.page.grown(-EDGE)
    for item in sheet.drawn():
        if not paper.holds(_extent(item)):
            yield Misprint(sheet.title, item.name, N_("It is too near to the edge of the paper."))


def counts(sheets: Iterable[Sheet], wanted: Mapping[Piece, int]) -> Iterator[Misprint]:
    """Whether there are as many of every piece as the rules ask for."""
    yield from miscounts(Counter(piece for sheet in sheets for piece in sheet.pieces), wanted)


def miscounts(found: Counter[Piece], wanted: Mapping[Piece, int]) -> Iterator[Misprint]:
    """The pieces of which there are more or fewer than the rules ask for."""
    for piece in sorted({*found, *wanted}):
        if found[piece] != wanted.get(piece, 0):
            yield Misprint(
                piece.kind,
                piece.variant,
                N_("{found} are drawn, and the rules ask for {wanted}."),
                found=found[piece],
                wanted=wanted.get(piece, 0),
            )


def _extent(item: Drawn | Item) -> Box:
    if isinstance(item, Text):
        return text_extent(item)
    return item.box if isinstance(item, Window) else item.bounds


def text_extent(text: Text) -> Box:
    """What a line of print takes up; one that is turned is measured as a square round its middle."""
    length = fonts.width(text.text, text.size, text.bold)
    left = text.x - {"start": 0.0, "middle": length / 2, "end": length}[text.anchor]
    box = Box(left, text.y - 0.75 * text.size, length, 0.97 * text.size)
    if text.turn % 180:
        middle = Box(text.x, text.y, 0, 0)
        return middle.grown(max(length / 2, text.size) if text.anchor == "middle" else length)
    if text.turn:
        return Box(2 * text.x - box.right, 2 * text.y - box.bottom, box.width, box.height)
    return box


def _texts(sheet: Sheet) -> Iterator[Misprint]:
    for item in sheet.items:
        if not isinstance(item, Text):
            continue
        if not item.box.holds(text_extent(item), 0.05):
            yield Misprint(
                sheet.title, item.name, N_("“{words}” does not fit into its box."), words=item.text
            )
        if item.size < SMALLEST_TEXT - CLOSE:
            yield Misprint(sheet.title, item.name, N_("“{words}” is too small to be read."), words=item.text)
        if lacking := fonts.missing(item.text, item.bold):
            yield Misprint(
                sheet.title, item.name, N_("The font has no {letters}."), letters=" ".join(sorted(lacking))
            )


def _cuts(sheet: Sheet) -> Iterator[Misprint]:
    """Pieces must not overlap: scissors need a little room. A hole in a piece belongs to it."""
    cuts = [item for item in sheet.items if isinstance(item, Shape) and item.role == Role.CUT]
    for one, other in combinations(cuts, 2):
        mine, theirs = bounds(one.path), bounds(other.path)
        within = mine.holds(theirs) or theirs.holds(mine)
        if not within and mine.apart(theirs) < BETWEEN_CUTS:
            yield Misprint(sheet.title, one.name, N_("It overlaps with {other}."), other=other.name)


def _inks(sheet: Sheet) -> Iterator[Misprint]:
    """Only relief may be black, or what is meant to be seen would rise."""
    for item in sheet.items:
        if isinstance(item, Text):
            colours = [item.colour]
        elif isinstance(item, Shape) and item.role != Role.RAISED:
            colours = [colour for colour in (item.fill, item.stroke) if colour]
        else:
            continue
        if any(1 - max(colour) / 255 > GREYEST for colour in colours):
            yield Misprint(sheet.title, item.name, N_("It is so dark that it would swell."))


def _lines(sheet: Sheet) -> Iterator[Misprint]:
    styles = set()
    for item in sheet.items:
        if not isinstance(item, Shape) or item.role != Role.RAISED:
            continue
        if BLACK not in {item.fill, item.stroke}:
            yield Misprint(sheet.title, item.name, N_("It is not black, so it would not rise."))
        if item.stroke:
            styles.add((round(item.width, 3), item.dash))
            if not any(abs(item.width - width) < CLOSE for width in LINES):
                yield Misprint(
                    sheet.title,
                    item.name,
                    N_("Raised lines are {known} mm wide, not {width}."),
                    known=", ".join(map(str, LINES)),
                    width=round(item.width, 2),
                )
    if len(styles) > MOST_STYLES:
        yield Misprint(
            sheet.title,
            str(len(styles)),
            N_("Fingers tell at most {most} line styles apart."),
            most=MOST_STYLES,
        )


def _patches(sheet: Sheet) -> Iterator[Misprint]:
    patches = [item for item in sheet.items if isinstance(item, Patch)]
    for patch in patches:
        size = min(patch.bounds.width, patch.bounds.height)
        if size < textures.SMALLEST - CLOSE:
            yield Misprint(
                sheet.title,
                patch.name,
                N_("A texture has to be {least} mm wide; this one is {size}."),
                least=textures.SMALLEST,
                size=round(size, 1),
            )
        if not list(textures.marks(patch.texture, patch.path)):
            yield Misprint(sheet.title, patch.name, N_("It is so small that none of its texture is left."))
    used = {patch.texture for patch in patches}
    if len(used) > MOST_STYLES:
        yield Misprint(
            sheet.title,
            ", ".join(sorted(used)),
            N_("Fingers tell at most {most} textures apart."),
            most=MOST_STYLES,
        )


def _braille(sheet: Sheet) -> Iterator[Misprint]:
    """Measured on the dots as they are drawn."""
    for item in sheet.items:
        if not isinstance(item, Dots):
            continue
        dots = [shape.bounds for shape in item.shapes()]
        wide = all(1.3 - CLOSE <= dot.width <= 1.6 + CLOSE for dot in dots)
        across = {round((dot.middle.x - item.x) % 6.0, 3) % 6.0 for dot in dots}
        down = {round(dot.middle.y - item.y, 3) for dot in dots}
        if not wide or not across <= {0.0, 2.5} or not down <= {0.0, 2.5, 5.0}:
            yield Misprint(sheet.title, item.name, N_("Its dots do not lie as Braille dots do."))


def _gaps(sheet: Sheet) -> Iterator[Misprint]:
    raised = [
        (item, solid(item))
        for item in sheet.items
        if isinstance(item, Patch | Dots) or (isinstance(item, Shape) and item.role == Role.RAISED)
    ]
    for (one, mine), (other, theirs) in combinations(raised, 2):
        if mine.bounds.apart(theirs.bounds) >= GAP - CLOSE:
            continue
        apart = gap(mine, theirs, GAP)
        if apart >= GAP - CLOSE or _lines_of_one_text(one, other) or (apart < CLOSE and _belong(one, other)):
            continue
        yield Misprint(
            sheet.title,
            one.name,
            N_("It is {apart} mm from {other}; fingers need {gap} mm on swell paper."),
            apart=round(apart, 1),
            other=other.name,
            gap=GAP,
        )


def _belong(one: Item, other: Item) -> bool:
    """Lines that meet are one thing; a patch may be a part of a line."""
    if isinstance(one, Shape) and isinstance(other, Shape):
        return True
    pair = ((one, other), (other, one))
    return any(isinstance(a, Patch) and isinstance(b, Shape) and a.joins == b.name for a, b in pair)


def _lines_of_one_text(one: Item, other: Item) -> bool:
    return (
        isinstance(one, Dots)
        and isinstance(other, Dots)
        and one.name == other.name
        and abs(one.x - other.x) < CLOSE
        and abs(one.y - other.y) >= braille.LINE_STEP - CLOSE
    )
