"""Draw the calibration sheet: it shows whether the printer keeps to the size, and explains the lines."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.core.messages import N_
from moleworks.press import textures
from moleworks.press.mounting import SWELLING
from moleworks.press.nets import PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, ellipse, line, rectangle
from moleworks.press.sheet import BLACK, Item, PrintSheet, Role, Shape, TexturePatch
from moleworks.press.typesetting import (
    TextStyle,
    braille_paragraph,
    centred_text,
    paragraph,
    paragraph_height,
)
from moleworks.speech.team_names import team as team_name

CARD = (85.60, 53.98)
"""A bank card (ISO/IEC 7810): a size that can be checked without a ruler."""
LONG = 100.0


def calibration_sheet(order: PrintOrder) -> PrintSheet:
    """The sheet to print first."""
    room = order.paper.room().grown(-4)
    say, ink = order.language.say, order.palette["ink"]
    head, body = TextStyle(8, ink, bold=True), TextStyle(4, ink)
    items: list[Item] = []
    y = room.y
    title = say(N_("Print this sheet first"))
    items += paragraph("title", title, head, Box(room.x, y, room.width, 14))
    y += 14
    for text in _advice(order):
        tall = paragraph_height(text, body, min(room.width, 182))
        items += paragraph("advice", text, body, Box(room.x, y, min(room.width, 182), tall + 1))
        y += tall + 2
    y += 4
    items += _ruler(order, room.x, y)
    items += _card(order, room.x, y + 24)
    items += _lines(order, Box(room.x + CARD[0] + 12, y + 24, 76, CARD[1]))
    y += 24 + CARD[1] + 12
    items += _samples(order, room.x, y) if order.swell else _teams(order, Box(room.x, y, 182, 40))
    return PrintSheet("calibration", title, order.paper.page(), tuple(items), swell=order.swell)


def _advice(order: PrintOrder) -> Iterator[str]:
    say = order.language.say
    yield say(
        N_("Print at actual size (100 %), not “fit to page”. Then measure: the line must be 100 mm long.")
    )
    yield say(N_("A bank card must cover the box exactly. If it does not, change the printer's scale."))
    if order.swell:
        yield say(SWELLING)
        yield say(N_("Every sample below must be felt clearly. If lines run together, lower the heat."))
    else:
        yield say(N_("Card of 160 to 250 g makes good boards and pieces. The rules are for plain paper."))


def _ruler(order: PrintOrder, x: float, y: float) -> Iterator[Item]:
    ink = order.palette["ink"]
    for n in range(int(LONG) + 1):
        tall = 7.0 if n % 10 == 0 else 5.0 if n % 5 == 0 else 3.0
        yield Shape(
            Role.MARK, "ruler", line((x + n, y + 8), (x + n, y + 8 - tall)), stroke=ink, width=0.2, butt=True
        )
    yield Shape(Role.MARK, "ruler", line((x, y + 8), (x + LONG, y + 8)), stroke=ink, width=0.3, butt=True)
    style = TextStyle(3, ink)
    for n in range(0, int(LONG) + 1, 10):
        # The box is narrow, so that the first and the last number stay on the sheet.
        yield centred_text("ruler", str(n), style, x + n, y + 11.5, 9)
    yield centred_text("ruler", "mm", style, x + LONG + 10, y + 8, 8)


def _card(order: PrintOrder, x: float, y: float) -> Iterator[Item]:
    ink = order.palette["ink"]
    box = Box(x, y, *CARD)
    yield Shape(Role.MARK, "card", rectangle(box, 3.18), fill=order.palette["fold"], stroke=ink, width=0.25)
    yield centred_text(
        "card", order.language.say(N_("a bank card")), TextStyle(4, ink), box.middle.x, box.middle.y - 4, 76
    )
    yield centred_text("card", "85.60 × 53.98 mm", TextStyle(3.4, ink), box.middle.x, box.middle.y + 3, 76)


def _lines(order: PrintOrder, box: Box) -> Iterator[Item]:
    """Explain cut, fold and overlap lines."""
    say, pens, ink = order.language.say, PrintPens(order.palette), order.palette["ink"]
    style = TextStyle(3.8, ink)
    rows = [
        (pens.cut("cut", line((box.x, 0), (box.x + 26, 0))), say(N_("cut"))),
        (pens.fold("fold", line((box.x, 0), (box.x + 26, 0))), say(N_("fold"))),
    ]
    for n, (shape, text) in enumerate(rows):
        y = box.y + 5 + 11 * n
        path = line((box.x, y), (box.x + 26, y))
        yield shape._replace(path=path, width=max(shape.width, 0.35))
        yield from paragraph("line", text, style, Box(box.x + 30, y - 3.6, box.width - 30, 6))
    if not order.swell:
        y = box.y + 5 + 11 * len(rows)
        path = line((box.x, y), (box.x + 26, y))
        yield Shape(Role.MARK, "overlap", path, stroke=ink, width=0.35, dash=(0.5, 1.5))
        text = say(N_("glue the next part on, up to here"))
        yield from paragraph("line", text, style, Box(box.x + 30, y - 3.6, box.width - 30, 16))


def _teams(order: PrintOrder, box: Box) -> Iterator[Item]:
    """The four teams: each has a colour, a pattern and a shape."""
    from moleworks.press import art  # noqa: PLC0415 - art knows nothing of orders

    pens, ink = PrintPens(order.palette), order.palette["ink"]
    pitch = box.width / 4
    for team in range(4):
        place = Box(box.x + team * pitch, box.y, pitch, 30).grown(-2)
        yield from pens.picture("team", art.mole(team), art.fit_in_box(art.mole(team), place))
        name = order.language.tell(team_name(team))
        yield centred_text("team", name, TextStyle(4, ink), place.middle.x, box.y + 34, pitch)


def _samples(order: PrintOrder, x: float, y: float) -> Iterator[Item]:
    """Samples of raised lines, textures and Braille."""
    code, ink = order.language.code, order.palette["ink"]
    for n, width in enumerate((0.9, 2.0)):
        path = line((x + 2, y + 4 + 11 * n), (x + 62, y + 4 + 11 * n))
        yield Shape(Role.RAISED, f"line {width}", path, stroke=BLACK, width=width)
        yield centred_text("line", f"{width} mm", TextStyle(3.4, ink), x + 74, y + 4 + 11 * n, 18)
    for n, texture in enumerate(textures.TEAMS):
        path = ellipse(x + 9 + 22 * n, y + 34, 6)
        yield TexturePatch(f"texture {texture}", path, texture)
        name = order.language.tell(team_name(n))
        yield centred_text("texture", name, TextStyle(3.4, ink), x + 9 + 22 * n, y + 45, 21)
    text = "abc 123"
    yield from braille_paragraph("braille", text, code, Box(x + 100, y, 80, 10))
    yield centred_text("braille", text, TextStyle(3.4, ink), x + 130, y + 15, 60)
