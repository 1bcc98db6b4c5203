"""Mole Company's boards: spaces by name, turns, straight lines, and the table of numbers for the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from moleworks.games.bits import bitset
from moleworks.games.game import Value
from moleworks.games.mole_company.rules import WAYS, Table

SPACE = re.compile(r"([a-z])(0|[1-9][0-9]{0,8})")

# East, and on by sixths of a turn, the way the boards are turned; the opposite of direction d is d + 3.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
FARTHEST = 4
"""The highest disc."""


class Sheet(NamedTuple):
    """One of the four boards as its file tells it; spaces by name."""

    name: str
    holes: tuple[str, ...]
    specials: tuple[str, ...]
    dotted: tuple[tuple[str, str], ...]


class Board(NamedTuple):
    """The boards of a box, the top one first."""

    name: str
    title: Mapping[str, str]
    source: str
    version: int
    side: int
    boards: tuple[Sheet, ...]
    moles: Mapping[int, int]
    """How many each player has, by the number of players."""


class Layer(NamedTuple):
    """One of the four boards as it lies in the box, turned; sets of spaces, and pairs."""

    holes: int
    specials: int
    dotted: tuple[tuple[int, int], ...]


@cache
def spaces(side: int) -> tuple[tuple[int, int], ...]:
    """All spaces in the order of their names, as (q, r) from the centre.

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
    """The number of a space, or None if it is not on the board.

    >>> space(5, "a1"), space(5, "e5"), space(5, "i9"), space(5, "a6")
    (0, 30, 60, None)
    """
    return by_name(side).get(name)


@cache
def by_name(side: int) -> Mapping[str, int]:
    """The numbers of all spaces."""
    return {name: number for number, name in enumerate(space_names(side))}


@cache
def space_names(side: int) -> tuple[str, ...]:
    return tuple(f"{chr(ord('a') + side - 1 - r)}{q + side}" for q, r in spaces(side))


def space_name(side: int, space: int) -> str:
    """
    >>> space_name(5, 0), space_name(5, 30), space_name(3, 9)
    ('a1', 'e5', 'c3')
    """
    return space_names(side)[space]


@cache
def steps(side: int) -> tuple[tuple[int, ...], ...]:
    """The neighbours of every space by direction, -1 where the board ends."""
    numbers = _numbers(side)
    return tuple(
        tuple(numbers.get((q + east, r + south), -1) for east, south in DIRECTIONS) for q, r in spaces(side)
    )


def neighbours(side: int, space: int) -> list[int]:
    """The up to six spaces around one.

    >>> [space_name(5, s) for s in neighbours(5, 0)]
    ['a2', 'b1', 'b2']
    """
    return [near for near in steps(side)[space] if near >= 0]


