"""Draw the player aids: a card for each player that explains a turn in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.core.messages import N_
from moleworks.press import art, nets
from moleworks.press.game_print_set import GamePrintSet, emblem
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, rectangle
from moleworks.press.sheet import GamePiece, Item, PrintSheet, Role, Shape, TagKind
from moleworks.press.typesetting import TextStyle, paragraph, paragraph_height

WIDTH = 92.0
PAD = 5.0


def player_aid_sheets(order: PrintOrder, print_set: GamePrintSet) -> Iterator[PrintSheet]:
    """Pages with a card for each possible player."""
    page = order.paper.page()
    cards = [player_aid(order, print_set, seat) for seat in range(order.game.player_counts[-1])]
    for number, (items, pieces) in enumerate(nets.arrange_on_pages(cards, order.paper.room()), 1):
        yield PrintSheet(f"aids-{number}", order.language.say(N_("Player aids")), page, items, pieces)


def player_aid(order: PrintOrder, print_set: GamePrintSet, seat: int) -> PieceNet:
    """One card, with the player's picture in its corner."""
    palette, pens = order.palette, PrintPens(order.palette)
    head = TextStyle(max(5.6, order.smallest_text), palette["ink"], bold=True)
    body = TextStyle(max(3.5, order.smallest_text), palette["ink"])
    width = order.paper.room().width if order.large else WIDTH
    inner = width - 2 * PAD
    items: list[Item] = []
    y = PAD
    items += paragraph("aid title", order.game_title, head, Box(PAD, y, inner - 16, head.leading), TagKind.H2)
    y += head.leading + 2.6
    for text in print_set.turn_summary(order):
        tall = paragraph_height(text, body, inner - 4)
        items += paragraph("aid", text, body, Box(PAD + 4, y, inner - 4, tall + 1), TagKind.LIST_ITEM)
        bullet = rectangle(Box(PAD, y + 0.43 * body.size, 1.7, 1.7), 0.4)
        items.append(Shape(Role.PRINT, "aid", bullet, fill=palette["gold"], stroke=palette["ink"], width=0.2))
        y += tall + 1.4
    bottom = y + PAD - 1.4
    outline = rectangle(Box(0, 0, width, bottom), 3)
    drawn = emblem(order.game.id, seat).picture
    picture = pens.picture("aid", drawn, art.fit_in_box(drawn, Box(width - PAD - 12, PAD - 2, 12, 12)))
    ground = Shape(Role.PRINT, "aid", outline, fill=palette["sheet"])
    return PieceNet(
        width,
        bottom,
        (ground, *items, *picture, pens.cut(f"aid {seat + 1}", outline)),
        (GamePiece("aid", ""),),
    )
