"""Sheets as one PDF file, a page each, true to the millimetre, with its fonts inside.

For swell paper colours are given as inks, because black ink is what rises: nothing but relief may have any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from moleworks.press import fonts
from moleworks.press.paths import Path, rectangle
from moleworks.press.scene import BLACK, Colour, Drawn, Shape, Sheet, Text, Window

POINT = 72 / 25.4
"""A millimetre in the units of a PDF file."""

Mixing = Callable[[Colour], Any]
"""How a colour is said to the printer."""


def pdf(sheets: Iterable[Sheet], title: str, code: str) -> bytes:
    """The whole file; the same sheets give the same bytes."""
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - needed by who prints, and slow to load

    target = BytesIO()
    for bold in (False, True):
        fonts.font(bold)
    # Without a font of ours to begin with, every page would name one that is not in the file.
    first = fonts.NAMES[False]
    canvas = Canvas(target, invariant=1, pageCompression=1, lang=code, initialFontName=first)
    canvas.setTitle(title)
    canvas.setCreator("Moleworks")
    for sheet in sheets:
        _page(canvas, sheet)
    canvas.save()
    return target.getvalue()


def _page(canvas: Any, sheet: Sheet) -> None:
    canvas.setPageSize((sheet.page.width * POINT, sheet.page.height * POINT))
    canvas.bookmarkPage(sheet.name)
    canvas.addOutlineEntry(sheet.title, sheet.name)
    # Millimetres from the top left, as everywhere here.
    canvas.transform(POINT, 0, 0, -POINT, -sheet.page.x * POINT, (sheet.page.height + sheet.page.y) * POINT)
    canvas.setLineJoin(1)
    _draw(canvas, sheet.drawn(), _inks if sheet.swell else _light)
    canvas.showPage()


def _draw(canvas: Any, drawn: Iterable[Drawn], colour: Mixing) -> None:
    for item in drawn:
        if isinstance(item, Shape):
            _shape(canvas, item, colour)
        elif isinstance(item, Text):
            _text(canvas, item, colour)
        else:
            _window(canvas, item, colour)


def _window(canvas: Any, window: Window, colour: Mixing) -> None:
    canvas.saveState()
    canvas.clipPath(_outline(canvas, rectangle(window.box)), stroke=0, fill=0)
    _draw(canvas, window.items, colour)
    canvas.restoreState()


def _outline(canvas: Any, path: Path) -> Any:
    outline = canvas.beginPath()
    for command, points in path.segments:
        if command == "M":
            outline.moveTo(*points[0])
        elif command == "L":
            outline.lineTo(*points[0])
        elif command == "C":
            outline.curveTo(*points[0], *points[1], *points[2])
        else:
            outline.close()
    return outline


def _shape(canvas: Any, shape: Shape, colour: Mixing) -> None:
    if shape.fill:
        canvas.setFillColor(colour(shape.fill))
    if shape.stroke:
        canvas.setStrokeColor(colour(shape.stroke))
        canvas.setLineWidth(shape.width)
        canvas.setLineCap(0 if shape.butt else 1)
        canvas.setDash(list(shape.dash))
    canvas.drawPath(
        _outline(canvas, shape.path),
        stroke=int(shape.stroke is not None),
        fill=int(shape.fill is not None),
        fillMode=0,
    )


def _text(canvas: Any, text: Text, colour: Mixing) -> None:
    words = fonts.clean(text.text)
    canvas.saveState()
    canvas.setFillColor(colour(text.colour))
    canvas.setFont(fonts.NAMES[text.bold], text.size)
    canvas.translate(text.x, text.y)
    canvas.rotate(text.turn)
    canvas.scale(1, -1)
    {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[
        text.anchor
    ](0, 0, words)
    canvas.restoreState()


def _inks(colour: Colour) -> Any:
    """Cyan, magenta, yellow and black; black ink is for black alone."""
    from reportlab.lib.colors import CMYKColor  # noqa: PLC0415

    if colour == BLACK:
        return CMYKColor(0, 0, 0, 1)
    red, green, blue = colour
    return CMYKColor(1 - red / 255, 1 - green / 255, 1 - blue / 255, 0)


def _light(colour: Colour) -> Any:
    from reportlab.lib.colors import Color  # noqa: PLC0415

    return Color(*(part / 255 for part in colour))
