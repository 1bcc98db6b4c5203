"""The print set of Mole Company: four boards with holes over a plate, moles and discs for four teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from moleworks import catalogue
from moleworks.core.game import Board, Value
from moleworks.core.messages import N_
from moleworks.core.registry import GAMES
from moleworks.games.mole_company.board import (
    MoleCompanyBoard,
    StackedBoard,
    board_of,
    dotted_lines_count,
    space_names,
)
from moleworks.games.mole_company.press import board_art, drawings, relief
from moleworks.games.mole_company.press.layout import HexLayout
from moleworks.games.mole_company.rules import DISCS, disc_values
from moleworks.games.mole_company.view_types import own_view, spaces_of
from moleworks.press import art, nets, relief_pieces, textures
from moleworks.press.alternative_texts import pieces_alt
from moleworks.press.figures import FigurePiece, rows_of_pieces
from moleworks.press.game_print_set import ExampleMark, ExamplePicture, OwnSign
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, Point, Transform, ellipse
from moleworks.press.sheet import (
    Colour,
    GamePiece,
    Item,
    PrintSheet,
    Role,
    Shape,
    TextLine,
    extent,
    transform_items,
)
from moleworks.press.touch_key import DOTTED_LINE, LINE, SPACE
from moleworks.record import Match
from moleworks.speech.team_names import team

PITCH, RIM, FRAME = 27.0, 20.0, 11.0
"""From space to space, from the outer spaces to the edge of a board, and the frame around the boards."""
MOLE = (17.0, 24.0)
"""Narrower than a hole, so that a board can be lifted over it."""
DISC = 13.0
TEAMS = 4
TACTILE_PRESET = "tactile"
"""The rules of the edition for blind players: tactile sets are for them unless others are chosen."""
NAMES = (N_("The green board"), N_("The dark red board"), N_("The light brown board"), N_("The blue board"))


def boards(order: PrintOrder) -> Iterator[PrintSheet]:
    """The plate with the shovel, and the four boards."""
    say, board = order.language.say, board_of(order.setup)
    layout = relief.relief_layout(order) if order.swell else HexLayout(board.side, PITCH, RIM)
    plate_items = tuple(relief.draw_plate(order, layout) if order.swell else _plate_items(order, layout))
    alt = say(N_("The golden shovel in its pit. On its rim: letters for the rows, numbers for the lines."))
    yield _board_sheet(order, "plate", say(N_("The plate with the shovel")), plate_items, alt)
    for level, sheet in enumerate(board.boards, 1):
        own = layout.sized(board.sides[level - 1])
        dotted = sheet.dotted if _has_dotted_lines(order.setup.preset, order.chosen) else ()
        items = tuple(
            relief.draw_board(order, layout, own, level, sheet, dotted)
            if order.swell
            else _board_items(order, own, level, sheet._replace(dotted=dotted))
        )
        yield _board_sheet(order, f"board-{level}", say(NAMES[level - 1]), items, _board_alt(order, sheet))


def _board_alt(order: PrintOrder, sheet: StackedBoard) -> str:
    """A board for people who cannot see it."""
    say = order.language.say
    sentences = [
        say(N_("A hexagon with {count} spaces."), count=len(space_names(board_of(order.setup).side))),
        say(N_("Holes: {spaces}."), spaces=", ".join(sheet.holes)),
    ]
    if order.setup.options["specials"] and sheet.specials:
        sentences.append(say(N_("Special spaces: {spaces}."), spaces=", ".join(sheet.specials)))
    if sheet.dotted:
        dotted = ", ".join(f"{near} {far}" for near, far in sheet.dotted)
        sentences.append(say(N_("Dotted lines: {lines}."), lines=dotted))
    return " ".join(sentences)


def _piece_name(order: PrintOrder, piece: GamePiece) -> str:
    say, colour = order.language.say, order.language.tell(team(int(piece.variant)))
    if piece.kind == "mole":
        return say(N_("mole, {team}"), team=colour)
    return say(N_("disc {value}, {team}"), value=piece.kind.removeprefix("disc "), team=colour)


def _board_sheet(order: PrintOrder, name: str, title: str, items: tuple[Item, ...], alt: str) -> PrintSheet:
    kind, _, variant = name.partition("-")
    # Between two columns, where a seam crosses the fewest spaces.
    seams = (PITCH / 2, PITCH / 4)
    page = extent(items).grown(0.01)
    return PrintSheet(name, title, page, items, (GamePiece(kind, variant),), order.swell, seams, alt)


def _plate_items(order: PrintOrder, layout: HexLayout) -> Iterator[Item]:
    smaller = sorted({side for side in board_of(order.setup).sides if side < layout.side})
    yield from board_art.draw_plate(layout, smaller, order.palette, FRAME)
    yield PrintPens(order.palette).cut("plate", layout.outline(FRAME, 0.5 * PITCH))


def _board_items(order: PrintOrder, layout: HexLayout, level: int, sheet: StackedBoard) -> Iterator[Item]:
    pens = PrintPens(order.palette)
    specials = bool(order.setup.options["specials"])
    yield from board_art.draw_board(layout, level, spaces_of(sheet), order.palette, specials)
    for name in sheet.holes:
        hole = ellipse(*layout.at(name), board_art.HOLE * PITCH)
        yield pens.cut(f"hole {name}", hole)._replace(fill=order.palette["sheet"])
    yield pens.cut(f"board {level}", layout.outline(soft=0.3 * PITCH))


def moles_per_team(board: MoleCompanyBoard) -> int:
    """MC1: as many as a team ever has; any two of the four teams may play each other."""
    return max(board.moles.values())


def piece_counts(board: Board) -> Mapping[GamePiece, int]:
    """The plate, the boards, and each team's moles and discs, for any number of players."""
    assert isinstance(board, MoleCompanyBoard)
    found = Counter({GamePiece("plate", ""): 1, **{GamePiece("board", str(n)): 1 for n in (1, 2, 3, 4)}})
    for seat in range(TEAMS):
        found[GamePiece("mole", str(seat))] = moles_per_team(board)
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
            for sheet in relief_pieces.relief_sheets(order, title, cut, name):
                yield sheet._replace(alt=pieces_alt(order, sheet.pieces, _piece_name))
            continue
        for number, (items, drawn) in enumerate(nets.arrange_on_pages(cut, order.paper.room()), 1):
            alt = pieces_alt(order, drawn, _piece_name)
            yield PrintSheet(f"{name}-{number}", title, page, items, drawn, alt=alt)


