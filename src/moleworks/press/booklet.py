"""The rules as a booklet: what was agreed, a turn in short, and every numbered rule with its examples.

The examples are real positions: the engine plays up to them, and says what is allowed there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from moleworks import learn
from moleworks.games.game import N_
from moleworks.press import art
from moleworks.press.colours import PALETTES
from moleworks.press.order import Order
from moleworks.press.paper import Kind, Paper, reading
from moleworks.press.part import Mark, Part, Picture
from moleworks.press.paths import Box, Move, rectangle
from moleworks.press.scene import Colour, Item, Role, Shape, Sheet, Text, laid
from moleworks.press.setting import SMALLEST_TEXT, Style, centred, height, paragraph
from moleworks.speech import terms

BETWEEN = 9.0
"""From column to column."""


class Look(NamedTuple):
    """How the booklet is set."""

    paper: Paper
    palette: Mapping[str, Colour]
    columns: int
    body: Style
    head: Style
    picture: float

    @property
    def room(self) -> Box:
        return self.paper.room().grown(-3)

    @property
    def width(self) -> float:
        return (self.room.width - (self.columns - 1) * BETWEEN) / self.columns


class Block(NamedTuple):
    """Something that is not broken over two columns."""

    height: float
    items: tuple[Item, ...]
    after: float = 0.0


def look(order: Order) -> Look:
    """Two columns; whoever prints for fingers gets large print on plain paper."""
    palette = PALETTES[Kind.COLOR if order.swell else order.kind]
    ink = palette["ink"]
    if order.swell:
        return Look(reading(order.paper), palette, 1, Style(5.6, ink), Style(7.2, ink, bold=True), 82.0)
    return Look(reading(order.paper), palette, 2, Style(3.5, ink), Style(4.6, ink, bold=True), 62.0)


def booklet(order: Order, part: Part) -> list[Sheet]:
    """The pages of the booklet."""
    style = look(order)
    title = order.words.say(N_("The rules of {game}"), game=order.game.title)
    top = _cover(order, style)
    blocks = [*_agreed(order, style), *_short(order, part, style), *_rules(order, part, style)]
    return [
        Sheet(f"rules-{number}", title, style.paper.page(), items)
        for number, items in enumerate(_flowed(style, top, blocks), 1)
    ]


def _flowed(style: Look, top: Block, blocks: Sequence[Block]) -> Iterator[tuple[Item, ...]]:
    """Column by column, page by page; the cover's head stands over the first page's columns."""
    room = style.room
    items: list[Item] = list(laid(top.items, Move(room.x, room.y)))
    start = room.y + top.height
    column, y = 0, start
    for block in blocks:
        if y + block.height > room.bottom and y > start:
            column, y = column + 1, start
        if column == style.columns:
            yield tuple(items)
            items, start = [], room.y
            column, y = 0, start
        items += laid(block.items, Move(room.x + column * (style.width + BETWEEN), y))
        y += block.height + block.after
    yield tuple(items)


def _cover(order: Order, style: Look) -> Block:
    """The name of the game on a band of paper, with all four teams."""
    palette, room = style.palette, style.room
    band = Box(0, 0, room.width, 34)
    items: list[Item] = [
        Shape(
            Role.PRINT, "band", rectangle(band, 5), fill=palette["lawn"], stroke=palette["outline"], width=0.5
        )
    ]
    name = Style(12, palette["on-lawn"], bold=True)
    items += paragraph("name", order.game.title, name, Box(7, 4.5, 110, 16))
    below = Style(4.6, palette["on-lawn"])
    items += paragraph("board", order.title, below, Box(7, 21.5, 110, 7))
    for seat in range(order.game.seats[-1]):
        mole = art.mole(seat)
        place = Box(room.width - 18.5 * (order.game.seats[-1] - seat) - 4, 7, 17, 21)
        items += art.printed(mole, palette, art.fitted(mole, place), "band")
    return Block(band.height + 7, tuple(items))


def _heading(style: Look, text: str) -> Block:
    tall = height(text, style.head, style.width)
    words = paragraph("heading", text, style.head, Box(0, 0, style.width, tall + 1))
    return Block(tall + 1.2, tuple(words), 0.6)


def _text(style: Look, text: str, after: float = 1.6) -> Block:
    tall = height(text, style.body, style.width)
    return Block(tall, tuple(paragraph("text", text, style.body, Box(0, 0, style.width, tall + 1))), after)


def _together(*blocks: Block, after: float = 0.0) -> Block:
    """Blocks that stay in one column."""
    items: list[Item] = []
    y = 0.0
    for block in blocks:
        items += laid(block.items, Move(0, y))
        y += block.height + block.after
    return Block(y, tuple(items), after)


def _agreed(order: Order, style: Look) -> Iterator[Block]:
    """The rule sheet, and every single rule as it is set."""
    say, tell = order.words.say, order.words.tell
    lines = [
        say(N_("Rules: {preset}"), preset=tell(terms.preset(order.setup.preset))),
        *(f"{tell(terms.option(name))}: {_value(order, name)}" for name in order.game.options),
        say(N_("Board: {board}, {source}"), board=order.title, source=say(terms.SOURCES[order.board.source])),
    ]
    first, *rest = (_text(style, line, 0.4) for line in lines)
    yield _together(_heading(style, say(N_("What is agreed"))), first)
    yield from rest
    yield Block(2.0, ())


def _value(order: Order, name: str) -> str:
    """A single rule's value; where that hangs on the number of players, for each number."""
    tell, say = order.words.tell, order.words.say
    if name in order.chosen:
        return tell(terms.value(order.chosen[name]))
    found: dict[str, list[str]] = {}
    for players in order.game.seats:
        value = order.game.resolved(order.setup.preset, players)[name]
        found.setdefault(tell(terms.value(value)), []).append(str(players))
    if len(found) == 1:
        return next(iter(found))
    return "; ".join(
        say(N_("{value} with {count} players"), value=value, count="-".join(counts))
        for value, counts in found.items()
    )


