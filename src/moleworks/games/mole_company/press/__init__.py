"""The print set of Mole Company: four boards with holes over a plate, moles and discs for four teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moleworks.core.game import Board
from moleworks.core.messages import N_
from moleworks.games.mole_company.board import MoleCompanyBoard, board_of
from moleworks.games.mole_company.press import board_art, drawings, relief
from moleworks.games.mole_company.press.layout import HexLayout
from moleworks.games.mole_company.rules import DISCS, disc_values
from moleworks.press import art, nets, relief_pieces, textures
from moleworks.press.game_print_set import ExampleMark, ExamplePicture
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paper import MARGIN
from moleworks.press.paths import Box, ellipse
from moleworks.press.sheet import Colour, GamePiece, Item, PrintSheet, extent
from moleworks.press.touch_key import DOTTED_LINE, LINE, SPACE
from moleworks.record import Match
from moleworks.speech.team_names import team

PITCH, RIM, FRAME = 27.0, 20.0, 11.0
"""From space to space, from the outer spaces to the edge of a board, and the frame around the boards."""
MOLE = (17.0, 24.0)
"""Narrower than a hole, so that a board can be lifted over it."""
DISC = 13.0
TACTILE_PRESET = "tactile"
"""The rules of the edition for blind players: tactile sets are for them unless others are chosen."""
NAMES = (N_("The green board"), N_("The dark red board"), N_("The light brown board"), N_("The blue board"))


def boards(order: PrintOrder) -> Iterator[PrintSheet]:
    """The plate with the shovel, and the four boards."""
    say, board = order.language.say, board_of(order.setup)
    layout = relief.relief_layout(order) if order.swell else HexLayout(board.side, PITCH, RIM)
    plate_items = tuple(relief.draw_plate(order, layout) if order.swell else _plate_items(order, layout))
    yield _board_sheet(order, "plate", say(N_("The plate with the shovel")), plate_items)
    for level, sheet in enumerate(board.boards, 1):
        items = tuple(
            relief.draw_board(order, layout, level, sheet)
            if order.swell
            else _board_items(order, layout, level, sheet)
        )
        yield _board_sheet(order, f"board-{level}", say(NAMES[level - 1]), items)


def _board_sheet(order: PrintOrder, name: str, title: str, items: tuple[Item, ...]) -> PrintSheet:
    kind, _, variant = name.partition("-")
    # Between two columns, where a seam crosses the fewest spaces.
    seams = (PITCH / 2, PITCH / 4)
    page = extent(items).grown(0.01)
    return PrintSheet(name, title, page, items, (GamePiece(kind, variant),), order.swell, seams)


def _plate_items(order: PrintOrder, layout: HexLayout) -> Iterator[Item]:
    yield from board_art.draw_plate(layout, order.palette, FRAME)
    yield PrintPens(order.palette).cut("plate", layout.outline(FRAME, 0.5 * PITCH))


def _board_items(order: PrintOrder, layout: HexLayout, level: int, sheet: Any) -> Iterator[Item]:
    pens = PrintPens(order.palette)
    specials = bool(order.setup.options["specials"])
    yield from board_art.draw_board(layout, level, sheet._asdict(), order.palette, specials)
    for name in sheet.holes:
        hole = ellipse(*layout.at(name), board_art.HOLE * PITCH)
        yield pens.cut(f"hole {name}", hole)._replace(fill=order.palette["sheet"])
    yield pens.cut(f"board {level}", layout.outline(soft=0.3 * PITCH))


def mole_counts(board: MoleCompanyBoard) -> list[int]:
    """MC1: the number of moles of each team, for any number of players."""
    return [max(count for players, count in board.moles.items() if players > seat) for seat in range(4)]


def piece_counts(board: Board) -> Mapping[GamePiece, int]:
    """The plate, the boards, and each team's moles and discs, for the largest number of players."""
    assert isinstance(board, MoleCompanyBoard)
    found = Counter({GamePiece("plate", ""): 1, **{GamePiece("board", str(n)): 1 for n in (1, 2, 3, 4)}})
    for seat, count in enumerate(mole_counts(board)):
        found[GamePiece("mole", str(seat))] = count
        for value in disc_values(DISCS):
            found[GamePiece(f"disc {value}", str(seat))] += 1
    return found


def pieces(order: PrintOrder) -> Iterator[PrintSheet]:
    """Moles to fold, and discs to cut out."""
    say = order.language.say
    parts = [(say(N_("Moles")), "moles", _moles(order)), (say(N_("Discs")), "discs", _discs(order))]
    if order.swell:
        parts.append((say(N_("The names of the boards")), "names", _board_names(order)))
    page = order.paper.page()
    for title, name, cut in parts:
        if order.swell:
            yield from relief_pieces.relief_sheets(order, title, cut, name)
            continue
        for number, (items, drawn) in enumerate(nets.arrange_on_pages(cut, page.grown(-MARGIN)), 1):
            yield PrintSheet(f"{name}-{number}", title, page, items, drawn)


