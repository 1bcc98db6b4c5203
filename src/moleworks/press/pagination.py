"""Place drawings on pages: centred if they fit, else split into tiles to glue together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moleworks.core.messages import N_
from moleworks.press import checks
from moleworks.press.nets import CUT_LINE
from moleworks.press.order import PrintOrder
from moleworks.press.paper import OVERLAP, PaperSize
from moleworks.press.paths import Box, Transform, line
from moleworks.press.sheet import (
    ARTIFACT,
    ClippedDrawing,
    Colour,
    Item,
    PrintSheet,
    Role,
    Shape,
    Tag,
    TagKind,
    TextLine,
    transform_items,
)
from moleworks.press.typesetting import TextStyle

RULER_LENGTH = 50.0
MARK_LENGTH = 4.0
FOOTER_HEIGHT = 6.2
"""From the lower edge of the paper to the footer line."""
FOOTER_SIZE = 2.5


class TilePlan(NamedTuple):
    """How a drawing is split into pages."""

    landscape: bool
    columns: int
    rows: int

    @property
    def parts(self) -> int:
        """The number of pages that the drawing is split into."""
        return self.columns * self.rows


def tile_plan(drawing: Box, paper: PaperSize) -> TilePlan:
    """The plan with the fewest pages."""
    plans = []
    for landscape in (False, True):
        room = paper.room(landscape)
        columns = _parts(drawing.width, room.width)
        rows = _parts(drawing.height, room.height)
        plans.append(TilePlan(landscape, columns, rows))
    return min(plans, key=lambda tile_plan: (tile_plan.parts, tile_plan.landscape))


def _parts(length: float, room: float) -> int:
    return 1 if length <= room + 1e-6 else math.ceil((length - OVERLAP - 1e-6) / (room - OVERLAP))


def paginate(order: PrintOrder, drawing: PrintSheet) -> Iterator[PrintSheet]:
    """The pages of a drawing; `PrintError` if one for swell paper does not fit on a single page."""
    checks.raise_first(checks.check_drawing(drawing, order.smallest_text))
    plan = tile_plan(drawing.page, order.paper)
    if drawing.page in {order.paper.page(), order.paper.page(landscape=True)}:
        yield drawing
    elif plan.parts == 1:
        page, room = order.paper.page(plan.landscape), order.paper.room(plan.landscape)
        move = Transform(room.middle.x - drawing.page.middle.x, room.middle.y - drawing.page.middle.y)
        items = transform_items(
            tuple(item for item in drawing.items if not isinstance(item, ClippedDrawing)), move
        )
        yield drawing._replace(page=page, items=items)
    elif drawing.swell:
        raise checks.PrintError(
            drawing.title,
            order.paper.name.upper(),
            N_("It does not fit on one sheet, and relief cannot be glued together: take larger paper."),
        )
    else:
        yield from _tile_sheets(order, drawing, plan)


def _tile_sheets(order: PrintOrder, drawing: PrintSheet, tile_plan: TilePlan) -> Iterator[PrintSheet]:
    page, room = order.paper.page(tile_plan.landscape), order.paper.room(tile_plan.landscape)
    ink = order.palette["ink"]
    whole = drawing.page
    step = (room.width - OVERLAP, room.height - OVERLAP)
    left = _first_tile_start(whole.x, whole.width, step[0], tile_plan.columns, drawing.seams)
    top = _first_tile_start(whole.y, whole.height, step[1], tile_plan.rows, drawing.seams)
    for row in range(tile_plan.rows):
        for column in range(tile_plan.columns):
            number = row * tile_plan.columns + column + 1
            move = Transform(room.x - left - column * step[0], room.y - top - row * step[1])
            shown = tuple(
                item
                for item in transform_items(
                    tuple(i for i in drawing.drawn() if not isinstance(i, ClippedDrawing)), move
                )
                if isinstance(item, Shape | TextLine) and _extent(item).distance(room) <= 0
            )
            window = ClippedDrawing(f"{drawing.name}-{number}", room, shown)
            marks = _tile_marks(room, ink, column + 1 < tile_plan.columns, row + 1 < tile_plan.rows)
            title = order.language.say(
                N_("{title}, part {number} of {count}"),
                title=drawing.title,
                number=number,
                count=tile_plan.parts,
            )
            yield PrintSheet(
                f"{drawing.name}-{number}",
                title,
                page,
                (window, *marks),
                drawing.pieces * (number == 1),
                alt=f"{title}. {drawing.alt}" if number == 1 else title,
            )


def _first_tile_start(
    start: float, length: float, step: float, count: int, seams: tuple[float, float]
) -> float:
    """Where the first tile begins: centred, or shifted to put the seam at a preferred place."""
    slack = count * step + OVERLAP - length
    middle = start - slack / 2
    every, first = seams
    if not every or count != 2:
        return middle
    joint = round((middle + step - first) / every) * every + first - step
    return joint if start - slack <= joint <= start else middle


def _extent(item: Shape | TextLine) -> Box:
    return item.bounds if isinstance(item, Shape) else item.box


def _tile_marks(room: Box, ink: Colour, more_right: bool, more_below: bool) -> Iterator[Item]:
    """Cut marks at the corners, and lines up to which the next tile overlaps this one."""

    def mark(*points: tuple[float, float]) -> Shape:
        path = line(*points)
        return Shape(Role.MARK, "cut mark", path, stroke=ink, width=CUT_LINE, butt=True, tag=ARTIFACT)

    for x, out in ((room.x, -1), (room.right, 1)):
        for y, down in ((room.y, -1), (room.bottom, 1)):
            yield mark((x + out, y), (x + out * MARK_LENGTH, y))
            yield mark((x, y + down), (x, y + down * MARK_LENGTH))

    def overlap(*points: tuple[float, float]) -> Shape:
        path, dash = line(*points), (0.5, 1.5)
        return Shape(Role.MARK, "overlap", path, stroke=ink, width=CUT_LINE, dash=dash, tag=ARTIFACT)

    if more_right:
        x = room.right - OVERLAP
        yield overlap((x, room.y - MARK_LENGTH), (x, room.bottom + MARK_LENGTH))
    if more_below:
        y = room.bottom - OVERLAP
        yield overlap((room.x - MARK_LENGTH, y), (room.right + MARK_LENGTH, y))


def add_footers(
    order: PrintOrder, sheets: Sequence[PrintSheet], as_headings: bool = True
) -> list[PrintSheet]:
    """Add a footer to every page: its title, its number and a ruler.

    With `as_headings` it is the heading of a page that has none; for that it comes first.
    """
    return [
        sheet._replace(
            items=(
                *_footer(order, sheet, number, len(sheets), as_headings and not has_title(sheet)),
                *sheet.items,
            )
        )
        for number, sheet in enumerate(sheets, 1)
    ]


def _large_footer(order: PrintOrder, sheet: PrintSheet, number: int, count: int, heading: bool) -> TextLine:
    """In large print there is room for the number alone."""
    size, page = order.smallest_text, sheet.page
    text = order.language.say(N_("{number} of {count}"), number=number, count=count)
    tag = Tag(TagKind.H1, sheet.title, f"{sheet.title}. {text}") if heading else ARTIFACT
    y = page.bottom - checks.EDGE - 0.3 * size
    # Beside the cut mark of a tile, which stands in the corner of the room.
    left = page.x + order.paper.margin + MARK_LENGTH
    box = Box(left, y - size, page.right - 15 - left, 1.3 * size)
    return TextLine("foot", text, box.x, y, size, order.palette["ink"], box, anchor="start", tag=tag)


def has_title(sheet: PrintSheet) -> bool:
    """Whether a heading of the first level is printed on the sheet."""
    return any(heading.kind == TagKind.H1 for heading in sheet.headings())


def _footer(order: PrintOrder, sheet: PrintSheet, number: int, count: int, heading: bool) -> Iterator[Item]:
    ink = order.palette["ink"]
    if order.large:
        yield _large_footer(order, sheet, number, count, heading)
        return
    style = TextStyle(FOOTER_SIZE, ink)
    page = sheet.page
    y = page.bottom - FOOTER_HEIGHT
    end = page.right - 15
    start = end - RULER_LENGTH
    text = order.language.say(
        N_("{game}, {board}. {title}. {number} of {count}"),
        game=order.game_title,
        board=order.title,
        title=sheet.title,
        number=number,
        count=count,
    )
    box = Box(page.x + 15, y - FOOTER_SIZE, start - 27 - page.x, 2 * FOOTER_SIZE)
    tag = Tag(TagKind.H1, sheet.title) if heading else ARTIFACT
    yield TextLine("foot", text, box.x, y + 0.35 * FOOTER_SIZE, style.size, ink, box, anchor="start", tag=tag)
    label = Box(start - 11, y - FOOTER_SIZE, 10, 2 * FOOTER_SIZE)
    yield TextLine(
        "ruler", "50 mm", label.right, y + 0.35 * FOOTER_SIZE, style.size, ink, label, anchor="end",
        tag=ARTIFACT,
    )  # fmt: skip
    for path in (
        line((start, y), (end, y)),
        *(line((x, y - 1.2), (x, y + 1.2)) for x in (start, end)),
        *(line((start + n * 10, y - 0.7), (start + n * 10, y + 0.7)) for n in range(1, 5)),
    ):
        yield Shape(Role.MARK, "ruler", path, stroke=ink, width=0.2, butt=True, tag=ARTIFACT)
