"""Write a sheet as an SVG file in true size, with embedded fonts."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr, unescape

from moleworks.press import fonts
from moleworks.press.paths import format_number, path_data, rectangle
from moleworks.press.sheet import ClippedDrawing, Colour, Drawn, PrintSheet, Role, Shape, TextLine


def page_title(svg: str) -> str:
    """The title of a page that `render_svg` wrote."""
    return unescape(svg.partition("<title>")[2].partition("</title>")[0])


def render_svg(sheet: PrintSheet, code: str) -> str:
    """The text of the file."""
    x, y, width, height = map(format_number, sheet.page)
    drawn = list(sheet.drawn())
    return "\n".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
                f'viewBox="{x} {y} {width} {height}" lang="{code}">'
            ),
            f"<title>{escape(sheet.title)}</title>",
            *_faces(drawn),
            *_groups(drawn),
            "</svg>",
            "",
        )
    )


def _faces(drawn: Iterable[Drawn]) -> Iterator[str]:
    parts = [part for item in drawn for part in (item.items if isinstance(item, ClippedDrawing) else (item,))]
    for bold in sorted({part.bold for part in parts if isinstance(part, TextLine)}):
        packed = base64.b64encode(fonts.font_bytes(bold)).decode("ascii")
        yield (
            f"<style>@font-face{{font-family:'{fonts.FAMILY}';font-weight:{700 if bold else 400};"
            f"src:url(data:font/ttf;base64,{packed})}}</style>"
        )


def _groups(drawn: Iterable[Drawn]) -> Iterator[str]:
    """Group shapes by role, so that a cutter or an embosser can pick its layers."""
    role: Role | None = None
    for item in drawn:
        now = item.role if isinstance(item, Shape) else Role.PRINT
        if now != role:
            if role is not None:
                yield "</g>"
            yield f'<g class="{now}">'
            role = now
        if isinstance(item, ClippedDrawing):
            yield from _window(item)
        else:
            yield _shape(item) if isinstance(item, Shape) else _text(item)
    if role is not None:
        yield "</g>"


def _window(window: ClippedDrawing) -> Iterator[str]:
    yield f'<clipPath id="{window.name}"><path d="{path_data(rectangle(window.box))}"/></clipPath>'
    yield f'<g clip-path="url(#{window.name})">'
    yield from _groups(window.items)
    yield "</g>"


def _shape(shape: Shape) -> str:
    parts = [f'd="{path_data(shape.path)}"', f'fill="{_colour(shape.fill)}"']
    if shape.fill:
        parts.append('fill-rule="evenodd"')
    if shape.stroke:
        cap = "butt" if shape.butt else "round"
        parts.append(
            f'stroke="{_colour(shape.stroke)}" stroke-width="{format_number(shape.width)}" '
            f'stroke-linejoin="round" stroke-linecap="{cap}"'
        )
        if shape.dash:
            parts.append(f'stroke-dasharray="{" ".join(map(format_number, shape.dash))}"')
    return f"<path {' '.join(parts)}/>"


def _text(text: TextLine) -> str:
    """`textLength` keeps the measured length, even if a program substitutes the font."""
    x, y = format_number(text.x), format_number(text.y)
    turn = f' transform="rotate({format_number(text.turn)} {x} {y})"' if text.turn else ""
    length = format_number(fonts.text_width(text.text, text.size, text.bold))
    return (
        f'<text x="{x}" y="{y}" font-family={quoteattr(fonts.FAMILY)} '
        f'font-size="{format_number(text.size)}" font-weight="{700 if text.bold else 400}" '
        f'text-anchor="{text.anchor}" textLength="{length}" fill="{_colour(text.colour)}"{turn}>'
        f"{escape(fonts.replace_missing(text.text))}</text>"
    )


def _colour(colour: Colour | None) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)
