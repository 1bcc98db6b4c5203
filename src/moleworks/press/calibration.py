"""Draw the calibration sheet: it shows whether the printer keeps to the size, and explains the lines."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.core.messages import N_
from moleworks.press import art, textures
from moleworks.press.game_print_set import emblem
from moleworks.press.mounting import SWELLING
from moleworks.press.nets import PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, ellipse, line, rectangle
from moleworks.press.sheet import BLACK, Item, PrintSheet, Role, Shape, TagKind, TexturePatch
from moleworks.press.typesetting import (
    TextStyle,
    braille_paragraph,
    centred_text,
    paragraph,
    paragraph_height,
)

CARD = (85.60, 53.98)
"""A bank card (ISO/IEC 7810): a size that can be checked without a ruler."""
LONG = 100.0


def calibration_sheets(order: PrintOrder) -> Iterator[PrintSheet]:
    """The sheet to print first; in large print the lines are explained on a second one."""
    room = order.paper.room().grown(-4)
    say, ink, wide = order.language.say, order.palette["ink"], min(room.width, 182.0)
    head, body = TextStyle(max(8, order.smallest_text), ink, bold=True), _body(order)
    items: list[Item] = []
    y = room.y
    title = say(N_("Print this sheet first"))
    items += paragraph("title", title, head, Box(room.x, y, room.width, 14), TagKind.H1)
    y += 14
    for text in _advice(order):
        tall = paragraph_height(text, body, wide)
        items += paragraph("advice", text, body, Box(room.x, y, wide, tall + 1))
        y += tall + 2
    y += 4
    items += _ruler(order, room.x, y)
    y += 24
    items += _card(order, room.x, y)
    beside = Box(room.x + CARD[0] + 12, y, 76, CARD[1])
    page, swell = order.paper.page(), order.swell
    if order.large:
        alt = say(N_("To measure: a ruler of 100 mm and a box for a bank card."))
        yield PrintSheet("calibration", title, page, tuple(items), alt=alt)
        lines = (*_lines(order, room), *_teams(order, Box(room.x, room.y + 90, room.width, 40), 2))
        alt = say(N_("The lines to cut, to fold and to glue along, and the colours."))
        yield PrintSheet("lines", say(N_("Lines and colours")), page, lines, alt=alt)
        return
    items += _lines(order, beside)
    y += CARD[1] + 12
    items += _samples(order, room.x, y) if swell else _teams(order, Box(room.x, y, 182, 40))
    alt = (
        say(
            N_("To measure and to feel: a ruler of 100 mm, a box for a bank card, raised lines and textures.")
        )
        if swell
        else say(N_("To measure: a ruler of 100 mm and a box for a bank card. Below, the colours."))
    )
    yield PrintSheet("calibration", title, page, tuple(items), swell=swell, alt=alt)


def _body(order: PrintOrder) -> TextStyle:
    return TextStyle(max(4, order.smallest_text), order.palette["ink"])


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
        yield say(N_("The colours must be easy to tell apart."))


def _ruler(order: PrintOrder, x: float, y: float) -> Iterator[Item]:
    ink = order.palette["ink"]
    for n in range(int(LONG) + 1):
        tall = 7.0 if n % 10 == 0 else 5.0 if n % 5 == 0 else 3.0
        yield Shape(
            Role.MARK, "ruler", line((x + n, y + 8), (x + n, y + 8 - tall)), stroke=ink, width=0.2, butt=True
        )
    yield Shape(Role.MARK, "ruler", line((x, y + 8), (x + LONG, y + 8)), stroke=ink, width=0.3, butt=True)
    style = TextStyle(max(3, order.smallest_text), ink)
    for n in range(0, int(LONG) + 1, 50 if order.large else 10):
        # The box is narrow, so that the first and the last number stay on the sheet.
        yield centred_text("ruler", str(n), style, x + n, y + 8 + 1.17 * style.size, 3 * style.size)
    yield centred_text("ruler", "mm", style, x + LONG + 10 + style.size, y + 8, 8 + style.size)


def _card(order: PrintOrder, x: float, y: float) -> Iterator[Item]:
    ink = order.palette["ink"]
    box = Box(x, y, *CARD)
    yield Shape(Role.MARK, "card", rectangle(box, 3.18), fill=order.palette["fold"], stroke=ink, width=0.25)
    name, size = order.language.say(N_("a bank card")), max(4, order.smallest_text)
    yield centred_text("card", name, TextStyle(size, ink), box.middle.x, box.middle.y - size, 80)
    style = TextStyle(max(3.4, order.smallest_text), ink)
    yield centred_text("card", "85.60 × 53.98 mm", style, box.middle.x, box.middle.y + 0.9 * style.size, 84)


def _lines(order: PrintOrder, box: Box) -> Iterator[Item]:
    """Explain cut, fold and overlap lines."""
    say, pens, ink = order.language.say, PrintPens(order.palette), order.palette["ink"]
    style = TextStyle(max(3.8, order.smallest_text), ink)
    step = 2.9 * style.size
    rows = [
        (pens.cut("cut", line((box.x, 0), (box.x + 26, 0))), say(N_("cut"))),
        (pens.fold("fold", line((box.x, 0), (box.x + 26, 0))), say(N_("fold"))),
    ]
    for n, (shape, text) in enumerate(rows):
        y = box.y + 5 + step * n
        path = line((box.x, y), (box.x + 26, y))
        yield shape._replace(path=path, width=max(shape.width, 0.35))
        yield from paragraph(
            "line", text, style, Box(box.x + 30, y - 0.95 * style.size, box.width - 30, 6 + style.size)
        )
    if not order.swell:
        y = box.y + 5 + step * len(rows)
        path = line((box.x, y), (box.x + 26, y))
        yield Shape(Role.MARK, "overlap", path, stroke=ink, width=0.35, dash=(0.5, 1.5))
        text = say(N_("glue the next part on, up to here"))
        tall = paragraph_height(text, style, box.width - 30)
        yield from paragraph(
            "line", text, style, Box(box.x + 30, y - 0.95 * style.size, box.width - 30, tall + 2)
        )


def _teams(order: PrintOrder, box: Box, columns: int = 4) -> Iterator[Item]:
    """What the players are known by: each has a colour, and a pattern or a shape."""
    pens = PrintPens(order.palette)
    pitch, style = box.width / columns, _body(order)
    for team in range(order.game.player_counts[-1]):
        row, column = divmod(team, columns)
        place = Box(box.x + column * pitch, box.y + 50 * row, pitch, 30).grown(-2)
        shown = emblem(order.game.id, team)
        yield from pens.picture("team", shown.picture, art.fit_in_box(shown.picture, place))
        name = order.language.tell(shown.name)
        yield centred_text("team", name, style, place.middle.x, place.bottom + 2 + style.size, pitch)


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
        name = order.language.tell(emblem(order.game.id, n).name)
        yield centred_text("texture", name, TextStyle(3.4, ink), x + 9 + 22 * n, y + 45, 21)
    text = "abc 123"
    yield from braille_paragraph("braille", text, code, Box(x + 100, y, 80, 10))
    yield centred_text("braille", text, TextStyle(3.4, ink), x + 130, y + 15, 60)
