"""A sheet as an SVG file, true to the millimetre; the font travels inside."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from moleworks.press import fonts
from moleworks.press.paths import number, rectangle, written
from moleworks.press.scene import Colour, Drawn, Role, Shape, Sheet, Text, Window


def svg(sheet: Sheet, code: str) -> str:
    """The whole file."""
    width, height = number(sheet.page.width), number(sheet.page.height)
    drawn = list(sheet.drawn())
    return "\n".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
                f'viewBox="{number(sheet.page.x)} {number(sheet.page.y)} {width} {height}" lang="{code}">'
            ),
            f"<title>{escape(sheet.title)}</title>",
            *_faces(drawn),
            *_groups(drawn),
            "</svg>",
            "",
        )
    )


def _faces(drawn: Iterable[Drawn]) -> Iterator[str]:
    parts = [part for item in drawn for part in (item.items if isinstance(item, Window) else (item,))]
    for bold in sorted({part.bold for part in parts if isinstance(part, Text)}):
        packed = base64.b64encode(fonts.data(bold)).decode("ascii")
        yield (
            f"<style>@font-face{{font-family:'{fonts.FAMILY}';font-weight:{700 if bold else 400};"
            f"src:url(data:font/ttf;base64,{packed})}}</style>"
        )


def _groups(drawn: Iterable[Drawn]) -> Iterator[str]:
    """What belongs together by its role stays a layer: a cutter or an embosser picks what it needs."""
    role: Role | None = None
    for item in drawn:
        now = item.role if isinstance(item, Shape) else Role.PRINT
        if now != role:
            if role is not None:
                yield "</g>"
            yield f'<g class="{now}">'
            role = now
        if isinstance(item, Window):
            yield from _window(item)
        else:
            yield _shape(item) if isinstance(item, Shape) else _text(item)
    if role is not None:
        yield "</g>"


def _window(window: Window) -> Iterator[str]:
    yield f'<clipPath id="{window.name}"><path d="{written(rectangle(window.box))}"/></clipPath>'
    yield f'<g clip-path="url(#{window.name})">'
    yield from _groups(window.items)
    yield "</g>"


def _shape(shape: Shape) -> str:
    parts = [f'd="{written(shape.path)}"', f'fill="{_colour(shape.fill)}"']
    if shape.fill:
        parts.append('fill-rule="evenodd"')
    if shape.stroke:
        cap = "butt" if shape.butt else "round"
        parts.append(
            f'stroke="{_colour(shape.stroke)}" stroke-width="{number(shape.width)}" '
            f'stroke-linejoin="round" stroke-linecap="{cap}"'
        )
        if shape.dash:
            parts.append(f'stroke-dasharray="{" ".join(map(number, shape.dash))}"')
    return f"<path {' '.join(parts)}/>"


def _text(text: Text) -> str:
    """`textLength` keeps a line as long as it was measured, whatever font a program puts in."""
    turn = f' transform="rotate({number(text.turn)} {number(text.x)} {number(text.y)})"' if text.turn else ""
    length = fonts.width(text.text, text.size, text.bold)
    return (
        f'<text x="{number(text.x)}" y="{number(text.y)}" font-family={quoteattr(fonts.FAMILY)} '
        f'font-size="{number(text.size)}" font-weight="{700 if text.bold else 400}" '
        f'text-anchor="{text.anchor}" textLength="{number(length)}" fill="{_colour(text.colour)}"{turn}>'
        f"{escape(fonts.clean(text.text))}</text>"
    )


def _colour(colour: Colour | None) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)
