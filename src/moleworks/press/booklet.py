"""Typeset the rulebook as a booklet: its sections with figures, and every numbered rule with its examples.

The examples are real positions: they are played up to, and the rules decide what is allowed there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from moleworks import lessons, speech
from moleworks.core.messages import N_
from moleworks.press import art, mounting
from moleworks.press.colours import PALETTES
from moleworks.press.fonts import text_width
from moleworks.press.game_print_set import (
    ExampleMark,
    ExamplePicture,
    FigureDrawer,
    GamePrintSet,
    emblem,
)
from moleworks.press.order import PrintOrder
from moleworks.press.paper import PaperSize, PrintKind, booklet_paper
from moleworks.press.paths import Box, Transform, rectangle
from moleworks.press.sections import board_text
from moleworks.press.sheet import (
    Colour,
    Item,
    PrintSheet,
    Role,
    Shape,
    Tag,
    TagKind,
    TextLine,
    extent,
    tag_items,
    transform_items,
)
from moleworks.press.typesetting import (
    SMALLEST_TEXT,
    TextStyle,
    centred_text,
    enlarge_labels,
    paragraph,
    paragraph_height,
)
from moleworks.record import Match
from moleworks.rulebook import Block, Figure, NumberedRule, Paragraph, Points, Section, rulebook
from moleworks.speech.seat_names import default_names

COLUMN_GAP = 9.0
"""Between two columns."""
INDENT = 4.0
"""From a bullet to its text."""
HOW_EXAMPLES_ARE_DRAWN = N_(
    "The pictures are examples, some of them on smaller boards with fewer pieces. "
    "A tick shows what is allowed, a cross what is not."
)
KEPT_TOGETHER = 0.6
"""The tallest block that is not split, by the height of a page."""
NEARLY_EMPTY = 0.25
"""A last page that is filled less than this is spared, if smaller text and examples can do it."""
SMALLER = (0.97, 0.94, 0.91)
"""The sizes that are tried for that."""


class BookletStyle(NamedTuple):
    """Paper, colours, columns and text sizes of a booklet."""

    paper: PaperSize
    palette: Mapping[str, Colour]
    columns: int
    body: TextStyle
    head: TextStyle
    picture: float
    smallest: float = SMALLEST_TEXT
    """The least size of text, labels of pictures included."""
    inset: float = 0.0
    """By how much a text is narrower than its column."""

    @property
    def room(self) -> Box:
        """The part of a page that text may fill."""
        return self.paper.room().grown(-3)

    @property
    def width(self) -> float:
        """The width of a text in a column."""
        return self.column - self.inset

    @property
    def column(self) -> float:
        """The width of a column."""
        return (self.room.width - (self.columns - 1) * COLUMN_GAP) / self.columns

    def smaller(self, share: float) -> BookletStyle:
        """Smaller examples; smaller text too, where nothing promises its size."""
        smaller = self._replace(picture=share * self.picture)
        if self.columns == 1:
            return smaller
        body, head = (style._replace(size=share * style.size) for style in (self.body, self.head))
        return smaller._replace(body=body, head=head)


class BookletBlock(NamedTuple):
    """Items that stay together in one column."""

    height: float
    items: tuple[Item, ...]
    after: float = 0.0


def booklet_style(order: PrintOrder) -> BookletStyle:
    """Two columns; in large print, and on plain paper for a swell paper set, one column."""
    palette = PALETTES[PrintKind.COLOR if order.swell else order.kind]
    ink, paper = palette["ink"], booklet_paper(order.paper)
    if order.large:
        size = order.smallest_text
        return BookletStyle(
            paper, palette, 1, TextStyle(size, ink), TextStyle(1.25 * size, ink, bold=True), 150.0, size
        )
    if order.swell:
        return BookletStyle(paper, palette, 1, TextStyle(5.6, ink), TextStyle(7.2, ink, bold=True), 82.0)
    return BookletStyle(paper, palette, 2, TextStyle(3.5, ink), TextStyle(4.6, ink, bold=True), 62.0)


def booklet(order: PrintOrder, print_set: GamePrintSet) -> list[PrintSheet]:
    """The pages of the booklet."""
    style = booklet_style(order)
    title = order.language.say(N_("The rules of {game}"), game=order.game_title)
    sections = rulebook(order.setup, order.language, tuple(order.game.player_counts))
    pages = _pages(order, print_set, style, sections)
    if extent(pages[-1]).bottom < style.room.y + NEARLY_EMPTY * style.room.height:
        tried = (_pages(order, print_set, style.smaller(share), sections) for share in SMALLER)
        pages = next((other for other in tried if len(other) < len(pages)), pages)
    return [
        PrintSheet(f"rules-{number}", title, style.paper.page(), items)
        for number, items in enumerate(pages, 1)
    ]


def _pages(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, sections: Sequence[Section]
) -> list[tuple[Item, ...]]:
    blocks = list(_booklet_blocks(order, print_set, style, sections))
    return list(_flow_into_pages(style, _cover(order, style), blocks))


def _booklet_blocks(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, sections: Sequence[Section]
) -> Iterator[BookletBlock]:
    """All sections; how to make the set stands after what is in the box."""
    known = {section.id for section in sections}
    if "box" not in known:
        yield from _making_blocks(order, style)
    if "turn" not in known:
        yield from _titled(
            style, order.language.say(N_("A turn in short")), _summary(order, print_set, style)
        )
    for section in sections:
        parts = _section_parts(order, print_set, style, section)
        if section.id == "variants":
            parts += _split_text(style, board_text(order))
        if section.id == "rules":
            parts = [*_split_text(style, order.language.say(HOW_EXAMPLES_ARE_DRAWN)), *parts]
        yield from _titled(style, section.title, parts)
        if section.id == "box":
            yield from _making_blocks(order, style)


def _titled(style: BookletStyle, title: str, parts: Sequence[BookletBlock]) -> Iterator[BookletBlock]:
    """A heading that stays with the first part below it."""
    first, *rest = parts
    yield _join_blocks(_heading(style, title), first, after=first.after)
    yield from rest
    yield BookletBlock(2.0, ())


def _section_parts(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, section: Section
) -> list[BookletBlock]:
    """The blocks of a section; what ends with a colon stays with what it announces."""
    parts: list[BookletBlock] = []
    announces = False
    for block in section.blocks:
        drawn = list(_section_blocks(order, print_set, style, block))
        if announces and drawn:
            drawn[0] = _join_blocks(parts.pop(), drawn[0], after=drawn[0].after)
        parts += drawn
        announces = isinstance(block, Paragraph) and block.text.endswith(":")
    return parts


def _section_blocks(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, block: Block
) -> Iterator[BookletBlock]:
    if isinstance(block, Paragraph):
        yield from _split_text(style, block.text)
    elif isinstance(block, Points):
        for text in block.items:
            yield from _point(style, text)
    elif isinstance(block, NumberedRule):
        yield from _rule_blocks(order, print_set, style, block)
    elif isinstance(block, Figure):
        yield from _figure(order, print_set, style, block)
    else:
        asked = style.body._replace(bold=True)
        question = _text(style._replace(body=asked), block.question, 0.4, TagKind.H3)
        first, *rest = _split_text(style, block.answer, after=2.4)
        yield _join_blocks(question, first, after=first.after)
        yield from rest


def _flow_into_pages(
    style: BookletStyle, top: BookletBlock, blocks: Sequence[BookletBlock]
) -> Iterator[tuple[Item, ...]]:
    """Fill columns, then pages; the title band stands above the columns of the first page."""
    room = style.room
    items: list[Item] = list(transform_items(top.items, Transform(room.x, room.y)))
    start = room.y + top.height
    column, y = 0, start
    for block in blocks:
        full = y + block.height > room.bottom and y > start
        if full and not block.items:
            continue  # space between sections begins no page
        if full:
            column, y = column + 1, start
        if column == style.columns:
            yield tuple(items)
            items, start = [], room.y
            column, y = 0, start
        items += transform_items(block.items, Transform(room.x + column * (style.column + COLUMN_GAP), y))
        y += block.height + block.after
    yield tuple(items)


def _title_style(order: PrintOrder, wide: float, smallest: float) -> TextStyle:
    """The largest letters in which the name of the game fits on one line; else the smallest, on several."""
    sizes = (*(size / 2 for size in range(24, 8, -1) if size / 2 > smallest), smallest)
    styles = [TextStyle(size, order.palette["on-lawn"], bold=True) for size in sizes]
    one_line = (style for style in styles if text_width(order.game_title, style.size, bold=True) <= wide)
    return next(one_line, styles[-1])


def _cover(order: PrintOrder, style: BookletStyle) -> BookletBlock:
    """The title band: name of the game and of the board, and a picture for each seat."""
    palette, room = style.palette, style.room
    seats = order.game.player_counts[-1]
    pictures = room.width - 18.5 * seats - 4
    wide = pictures - 7 - 3
    below = TextStyle(max(4.6, style.smallest), palette["on-lawn"])
    tall = paragraph_height(order.title, below, wide)
    name = _title_style(order, wide, style.smallest)
    name_tall = max(16.0, paragraph_height(order.game_title, name, wide))
    band = Box(0, 0, room.width, 12 + name_tall + tall)
    items: list[Item] = [
        Shape(
            Role.PRINT, "band", rectangle(band, 5), fill=palette["lawn"], stroke=palette["outline"], width=0.5
        )
    ]
    items += paragraph("name", order.game_title, name, Box(7, 4.5, wide, name_tall), TagKind.H1)
    items += paragraph("board", order.title, below, Box(7, 5.5 + name_tall, wide, tall + 1))
    for seat in range(seats):
        picture = emblem(order.game.id, seat).picture
        place = Box(pictures + 18.5 * seat, 7, 17, 21)
        items += art.draw_on_sheet(picture, palette, art.fit_in_box(picture, place), "band")
    return BookletBlock(band.height + 7, tuple(items))


def _heading(style: BookletStyle, text: str) -> BookletBlock:
    tall = paragraph_height(text, style.head, style.width)
    words = paragraph("heading", text, style.head, Box(0, 0, style.width, tall + 1), TagKind.H2)
    return BookletBlock(tall + 1.2, tuple(words), 0.6)


def _text(
    style: BookletStyle, text: str, after: float = 1.6, kind: TagKind = TagKind.PARAGRAPH
) -> BookletBlock:
    tall = paragraph_height(text, style.body, style.width)
    words = paragraph("text", text, style.body, Box(0, 0, style.width, tall + 1), kind)
    return BookletBlock(tall, tuple(words), after)


def _join_blocks(*blocks: BookletBlock, after: float = 0.0) -> BookletBlock:
    """Join blocks into one."""
    items: list[Item] = []
    y = 0.0
    for block in blocks:
        items += transform_items(block.items, Transform(0, y))
        y += block.height + block.after
    return BookletBlock(y, tuple(items), after)


def _split_text(
    style: BookletStyle, text: str, after: float = 1.6, kind: TagKind = TagKind.PARAGRAPH
) -> Iterator[BookletBlock]:
    """A text that may go on in the next column: its lines, never one alone."""
    whole = _text(style, text, after, kind)
    lines = whole.items
    tall = style.body.leading
    cuts = [0, *range(2, len(lines) - 1), len(lines)] if len(lines) > 3 else [0, len(lines)]
    for start, end in pairwise(cuts):
        items = transform_items(lines[start:end], Transform(0, -start * tall))
        yield BookletBlock((end - start) * tall, items, after if end == len(lines) else 0.0)


def _point(style: BookletStyle, text: str) -> Iterator[BookletBlock]:
    """An item of a list, with its bullet."""
    palette, size = style.palette, style.body.size
    narrow = style._replace(inset=style.inset + INDENT)
    first, *rest = _split_text(narrow, text, 0.8, TagKind.LIST_ITEM)
    mark = rectangle(Box(0, 0.43 * size, 1.7, 1.7), 0.4)
    bullet = Shape(Role.PRINT, "bullet", mark, fill=palette["gold"], stroke=palette["ink"], width=0.2)
    moved = [part._replace(items=transform_items(part.items, Transform(INDENT))) for part in (first, *rest)]
    yield moved[0]._replace(items=(bullet, *moved[0].items))
    yield from moved[1:]


def _summary(order: PrintOrder, print_set: GamePrintSet, style: BookletStyle) -> list[BookletBlock]:
    return [part for text in print_set.turn_summary(order) for part in _point(style, text)]


def _making_blocks(order: PrintOrder, style: BookletStyle) -> Iterator[BookletBlock]:
    say = order.language.say
    blocks = [part for text in mounting.advice(order) for part in _split_text(style, text, 1.0)]
    yield from _titled(style, say(N_("Making the set")), blocks)


def _figure(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, figure: Figure
) -> Iterator[BookletBlock]:
    """A drawing of the game's pieces or boards; games that draw none have their sections without.

    A set is for any number of players, and the figure for the most: it shows all that is in the box.
    """
    setup, players = order.setup, order.game.player_counts[-1]
    full = order._replace(setup=order.game.setup(setup.board, players, setup.preset, order.chosen))
    picture = (
        print_set.figure(full, figure.name, style.palette) if isinstance(print_set, FigureDrawer) else None
    )
    if picture:
        size, drawn = _fitted(style, picture, style.width)
        yield BookletBlock(size.height, tag_items(drawn, Tag(TagKind.FIGURE, figure.alt)), 3.0)


def _fitted(style: BookletStyle, picture: ExamplePicture, wide: float) -> tuple[Box, tuple[Item, ...]]:
    """A picture of at most this width, its labels large enough to read."""
    # Two tall boards fit on one page of large print.
    tallest = (1.45 if style.columns > 1 else 1.08) * wide
    scale = min(wide / picture.box.width, tallest / picture.box.height)
    letters = [item.size for item in picture.items if isinstance(item, TextLine)]
    if letters:
        scale = min(max(scale, SMALLEST_TEXT / min(letters)), style.width / picture.box.width)
    size, drawn = picture.scaled(scale)
    return size, enlarge_labels(drawn, style.smallest)


def _rule_blocks(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, rule: NumberedRule
) -> Iterator[BookletBlock]:
    """A rule with its first example if they are not too tall for that; further examples follow."""
    heading = _rule_heading(style, rule.number, rule.title)
    examples = [_example_block(order, print_set, style, example) for example in rule.examples]
    whole = _join_blocks(
        heading, _text(style, rule.text), *examples[:1], after=3.0 - 1.5 * bool(examples[1:])
    )
    if whole.height <= KEPT_TOGETHER * style.room.height:
        yield whole
        yield from examples[1:]
        return
    first, *rest = _split_text(style, rule.text)
    yield _join_blocks(heading, first, after=first.after)
    yield from (*rest, *examples)
    yield BookletBlock(1.5, ())


def _rule_heading(style: BookletStyle, number: str, title: str) -> BookletBlock:
    """A rule's number on a plate, with its title beside it."""
    size = style.head.size
    plate = Box(0, 0, 2.9 * size, 1.3 * size)
    ink = style.palette["ink"]
    beside = style.width - plate.width - 2
    tall = paragraph_height(title, style.head, beside)
    ground = Shape(
        Role.PRINT, number, rectangle(plate, 1), fill=style.palette["gold"], stroke=ink, width=0.25
    )
    words = (
        centred_text(number, number, TextStyle(0.8 * size, ink, bold=True), *plate.middle, plate.width),
        *paragraph(number, title, style.head, Box(plate.right + 2, 0, beside, tall + 1)),
    )
    tag = Tag(TagKind.H3, f"{number} {title}")
    return BookletBlock(max(plate.height, tall) + 1.2, (ground, *tag_items(words, tag)))