def _short(order: Order, part: Part, style: Look) -> Iterator[Block]:
    say = order.words.say
    first, *rest = (_text(style, text, 1.0) for text in part.aid(order))
    yield _together(_heading(style, say(N_("A turn in short"))), first)
    yield from rest
    yield Block(2.0, ())
    if not order.swell:
        text = say(
            N_("Cut along solid lines, fold along dashed ones, and glue the flaps inside. Holes are cut out.")
        )
        yield _together(_heading(style, say(N_("Making the set"))), _text(style, text), after=2.0)


def _rules(order: Order, part: Part, style: Look) -> Iterator[Block]:
    code = order.words.code
    for rule in learn.book(order.game.id).rules:
        text = _text(style, rule.text.said(code))
        first, *rest = [_example(order, part, style, example) for example in rule.examples] or [Block(0, ())]
        yield _together(
            _numbered(style, rule.number, rule.title.said(code)), text, first, after=3.0 - 1.5 * bool(rest)
        )
        yield from rest


def _numbered(style: Look, number: str, title: str) -> Block:
    """The rule's number on a plate, its title beside it."""
    size = style.head.size
    plate = Box(0, 0, 2.9 * size, 1.3 * size)
    ink = style.palette["ink"]
    beside = style.width - plate.width - 2
    tall = height(title, style.head, beside)
    items: tuple[Item, ...] = (
        Shape(Role.PRINT, number, rectangle(plate, 1), fill=style.palette["gold"], stroke=ink, width=0.25),
        centred(number, number, Style(0.8 * size, ink, bold=True), *plate.middle, plate.width),
        *paragraph(number, title, style.head, Box(plate.right + 2, 0, beside, tall + 1)),
    )
    return Block(max(plate.height, tall) + 1.2, items)


def _example(order: Order, part: Part, style: Look, example: learn.Example) -> Block:
    """The position with ticks and crosses, and what there is to see in it."""
    match = example.match(order.game.id)
    marks = [
        *(Mark(action, True) for action in example.allowed),
        *(Mark(action, False) for action in example.refused),
    ]
    picture = part.position(match, marks, style.palette)
    wide = min(style.picture, style.width)
    # Two tall boards fit below each other on a page of large print.
    tallest = (1.45 if style.columns > 1 else 1.08) * wide
    scale = min(wide / picture.box.width, tallest / picture.box.height)
    letters = [item.size for item in picture.items if isinstance(item, Text)]
    if letters:  # a large board is drawn as large as its names have to be
        scale = min(max(scale, SMALLEST_TEXT / min(letters)), style.width / picture.box.width)
    size = Box(0, 0, picture.box.width * scale, picture.box.height * scale)
    caption = Style(0.92 * style.body.size, style.palette["ink"])
    words = example.text.said(order.words.code)
    beside = style.width - size.width - 3
    if beside >= 21:
        tall = height(words, caption, beside)
        text = paragraph("caption", words, caption, Box(size.right + 3, 0, beside, tall + 1))
        total = max(size.height, tall)
    else:
        tall = height(words, caption, style.width)
        text = paragraph("caption", words, caption, Box(0, size.height + 1, style.width, tall + 1))
        total = size.height + 1 + tall
    return Block(total + 1, (*_small(picture, scale), *text), 2.0)


def _small(picture: Picture, scale: float) -> tuple[Item, ...]:
    return laid(picture.items, Move(-picture.box.x * scale, -picture.box.y * scale, scale))
