"""Typeset the rules as a booklet: options, a short summary, and every numbered rule with its examples.

The examples are real positions: they are played up to, and the rules decide what is allowed there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from moleworks import lessons
from moleworks.core.messages import N_
from moleworks.press import art, mounting, sections
from moleworks.press.colours import PALETTES
from moleworks.press.game_print_set import ExampleMark, GamePrintSet
from moleworks.press.order import PrintOrder
from moleworks.press.paper import PaperSize, PrintKind, booklet_paper
from moleworks.press.paths import Box, Transform, rectangle
from moleworks.press.sheet import Colour, Item, PrintSheet, Role, Shape, TextLine, transform_items
from moleworks.press.typesetting import SMALLEST_TEXT, TextStyle, centred_text, paragraph, paragraph_height

COLUMN_GAP = 9.0
"""Between two columns."""


class BookletStyle(NamedTuple):
    """Paper, colours, columns and text sizes of a booklet."""

    paper: PaperSize
    palette: Mapping[str, Colour]
    columns: int
    body: TextStyle
    head: TextStyle
    picture: float

    @property
    def room(self) -> Box:
        """The part of a page that text may fill."""
        return self.paper.room().grown(-3)

    @property
    def width(self) -> float:
        """The width of a column."""
        return (self.room.width - (self.columns - 1) * COLUMN_GAP) / self.columns


class BookletBlock(NamedTuple):
    """Items that stay together in one column."""

    height: float
    items: tuple[Item, ...]
    after: float = 0.0


def booklet_style(order: PrintOrder) -> BookletStyle:
    """Two columns; for a swell paper set, one column of large print on plain paper."""
    palette = PALETTES[PrintKind.COLOR if order.swell else order.kind]
    ink = palette["ink"]
    if order.swell:
        return BookletStyle(
            booklet_paper(order.paper), palette, 1, TextStyle(5.6, ink), TextStyle(7.2, ink, bold=True), 82.0
        )
    return BookletStyle(
        booklet_paper(order.paper), palette, 2, TextStyle(3.5, ink), TextStyle(4.6, ink, bold=True), 62.0
    )


def booklet(order: PrintOrder, print_set: GamePrintSet) -> list[PrintSheet]:
    """The pages of the booklet."""
    style = booklet_style(order)
    title = order.language.say(N_("The rules of {game}"), game=order.game.title)
    top = _cover(order, style)
    blocks = [
        *_setup_blocks(order, style),
        *_summary_blocks(order, print_set, style),
        *_rule_blocks(order, print_set, style),
    ]
    return [
        PrintSheet(f"rules-{number}", title, style.paper.page(), items)
        for number, items in enumerate(_flow_into_pages(style, top, blocks), 1)
    ]


def _flow_into_pages(
    style: BookletStyle, top: BookletBlock, blocks: Sequence[BookletBlock]
) -> Iterator[tuple[Item, ...]]:
    """Fill columns, then pages; the title band stands above the columns of the first page."""
    room = style.room
    items: list[Item] = list(transform_items(top.items, Transform(room.x, room.y)))
    start = room.y + top.height
    column, y = 0, start
    for block in blocks:
        if y + block.height > room.bottom and y > start:
            column, y = column + 1, start
        if column == style.columns:
            yield tuple(items)
            items, start = [], room.y
            column, y = 0, start
        items += transform_items(block.items, Transform(room.x + column * (style.width + COLUMN_GAP), y))
        y += block.height + block.after
    yield tuple(items)


def _cover(order: PrintOrder, style: BookletStyle) -> BookletBlock:
    """The title band: name of the game and of the board, and a mole for each seat."""
    palette, room = style.palette, style.room
    band = Box(0, 0, room.width, 34)
    items: list[Item] = [
        Shape(
            Role.PRINT, "band", rectangle(band, 5), fill=palette["lawn"], stroke=palette["outline"], width=0.5
        )
    ]
    name = TextStyle(12, palette["on-lawn"], bold=True)
    items += paragraph("name", order.game.title, name, Box(7, 4.5, 110, 16))
    below = TextStyle(4.6, palette["on-lawn"])
    items += paragraph("board", order.title, below, Box(7, 21.5, 110, 7))
    for seat in range(order.game.player_counts[-1]):
        mole = art.mole(seat)
        place = Box(room.width - 18.5 * (order.game.player_counts[-1] - seat) - 4, 7, 17, 21)
        items += art.draw_on_sheet(mole, palette, art.fit_in_box(mole, place), "band")
    return BookletBlock(band.height + 7, tuple(items))


def _heading(style: BookletStyle, text: str) -> BookletBlock:
    tall = paragraph_height(text, style.head, style.width)
    words = paragraph("heading", text, style.head, Box(0, 0, style.width, tall + 1))
    return BookletBlock(tall + 1.2, tuple(words), 0.6)


def _text(style: BookletStyle, text: str, after: float = 1.6) -> BookletBlock:
    tall = paragraph_height(text, style.body, style.width)
    return BookletBlock(
        tall, tuple(paragraph("text", text, style.body, Box(0, 0, style.width, tall + 1))), after
    )


def _join_blocks(*blocks: BookletBlock, after: float = 0.0) -> BookletBlock:
    """Join blocks into one."""
    items: list[Item] = []
    y = 0.0
    for block in blocks:
        items += transform_items(block.items, Transform(0, y))
        y += block.height + block.after
    return BookletBlock(y, tuple(items), after)


def _setup_blocks(order: PrintOrder, style: BookletStyle) -> Iterator[BookletBlock]:
    """The preset, the value of every option, and the board."""
    first, *rest = (_text(style, line, 0.4) for line in sections.agreed(order))
    yield _join_blocks(_heading(style, order.language.say(N_("What is agreed"))), first)
    yield from rest
    yield BookletBlock(2.0, ())


def _summary_blocks(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle
) -> Iterator[BookletBlock]:
    say = order.language.say
    first, *rest = (_text(style, text, 1.0) for text in print_set.turn_summary(order))
    yield _join_blocks(_heading(style, say(N_("A turn in short"))), first)
    yield from rest
    yield BookletBlock(2.0, ())
    first, *rest = (_text(style, text, 1.0) for text in mounting.advice(order))
    yield _join_blocks(_heading(style, say(N_("Making the set"))), first)
    yield from rest
    yield BookletBlock(2.0, ())


def _rule_blocks(order: PrintOrder, print_set: GamePrintSet, style: BookletStyle) -> Iterator[BookletBlock]:
    for rule in lessons.book(order.game.id).rules:
        text = _text(style, lessons.translate(rule.text, order.language))
        first, *rest = [_example_block(order, print_set, style, example) for example in rule.examples] or [
            BookletBlock(0, ())
        ]
        yield _join_blocks(
            _rule_heading(style, rule.number, lessons.translate(rule.title, order.language)),
            text,
            first,
            after=3.0 - 1.5 * bool(rest),
        )
        yield from rest


def _rule_heading(style: BookletStyle, number: str, title: str) -> BookletBlock:
    """A rule's number on a plate, with its title beside it."""
    size = style.head.size
    plate = Box(0, 0, 2.9 * size, 1.3 * size)
    ink = style.palette["ink"]
    beside = style.width - plate.width - 2
    tall = paragraph_height(title, style.head, beside)
    items: tuple[Item, ...] = (
        Shape(Role.PRINT, number, rectangle(plate, 1), fill=style.palette["gold"], stroke=ink, width=0.25),
        centred_text(number, number, TextStyle(0.8 * size, ink, bold=True), *plate.middle, plate.width),
        *paragraph(number, title, style.head, Box(plate.right + 2, 0, beside, tall + 1)),
    )
    return BookletBlock(max(plate.height, tall) + 1.2, items)


