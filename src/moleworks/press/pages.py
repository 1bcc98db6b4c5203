"""Drawings laid on pages: in the middle where they fit, else over several that are glued together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moleworks.games.game import N_
from moleworks.press import checks
from moleworks.press.nets import CUT_LINE
from moleworks.press.order import Order
from moleworks.press.paper import OVERLAP, Paper
from moleworks.press.paths import Box, Move, line
from moleworks.press.scene import Colour, Item, Role, Shape, Sheet, Text, Window, laid
from moleworks.press.setting import Style

RULER = 50.0
MARK = 4.0
FOOT = 6.2
"""From the lower edge of the paper to the line below everything."""
FOOT_SIZE = 2.5


class Plan(NamedTuple):
    """How a drawing is cut up."""

    lying: bool
    columns: int
    rows: int

    @property
    def parts(self) -> int:
        return self.columns * self.rows


def plan(drawing: Box, paper: Paper) -> Plan:
    """The way that takes the fewest pages."""
    plans = []
    for lying in (False, True):
        room = paper.room(lying)
        columns = _parts(drawing.width, room.width)
        rows = _parts(drawing.height, room.height)
        plans.append(Plan(lying, columns, rows))
    return min(plans, key=lambda plan: (plan.parts, plan.lying))


def _parts(length: float, room: float) -> int:
    return 1 if length <= room + 1e-6 else math.ceil((length - OVERLAP - 1e-6) / (room - OVERLAP))


def paged(order: Order, drawing: Sheet) -> Iterator[Sheet]:
    """The pages of a drawing. One on swell paper is never cut up: `Misprint` says that it does not fit."""
    checks.refuse(checks.drawing(drawing))
    found = plan(drawing.page, order.paper)
    if drawing.page in {order.paper.page(), order.paper.page(lying=True)}:
        yield drawing
    elif found.parts == 1:
        page, room = order.paper.page(found.lying), order.paper.room(found.lying)
        move = Move(room.middle.x - drawing.page.middle.x, room.middle.y - drawing.page.middle.y)
        items = laid(tuple(item for item in drawing.items if not isinstance(item, Window)), move)
        yield drawing._replace(page=page, items=items)
    elif drawing.swell:
        raise checks.Misprint(
            drawing.title,
            order.paper.name.upper(),
            N_("It does not fit on one sheet, and relief cannot be glued together: take larger paper."),
        )
    else:
        yield from _tiles(order, drawing, found)


def _tiles(order: Order, drawing: Sheet, plan: Plan) -> Iterator[Sheet]:
    page, room = order.paper.page(plan.lying), order.paper.room(plan.lying)
    ink = order.palette["ink"]
    whole = drawing.page
    step = (room.width - OVERLAP, room.height - OVERLAP)
    left = _start(whole.x, whole.width, step[0], plan.columns, drawing.seams)
    top = _start(whole.y, whole.height, step[1], plan.rows, drawing.seams)
    for row in range(plan.rows):
        for column in range(plan.columns):
            number = row * plan.columns + column + 1
            move = Move(room.x - left - column * step[0], room.y - top - row * step[1])
            shown = tuple(
                item
                for item in laid(tuple(i for i in drawing.drawn() if not isinstance(i, Window)), move)
                if isinstance(item, Shape | Text) and _extent(item).apart(room) <= 0
            )
            window = Window(f"{drawing.name}-{number}", room, shown)
            marks = _marks(room, ink, column + 1 < plan.columns, row + 1 < plan.rows)
            title = order.words.say(
                N_("{title}, part {number} of {count}"),
                title=drawing.title,
                number=number,
                count=plan.parts,
            )
            yield Sheet(
                f"{drawing.name}-{number}", title, page, (window, *marks), drawing.pieces * (number == 1)
            )


def _start(start: float, length: float, step: float, count: int, seams: tuple[float, float]) -> float:
    """Where the first part begins: so that the drawing lies in the middle, or that a seam is on a line."""
    slack = count * step + OVERLAP - length
    middle = start - slack / 2
    every, first = seams
    if not every or count != 2:
        return middle
    joint = round((middle + step - first) / every) * every + first - step
    return joint if start - slack <= joint <= start else middle


def _extent(item: Shape | Text) -> Box:
    return item.bounds if isinstance(item, Shape) else item.box


def _marks(room: Box, ink: Colour, more_right: bool, more_below: bool) -> Iterator[Item]:
    """Cut marks at the corners, and lines up to which the next part laps over this one."""

    def mark(*points: tuple[float, float]) -> Shape:
        return Shape(Role.MARK, "cut mark", line(*points), stroke=ink, width=CUT_LINE, butt=True)

    for x, out in ((room.x, -1), (room.right, 1)):
        for y, down in ((room.y, -1), (room.bottom, 1)):
            yield mark((x + out, y), (x + out * MARK, y))
            yield mark((x, y + down), (x, y + down * MARK))
    lap = {"stroke": ink, "width": CUT_LINE, "dash": (0.5, 1.5)}
    if more_right:
        x = room.right - OVERLAP
        yield Shape(Role.MARK, "overlap", line((x, room.y - MARK), (x, room.bottom + MARK)), None, **lap)  # type: ignore[arg-type]
    if more_below:
        y = room.bottom - OVERLAP
        yield Shape(Role.MARK, "overlap", line((room.x - MARK, y), (room.right + MARK, y)), None, **lap)  # type: ignore[arg-type]


def footed(order: Order, sheets: Sequence[Sheet]) -> list[Sheet]:
    """Every page says what it is, and has a line that must be as long as it says."""
    return [
        sheet._replace(items=(*sheet.items, *_foot(order, sheet, number, len(sheets))))
        for number, sheet in enumerate(sheets, 1)
    ]


def _foot(order: Order, sheet: Sheet, number: int, count: int) -> Iterator[Item]:
    ink = order.palette["ink"]
    style = Style(FOOT_SIZE, ink)
    page = sheet.page
    y = page.bottom - FOOT
    end = page.right - 15
    start = end - RULER
    text = order.words.say(
        N_("{game}, {board}. {title}. {number} of {count}"),
        game=order.game.title,
        board=order.title,
        title=sheet.title,
        number=number,
        count=count,
    )
    box = Box(page.x + 15, y - FOOT_SIZE, start - 27 - page.x, 2 * FOOT_SIZE)
    yield Text("foot", text, box.x, y + 0.35 * FOOT_SIZE, style.size, ink, box, anchor="start")
    label = Box(start - 11, y - FOOT_SIZE, 10, 2 * FOOT_SIZE)
    yield Text("ruler", "50 mm", label.right, y + 0.35 * FOOT_SIZE, style.size, ink, label, anchor="end")
    for path in (
        line((start, y), (end, y)),
        *(line((x, y - 1.2), (x, y + 1.2)) for x in (start, end)),
        *(line((start + n * 10, y - 0.7), (start + n * 10, y + 0.7)) for n in range(1, 5)),
    ):
        yield Shape(Role.MARK, "ruler", path, stroke=ink, width=0.2, butt=True)
