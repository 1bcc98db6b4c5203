"""Mole Company on paper: four boards with real holes over a plate, moles and discs for four teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moleworks.games.game import N_
from moleworks.press import art, nets, relief_pieces, textures
from moleworks.press.mole_company import ground, relief
from moleworks.press.mole_company.plan import Hexes
from moleworks.press.nets import Net, Pens
from moleworks.press.order import Order
from moleworks.press.paper import MARGIN
from moleworks.press.part import Mark, Picture
from moleworks.press.paths import Box, oval
from moleworks.press.scene import Colour, Item, Piece, Sheet, extent
from moleworks.record import Match
from moleworks.speech import things

PITCH, RIM, FRAME = 27.0, 20.0, 11.0
"""From space to space, from the outer spaces to the edge of a board, and the frame round the boards."""
MOLE = (17.0, 24.0)
"""Narrower than a hole, so that a board can be lifted over it."""
DISC = 13.0
DISCS = (1, 2, 2, 3, 3, 4)
"""MC3: what every player turns up."""
NAMES = (N_("The green board"), N_("The dark red board"), N_("The light brown board"), N_("The blue board"))


def boards(order: Order) -> Iterator[Sheet]:
    say, board = order.words.say, order.board
    plan = relief.plan(order) if order.swell else Hexes(board.side, PITCH, RIM)
    frame = tuple(relief.frame(order, plan) if order.swell else _frame(order, plan))
    yield _sheet(order, "plate", say(N_("The plate with the shovel")), frame)
    for level, sheet in enumerate(board.boards, 1):
        items = tuple(
            relief.board(order, plan, level, sheet) if order.swell else _board(order, plan, level, sheet)
        )
        yield _sheet(order, f"board-{level}", say(NAMES[level - 1]), items)


def _sheet(order: Order, name: str, title: str, items: tuple[Item, ...]) -> Sheet:
    kind, _, variant = name.partition("-")
    # Between two columns of spaces, where a seam meets the fewest of them.
    seams = (PITCH / 2, PITCH / 4)
    page = extent(items).grown(0.01)
    return Sheet(name, title, page, items, (Piece(kind, variant),), order.swell, seams)


def _frame(order: Order, plan: Hexes) -> Iterator[Item]:
    yield from ground.plate(plan, order.palette, FRAME)
    yield Pens(order.palette).cut("plate", plan.outline(FRAME, 0.5 * PITCH))


def _board(order: Order, plan: Hexes, level: int, sheet: Any) -> Iterator[Item]:
    pens = Pens(order.palette)
    specials = bool(order.setup.options["specials"])
    yield from ground.ground(plan, level, sheet._asdict(), order.palette, specials)
    for name in sheet.holes:
        hole = oval(*plan.at(name), ground.HOLE * PITCH)
        yield pens.cut(f"hole {name}", hole)._replace(fill=order.palette["sheet"])
    yield pens.cut(f"board {level}", plan.outline(soft=0.3 * PITCH))


def teams(board: Any) -> list[int]:
    """MC1: how many moles every team needs, whatever the number of players."""
    return [max(count for players, count in board.moles.items() if players > seat) for seat in range(4)]


def wanted(board: Any) -> Mapping[Piece, int]:
    found = Counter({Piece("plate", ""): 1, **{Piece("board", str(n)): 1 for n in (1, 2, 3, 4)}})
    for seat, count in enumerate(teams(board)):
        found[Piece("mole", str(seat))] = count
        for value in DISCS:
            found[Piece(f"disc {value}", str(seat))] += 1
    return found


def pieces(order: Order) -> Iterator[Sheet]:
    say = order.words.say
    parts = ((say(N_("Moles")), "moles", _moles(order)), (say(N_("Discs")), "discs", _discs(order)))
    page = order.paper.page()
    for title, name, cut in parts:
        if order.swell:
            yield from relief_pieces.sheets(order, title, cut, name)
            continue
        for number, (items, drawn) in enumerate(nets.arranged(cut, page.grown(-MARGIN)), 1):
            yield Sheet(f"{name}-{number}", title, page, items, drawn)


def _moles(order: Order) -> Iterator[Net]:
    pens = Pens(order.palette)
    radius = relief.token(relief.plan(order).pitch) if order.swell else 0.0
    for seat, count in enumerate(teams(order.board)):
        for number in range(1, count + 1):
            name, piece = f"mole {seat + 1}.{number}", Piece("mole", str(seat))
            if order.swell:
                yield relief_pieces.disc(order, name, piece, textures.TEAMS[seat], radius, f"team-{seat}")
            else:
                yield nets.standing(pens, name, piece, art.mole(seat), MOLE)


def _discs(order: Order) -> Iterator[Net]:
    pens = Pens(order.palette)
    for seat in range(4):
        for number, value in enumerate(DISCS, 1):
            name, piece = f"disc {seat + 1}.{number}", Piece(f"disc {value}", str(seat))
            if order.swell:
                front = relief_pieces.lettered(order, name, piece, str(value), DISC, f"team-{seat}")
                back = relief_pieces.disc(order, name, None, textures.TEAMS[seat], DISC, f"team-{seat}")
                yield relief_pieces.pair(front, back)
            else:
                yield nets.coin(pens, name, piece, art.disc(seat, value), art.disc(seat, None), DISC)


def key(order: Order) -> Sequence[tuple[str, str]]:
    say, tell = order.words.say, order.words.tell
    return (
        *((texture, tell(things.team(seat))) for seat, texture in enumerate(textures.TEAMS)),
        (textures.RING, say(N_("hole"))),
        *(
            ((relief.SPECIAL, say(N_("on a board: special space"))),)
            if order.setup.options["specials"]
            else ()
        ),
    )


def aid(order: Order) -> Sequence[str]:
    say, options = order.words.say, order.setup.options
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
        order.game.resolved(order.setup.preset, players)["final_paths"] for players in order.game.seats
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


def position(match: Match, marks: Sequence[Mark], palette: Mapping[str, Colour]) -> Picture:
    plan = Hexes(match.setup.board.side, 100.0, 76.0)
    view = match.game.view(match.state, None)
    specials = bool(match.setup.options["specials"])
    items = tuple(ground.position(plan, view, marks, palette, specials))
    wide, tall = plan.reach + 62, plan.apothem + 62
    return Picture(Box(-wide, -tall, 2 * wide, 2 * tall), items)
