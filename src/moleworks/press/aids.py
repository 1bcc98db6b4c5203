"""Cards that every player has beside them: a turn in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.games.game import N_
from moleworks.press import art, nets
from moleworks.press.nets import Net, Pens
from moleworks.press.order import Order
from moleworks.press.paper import MARGIN
from moleworks.press.part import Part
from moleworks.press.paths import Box, rectangle
from moleworks.press.scene import Item, Piece, Role, Shape, Sheet
from moleworks.press.setting import Style, height, paragraph

WIDTH = 92.0
PAD = 5.0


def aids(order: Order, part: Part) -> Iterator[Sheet]:
    """A card for each player there can be."""
    page = order.paper.page()
    cards = [card(order, part, seat) for seat in range(order.game.seats[-1])]
    for number, (items, pieces) in enumerate(nets.arranged(cards, page.grown(-MARGIN)), 1):
        yield Sheet(f"aids-{number}", order.words.say(N_("Player aids")), page, items, pieces)


def card(order: Order, part: Part, seat: int) -> Net:
    """One card; the mole in its corner is its player's."""
    palette, pens = order.palette, Pens(order.palette)
    head, body = Style(5.6, palette["ink"], bold=True), Style(3.5, palette["ink"])
    inner = WIDTH - 2 * PAD
    items: list[Item] = []
    y = PAD
    items += paragraph("aid title", order.game.title, head, Box(PAD, y, inner - 16, 8))
    y += 10.0
    for text in part.aid(order):
        tall = height(text, body, inner - 4)
        items += paragraph("aid", text, body, Box(PAD + 4, y, inner - 4, tall + 1))
        bullet = rectangle(Box(PAD, y + 1.5, 1.7, 1.7), 0.4)
        items.append(Shape(Role.PRINT, "aid", bullet, fill=palette["gold"], stroke=palette["ink"], width=0.2))
        y += tall + 1.4
    bottom = y + PAD - 1.4
    outline = rectangle(Box(0, 0, WIDTH, bottom), 3)
    mole = art.mole(seat)
    picture = pens.picture("aid", mole, art.fitted(mole, Box(WIDTH - PAD - 12, PAD - 2, 12, 12)))
    ground = Shape(Role.PRINT, "aid", outline, fill=palette["sheet"])
    return Net(
        WIDTH, bottom, (ground, *items, *picture, pens.cut(f"aid {seat + 1}", outline)), (Piece("aid", ""),)
    )
