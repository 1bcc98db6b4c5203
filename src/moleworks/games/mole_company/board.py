"""The boards of Mole Company: names of spaces, rotations, straight paths, and the table for the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from moleworks.core.bits import bitset, count
from moleworks.core.game import Setup, Value
from moleworks.games.mole_company.rules import DIRECTION_COUNT, DISCS, HIGHEST, MoleCompanyTable

SPACE = re.compile(r"([a-z])(0|[1-9][0-9]{0,8})")

# East, then by steps of 60 degrees in the direction in which boards are rotated; d + 3 is opposite to d.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class StackedBoard(NamedTuple):
    """One of the four boards as in its file; spaces by name."""

    name: str
    holes: tuple[str, ...]
    specials: tuple[str, ...]
    dotted: tuple[tuple[str, str], ...]
    side: int | None = None
    """Its own side, if the file gives one; else it is as large as the first board."""


class MoleCompanyBoard(NamedTuple):
    """The stack of boards, the top one first."""

    name: str
    title: Mapping[str, str]
    source: str
    version: int
    side: int
    """Of the first board, which is the largest: the names of all spaces are those of this size."""
    boards: tuple[StackedBoard, ...]
    moles: Mapping[int, int]
    """The number of moles of each player, by the number of players."""

    @property
    def sides(self) -> tuple[int, ...]:
        """By level, the number of spaces along a side of that board."""
        return tuple(board.side or self.side for board in self.boards)


def board_of(setup: Setup) -> MoleCompanyBoard:
    """The board of a set-up of this game."""
    assert isinstance(setup.board, MoleCompanyBoard)
    return setup.board


class RotatedBoard(NamedTuple):
    """One of the four boards after rotation, with bit sets of spaces and pairs of spaces."""

    holes: int
    specials: int
    dotted: tuple[tuple[int, int], ...]
    spaces: int
    """All spaces of this board; a smaller one lacks the outer ones."""


@cache
def spaces(side: int) -> tuple[tuple[int, int], ...]:
    """All spaces in the order of their names, as coordinates (q, r) from the centre.

    >>> len(spaces(5)), spaces(5)[0], spaces(5)[30]
    (61, (-4, 4), (0, 0))
    """
    far = side - 1
    return tuple(
        (q, r) for r in range(far, -side, -1) for q in range(max(-far, -far - r), min(far, far - r) + 1)
    )


@cache
def _numbers(side: int) -> dict[tuple[int, int], int]:
    return {place: number for number, place in enumerate(spaces(side))}


def space(side: int, name: str) -> int | None:
    """The number of a space; None if it is not on the board.

    >>> space(5, "a1"), space(5, "e5"), space(5, "i9"), space(5, "a6")
    (0, 30, 60, None)
    """
    return by_name(side).get(name)


@cache
def by_name(side: int) -> Mapping[str, int]:
    """The numbers of all spaces, by name."""
    return {name: number for number, name in enumerate(space_names(side))}


@cache
def space_names(side: int) -> tuple[str, ...]:
    """The names of all spaces, in the order of their numbers."""
    return tuple(f"{chr(ord('a') + side - 1 - r)}{q + side}" for q, r in spaces(side))


def space_name(side: int, space: int) -> str:
    """The name of a space: its row from the south, then its number in the row.

    >>> space_name(5, 0), space_name(5, 30), space_name(3, 9)
    ('a1', 'e5', 'c3')
    """
    return space_names(side)[space]


@cache
def spaces_within(side: int, own: int) -> tuple[int, ...]:
    """The spaces of a board with a side of its own, by their numbers on the largest board.

    >>> [space_name(5, number) for number in spaces_within(5, 3)][:4], len(spaces_within(5, 5))
    (['c3', 'c4', 'c5', 'd3'], 61)
    """
    return tuple(
        number for number, (q, r) in enumerate(spaces(side)) if max(abs(q), abs(r), abs(q + r)) < own
    )


def names_within(side: int, own: int) -> tuple[str, ...]:
    """The names of the spaces of a board with a side of its own, in the order of their numbers."""
    return tuple(space_name(side, number) for number in spaces_within(side, own))


@cache
def neighbours_by_direction(side: int) -> tuple[tuple[int, ...], ...]:
    """For every space, its neighbours by direction; -1 outside the board."""
    numbers = _numbers(side)
    return tuple(
        tuple(numbers.get((q + east, r + south), -1) for east, south in DIRECTIONS) for q, r in spaces(side)
    )


def neighbours(side: int, space: int) -> list[int]:
    """The up to six spaces around one.

    >>> [space_name(5, s) for s in neighbours(5, 0)]
    ['a2', 'b1', 'b2']
    """
    return [near for near in neighbours_by_direction(side)[space] if near >= 0]


def line_between(side: int, start: int, end: int) -> tuple[int, int] | None:
    """Direction and distance between two spaces; None if they are not on a straight line.

    >>> a1, a4, b4 = 0, 3, 8
    >>> line_between(5, a1, a4), line_between(5, a4, a1), line_between(5, a1, b4)
    ((0, 3), (3, 3), None)
    """
    (q, r), (end_q, end_r) = spaces(side)[start], spaces(side)[end]
    east, south = end_q - q, end_r - r
    if east and south and east + south:
        return None
    distance = max(abs(east), abs(south))
    return (DIRECTIONS.index((east // distance, south // distance)) if distance else 0), distance


def path(side: int, start: int, direction: int, distance: int) -> list[int]:
    """The spaces on a straight path, up to the edge of the board.

    >>> [space_name(5, s) for s in path(5, 0, 0, 3)]
    ['a2', 'a3', 'a4']
    """
    entered = []
    for _ in range(distance):
        start = neighbours_by_direction(side)[start][direction]
        if start < 0:
            break
        entered.append(start)
    return entered


@cache
def _rotation(side: int, steps: int) -> tuple[int, ...]:
    numbers = _numbers(side)
    places = spaces(side)
    for _ in range(steps):
        places = tuple((-r, q + r) for q, r in places)
    return tuple(numbers[place] for place in places)


def rotate_space(side: int, space: int, steps: int) -> int:
    """The place of a space after its board is rotated by this many steps of 60 degrees.

    >>> [space_name(5, rotate_space(5, 0, steps)) for steps in range(6)]
    ['a1', 'e1', 'i5', 'i9', 'e9', 'a5']
    """
    return _rotation(side, steps)[space]


@lru_cache(maxsize=256)
def rotate_board(side: int, board: StackedBoard, steps: int) -> RotatedBoard:
    """A board after rotation."""

    def number(name: str) -> int:
        found = space(side, name)
        if found is None:
            raise ValueError(
                f"{name} is not on the board {board.name}: boards are checked before they get here"
            )
        return rotate_space(side, found, steps)

    return RotatedBoard(
        bitset([number(name) for name in board.holes]),
        bitset([number(name) for name in board.specials]),
        tuple((number(near), number(far)) for near, far in board.dotted),
        bitset(spaces_within(side, board.side or side)),
    )


def rotated_boards(board: MoleCompanyBoard, rotations: tuple[int, ...]) -> tuple[RotatedBoard, ...]:
    """The four boards after rotation, the top one first."""
    return tuple(rotate_board(board.side, each, steps) for each, steps in zip(board.boards, rotations))


@cache
def _unrestricted_paths(side: int, own: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`paths` and `ends` of one board without dotted lines, in the order of `MoleCompanyTable`."""
    paths, ends = [], []
    inside = set(spaces_within(side, own))
    for start in range(64):
        for distance in range(1, HIGHEST + 1):
            for direction in range(DIRECTION_COUNT):
                entered = path(side, start, direction, distance) if start in inside else []
                complete = len(entered) == distance and inside.issuperset(entered)
                paths.append(bitset(entered) if complete else 0)
                ends.append(1 << entered[-1] if complete else 0)
    return tuple(paths), tuple(ends)


