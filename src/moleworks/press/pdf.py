"""Write sheets as one PDF file in true size, with embedded fonts.

For swell paper colours are CMYK, because black ink rises: only relief may contain any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from moleworks.press import fonts
from moleworks.press.paths import Path, rectangle
from moleworks.press.sheet import BLACK, ClippedDrawing, Colour, Drawn, PrintSheet, Shape, TextLine

POINT = 72 / 25.4
"""A millimetre in PDF units."""

ColourFunction = Callable[[Colour], Any]
"""Converts a colour to a PDF colour."""


def render_pdf(sheets: Iterable[PrintSheet], title: str, code: str) -> bytes:
    """The bytes of the file; the same sheets give the same bytes."""
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - slow to load

    target = BytesIO()
    for bold in (False, True):
        fonts.font(bold)
    # With the default initial font, every page would name a font that is not in the file.
    first = fonts.NAMES[False]
    canvas = Canvas(target, invariant=1, pageCompression=1, lang=code, initialFontName=first)
    canvas.setTitle(title)
    canvas.setCreator("Moleworks")
    for sheet in sheets:
        _page(canvas, sheet)
    canvas.save()
    return target.getvalue()


def _page(canvas: Any, sheet: PrintSheet) -> None:
    canvas.setPageSize((sheet.page.width * POINT, sheet.page.height * POINT))
    canvas.bookmarkPage(sheet.name)
    canvas.addOutlineEntry(sheet.title, sheet.name)
    # From PDF coordinates to millimetres from the top left.
    canvas.transform(POINT, 0, 0, -POINT, -sheet.page.x * POINT, (sheet.page.height + sheet.page.y) * POINT)
    canvas.setLineJoin(1)
    _draw(canvas, sheet.drawn(), _cmyk_colour if sheet.swell else _rgb_colour)
    canvas.showPage()


def _draw(canvas: Any, drawn: Iterable[Drawn], colour: ColourFunction) -> None:
    for item in drawn:
        if isinstance(item, Shape):
            _shape(canvas, item, colour)
        elif isinstance(item, TextLine):
            _text(canvas, item, colour)
        else:
            _window(canvas, item, colour)


def _window(canvas: Any, window: ClippedDrawing, colour: ColourFunction) -> None:
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


def _shape(canvas: Any, shape: Shape, colour: ColourFunction) -> None:
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


def _text(canvas: Any, text: TextLine, colour: ColourFunction) -> None:
    words = fonts.replace_missing(text.text)
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


def _cmyk_colour(colour: Colour) -> Any:
    """CMYK; only pure black uses black ink."""
    from reportlab.lib.colors import CMYKColor  # noqa: PLC0415

    if colour == BLACK:
        return CMYKColor(0, 0, 0, 1)
    red, green, blue = colour
    return CMYKColor(1 - red / 255, 1 - green / 255, 1 - blue / 255, 0)


def _rgb_colour(colour: Colour) -> Any:
    from reportlab.lib.colors import Color  # noqa: PLC0415

    return Color(*(part / 255 for part in colour))
