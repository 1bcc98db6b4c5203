"""The print set of Mole Hill: the lawn, a mole for each round, molehills and rods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from moleworks.core.game import Board
from moleworks.core.messages import N_
from moleworks.games.mole_hill.board import MoleHillBoard, board_of, is_dark
from moleworks.games.mole_hill.press import board_art, drawings, relief
from moleworks.games.mole_hill.press.layout import LawnLayout
from moleworks.press import art, nets, relief_pieces, textures
from moleworks.press.game_print_set import ExampleMark, ExamplePicture
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paper import MARGIN
from moleworks.press.sheet import Colour, GamePiece, PrintSheet, extent
from moleworks.press.touch_key import LINE
from moleworks.record import Match

CELL = 30.0
"""The size of a square, for all paper sizes."""
ROD = (28.0, 7.5)
HILL = 11.0
MOLE = (22.0, 30.0)
MOLES = 2
"""One for each player's round."""


def boards(order: PrintOrder) -> Iterator[PrintSheet]:
    """The lawn with its flowers."""
    board = board_of(order.setup)
    if order.swell:
        layout = relief.relief_layout(order)
        items = tuple(relief.draw_lawn(order, layout))
        page = extent(items)
    else:
        layout = LawnLayout(board.columns, board.rows, CELL)
        items = tuple(board_art.draw_lawn(layout, board, order.palette))
        page = layout.box.grown(board_art.HEDGE * CELL + 0.4)
    yield PrintSheet(
        "board",
        order.language.say(N_("The lawn")),
        page,
        items,
        (GamePiece("board", board.name),),
        order.swell,
        (CELL, 0.0),
    )


def piece_counts(board: Board) -> Mapping[GamePiece, int]:
    """MH1: a mole for each round; MH6, MH9: rods, light and dark hills by the board."""
    assert isinstance(board, MoleHillBoard)
    return Counter(
        {
            GamePiece("board", board.name): 1,
            **{GamePiece("mole", str(seat)): 1 for seat in range(MOLES)},
            GamePiece("hill", "light"): board.light,
            GamePiece("hill", "dark"): board.dark,
            GamePiece("rod", ""): board.rods,
        }
    )


def pieces(order: PrintOrder) -> Iterator[PrintSheet]:
    """A mole for each round, molehills and rods to cut out."""
    title = order.language.say(N_("Mole, molehills and rods"))
    page = order.paper.page()
    if order.swell:
        yield from relief_pieces.relief_sheets(order, title, _relief_nets(order))
        return
    for number, (items, drawn) in enumerate(
        nets.arrange_on_pages(_piece_nets(order), page.grown(-MARGIN)), 1
    ):
        yield PrintSheet(f"pieces-{number}", title, page, items, drawn)


def _piece_nets(order: PrintOrder) -> Iterator[PieceNet]:
    pens, board = PrintPens(order.palette), board_of(order.setup)
    for seat in range(MOLES):
        yield nets.standing_piece(
            pens, f"mole {seat + 1}", GamePiece("mole", str(seat)), art.mole(seat), MOLE
        )
    for number in range(1, board.light + board.dark + 1):
        dark = is_dark(board, number)
        piece = GamePiece("hill", "dark" if dark else "light")
        yield nets.token(pens, f"hill {number}", piece, drawings.hill(dark, number), HILL, "lawn-2")
    drawn_length = 92 * ROD[0] / 28
    picture, scale = drawings.rod(length=drawn_length), ROD[0] / (drawn_length + 6)
    for number in range(1, board.rods + 1):
        yield nets.strip(pens, f"rod {number}", GamePiece("rod", ""), picture, ROD, scale)


def _relief_nets(order: PrintOrder) -> Iterator[PieceNet]:
    """Light hills are rings, dark ones are hatched; a rod is a bold line as long as a square."""
    board, cell = board_of(order.setup), relief.relief_layout(order).cell
    # Between two hills there is room for a rod.
    radius = min(9.0, (cell - relief_pieces.ROD - 1) / 2)
    for seat in range(MOLES):
        yield relief_pieces.relief_square(
            order,
            f"mole {seat + 1}",
            GamePiece("mole", str(seat)),
            textures.TEAMS[seat],
            2 * radius,
            f"team-{seat}",
        )
    for number in range(1, board.light + board.dark + 1):
        dark = is_dark(board, number)
        yield relief_pieces.relief_disc(
            order,
            f"hill {number}",
            GamePiece("hill", "dark" if dark else "light"),
            textures.HATCH if dark else textures.RING,
            radius,
            "earth" if dark else "loam",
        )
    for number in range(1, board.rods + 1):
        yield relief_pieces.relief_rod(order, f"rod {number}", GamePiece("rod", ""), cell - 3)


def touch_key(order: PrintOrder) -> Sequence[tuple[str, str]]:
    """The signs of flowers, centre, moles, molehills and rods."""
    say = order.language.say
    return (
        (relief.RED, say(N_("red flower, 2 points"))),
        (relief.WHITE, say(N_("white flower, 1 point"))),
        (relief.CENTRE, say(N_("centre"))),
        (textures.RING, say(N_("light molehill"))),
        (textures.HATCH, say(N_("dark molehill, 1 point"))),
        (textures.TEAMS[0], say(N_("the first mole"))),
        (textures.TEAMS[1], say(N_("the second mole"))),
        (LINE, say(N_("rod"))),
    )


def mounting(order: PrintOrder) -> Sequence[str]:
    """How to mount lawn, hills, moles and rods."""
    say = order.language.say
    return (
        say(
            N_(
                "Glue the lawn on foam board. Cut out moles, hills and rods with 5 mm of foam board "
                "under each."
            )
        ),
        say(
            N_("A rod is a flat bar of {width} mm: it does not roll. Lay it over a line."),
            width=int(relief_pieces.ROD),
        ),
        say(N_("Put a dot of hook tape into every square, and a dot of loop tape under hills and moles.")),
    )


def turn_summary(order: PrintOrder) -> Sequence[str]:
    """A turn in short sentences, by the options in force."""
    say, board, options = order.language.say, board_of(order.setup), order.setup.options
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


def position(match: Match, marks: Sequence[ExampleMark], palette: Mapping[str, Colour]) -> ExamplePicture:
    """The lawn with mole, molehills and rods."""
    board = board_of(match.setup)
    layout = LawnLayout(board.columns, board.rows, 100.0)
    view = match.game.view(match.state, None)
    items = tuple(board_art.draw_position(layout, board, view, marks, palette))
    return ExamplePicture(layout.box.grown(board_art.HEDGE * 100 + 2), items)
