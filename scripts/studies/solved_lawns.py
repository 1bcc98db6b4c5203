"""The small lawns whose values are proven, and the file of these values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from moleworks.core.game import Setup
from moleworks.games.mole_hill.board import MoleHillBoard, square_name
from moleworks.games.mole_hill.game import MOLE_HILL

SIZES = ("3x3", "4x3", "4x4", "5x4", "5x5")
SHARES = ((1, 2), (2, 3))
FLOWERS = ("none", "red", "white")
DIAGONALS = ("path", "edges")
STARTS = ("anywhere", "ring")


class Lawn(NamedTuple):
    """A lawn of the table, and the options that it is played with."""

    columns: int
    rows: int
    hills: int
    centre: bool
    flowers: str
    """None, a red one in the corner a1, or white ones in all corners."""
    diagonal: str
    start: str = "anywhere"

    @property
    def name(self) -> str:
        """A name for files."""
        centre = "centre" if self.centre else "open"
        return f"{self.columns}x{self.rows}-{self.hills}-{centre}-{self.flowers}-{self.diagonal}-{self.start}"

    def setup(self) -> Setup:
        """The set-up of one round."""
        corners = [square_name(self.columns, corner) for corner in self._corners()]
        middle = (self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2
        board = MoleHillBoard(
            name="lawn",
            title={"en": "Lawn"},
            source="own",
            version=1,
            columns=self.columns,
            rows=self.rows,
            centre=square_name(self.columns, middle) if self.centre else None,
            red=tuple(corners[:1]) if self.flowers == "red" else (),
            white=tuple(corners) if self.flowers == "white" else (),
            light=self.hills // 2,
            dark=self.hills - self.hills // 2,
            rods=self.hills,
        )
        return MOLE_HILL.setup(board, 2, None, {"rounds": 1, "diagonal": self.diagonal, "start": self.start})

    def _corners(self) -> tuple[int, int, int, int]:
        last = self.columns * self.rows - 1
        return 0, self.columns - 1, last - self.columns + 1, last


class SolvedLawn(NamedTuple):
    """What is proven about a lawn, and the certificate that proves it."""

    lawn: Lawn
    at_least: int
    at_most: int
    nodes: int
    seconds: float
    claims: int
    sha256: str
    """Of the lines of the certificate."""


def lawns(sizes: Iterable[str]) -> Iterator[Lawn]:
    """The lawns of the table, the quick ones first; those with a centre also with the mole beginning beside it."""
    for size in sizes:
        columns, rows = map(int, size.split("x"))
        for part, whole in SHARES:
            hills = columns * rows * part // whole
            for diagonal in DIAGONALS:
                for flowers in FLOWERS:
                    yield Lawn(columns, rows, hills, False, flowers, diagonal)
                    for start in STARTS:
                        yield Lawn(columns, rows, hills, True, flowers, diagonal, start)


def read(path: Path) -> dict[Lawn, SolvedLawn]:
    """The lawns in the file of values."""
    if not path.exists():
        return {}
    rows = [SolvedLawn(Lawn(*row[0]), *row[1:]) for row in json.loads(path.read_text("utf-8"))]
    return {row.lawn: row for row in rows}


def write(path: Path, found: Mapping[Lawn, SolvedLawn]) -> None:
    """Write the file of values, one lawn a line."""
    lines = ",\n".join(json.dumps(found[lawn]) for lawn in sorted(found))
    beside = path.with_suffix(".new")
    beside.write_text(f"[\n{lines}\n]\n", "utf-8")
    beside.replace(path)
