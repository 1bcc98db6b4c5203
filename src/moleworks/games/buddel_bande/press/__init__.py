"""The print set of Buddel Bande: the garden, moles with an animal underneath, the dog and two dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from moleworks.core.game import Board
from moleworks.core.messages import N_
from moleworks.games.buddel_bande import piece_names
from moleworks.games.buddel_bande.board import FACES, SIZES, SYMBOLS, BuddelBandeBoard, board_of
from moleworks.games.buddel_bande.press import board_art, drawings, relief
from moleworks.games.buddel_bande.press.layout import TrackLayout, choose_layout, printed_layout
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.press import art, fonts, nets, relief_pieces, textures
from moleworks.press.alternative_texts import pieces_alt
from moleworks.press.art import Stroke
from moleworks.press.figures import FigurePiece, rows_of_pieces
from moleworks.press.game_print_set import Emblem, ExampleMark, ExamplePicture
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, Transform, rectangle
from moleworks.press.sheet import Colour, GamePiece, Item, PrintSheet, extent
from moleworks.record import Match

MOLES = {"S": (14.0, 18.0), "M": (17.0, 23.0), "L": (20.0, 29.0)}
"""Width and height of a standing mole by its size."""
DOG = (20.0, 26.0)
PAWN = (22.0, 18.0)
TOUCH_PAWN = 26.0
"""Much larger than the dog, which is a square too."""
DIE = 18.0
TOUCH_DIE = 22.0
TOUCH_MOLES = {"S": 6.0, "M": 8.0, "L": 10.0}
"""Radius of a tactile mole by its size."""
DOG_FACE = "d"
"""The letter on the dog and on its face of the die."""
SEATS = 4
DICE = {"mole die": tuple(FACES), "hill die": tuple(SYMBOLS) * 2}
"""BB3: what the two dice show."""
DIE_FACE = rectangle(Box(-46, -46, 92, 92), 10)


def boards(order: PrintOrder) -> Iterator[PrintSheet]:
    """The garden with its track, haystack and dens."""
    title, symbols = order.language.say(N_("The garden")), board_of(order.setup).track
    if order.swell:
        items = tuple(relief.draw_track(order, relief.relief_layout(order)))
    else:
        layout = printed_layout(board_of(order.setup))
        items = (
            *board_art.draw_garden(layout, symbols, order.palette),
            *board_art.draw_dens(layout, order.palette, _den_names(order, layout), order.smallest_text),
        )
    # In print the dens are part of the board; on swell paper they are separate cards.
    brings = (GamePiece("board", board_of(order.setup).name), *(() if order.swell else _dens()))
    yield PrintSheet("board", title, extent(items), items, brings, order.swell, alt=_board_alt(order))


def _den_names(order: PrintOrder, layout: TrackLayout) -> Sequence[str]:
    """The names of the animals; none where large letters are too wide for a den, which shows its animal."""
    names = [order.language.tell(piece_names.animal(seat)) for seat in range(SEATS)]
    widest = max(fonts.text_width(name, order.smallest_text, bold=True) for name in names)
    return () if order.large and widest > layout.den(0).width - 1 else names


def _board_alt(order: PrintOrder) -> str:
    """The garden for people who cannot see it."""
    say, track = order.language.say, board_of(order.setup).track
    texts = {
        "c": N_("Hills with clover: {hills}."),
        "l": N_("Hills with a leaf: {hills}."),
        "f": N_("Hills with a flower: {hills}."),
    }
    return " ".join(
        (
            say(
                N_("A track from the haystack past {count} hills to the last hill and the dens."),
                count=len(track),
            ),
            *(
                say(text, hills=", ".join(str(n) for n, sign in enumerate(track, 1) if sign == symbol))
                for symbol, text in texts.items()
                if symbol in track
            ),
        )
    )


def _piece_name(order: PrintOrder, piece: GamePiece) -> str:
    say, tell = order.language.say, order.language.tell
    names = {"dog": N_("dog"), "mole die": N_("mole die"), "hill die": N_("hill die")}
    if piece.kind in names:
        return say(names[piece.kind])
    animal = tell(piece_names.animal(int(piece.variant[-1])))
    if piece.kind == "mole":
        return say(
            N_("{mole}, below: {animal}"), mole=tell(piece_names.face(piece.variant[0])), animal=animal
        )
    return say(N_("pawn, {animal}") if piece.kind == "pawn" else N_("den, {animal}"), animal=animal)


def _dens() -> Iterator[GamePiece]:
    return (GamePiece("den", str(seat)) for seat in range(SEATS))


def piece_counts(board: Board) -> Mapping[GamePiece, int]:
    """BB1: a pawn and three moles for each of four animals; BB2: a dog; BB3: two dice; BB8: a den each."""
    assert isinstance(board, BuddelBandeBoard)
    return Counter(
        {
            GamePiece("board", board.name): 1,
            **{GamePiece("mole", f"{size}{seat}"): 1 for size in SIZES for seat in range(SEATS)},
            **{GamePiece("pawn", str(seat)): 1 for seat in range(SEATS)},
            **dict.fromkeys(_dens(), 1),
            **{GamePiece(die, ""): 1 for die in DICE},
            GamePiece("dog", ""): 1,
        }
    )


def pieces(order: PrintOrder) -> Iterator[PrintSheet]:
    """Moles, pawns, the dog and both dice to fold; for swell paper dens as well."""
    title = order.language.say(N_("Moles, pawns, dog and dice"))
    if order.swell:
        # Signs and textures together would be more than fingers can tell apart on one sheet.
        sheets = [
            *relief_pieces.relief_sheets(order, title, (*_relief_moles(order), *_relief_pawns(order))),
            *relief_pieces.relief_sheets(order, title, _relief_dice(order), "dice"),
        ]
        dens = [relief.den_card(order, seat) for seat in range(SEATS)]
        sheets += relief_pieces.relief_sheets(order, order.language.say(N_("Dens")), dens, "dens")
        for sheet in sheets:
            yield sheet._replace(alt=pieces_alt(order, sheet.pieces, _piece_name))
        return
    page = order.paper.page()
    cut = (*_moles(order), *_dice(order))
    for number, (items, drawn) in enumerate(nets.arrange_on_pages(cut, order.paper.room()), 1):
        alt = pieces_alt(order, drawn, _piece_name)
        yield PrintSheet(f"pieces-{number}", title, page, items, drawn, alt=alt)


def _moles(order: PrintOrder) -> Iterator[PieceNet]:
    pens = PrintPens(order.palette)
    for size in SIZES:
        for seat in range(SEATS):
            piece = GamePiece("mole", f"{size}{seat}")
            name = f"mole {size} {seat + 1}"
            yield nets.standing_piece(
                pens, name, piece, art.mole(None, size), MOLES[size], drawings.animal(seat)
            )
    yield nets.standing_piece(pens, "dog", GamePiece("dog", ""), drawings.dog(), DOG)
    for seat in range(SEATS):
        name, piece = f"pawn {seat + 1}", GamePiece("pawn", str(seat))
        yield nets.standing_piece(pens, name, piece, drawings.animal(seat), PAWN)


def _relief_pawns(order: PrintOrder) -> Iterator[PieceNet]:
    """A pawn is square, so that fingers never take it for a mole."""
    for seat, texture in enumerate(textures.TEAMS):
        name, piece = f"pawn {seat + 1}", GamePiece("pawn", str(seat))
        yield relief_pieces.relief_square(order, name, piece, texture, TOUCH_PAWN, f"team-{seat}")


def _dice(order: PrintOrder) -> Iterator[PieceNet]:
    pens = PrintPens(order.palette)
    # All faces have the same scale, so that the sizes of moles can be compared.
    move = Transform(scale=DIE / 84)
    for die, letters in DICE.items():
        faces = [pens.picture(f"{die} {letter}", drawings.face(letter), move) for letter in letters]
        yield nets.die(pens, die, GamePiece(die, ""), faces, DIE)


def _relief_moles(order: PrintOrder) -> Iterator[PieceNet]:
    """A mole is a disc with its size's letter on top and its owner's texture below; the dog is square."""
    for size in SIZES:
        for seat in range(SEATS):
            name, radius = f"mole {size} {seat + 1}", TOUCH_MOLES[size]
            piece = GamePiece("mole", f"{size}{seat}")
            top = relief_pieces.braille_disc(order, name, piece, size.lower(), radius, "card")
            below = relief_pieces.relief_disc(order, name, None, textures.TEAMS[seat], radius, f"team-{seat}")
            yield relief_pieces.two_sided(top, below)
    yield relief_pieces.braille_square(order, "dog", GamePiece("dog", ""), DOG_FACE, 16.0, "wood-light")


def _relief_dice(order: PrintOrder) -> Iterator[PieceNet]:
    """Signs are textures; the pieces to move are Braille letters, as in action names."""
    pens = PrintPens(order.palette)
    for die, letters in DICE.items():
        faces: list[tuple[Item, ...]] = []
        for letter in letters:
            name = f"{die} {letter}"
            texture = relief.SYMBOLS.get(letter)
            faces.append(
                relief_pieces.relief_die_face(
                    order, name, texture or letter.lower(), texture is not None, TOUCH_DIE
                )
            )
        yield nets.die(pens, die, GamePiece(die, ""), faces, TOUCH_DIE)


def touch_key(order: PrintOrder) -> Sequence[tuple[str, str]]:
    """The signs of hills, the textures of owners, and the letters of pieces."""
    tell, say = order.language.tell, order.language.say
    return (
        (textures.RING, say(N_("haystack"))),
        *((relief.SYMBOLS[sign], tell(piece_names.symbol(sign))) for sign in SYMBOLS),
        (relief.HOME, say(N_("last hill"))),
        *(
            (texture, say(N_("owner: {animal}"), animal=tell(piece_names.animal(seat))))
            for seat, texture in enumerate(textures.TEAMS)
        ),
        *((letter.lower(), tell(piece_names.face(letter))) for letter in FACES),
    )


def mounting(order: PrintOrder) -> Sequence[str]:
    """How to fold the moles of paper; how to mount garden, moles, dog, dice and dens of swell paper."""
    say = order.language.say
    if not order.swell:
        return (
            say(nets.STANDING),
            say(N_("The animal is outside, on the foot: it is hidden while the mole stands.")),
        )
    return (
        say(N_("Glue the garden and the dens on foam board.")),
        say(
            N_("Glue the two sides of a mole on foam board between them: the letter on top, the owner below.")
        ),
        say(
            N_(
                "Lay a steel sheet under the garden, and hide a flat magnet in the foam of every mole "
                "and the dog."
            )
        ),
        say(N_("The haystack is only a ring: moles that wait there lie beside it.")),
        say(N_("The dens are cards of their own: lay them beside the last hill. A pawn is a square.")),
        say(
            N_(
                "The dog lies on the number below its hill; in the pictures of this booklet it sits on a "
                "paw print."
            )
        ),
        say(
            N_("Fold the dice around cubes of foam or wood of {size} mm, so that they roll."),
            size=int(TOUCH_DIE),
        ),
    )


def emblem(seat: int) -> Emblem:
    """BB1: a player is known by an animal; moles show nobody's colour."""
    return Emblem(drawings.animal(seat), piece_names.animal(seat))


