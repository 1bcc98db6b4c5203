"""Buddel Bande on paper: the garden, moles with their animal underneath, the dog and two dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moleworks.games.buddel_bande.board import FACES, SIZES, SYMBOLS
from moleworks.games.game import N_
from moleworks.press import art, nets, relief_pieces, textures
from moleworks.press.buddel_bande import ground, relief
from moleworks.press.buddel_bande.plan import track
from moleworks.press.nets import Net, Pens
from moleworks.press.order import Order
from moleworks.press.paper import MARGIN
from moleworks.press.part import Mark, Picture
from moleworks.press.paths import Box, Move
from moleworks.press.scene import Colour, Item, Piece, Sheet, extent
from moleworks.record import Match
from moleworks.speech import things

PITCH, ROW, SIDE, DENS, HAY = 26.5, 36.5, 19.5, 40.0, 56.0
MOLES = {"S": (14.0, 18.0), "M": (17.0, 23.0), "L": (20.0, 29.0)}
"""Width and height of a standing mole by its size."""
DOG = (20.0, 26.0)
DIE = 18.0
TOUCH_DIE = 22.0
TOUCH_MOLES = {"S": 5.5, "M": 7.5, "L": 9.5}
"""Half the width of a mole for the fingers."""
SEATS = 4
DICE = {"mole die": tuple(FACES), "hill die": tuple(SYMBOLS) * 2}
"""BB3: what the two dice show."""


def boards(order: Order) -> Iterator[Sheet]:
    title, symbols = order.words.say(N_("The garden")), order.board.track
    if order.swell:
        items = tuple(relief.relief(order, relief.way(order)))
    else:
        plan = track(len(symbols), PITCH, ROW, SIDE, DENS, HAY)
        names = [order.words.tell(things.animal(seat)) for seat in range(SEATS)]
        items = (
            *ground.garden(plan, symbols, order.palette),
            *ground.dens(plan, order.palette, names),
        )
    # The dens are printed in the garden; for the fingers they are cards of their own.
    brings = (Piece("board", order.board.name), *(() if order.swell else _dens()))
    yield Sheet("board", title, extent(items), items, brings, order.swell)


def _dens() -> Iterator[Piece]:
    return (Piece("den", str(seat)) for seat in range(SEATS))


def wanted(board: Any) -> Mapping[Piece, int]:
    """BB1: three moles for each of four animals; BB2: a dog; BB3: two dice; BB8: a den for everybody."""
    return Counter(
        {
            Piece("board", board.name): 1,
            **{Piece("mole", f"{size}{seat}"): 1 for size in SIZES for seat in range(SEATS)},
            **dict.fromkeys(_dens(), 1),
            **{Piece(die, ""): 1 for die in DICE},
            Piece("dog", ""): 1,
        }
    )


def pieces(order: Order) -> Iterator[Sheet]:
    title = order.words.say(N_("Moles, dog and dice"))
    if order.swell:
        yield from relief_pieces.sheets(order, title, (*_touched(order), *_touched_dice(order)))
        dens = [relief.den(order, seat) for seat in range(SEATS)]
        yield from relief_pieces.sheets(order, order.words.say(N_("Dens")), dens, "dens")
        return
    page = order.paper.page()
    cut = (*_moles(order), *_dice(order))
    for number, (items, drawn) in enumerate(nets.arranged(cut, page.grown(-MARGIN)), 1):
        yield Sheet(f"pieces-{number}", title, page, items, drawn)


def _moles(order: Order) -> Iterator[Net]:
    pens = Pens(order.palette)
    for size in SIZES:
        for seat in range(SEATS):
            piece = Piece("mole", f"{size}{seat}")
            name = f"mole {size} {seat + 1}"
            yield nets.standing(pens, name, piece, art.mole(None, size), MOLES[size], art.animal(seat))
    yield nets.standing(pens, "dog", Piece("dog", ""), art.dog(), DOG)


def _dice(order: Order) -> Iterator[Net]:
    pens = Pens(order.palette)
    # Every face in one scale: small, medium and large moles differ in size.
    move = Move(scale=DIE / 84)
    for die, letters in DICE.items():
        faces = [pens.picture(f"{die} {letter}", art.face(letter), move) for letter in letters]
        yield nets.die(pens, die, Piece(die, ""), faces, DIE)


def _touched(order: Order) -> Iterator[Net]:
    """A mole is a disc of its size with a ring on top; below it has the texture of its owner."""
    for size in SIZES:
        for seat in range(SEATS):
            name, radius = f"mole {size} {seat + 1}", TOUCH_MOLES[size]
            top = relief_pieces.disc(
                order, name, Piece("mole", f"{size}{seat}"), textures.RING, radius, "card"
            )
            below = relief_pieces.disc(order, name, None, textures.TEAMS[seat], radius, f"team-{seat}")
            yield relief_pieces.pair(top, below)
    yield relief_pieces.square(order, "dog", Piece("dog", ""), textures.SOLID, 16.0, "wood-light")


def _touched_dice(order: Order) -> Iterator[Net]:
    """Signs are felt by their texture; who moves is a Braille letter, as in the names of actions."""
    pens = Pens(order.palette)
    for die, letters in DICE.items():
        faces: list[tuple[Item, ...]] = []
        for letter in letters:
            name = f"{die} {letter}"
            texture = relief.SYMBOLS.get(letter)
            faces.append(
                relief_pieces.face(order, name, texture or letter.lower(), texture is not None, TOUCH_DIE)
            )
        yield nets.die(pens, die, Piece(die, ""), faces, TOUCH_DIE)


def key(order: Order) -> Sequence[tuple[str, str]]:
    tell, say = order.words.tell, order.words.say
    return (
        (textures.RING, say(N_("haystack, and the top of a mole"))),
        *((relief.SYMBOLS[sign], tell(things.symbol(sign))) for sign in SYMBOLS),
        (textures.SOLID, say(N_("last hill, and the dog"))),
        *(
            (texture, say(N_("under a mole: {animal}"), animal=tell(things.animal(seat))))
            for seat, texture in enumerate(textures.TEAMS)
        ),
        *((letter.lower(), tell(things.face(letter))) for letter in FACES),
    )


def aid(order: Order) -> Sequence[str]:
    say, options = order.words.say, order.setup.options
    return (
        say(N_("Roll both dice: who moves, and to which sign.")),
        say(N_("A mole goes on to the next hill with that sign where no mole stands.")),
        say(N_("Whoever moves a mole may look under it in secret.")),
        say(N_("The dog runs to any hill with that sign. A mole beside it cannot move.")),
        say(N_("Dog and mole on the die: you choose."))
        if options["either"] == "choose"
        else say(N_("Dog and mole on the die: the dog goes.")),
        say(N_("No such hill ahead: the mole goes home to its owner.")),
        say(N_("If every move would take a mole home, you may pass.")),
        say(N_("Three moles at home win.")),
    )


def position(match: Match, marks: Sequence[Mark], palette: Mapping[str, Colour]) -> Picture:
    symbols = match.setup.board.track
    plan = track(len(symbols), 106, 150, 78, 150, 200)
    view = match.game.view(match.state, None)
    items = tuple(ground.position(plan, symbols, view, marks, palette))
    return Picture(Box(-2, -2, plan.width + 4, plan.height + 4), items)