def _moles(order: PrintOrder) -> Iterator[PieceNet]:
    pens = PrintPens(order.palette)
    radius = relief.mole_radius(relief.relief_layout(order).pitch) if order.swell else 0.0
    for seat in range(TEAMS):
        for number in range(1, moles_per_team(board_of(order.setup)) + 1):
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
    for seat in range(TEAMS):
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


def touch_key(order: PrintOrder) -> Sequence[tuple[str | OwnSign, str]]:
    """The textures of the teams, spaces, special spaces, the lines to the last hole and the shovel."""
    say, tell = order.language.say, order.language.tell
    dotted = any(sheet.dotted for sheet in board_of(order.setup).boards)
    return (
        *((texture, tell(team(seat))) for seat, texture in enumerate(textures.TEAMS)),
        (SPACE, say(N_("space"))),
        *(((relief.SPECIAL, say(N_("special space"))),) if order.setup.options["specials"] else ()),
        *(((LINE, say(N_("line to the last hole"))),) if dotted else ()),
        *(
            ((DOTTED_LINE, say(N_("dotted line to the last hole"))),)
            if dotted and _has_dotted_lines(order.setup.preset, order.chosen)
            else ()
        ),
        (OwnSign(art.OUTLINES["blade"], N_("blade of a shovel")), say(N_("golden shovel"))),
    )


def _final_paths(preset: str, chosen: Mapping[str, Value]) -> set[Value]:
    """The values of the option in the games that can be played with a set: players are not printed."""
    if "final_paths" in chosen:
        return {chosen["final_paths"]}
    game = GAMES["mole-company"]
    return {game.preset_options(preset, players)["final_paths"] for players in game.player_counts}


def _has_dotted_lines(preset: str, chosen: Mapping[str, Value]) -> bool:
    """Whether dotted lines differ from others in a game that can be played with a set (MC11)."""
    return any(map(dotted_lines_count, _final_paths(preset, chosen)))


