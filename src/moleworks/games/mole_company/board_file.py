"""Check board files of Mole Company."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

from moleworks.boards.validation import (
    COMMON_FIELDS,
    NAME,
    BoardSpot,
    FieldReader,
    read_common_fields,
    same_value,
)
from moleworks.core.messages import N_
from moleworks.games.mole_company import piece_names
from moleworks.games.mole_company.board import (
    MoleCompanyBoard,
    StackedBoard,
    names_within,
    neighbours,
    rotate_space,
    space,
    space_name,
    spaces,
    spaces_within,
)
from moleworks.games.mole_company.rules import DIRECTION_COUNT

SEATS = (2, 3, 4)
LIMITS: Mapping[str, tuple[int, int]] = {"side": (3, 5), "moles": (1, 61)}


def check(data: object, where: str) -> MoleCompanyBoard:
    """Build the boards from the data of a file; they have to fit upon each other in every rotation."""
    fields = FieldReader(data, where, "", (*COMMON_FIELDS, "side", "boards", "moles"))
    name, title, source, version = read_common_fields(fields, "mole-company")
    side = fields.number("side", *LIMITS["side"])
    boards = fields.get("boards")
    if not isinstance(boards, list | tuple) or len(boards) != 4:
        fields.refuse("boards", boards, N_("Exactly four boards are needed, from the top to the bottom."))
    stack = tuple(_stacked_board(board, where, level, side) for level, board in enumerate(boards, 1))
    _check_sides(fields, stack, side)
    _check_stack(fields, stack, side)
    moles = _moles(fields, side, len(stack[0].holes))
    return MoleCompanyBoard(name, title, source, version, side, stack, moles)


def _stacked_board(data: object, where: str, level: int, side: int) -> StackedBoard:
    known = ("name", "holes", "specials", "dotted", "side")
    fields = FieldReader(data, where, f"boards[{level}].", known, level)
    name = fields.text("name", NAME, "green")
    own = fields.number("side", *LIMITS["side"]) if "side" in fields.data else None
    allowed = set(names_within(side, own or side))
    holes = _spaces(fields, "holes", allowed, own or side)
    specials = _spaces(fields, "specials", allowed, own or side)
    for special in specials:
        if special in holes:
            fields.refuse("specials", special, N_("This space is a hole already."), fields.spots((special,)))
    return StackedBoard(name, holes, specials, _lines(fields, side, allowed), own)


def _spaces(fields: FieldReader, field: str, allowed: Collection[str], side: int) -> tuple[str, ...]:
    names = fields.texts(field, len(allowed), default=() if field == "specials" else None)
    for name in names:
        if name not in allowed:
            fields.refuse(field, name, N_("There is no such space on a board of side {side}."), side=side)
    return names


def _lines(fields: FieldReader, side: int, allowed: Collection[str]) -> tuple[tuple[str, str], ...]:
    """The dotted lines, without duplicates, which also limits the size of a board."""
    given = fields.data.get("dotted", ())
    if not isinstance(given, list | tuple):
        fields.refuse("dotted", given, N_("A dotted line is a pair of neighbouring spaces."))
    lines: list[tuple[str, str]] = []
    for pair in given:
        line = _dotted(fields, pair, side, allowed)
        if line in lines or line[::-1] in lines:
            fields.refuse("dotted", pair, N_("This stands twice in the list."))
        lines.append(line)
    return tuple(lines)


def _dotted(fields: FieldReader, pair: object, side: int, allowed: Collection[str]) -> tuple[str, str]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        fields.refuse("dotted", pair, N_("A dotted line is a pair of neighbouring spaces."))
    one, other = (space(side, name) if isinstance(name, str) and name in allowed else None for name in pair)
    if one is None or other is None or other not in neighbours(side, one):
        ends = fields.spots(space_name(side, end) for end in (one, other) if end is not None)
        fields.refuse("dotted", pair, N_("A dotted line is a pair of neighbouring spaces."), ends)
    return pair[0], pair[1]


def _check_sides(fields: FieldReader, stack: tuple[StackedBoard, ...], side: int) -> None:
    """No board is larger than the one above it, and the first one is as large as the names say."""
    sides = [board.side or side for board in stack]
    if sides[0] != side:
        text = N_("The first board is the largest: it has the side of the whole stack, {side}.")
        fields.refuse("boards[1].side", sides[0], text, side=side)
    for level, (above, own) in enumerate(pairwise(sides), 1):
        if own > above:
            text = N_("No board is larger than the one above it, whose side is {above}.")
            fields.refuse(f"boards[{level + 1}].side", own, text, above=above)


def _check_stack(fields: FieldReader, stack: tuple[StackedBoard, ...], side: int) -> None:
    if stack[0].specials:
        text = N_("The first board has no special spaces.")
        fields.refuse("boards[1].specials", stack[0].specials, text, _on(1, stack[0].specials))
    centre = space_name(side, len(spaces(side)) // 2)
    if stack[-1].holes != (centre,):
        text = N_("The last board has one hole, in the centre: {centre}.")
        spots = _on(4, {centre, *stack[-1].holes})
        fields.refuse("boards[4].holes", stack[-1].holes, text, spots, centre=centre)
    for level, (upper, lower) in enumerate(pairwise(stack), 1):
        if len(lower.holes) >= len(upper.holes):
            text = N_("Each board needs fewer holes than the one above it, which has {above}.")
            spots = _on(level + 1, lower.holes)
            fields.refuse(f"boards[{level + 1}].holes", lower.holes, text, spots, above=len(upper.holes))
        _check_fall(fields, level, upper, lower, side)


def _check_fall(fields: FieldReader, level: int, upper: StackedBoard, lower: StackedBoard, side: int) -> None:
    """In no rotation of the two boards can a mole fall through two holes or onto a special space."""
    below = {space(side, name): name for name in (*lower.holes, *lower.specials)}
    own = lower.side or side
    floor = spaces_within(side, own)
    for hole in upper.holes:
        start = space(side, hole)
        assert start is not None
        if (
            start not in floor
        ):  # a turn keeps the distance to the centre, so it is off the board in every turn
            text = N_("Under this hole the next board has no space: its side is {side}.")
            fields.refuse(f"boards[{level}].holes", hole, text, (BoardSpot(hole, level),), side=own)
        for steps in range(DIRECTION_COUNT):
            hit = below.get(rotate_space(side, start, steps))
            if hit is None:
                continue
            if hit in lower.holes:
                text = N_("Turned by {steps}, this hole lies over the hole {below} of the next board.")
            else:
                text = N_(
                    "Turned by {steps}, this hole lies over the special space {below} of the next board."
                )
            spots = (BoardSpot(hole, level), BoardSpot(hit, level + 1))
            fields.refuse(f"boards[{level}].holes", hole, text, spots, steps=steps, below=hit)


def _on(level: int, names: Iterable[str]) -> tuple[BoardSpot, ...]:
    return tuple(BoardSpot(name, level) for name in names)


def _moles(fields: FieldReader, side: int, holes: int) -> dict[int, int]:
    """The number of moles of each player, by the number of players."""
    given = FieldReader(fields.get("moles"), fields.where, "moles.", [str(seats) for seats in SEATS])
    moles = {}
    for seats in SEATS:
        each = given.number(str(seats), 1, len(spaces(side)))
        total = seats * each
        if total <= holes:
            text = N_(
                "{seats} players have {total} moles together: more than the {holes} holes on top are needed."
            )
            given.refuse(str(seats), each, text, seats=seats, total=total, holes=holes)
        if total > len(spaces(side)) - holes:
            text = N_("{total} moles do not fit on the {room} spaces beside the holes of the first board.")
            given.refuse(str(seats), each, text, total=total, room=len(spaces(side)) - holes)
        moles[seats] = each
    return moles


shown_value = same_value
board_label = piece_names.board