def dotted_lines_count(final_paths: object) -> bool:
    """Whether dotted lines differ from others (MC11), by the option `final_paths`.

    Where all lines are open, none is drawn, printed or told as dotted.
    """
    return final_paths != "all"


def _closed_paths(side: int, board: RotatedBoard, final_paths: str) -> tuple[int, ...]:
    """The paths that dotted lines close, by their index in the board's part of the table (MC11)."""
    closed_paths: set[int] = set()
    for pair in board.dotted if dotted_lines_count(final_paths) else ():
        for near, far in (pair, pair[::-1]):
            direction = neighbours_by_direction(side)[near].index(far)
            # With `into` the path may end in a hole behind the line, but not continue from there.
            extra_step = final_paths == "into" and board.holes >> far & 1
            behind = [near, *path(side, near, (direction + 3) % DIRECTION_COUNT, HIGHEST - 1)]
            for walked, start in enumerate(behind, 1):
                for distance in range(walked + extra_step, HIGHEST + 1):
                    closed_paths.add((start * HIGHEST + distance - 1) * DIRECTION_COUNT + direction)
    return tuple(sorted(closed_paths))


@lru_cache(maxsize=64)
def _paths_and_ends(
    side: int, sides: tuple[int, ...], closed: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`paths` and `ends` of all boards; cached, because games with the same dotted lines share them."""
    paths: list[int] = []
    ends: list[int] = []
    for own, closed_paths in zip(sides, closed, strict=True):
        first = len(paths)
        paths += _unrestricted_paths(side, own)[0]
        ends += _unrestricted_paths(side, own)[1]
        for place in closed_paths:
            paths[first + place] = ends[first + place] = 0
    return tuple(paths), tuple(ends)


def make_table(
    board: MoleCompanyBoard, players: int, options: Mapping[str, Value], rotations: tuple[int, ...]
) -> MoleCompanyTable:
    """The boards and the options as numbers for the rules."""
    side = board.side
    boards = rotated_boards(board, rotations)
    final_paths = str(options["final_paths"])
    paths, ends = _paths_and_ends(
        side, board.sides, tuple(_closed_paths(side, rotated, final_paths) for rotated in boards)
    )
    return MoleCompanyTable(
        players=players,
        each=board.moles[players],
        paths=paths,
        ends=ends,
        board_sets=(
            *(rotated.spaces for rotated in boards),
            *(rotated.holes for rotated in boards),
            *(rotated.specials if options["specials"] else 0 for rotated in boards),
        ),
        may_wait=int(options["all_home"] == "may-wait"),
        unseen=count(DISCS) - int(options["reshuffle"]),
        turn_limit=int(options["turn_limit"]),
    )
