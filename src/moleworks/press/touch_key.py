"""Draw the key and the player aid of a tactile set, in Braille and in print."""

from __future__ import annotations

import math
from collections.abc import Iterator

from moleworks.core.messages import N_
from moleworks.press import braille, textures
from moleworks.press.checks import GAP, LINES, MOST_STYLES
from moleworks.press.game_print_set import GamePrintSet, OwnSign
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, Point, Transform, bounds, ellipse, line, transform_path
from moleworks.press.sheet import BLACK, BrailleLine, Item, PrintSheet, Role, Shape, TexturePatch
from moleworks.press.typesetting import TextStyle, braille_line, braille_paragraph, paragraph

THIN, BOLD = LINES
RADIUS = 4.5
SPOT_STEP = 3.0
"""From spot to spot of a dotted line, at least."""
INDENT = 2 * RADIUS + GAP + 0.5
LINE, DOTTED_LINE, SPACE = "line", "dotted line", "space"
"""Samples beside textures and letters: lines, and the fine ring around a space."""
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
        used = {item.texture for item in items if isinstance(item, TexturePatch)} | {sample}
        too_many = len(used & textures.MARK_FUNCTIONS.keys()) > MOST_STYLES
        if y + tall > room.bottom or too_many:
            yield _sheet(order, title, number, items)
            items, y, number = [], room.y, number + 1
        items.append(_key_sample(sample, meaning, code, room.x + RADIUS, y + RADIUS))
        items += [line._replace(y=line.y + y + 0.8) for line in lines]
        items += _print(order, meaning, Box(room.x + INDENT, y + 1, room.width - INDENT, 0), len(lines) - 1)
        y += tall
    yield _sheet(order, title, number, items)


def touch_aid_sheets(order: PrintOrder, print_set: GamePrintSet) -> Iterator[PrintSheet]:
    """The pages of the player aid: a turn in short sentences."""
    room, code = order.paper.room(), order.language.code
    title = order.language.say(N_("A turn in short"))
    items: list[Item] = []
    y, number = room.y, 1
    for text in print_set.turn_summary(order):
        lines = list(braille_paragraph(f"aid {text}", text, code, Box(room.x, 0, room.width, 0)))
        tall = braille.HEIGHT + (len(lines) - 1) * braille.LINE_STEP + GAP + 0.2
        if y + tall > room.bottom:
            yield _sheet(order, title, number, items, "aid")
            items, y, number = [], room.y, number + 1
        items += [line._replace(y=line.y + y) for line in lines]
        items += _print(order, text, Box(room.x, y, room.width, 0), len(lines) - 1)
        y += tall
    yield _sheet(order, title, number, items, "aid")


def _sheet(order: PrintOrder, title: str, number: int, items: list[Item], name: str = "key") -> PrintSheet:
    return PrintSheet(f"{name}-{number}", title, order.paper.page(), tuple(items), swell=True)


def dotted(start: Point, end: Point) -> tuple[float, ...]:
    """The dashes of a dotted line: spots at both ends and between them, far enough apart for fingers."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    return (0.001, length / max(1, int(length / SPOT_STEP)))


def _key_sample(
    sample: str | OwnSign, meaning: str, code: str, x: float, y: float
) -> TexturePatch | BrailleLine | Shape:
    name = f"sign of {meaning}"
    if isinstance(sample, OwnSign):
        box = bounds(sample.outline)
        scale = (2 * RADIUS - BOLD) / max(box.width, box.height)
        move = Transform(x - scale * box.middle.x, y - scale * box.middle.y, scale)
        return Shape(Role.RAISED, name, transform_path(sample.outline, move), stroke=BLACK, width=BOLD)
    if sample in (LINE, DOTTED_LINE):
        ends = Point(x - RADIUS + BOLD / 2, y), Point(x + RADIUS - BOLD / 2, y)
        dash = dotted(*ends) if sample == DOTTED_LINE else ()
        return Shape(Role.RAISED, name, line(*ends), stroke=BLACK, width=BOLD, dash=dash)
    if sample == SPACE:
        return Shape(Role.RAISED, name, ellipse(x, y, RADIUS - THIN / 2), stroke=BLACK, width=THIN)
    if sample in textures.MARK_FUNCTIONS:
        return TexturePatch(name, ellipse(x, y, RADIUS), sample)
    return braille_line(name, sample, code, x, y)


def _print(order: PrintOrder, text: str, box: Box, row: int) -> Iterator[Item]:
    y = box.y + row * braille.LINE_STEP + braille.HEIGHT + 0.4
    yield from paragraph(
        "print", text, TextStyle(PRINT, order.palette["ink"]), Box(box.x, y, box.width, 1.4 * PRINT)
    )