def mounting(order: PrintOrder) -> Sequence[str]:
    """How to make boards and discs of paper; how to mount boards, moles and discs of swell paper."""
    say = order.language.say
    if not order.swell:
        return (
            say(nets.STANDING),
            say(N_("Cut the holes of the boards out: a mole in a hole stands on the board below.")),
            say(N_("Fold a disc in half and glue its two sides together.")),
        )
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
        else say(N_("All your moles in holes: wait, or flip a disc."))
    )
    paths = {
        "all": say(N_("Blue board: every line leads into the hole.")),
        "solid": say(N_("Blue board: dotted lines are closed at the hole.")),
        "into": say(N_("Blue board: dotted lines lead only into the hole.")),
    }
    shuffle = (
        say(N_("Your sixth disc is up: move with it, then shuffle all six."))
        if options["reshuffle"] == 6
        else say(N_("Your fifth disc is up: move with it, then shuffle all six."))
    )
    by_players = len(_final_paths(order.setup.preset, order.chosen)) > 1
    varied = say(N_("Blue board: with two players dotted lines lead only into the hole; else all are open."))
    return (
        say(N_("Flip one of your discs.")),
        say(N_("Move one of your moles exactly that far, in a straight line, over nobody.")),
        say(N_("You must move if you can, even out of a hole.")),
        shuffle,
        waits,
        say(N_("All holes full: lift the board. Moles outside the holes are out.")),
        *((say(N_("A special space gives you one more disc, once.")),) if options["specials"] else ()),
        *((varied,) if by_players else (paths[str(options["final_paths"])],)),
        say(N_("The first mole in the blue hole wins the golden shovel.")),
    )


def figure(order: PrintOrder, name: str, palette: Mapping[str, Colour]) -> ExamplePicture | None:
    """The moles and the discs of a team, or the boards as they are stacked, the plate first."""
    board = board_of(order.setup)
    if name == "pieces":
        moles = [FigurePiece(art.mole(seat), f"{moles_per_team(board)} ×") for seat in range(TEAMS)]
        discs = [FigurePiece(drawings.disc(0, value)) for value in disc_values(DISCS)]
        return rows_of_pieces([moles, discs], palette)
    if name != "setup":
        return None
    layout = HexLayout(board.side, 100.0, 76.0)
    specials = bool(order.setup.options["specials"])
    stacked: list[tuple[Item, ...]] = [tuple(board_art.draw_plate(layout, (), palette, 40.0))]
    for level in range(len(board.boards), 0, -1):
        sheet = board.boards[level - 1]
        holes = (
            Shape(Role.PRINT, "hole", ellipse(*layout.at(name), 100 * board_art.HOLE), palette["outline"])
            for name in sheet.holes
        )
        edge = Shape(Role.PRINT, "edge", layout.outline(soft=30), stroke=palette["outline"], width=6)
        drawn = board_art.draw_board(layout, level, spaces_of(sheet), palette, specials)
        stacked.append((*drawn, *holes, edge))
    step = Point(0.62 * layout.reach, -0.3 * layout.apothem)
    items = tuple(
        item
        for number, drawn in enumerate(stacked)
        for item in transform_items(
            tuple(part for part in drawn if not isinstance(part, TextLine)),
            Transform(number * step.x, number * step.y),
        )
    )
    return ExamplePicture(extent(items), items)


def position(match: Match, marks: Sequence[ExampleMark], palette: Mapping[str, Colour]) -> ExamplePicture:
    """The upper board with its moles."""
    view = own_view(match.game.view(match.state, None))
    if not _has_dotted_lines(match.setup.preset, catalogue.chosen_options(match.setup)):
        view = {**view, "dotted": []}
    board = board_of(match.setup)
    layout = HexLayout(board.side, 100.0, 76.0).sized(board.sides[view["level"] - 1])
    specials = bool(match.setup.options["specials"])
    items = tuple(board_art.draw_position(layout, view, marks, palette, specials))
    wide, tall = layout.reach + 62, layout.apothem + 62
    return ExamplePicture(Box(-wide, -tall, 2 * wide, 2 * tall), items)