def _example_block(
    order: PrintOrder, print_set: GamePrintSet, style: BookletStyle, example: lessons.Example
) -> BookletBlock:
    """A position with ticks and crosses, and its caption."""
    match = example.as_agreed(order.setup).match(order.game.id)
    marks = [
        *(ExampleMark(action, True) for action in example.allowed),
        *(ExampleMark(action, False) for action in example.refused),
    ]
    picture = print_set.position(match, marks, style.palette)
    size, drawn = _fitted(style, picture, min(style.picture, style.width))
    drawn = tag_items(drawn, Tag(TagKind.FIGURE, _example_alt(order, match, example)))
    caption = TextStyle(max(0.92 * style.body.size, style.smallest), style.palette["ink"])
    words = lessons.translate(example.text, order.language)
    beside = style.width - size.width - 3
    if beside >= 6 * caption.size:
        tall = paragraph_height(words, caption, beside)
        text = paragraph("caption", words, caption, Box(size.right + 3, 0, beside, tall + 1))
        total = max(size.height, tall)
    else:
        tall = paragraph_height(words, caption, style.width)
        text = paragraph("caption", words, caption, Box(0, size.height + 1, style.width, tall + 1))
        total = size.height + 1 + tall
    return BookletBlock(total + 1, (*drawn, *text), 2.0)


def _example_alt(order: PrintOrder, match: Match, example: lessons.Example) -> str:
    """The position and the marked actions in sentences, for people who cannot see the picture."""
    say, tell = order.language.say, order.language.tell
    names = default_names(order.language, (True,) * match.setup.players)
    sentences = [tell(message) for message in speech.position(match.game, match.state, names)]
    for text, actions in (
        (N_("Allowed here: {actions}."), example.allowed),
        (N_("Not allowed here: {actions}."), example.refused),
    ):
        if actions:
            told = (tell(speech.action(match.game, match.state, action)) for action in actions)
            sentences.append(say(text, actions=", ".join(told)))
    return " ".join(sentences)