def turn_summary(order: PrintOrder) -> Sequence[str]:
    """A turn in short sentences, by the options in force."""
    say, options = order.language.say, order.setup.options
    return (
        say(N_("Roll both dice: who moves, and to which symbol.")),
        say(N_("A mole goes on to the next hill with that symbol where no mole stands.")),
        say(N_("Whoever moves a mole may look under it in secret.")),
        say(N_("The dog runs to any hill with that symbol. A mole beside it cannot move.")),
        say(N_("Dog and mole on the die: you choose."))
        if options["either"] == "choose"
        else say(N_("Dog and mole on the die: the dog goes.")),
        say(N_("The mole die allows nothing: roll both dice again.")),
        say(N_("No such hill ahead: the mole goes home to its owner.")),
        say(N_("If every move would take a mole home, you may pass."))
        if order.setup.options["pass"] == "any"
        else say(N_("If every move would take a mole home, none of them known as yours, you may pass.")),
        say(N_("Three moles at home win.")),
    )


def figure(order: PrintOrder, name: str, palette: Mapping[str, Colour]) -> ExamplePicture | None:
    """The pieces with their numbers, or the garden before the first roll."""
    if name == "pieces":
        tallest = MOLES["L"][1]
        moles = [FigurePiece(art.mole(None, size), f"{SEATS} ×", MOLES[size][1] / tallest) for size in SIZES]
        animals = [FigurePiece(drawings.animal(seat), "1 ×") for seat in range(SEATS)]
        dice = [
            FigurePiece((Stroke(DIE_FACE, "rim", "outline", 3), *drawings.face(letter)), "1 ×")
            for letter in "Ec"
        ]
        return rows_of_pieces([[*moles, FigurePiece(drawings.dog(), "1 ×")], animals, dice], palette)
    return position(Match(order.game, order.setup), (), palette) if name == "setup" else None


def position(match: Match, marks: Sequence[ExampleMark], palette: Mapping[str, Colour]) -> ExamplePicture:
    """The garden as everybody sees it: owners show at home only."""
    symbols = board_of(match.setup).track
    layout = choose_layout(board_of(match.setup), 106, 150, 78, 150, 200)
    view = own_view(match.game.view(match.state, None))
    items = tuple(board_art.draw_position(layout, symbols, view, marks, palette))
    return ExamplePicture(Box(-2, -2, layout.width + 4, layout.height + 4), items)
