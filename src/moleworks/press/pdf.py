"""Write sheets as one tagged PDF file (PDF/UA) in true size, with embedded fonts.

For swell paper colours are CMYK, because black ink rises: only relief may contain any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import groupby
from typing import Any

from moleworks.press import fonts
from moleworks.press.paths import Path, rectangle
from moleworks.press.pdf_structure import PdfStructure
from moleworks.press.sheet import (
    ARTIFACT,
    BLACK,
    HEADINGS,
    ClippedDrawing,
    Colour,
    Drawn,
    PrintSheet,
    Shape,
    Tag,
    TagKind,
    TextLine,
)
from moleworks.press.without_pillow import allow_no_pillow

POINT = 72 / 25.4
"""A millimetre in PDF units."""

ColourFunction = Callable[[Colour], Any]
"""Converts a colour to a PDF colour."""


def render_pdf(sheets: Iterable[PrintSheet], title: str, code: str) -> bytes:
    """The bytes of the file; the same sheets give the same bytes."""
    allow_no_pillow()
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - slow to load

    target = BytesIO()
    for bold in (False, True):
        fonts.font(bold)
    # With the default initial font, every page would name a font that is not in the file.
    first = fonts.NAMES[False]
    canvas = Canvas(
        target, invariant=1, pageCompression=1, lang=code, initialFontName=first, pdfVersion=(1, 7)
    )
    canvas.setTitle(title)
    canvas.setAuthor("Moleworks")
    canvas.setCreator("Moleworks")
    canvas.setSubject(title)
    structure = PdfStructure(canvas)
    for sheet in sheets:
        _page(canvas, sheet, structure)
    structure.finish(title, code)
    canvas.save()
    return target.getvalue()


def _page(canvas: Any, sheet: PrintSheet, structure: PdfStructure) -> None:
    canvas.setPageSize((sheet.page.width * POINT, sheet.page.height * POINT))
    canvas.bookmarkPage(sheet.name)
    for heading in sheet.headings():
        canvas.addOutlineEntry(heading.text, sheet.name, HEADINGS.index(heading.kind))
    # From PDF coordinates to millimetres from the top left.
    canvas.transform(POINT, 0, 0, -POINT, -sheet.page.x * POINT, (sheet.page.height + sheet.page.y) * POINT)
    canvas.setLineJoin(1)
    picture = Tag(TagKind.FIGURE, sheet.alt) if sheet.alt else ARTIFACT
    colour = _cmyk_colour if sheet.swell else _rgb_colour
    structure.begin_page()
    for tag, run in groupby(sheet.drawn(), lambda item: _tag_of(item) or picture):
        items = list(run)
        structure.begin(tag, [_box(sheet, item) for item in items] if tag.kind == TagKind.FIGURE else ())
        _draw(canvas, items, colour)
        structure.end()
    canvas.showPage()
    structure.end_page()


def _tag_of(item: Drawn) -> Tag | None:
    return None if isinstance(item, ClippedDrawing) else item.tag


def _box(sheet: PrintSheet, item: Drawn) -> tuple[float, float, float, float]:
    """Left, bottom, right and top in PDF units."""
    box = item.bounds if isinstance(item, Shape) else item.box
    left, top = (box.x - sheet.page.x) * POINT, (sheet.page.bottom - box.y) * POINT
    return left, top - box.height * POINT, left + box.width * POINT, top


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
    # The space keeps the last word of a line apart from the first of the next one when it is read out.
    words = fonts.replace_missing(text.text) + (" " if text.tag else "")
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    canvas.saveState()
    canvas.setFillColor(colour(text.colour))
    canvas.setFont(fonts.NAMES[text.bold], text.size)
    canvas.translate(text.x, text.y)
    canvas.rotate(text.turn)
    canvas.scale(1, -1)
    canvas.drawString(-left * fonts.text_width(text.text, text.size, text.bold), 0, words)
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