def _moles(order: PrintOrder) -> Iterator[PieceNet]:
    pens = PrintPens(order.palette)
    radius = relief.mole_radius(relief.relief_layout(order).pitch) if order.swell else 0.0
    for seat, count in enumerate(mole_counts(board_of(order.setup))):
        for number in range(1, count + 1):
            name, piece = f"mole {seat + 1}.{number}", GamePiece("mole", str(seat))
            if order.swell:
                yield relief_pieces.relief_disc(
                    order, name, piece, textures.TEAMS[seat], radius, f"team-{seat}"
                )
            else:
                yield nets.standing_piece(pens, name, piece, art.mole(seat), MOLE)


def _board_names(order: PrintOrder) -> Iterator[PieceNet]:
    """Strips for the undersides of the boards, which have no room for their names."""
    for name in NAMES:
        text = order.language.say(name)
        yield relief_pieces.name_strip(order, f"name {text}", text)


def _discs(order: PrintOrder) -> Iterator[PieceNet]:
    pens = PrintPens(order.palette)
    for seat in range(4):
        for number, value in enumerate(disc_values(DISCS), 1):
            name, piece = f"disc {seat + 1}.{number}", GamePiece(f"disc {value}", str(seat))
            if order.swell:
                front = relief_pieces.braille_disc(order, name, piece, str(value), DISC, f"team-{seat}")
                back = relief_pieces.relief_disc(
                    order, name, None, textures.TEAMS[seat], DISC, f"team-{seat}"
                )
                yield relief_pieces.two_sided(front, back)
            else:
                yield nets.coin(
                    pens, name, piece, drawings.disc(seat, value), drawings.disc(seat, None), DISC
                )


def touch_key(order: PrintOrder) -> Sequence[tuple[str, str]]:
    """The textures of the teams, spaces, special spaces and the lines to the last hole."""
    say, tell = order.language.say, order.language.tell
    dotted = any(sheet.dotted for sheet in board_of(order.setup).boards)
    return (
        *((texture, tell(team(seat))) for seat, texture in enumerate(textures.TEAMS)),
        (SPACE, say(N_("space"))),
        *(((relief.SPECIAL, say(N_("special space"))),) if order.setup.options["specials"] else ()),
        *(((LINE, say(N_("line to the last hole"))),) if dotted else ()),
        *(
            ((DOTTED_LINE, say(N_("dotted line to the last hole"))),)
            if dotted and not relief.all_lines_open(order)
            else ()
        ),
    )


def mounting(order: PrintOrder) -> Sequence[str]:
    """How to mount boards, moles and discs."""
    say = order.language.say
    return (
        say(
            N_("Glue plate and boards on foam board, cut the boards out, and cut their holes right through.")
        ),
        say(
            N_(
                "Cut out the moles with two layers of foam board under each: a mole stands in a hole "
                "like a peg."
            )
        ),
        say(N_("Put a dot of hook tape into every ring, and a dot of loop tape under every mole.")),
        say(
            N_("Glue the two sides of a disc back to back on card, and every board's name on its underside.")
        ),
    )


def turn_summary(order: PrintOrder) -> Sequence[str]:
    """A turn in short sentences, by the options in force."""
    say, options = order.language.say, order.setup.options
    waits = (
        say(N_("All your moles in holes: wait until the board is lifted."))
        if options["all_home"] == "must-wait"
        else say(N_("All your moles in holes: wait, or turn up a disc."))
    )
    paths = {
        "all": say(N_("Blue board: every line leads into the hole.")),
        "solid": say(N_("Blue board: dotted lines are closed at the hole.")),
        "into": say(N_("Blue board: dotted lines lead only into the hole.")),
    }
    resolved = {
        order.game.preset_options(order.setup.preset, players)["final_paths"]
        for players in order.game.player_counts
    }
    by_players = "final_paths" not in order.chosen and len(resolved) > 1
    return (
        say(N_("Turn up one of your discs.")),
        say(N_("Move one of your moles exactly that far, in a straight line, over nobody.")),
        say(N_("You must move if you can, even out of a hole.")),
        waits,
        say(N_("All holes full: lift the board. Moles outside the holes are out.")),
        *((say(N_("A special space gives you one more disc, once.")),) if options["specials"] else ()),
        *(
            (say(N_("Blue board: two players do not use the dotted lines at the hole; three or four do.")),)
            if by_players
            else (paths[str(options["final_paths"])],)
        ),
        say(N_("The first mole in the blue hole wins the golden shovel.")),
    )


def position(match: Match, marks: Sequence[ExampleMark], palette: Mapping[str, Colour]) -> ExamplePicture:
    """The upper board with its moles."""
    layout = HexLayout(board_of(match.setup).side, 100.0, 76.0)
    view = match.game.view(match.state, None)
    specials = bool(match.setup.options["specials"])
    items = tuple(board_art.draw_position(layout, view, marks, palette, specials))
    wide, tall = layout.reach + 62, layout.apothem + 62
    return ExamplePicture(Box(-wide, -tall, 2 * wide, 2 * tall), items)