def _example_block(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, example: lessons.Example
) -> BookletBlock:
    """A position with ticks and crosses, and its caption."""
    match = example.match(order.game.id)
    marks = [
        *(ExampleMark(action, True) for action in example.allowed),
        *(ExampleMark(action, False) for action in example.refused),
    ]
    picture = print_set.position(match, marks, style.palette)
    wide = min(style.picture, style.width)
    # Two tall boards fit on one page of large print.
    tallest = (1.45 if style.columns > 1 else 1.08) * wide
    scale = min(wide / picture.box.width, tallest / picture.box.height)
    letters = [item.size for item in picture.items if isinstance(item, TextLine)]
    if letters:  # text on the board must stay large enough to read
        scale = min(max(scale, SMALLEST_TEXT / min(letters)), style.width / picture.box.width)
    size, drawn = picture.scaled(scale)
    caption = TextStyle(0.92 * style.body.size, style.palette["ink"])
    words = lessons.translate(example.text, order.language)
    beside = style.width - size.width - 3
    if beside >= 21:
        tall = paragraph_height(words, caption, beside)
        text = paragraph("caption", words, caption, Box(size.right + 3, 0, beside, tall + 1))
        total = max(size.height, tall)
    else:
        tall = paragraph_height(words, caption, style.width)
        text = paragraph("caption", words, caption, Box(0, size.height + 1, style.width, tall + 1))
        total = size.height + 1 + tall
    return BookletBlock(total + 1, (*drawn, *text), 2.0)