def straight(side: int, start: int, end: int) -> tuple[int, int] | None:
    """Direction and distance between two spaces, or None if they lie on no common line.

    >>> a1, a4, b4 = 0, 3, 8
    >>> straight(5, a1, a4), straight(5, a4, a1), straight(5, a1, b4)
    ((0, 3), (3, 3), None)
    """
    (q, r), (end_q, end_r) = spaces(side)[start], spaces(side)[end]
    east, south = end_q - q, end_r - r
    if east and south and east + south:
        return None
    distance = max(abs(east), abs(south))
    return (DIRECTIONS.index((east // distance, south // distance)) if distance else 0), distance


def way(side: int, start: int, direction: int, distance: int) -> list[int]:
    """The spaces entered on a straight way, up to the edge of the board.

    >>> [space_name(5, s) for s in way(5, 0, 0, 3)]
    ['a2', 'a3', 'a4']
    """
    entered = []
    for _ in range(distance):
        start = steps(side)[start][direction]
        if start < 0:
            break
        entered.append(start)
    return entered


@cache
def _turning(side: int, turns: int) -> tuple[int, ...]:
    numbers = _numbers(side)
    places = spaces(side)
    for _ in range(turns):
        places = tuple((-r, q + r) for q, r in places)
    return tuple(numbers[place] for place in places)


def turned(side: int, space: int, turns: int) -> int:
    """Where a space comes to lie when its board is turned by so many sixths.

    >>> [space_name(5, turned(5, 0, turns)) for turns in range(6)]
    ['a1', 'e1', 'i5', 'i9', 'e9', 'a5']
    """
    return _turning(side, turns)[space]


@lru_cache(maxsize=256)
def laid(side: int, sheet: Sheet, turns: int) -> Layer:
    """A board as it lies in the box."""

    def lies(name: str) -> int:
        found = space(side, name)
        if found is None:
            raise ValueError(
                f"{name} is not on the board {sheet.name}: boards are checked before they get here"
            )
        return turned(side, found, turns)

    return Layer(
        bitset([lies(name) for name in sheet.holes]),
        bitset([lies(name) for name in sheet.specials]),
        tuple((lies(near), lies(far)) for near, far in sheet.dotted),
    )


def layers(board: Board, rotations: tuple[int, ...]) -> tuple[Layer, ...]:
    """The four boards as they lie in the box, the top one first."""
    return tuple(laid(board.side, sheet, turns) for sheet, turns in zip(board.boards, rotations))


@cache
def _open_ways(side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Paths and ends of one board without dotted lines, as `rules.Table` orders them, padded to 64 spaces."""
    paths, ends = [], []
    for start in range(64):
        for distance in range(1, FARTHEST + 1):
            for direction in range(WAYS):
                entered = way(side, start, direction, distance) if start < len(spaces(side)) else []
                fits = len(entered) == distance
                paths.append(bitset(entered) if fits else 0)
                ends.append(1 << entered[-1] if fits else 0)
    return tuple(paths), tuple(ends)


def _closed(side: int, layer: Layer, final_paths: str) -> tuple[int, ...]:
    """The ways barred by a dotted line, by their place in the board's part of the table (MC11)."""
    shut: set[int] = set()
    for pair in layer.dotted if final_paths != "all" else ():
        for near, far in (pair, pair[::-1]):
            direction = steps(side)[near].index(far)
            # `into`: the step serves to end in a hole, so only the ways that go on from there are barred.
            serves = final_paths == "into" and layer.holes >> far & 1
            behind = [near, *way(side, near, (direction + 3) % WAYS, FARTHEST - 1)]
            for walked, start in enumerate(behind, 1):
                for distance in range(walked + serves, FARTHEST + 1):
                    shut.add((start * FARTHEST + distance - 1) * WAYS + direction)
    return tuple(sorted(shut))


@lru_cache(maxsize=64)
def _ways(side: int, closed: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Paths and ends of the whole box; kept, so that all games with the same dotted lines share them."""
    paths: list[int] = []
    ends: list[int] = []
    for shut in closed:
        first = len(paths)
        paths += _open_ways(side)[0]
        ends += _open_ways(side)[1]
        for place in shut:
            paths[first + place] = ends[first + place] = 0
    return tuple(paths), tuple(ends)


def table(board: Board, players: int, options: Mapping[str, Value], rotations: tuple[int, ...]) -> Table:
    """The numbers the rules play with."""
    side = board.side
    box = layers(board, rotations)
    final_paths = str(options["final_paths"])
    paths, ends = _ways(side, tuple(_closed(side, layer, final_paths) for layer in box))
    return Table(
        players=players,
        each=board.moles[players],
        spaces=(1 << len(spaces(side))) - 1,
        paths=paths,
        ends=ends,
        holes=tuple(layer.holes for layer in box),
        specials=tuple(layer.specials if options["specials"] else 0 for layer in box),
        may_wait=int(options["all_home"] == "may-wait"),
        unseen=6 - int(options["reshuffle"]),
        turn_limit=int(options["turn_limit"]),
    )
