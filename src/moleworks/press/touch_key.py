"""Draw the key of a tactile set: every texture and letter with its meaning, in Braille and in print."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.core.messages import N_
from moleworks.press import braille, textures
from moleworks.press.checks import GAP
from moleworks.press.game_print_set import GamePrintSet
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, ellipse
from moleworks.press.sheet import BrailleLine, Item, PrintSheet, TexturePatch
from moleworks.press.typesetting import TextStyle, braille_line, braille_paragraph, paragraph

RADIUS = 4.5
INDENT = 2 * RADIUS + GAP + 0.5
PRINT = 3.4
"""The text size of the print under the Braille; it fits into the gap."""


def touch_key_sheets(order: PrintOrder, print_set: GamePrintSet) -> Iterator[PrintSheet]:
    """The pages of the key."""
    room, say, code = order.paper.room(), order.language.say, order.language.code
    title = say(N_("What fingers find"))
    items: list[Item] = [
        *braille_paragraph("title", order.game_title, code, room),
        *_print(order, order.game_title, room, 0),
    ]
    y, number = room.y + braille.HEIGHT + GAP + 0.5, 1
    for sample, meaning in print_set.touch_key(order):
        lines = list(
            braille_paragraph(
                f"key {meaning}", meaning, code, Box(room.x + INDENT, 0, room.width - INDENT, 0)
            )
        )
        tall = max(2 * RADIUS, braille.HEIGHT + (len(lines) - 1) * braille.LINE_STEP) + GAP + 0.2
        if y + tall > room.bottom:
            yield _sheet(order, title, number, items)
            items, y, number = [], room.y, number + 1
        items.append(_key_sample(sample, meaning, code, room.x + RADIUS, y + RADIUS))
        items += [line._replace(y=line.y + y + 0.8) for line in lines]
        items += _print(order, meaning, Box(room.x + INDENT, y + 1, room.width - INDENT, 0), len(lines) - 1)
        y += tall
    yield _sheet(order, title, number, items)


def _sheet(order: PrintOrder, title: str, number: int, items: list[Item]) -> PrintSheet:
    return PrintSheet(f"key-{number}", title, order.paper.page(), tuple(items), swell=True)


def _key_sample(sample: str, meaning: str, code: str, x: float, y: float) -> TexturePatch | BrailleLine:
    if sample in textures.MARK_FUNCTIONS:
        return TexturePatch(f"sign of {meaning}", ellipse(x, y, RADIUS), sample)
    return braille_line(f"sign of {meaning}", sample, code, x, y)


def _print(order: PrintOrder, text: str, box: Box, row: int) -> Iterator[Item]:
    y = box.y + row * braille.LINE_STEP + braille.HEIGHT + 0.4
    yield from paragraph(
        "print", text, TextStyle(PRINT, order.palette["ink"]), Box(box.x, y, box.width, 1.4 * PRINT)
    )
