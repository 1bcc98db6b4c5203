"""Draw the figures of a game's rulebook as SVG, for screens."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks import rulebook
from moleworks.press.game_print_set import FigureDrawer, game_print_set
from moleworks.press.order import PrintOrder
from moleworks.press.sheet import PrintSheet
from moleworks.press.svg import render_svg
from moleworks.rulebook import Figure

LARGEST = 150.0
"""The longer side of a figure, in millimetres."""


def rulebook_figures(order: PrintOrder) -> Iterator[tuple[Figure, str]]:
    """Each figure of the rulebook with its drawing; nothing for a game that draws none.

    >>> from moleworks import boards, press
    >>> order = press.order("mole-hill", boards.named("mole-hill", "patch"))
    >>> [figure.name for figure, _ in rulebook_figures(order)]
    ['pieces', 'setup']
    """
    print_set = game_print_set(order.game.id)
    if not isinstance(print_set, FigureDrawer):
        return
    for figure in _named_in_rulebook(order):
        if picture := print_set.figure(order, figure.name, order.palette):
            box, items = picture.scaled(LARGEST / max(picture.box.width, picture.box.height))
            sheet = PrintSheet(figure.name, figure.alt, box, items)
            yield figure, render_svg(sheet, order.language.code)


def _named_in_rulebook(order: PrintOrder) -> Iterator[Figure]:
    for section in rulebook.rulebook(order.setup, order.language):
        yield from (block for block in section.blocks if isinstance(block, Figure))
