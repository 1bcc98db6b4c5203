"""The opening book of Mole Hill: values of first squares, first rods and second squares, from long searches.

`training/mole_hill.py` makes `book.json`. A position is in the book if a mirror or turn of the lawn leads to
one of its positions. Values are points of the first round.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import edge_between, rod_name, rod_squares, row_count, square_name
from moleworks.games.mole_hill.player.search_request import PLACING_TIE_NOISE, TIE_NOISE, every_action
from moleworks.games.mole_hill.rules import EAST, MoleHillPosition, MoleHillTable
from moleworks.games.mole_hill.solve.symmetry import SquareMap, symmetries

FILE = Path(__file__).with_name("book.json")


class BookLine(NamedTuple):
    """An action of the book, its value in points of the mole, and the best play after it."""

    action: int
    value: float
    line: tuple[int, ...]
    proven: bool


Lines = tuple[BookLine, ...]
"""The best one first."""
Pages = Mapping[MoleHillPosition, Lines]


class BookLawn(NamedTuple):
    """The part of the book for one lawn, its actions by name: positions by how they are reached."""

    table: MoleHillTable
    entries: Mapping[tuple[str, ...], Sequence[tuple[str, float, Sequence[str], bool]]]


def find(table: MoleHillTable, position: MoleHillPosition) -> Lines:
    """What the book says of a position, the best line first; nothing if it is not in the book."""
    if position.round != 1:
        return ()
    return _pages(table._replace(rounds=1)).get(position, ())


def choose(table: MoleHillTable, position: MoleHillPosition, lines: Lines, seed: int) -> BookLine:
    """One of the best lines: values that differ by less than a search would mind are equal."""
    least = PLACING_TIE_NOISE if position.mole < 0 else TIE_NOISE
    equal = [
        one for one in lines if abs(one.value - lines[0].value) < least and one.proven == lines[0].proven
    ]
    return Random(f"{seed} book {position} {table.starts}").choice(equal)


def read(path: Path = FILE) -> list[BookLawn]:
    """The book as it is in the file."""
    return [
        BookLawn(
            MoleHillTable(*lawn["table"]),
            {tuple(entry["played"]): [tuple(line) for line in entry["lines"]] for entry in lawn["entries"]},
        )
        for lawn in json.loads(path.read_text("utf-8"))
    ]


def write(lawns: Sequence[BookLawn], path: Path = FILE) -> None:
    """Write the book, one position a line."""
    text = ",\n".join(
        f'{{"table": {json.dumps(lawn.table)}, "entries": [\n'
        + ",\n".join(json.dumps({"played": played, "lines": lines}) for played, lines in lawn.entries.items())
        + "\n]}"
        for lawn in lawns
    )
    path.write_text(f"[{text}]\n", "utf-8")


@cache
def _book() -> Mapping[MoleHillTable, BookLawn]:
    return {lawn.table: lawn for lawn in read()}


@lru_cache(maxsize=8)
def _pages(table: MoleHillTable) -> Pages:
    """All positions of a lawn that are in the book, in every mirror and turn."""
    lawn = _book().get(table)
    if lawn is None:
        return {}
    start = rules.opening(table)
    numbers = action_numbers(table)
    found: dict[MoleHillPosition, Lines] = {}
    for played, rows in lawn.entries.items():
        lines = [
            BookLine(numbers[name], value, tuple(numbers[one] for one in line), proven)
            for name, value, line, proven in rows
        ]
        for moved in symmetries(table):
            position = start
            for name in played:
                position = rules.play(table, position, moved_action(table, numbers[name], moved))
            images = (_moved_line(table, line, moved) for line in lines)
            found[position] = _in_order((*found.get(position, ()), *images), position.phase == rules.ROD)
    return found


def action_numbers(table: MoleHillTable) -> Mapping[str, int]:
    """The squares and edges of a lawn by name."""
    start = rules.opening(table)._replace(phase=rules.ROD)
    squares = {
        square_name(table.columns, number): number for number in range(table.columns * row_count(table))
    }
    return {**squares, **{rod_name(table.columns, rod): rod for rod in every_action(start)}}


def moved_action(table: MoleHillTable, action: int, moved: SquareMap) -> int:
    """An action after a mirror or turn of the lawn."""
    if action < EAST:
        return moved[action]
    low, high = sorted(moved[square] for square in rod_squares(table.columns, action))
    edge = edge_between(table, low, high)
    assert edge is not None, "a mirror or turn keeps neighbours"
    return edge


def _moved_line(table: MoleHillTable, line: BookLine, moved: SquareMap) -> BookLine:
    return line._replace(
        action=moved_action(table, line.action, moved),
        line=tuple(moved_action(table, action, moved) for action in line.line),
    )


def _in_order(lines: Sequence[BookLine], gardener_acts: bool) -> Lines:
    """The best first, each action once: symmetries that keep the position bring some twice."""
    once: dict[int, BookLine] = {}
    for line in lines:
        once.setdefault(line.action, line)
    return tuple(sorted(once.values(), key=lambda line: line.value if gardener_acts else -line.value))
