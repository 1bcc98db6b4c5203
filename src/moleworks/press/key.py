"""The key of a set for the fingers: every texture and letter, and what it means, in Braille and in print."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.games.game import N_
from moleworks.press import braille, textures
from moleworks.press.checks import GAP
from moleworks.press.order import Order
from moleworks.press.part import Part
from moleworks.press.paths import Box, oval
from moleworks.press.scene import Dots, Item, Patch, Sheet
from moleworks.press.setting import Style, dot_lines, dots, paragraph

RADIUS = 4.5
INDENT = 2 * RADIUS + GAP + 0.5
PRINT = 3.4
"""The size of the printed words under the Braille; they fit into the gap."""


def keys(order: Order, part: Part) -> Iterator[Sheet]:
    """As many pages as it takes."""
    room, say, code = order.paper.room(), order.words.say, order.words.code
    title = say(N_("What fingers find"))
    items: list[Item] = [
        *dot_lines("title", order.game.title, code, room),
        *_print(order, order.game.title, room, 0),
    ]
    y, number = room.y + braille.HEIGHT + GAP + 0.5, 1
    for sign, meaning in part.key(order):
        lines = list(
            dot_lines(f"key {meaning}", meaning, code, Box(room.x + INDENT, 0, room.width - INDENT, 0))
        )
        tall = max(2 * RADIUS, braille.HEIGHT + (len(lines) - 1) * braille.LINE_STEP) + GAP + 0.2
        if y + tall > room.bottom:
            yield _sheet(order, title, number, items)
            items, y, number = [], room.y, number + 1
        items.append(_sign(sign, meaning, code, room.x + RADIUS, y + RADIUS))
        items += [line._replace(y=line.y + y + 0.8) for line in lines]
        items += _print(order, meaning, Box(room.x + INDENT, y + 1, room.width - INDENT, 0), len(lines) - 1)
        y += tall
    yield _sheet(order, title, number, items)


def _sheet(order: Order, title: str, number: int, items: list[Item]) -> Sheet:
    return Sheet(f"key-{number}", title, order.paper.page(), tuple(items), swell=True)


def _sign(sign: str, meaning: str, code: str, x: float, y: float) -> Patch | Dots:
    if sign in textures.MAKERS:
        return Patch(f"sign of {meaning}", oval(x, y, RADIUS), sign)
    return dots(f"sign of {meaning}", sign, code, x, y)


def _print(order: Order, text: str, box: Box, row: int) -> Iterator[Item]:
    y = box.y + row * braille.LINE_STEP + braille.HEIGHT + 0.4
    yield from paragraph(
        "print", text, Style(PRINT, order.palette["ink"]), Box(box.x, y, box.width, 1.4 * PRINT)
    )
