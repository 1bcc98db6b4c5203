"""Mole Hill on paper: the lawn, a mole for each round, molehills and rods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moleworks.games.game import N_
from moleworks.press import art, nets, relief_pieces, textures
from moleworks.press.mole_hill import ground, relief
from moleworks.press.mole_hill.plan import Lawn
from moleworks.press.nets import Net, Pens
from moleworks.press.order import Order
from moleworks.press.paper import MARGIN
from moleworks.press.part import Mark, Picture
from moleworks.press.scene import Colour, Piece, Sheet, extent
from moleworks.record import Match

CELL = 30.0
"""A square of the printed lawn, whatever paper it is printed on."""
ROD = (28.0, 7.5)
HILL = 11.0
MOLE = (22.0, 30.0)
MOLES = 2
"""One for each player's round."""


def boards(order: Order) -> Iterator[Sheet]:
    board = order.board
    if order.swell:
        lawn = relief.lawn(order)
        items = tuple(relief.relief(order, lawn))
        page = extent(items)
    else:
        lawn = Lawn(board.columns, board.rows, CELL)
        items = tuple(ground.ground(lawn, board, order.palette))
        page = lawn.box.grown(ground.HEDGE * CELL + 0.4)
    yield Sheet(
        "board",
        order.words.say(N_("The lawn")),
        page,
        items,
        (Piece("board", board.name),),
        order.swell,
        (CELL, 0.0),
    )


def wanted(board: Any) -> Mapping[Piece, int]:
    """MH1: a mole for either round; MH6, MH9: rods, light and dark hills as the board says."""
    return Counter(
        {
            Piece("board", board.name): 1,
            **{Piece("mole", str(seat)): 1 for seat in range(MOLES)},
            Piece("hill", "light"): board.light,
            Piece("hill", "dark"): board.dark,
            Piece("rod", ""): board.rods,
        }
    )


def pieces(order: Order) -> Iterator[Sheet]:
    title = order.words.say(N_("Mole, molehills and rods"))
    page = order.paper.page()
    if order.swell:
        yield from relief_pieces.sheets(order, title, _relief_nets(order))
        return
    for number, (items, drawn) in enumerate(nets.arranged(_nets(order), page.grown(-MARGIN)), 1):
        yield Sheet(f"pieces-{number}", title, page, items, drawn)


def _nets(order: Order) -> Iterator[Net]:
    pens, board = Pens(order.palette), order.board
    for seat in range(MOLES):
        yield nets.standing(pens, f"mole {seat + 1}", Piece("mole", str(seat)), art.mole(seat), MOLE)
    for number in range(1, board.light + board.dark + 1):
        dark = number > board.light
        piece = Piece("hill", "dark" if dark else "light")
        yield nets.token(pens, f"hill {number}", piece, art.hill(dark, number), HILL, "lawn-2")
    for number in range(1, board.rods + 1):
        yield nets.stick(pens, f"rod {number}", Piece("rod", ""), *ROD)


def _relief_nets(order: Order) -> Iterator[Net]:
    """Light hills are rings, dark ones hatched; a rod is a bold line as long as a square is wide."""
    board, cell = order.board, relief.lawn(order).cell
    radius = min(9.0, (cell - 4) / 2)
    for seat in range(MOLES):
        yield relief_pieces.square(
            order,
            f"mole {seat + 1}",
            Piece("mole", str(seat)),
            textures.TEAMS[seat],
            2 * radius,
            f"team-{seat}",
        )
    for number in range(1, board.light + board.dark + 1):
        dark = number > board.light
        yield relief_pieces.disc(
            order,
            f"hill {number}",
            Piece("hill", "dark" if dark else "light"),
            textures.HATCH if dark else textures.RING,
            radius,
            "earth" if dark else "loam",
        )
    for number in range(1, board.rods + 1):
        yield relief_pieces.bar(order, f"rod {number}", Piece("rod", ""), cell - 3)


def key(order: Order) -> Sequence[tuple[str, str]]:
    say = order.words.say
    return (
        (relief.RED, say(N_("red flower, 2 points"))),
        (relief.WHITE, say(N_("white flower, 1 point, and as a square the second mole"))),
        (relief.CENTRE, say(N_("centre, and as a square the first mole"))),
        (textures.RING, say(N_("light molehill"))),
        (textures.HATCH, say(N_("dark molehill, 1 point"))),
    )


def aid(order: Order) -> Sequence[str]:
    say, board, options = order.words.say, order.board, order.setup.options
    start = (
        say(N_("The mole starts on any square."))
        if options["start"] == "anywhere"
        else say(N_("The mole starts beside the centre."))
    )
    slant = (
        say(N_("A slanting step needs one side of the corner without rods."))
        if options["diagonal"] == "path"
        else say(N_("A slanting step needs one free edge where it arrives."))
    )
    return (
        start,
        say(N_("Mole: step to one of the 8 squares around, never onto a molehill or across a rod.")),
        slant,
        say(N_("Gardener: lay one rod between two squares.")),
        *(
            (say(N_("From {centre} the mole may jump anywhere."), centre=board.centre),)
            if board.centre
            else ()
        ),
        say(N_("The first {light} molehills count nothing, each further one 1."), light=board.light),
        say(N_("A white flower counts 1, a red one 2.")),
    )


def position(match: Match, marks: Sequence[Mark], palette: Mapping[str, Colour]) -> Picture:
    board = match.setup.board
    lawn = Lawn(board.columns, board.rows, 100.0)
    view = match.game.view(match.state, None)
    items = tuple(ground.position(lawn, board, view, marks, palette))
    return Picture(lawn.box.grown(ground.HEDGE * 100 + 2), items)
