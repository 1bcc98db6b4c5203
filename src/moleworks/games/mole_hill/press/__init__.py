"""The print set of Mole Hill: the lawn, a mole for each round, molehills and rods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from moleworks.core.game import Board
from moleworks.core.messages import N_
from moleworks.games.mole_hill.board import MoleHillBoard, board_of, is_dark
from moleworks.games.mole_hill.press import board_art, drawings, relief
from moleworks.games.mole_hill.press.layout import LawnLayout, letters
from moleworks.games.mole_hill.view_types import own_view
from moleworks.press import art, nets, relief_pieces, textures
from moleworks.press.alternative_texts import pieces_alt
from moleworks.press.figures import FigurePiece, rows_of_pieces
from moleworks.press.game_print_set import ExampleMark, ExamplePicture
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Transform
from moleworks.press.sheet import Colour, GamePiece, PrintSheet, extent
from moleworks.press.touch_key import LINE
from moleworks.record import Match
from moleworks.speech.team_names import team

CELL = 30.0
"""The size of a square, for all paper sizes."""
ROD = (28.0, 7.5)
HILL, LARGE_HILL = 11.0, 13.5
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
        names = order.smallest_text if order.large else 0.0
        items = tuple(board_art.draw_lawn(layout, board, order.palette, smallest_name=names))
        page = layout.box.grown(board_art.HEDGE * CELL + 0.4)
    yield PrintSheet(
        "board",
        order.language.say(N_("The lawn")),
        page,
        items,
        (GamePiece("board", board.name),),
        order.swell,
        (CELL, 0.0),
        _board_alt(order, board),
    )


def _board_alt(order: PrintOrder, board: MoleHillBoard) -> str:
    """The lawn for people who cannot see it."""
    say = order.language.say
    column = letters(board.columns)[-1]
    size = N_("The lawn has the columns a to {column} and the rows 1 to {row}.")
    sentences = [say(size, column=column, row=board.rows)]
    if board.centre:
        sentences.append(say(N_("Centre: {square}."), square=board.centre))
    for text, flowers in (
        (N_("Red flowers: {squares}."), board.red),
        (N_("White flowers: {squares}."), board.white),
    ):
        if flowers:
            sentences.append(say(text, squares=", ".join(flowers)))
    return " ".join(sentences)


def _piece_name(order: PrintOrder, piece: GamePiece) -> str:
    say = order.language.say
    if piece.kind == "mole":
        return say(N_("mole, {team}"), team=order.language.tell(team(int(piece.variant))))
    if piece.kind == "rod":
        return say(N_("rod"))
    return say(N_("dark molehill")) if piece.variant == "dark" else say(N_("light molehill"))


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
        for sheet in relief_pieces.relief_sheets(order, title, _relief_nets(order)):
            yield sheet._replace(alt=pieces_alt(order, sheet.pieces, _piece_name))
        return
    for number, (items, drawn) in enumerate(nets.arrange_on_pages(_piece_nets(order), order.paper.room()), 1):
        alt = pieces_alt(order, drawn, _piece_name)
        yield PrintSheet(f"pieces-{number}", title, page, items, drawn, alt=alt)


def _piece_nets(order: PrintOrder) -> Iterator[PieceNet]:
    pens, board = PrintPens(order.palette), board_of(order.setup)
    radius = LARGE_HILL if order.large else HILL
    for seat in range(MOLES):
        yield nets.standing_piece(
            pens, f"mole {seat + 1}", GamePiece("mole", str(seat)), art.mole(seat), MOLE
        )
    for number in range(1, board.molehills + 1):
        dark = is_dark(board, number)
        piece = GamePiece("hill", "dark" if dark else "light")
        yield nets.token(pens, f"hill {number}", piece, drawings.hill(dark, number), radius, "lawn-2")
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
    for number in range(1, board.molehills + 1):
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
    """How to make rods of paper; how to mount lawn, hills, moles and rods of swell paper."""
    say = order.language.say
    if not order.swell:
        return (
            say(nets.STANDING),
            say(N_("Fold a rod in half and glue its two sides together.")),
        )
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
        say(N_("The mole begins on any square, then it is the gardener's turn."))
        if options["start"] == "anywhere"
        else say(N_("The mole begins beside the centre, then it is the gardener's turn."))
    )
    slant = (
        say(N_("A diagonal step needs one side of the corner without rods."))
        if options["diagonal"] == "path"
        else say(N_("A diagonal step needs one free edge where it arrives."))
    )
    return (
        start,
        say(N_("Mole: step to one of the 8 squares around, never onto a molehill or across a rod.")),
        slant,
        say(N_("The lowest molehill of the stack stays behind.")),
        say(N_("Gardener: lay one rod between two squares.")),
        *(
            (
                say(
                    N_(
                        "A mole that moved onto the centre, {centre}, may jump on its next move to any "
                        "square without a molehill."
                    ),
                    centre=board.centre,
                ),
            )
            if board.centre
            else ()
        ),
        say(N_("The first {light} molehills count nothing, each further one 1."), light=board.light),
        say(N_("A white flower counts 1, a red one 2.")),
        say(N_("A round ends when the mole cannot move, or stands on its last molehill.")),
    )


def figure(order: PrintOrder, name: str, palette: Mapping[str, Colour]) -> ExamplePicture | None:
    """The pieces with their numbers, or the lawn with the first stack of molehills and the rods beside it."""
    board = board_of(order.setup)
    if name == "pieces":
        row = (
            *(FigurePiece(art.mole(seat), "1 ×") for seat in range(MOLES)),
            FigurePiece(drawings.hill(dark=False), f"{board.light} ×"),
            FigurePiece(drawings.hill(dark=True), f"{board.dark} ×"),
            FigurePiece(drawings.rod(), f"{board.rods} ×"),
        )
        return rows_of_pieces([row], palette)
    if name != "setup":
        return None
    match = Match(order.game, order.setup)
    picture = position(match, (), palette)
    layout = LawnLayout(board.columns, board.rows, 100.0)
    # On the centre the stack would hide its mark, and seem to have to start there.
    free = [square for square in match.legal if square != board.centre]
    start = layout.square(free[len(free) // 2]).middle
    stack = [
        item
        for step in range(4)
        for item in art.draw_on_sheet(
            drawings.hill(dark=False), palette, Transform(start.x, start.y + 24 - 9 * step, 0.7), "stack"
        )
    ]
    mole = art.draw_on_sheet(art.mole(0), palette, Transform(start.x, start.y - 29, 0.6), "mole")
    top = picture.box.bottom + 22
    rods = [
        item
        for number in range(board.rods)
        for item in art.draw_on_sheet(
            drawings.rod(),
            palette,
            Transform(50 + 100 * (number % board.columns), top + 30 * (number // board.columns)),
            "rod",
        )
    ]
    rows = -(-board.rods // board.columns)
    box = picture.box._replace(height=picture.box.height + 15 + 30 * rows)
    return ExamplePicture(box, (*picture.items, *stack, *mole, *rods))


def position(match: Match, marks: Sequence[ExampleMark], palette: Mapping[str, Colour]) -> ExamplePicture:
    """The lawn with mole, molehills and rods."""
    board = board_of(match.setup)
    layout = LawnLayout(board.columns, board.rows, 100.0)
    view = own_view(match.game.view(match.state, None))
    items = tuple(board_art.draw_position(layout, board, view, marks, palette))
    return ExamplePicture(layout.box.grown(board_art.HEDGE * 100 + 2), items)
