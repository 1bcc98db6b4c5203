"""Brute-force rules of Mole Hill, with sets of squares and edges."""

from __future__ import annotations

import re
from copy import copy
from fractions import Fraction
from typing import Any

from tests.rules.brute import Data, End, NoName, Options

Square = tuple[int, int]
Edge = frozenset[Square]


def square(name: str) -> Square:
    """Column and row, both from 1."""
    return ord(name[0]) - ord("a") + 1, int(name[1])


def square_name(at: Square) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[at[0] - 1] + str(at[1])


def rod_name(edge: Edge) -> str:
    """Smaller square first, by column, then row."""
    return "|".join(square_name(at) for at in sorted(edge))


class MoleHill:
    """MH1-MH10."""

    def __init__(self, board: Data, options: Options) -> None:
        self.squares = {
            (column, row) for column in range(1, board["columns"] + 1) for row in range(1, board["rows"] + 1)
        }
        self.edges = {
            frozenset((a, b))
            for a in self.squares
            for b in self.squares
            if self.apart(a, b) in {(0, 1), (1, 0)}
        }
        self.centre = square(board["centre"]) if board.get("centre") else None
        self.worth = {square(name): 2 for name in board["red"]} | {square(name): 1 for name in board["white"]}
        self.light: int = board["light"]
        self.stock: int = board["light"] + board["dark"]
        self.options = options
        self.points = [0, 0]
        self.end: End | None = None
        self.round = 1
        self.clear_the_lawn()

    def clear_the_lawn(self) -> None:
        self.phase = "place"
        self.hills: list[Square] = []
        self.rods: set[Edge] = set()
        self.jump = False

    def copy(self) -> MoleHill:
        twin = copy(self)
        twin.hills, twin.rods, twin.points = list(self.hills), set(self.rods), list(self.points)
        return twin

    @staticmethod
    def apart(a: Square, b: Square) -> tuple[int, int]:
        return abs(a[0] - b[0]), abs(a[1] - b[1])

    def digger(self) -> int:
        """The seat that is the mole in this round (MH1)."""
        return self.round - 1

    def actor(self) -> int | None:
        if self.end:
            return None
        return 1 - self.digger() if self.phase == "rod" else self.digger()

    def mover(self) -> int | None:
        return self.actor()

    def starts(self) -> set[Square]:
        if self.options["start"] == "anywhere":
            return self.squares
        centre = self.centre
        assert centre
        return {at for at in self.squares if max(self.apart(at, centre)) == 1}

    def forbids_move(self, to: Square) -> str | None:
        """The rule that keeps the mole from going there."""
        mole = self.hills[-1]
        if to not in self.squares or to in self.hills:
            return "MH3"
        if self.jump:
            return None
        if max(self.apart(mole, to)) != 1:
            return "MH3"
        if 0 in self.apart(mole, to):
            return "MH4" if frozenset((mole, to)) in self.rods else None
        # A diagonal step passes one of two squares, and crosses the edge before it and the edge behind it.
        passed = ((mole[0], to[1]), (to[0], mole[1]))
        if self.options["diagonal"] == "path":
            ways = [{frozenset((mole, by)), frozenset((by, to))} for by in passed]
        else:
            ways = [{frozenset((by, to))} for by in passed]
        return None if any(not way & self.rods for way in ways) else "MH5"

    def moves(self) -> set[Square]:
        if len(self.hills) == self.stock:
            return set()
        return {to for to in self.squares if self.forbids_move(to) is None}

    def names(self) -> set[str]:
        if self.end:
            return set()
        if self.phase == "place":
            return {square_name(at) for at in self.starts()}
        if self.phase == "step":
            return {square_name(at) for at in self.moves()}
        return {rod_name(edge) for edge in self.edges - self.rods}

    def odds(self) -> dict[str, Fraction]:
        return {}

    def play(self, name: str) -> None:
        assert self.why(name) is None, name
        if self.phase == "rod":
            self.rods.add(frozenset(square(part) for part in name.split("|")))
        else:
            at = square(name)
            self.jump = self.phase == "step" and at == self.centre
            self.hills.append(at)
        if not self.moves():
            self.end_round()
        else:
            self.phase = "step" if self.phase == "rod" else "rod"

    def end_round(self) -> None:
        self.points[self.digger()] = self.dug()
        if self.round < self.options["rounds"]:
            self.round += 1
            self.clear_the_lawn()
            return
        self.phase = "over"
        if self.options["rounds"] == 1:
            self.end = ("", None, False)
        else:
            first, second = self.points
            self.end = ("MH10", None, True) if first == second else ("MH10", int(second > first), False)

    def dug(self) -> int:
        """MH9 for the round so far."""
        return max(0, len(self.hills) - self.light) + sum(self.worth.get(at, 0) for at in self.hills)

    def scores(self) -> list[int]:
        now = list(self.points)
        now[self.digger()] = self.dug()
        return now

    def view(self, seat: int | None) -> dict[str, Any]:
        del seat  # both see everything
        return {
            "round": self.round,
            "mole": square_name(self.hills[-1]) if self.hills else None,
            "hills": [square_name(at) for at in self.hills],
            "rods": sorted(rod_name(edge) for edge in self.rods),
            "jump": self.jump,
            "scores": self.scores(),
        }

    def why(self, name: str) -> str | None:
        if not re.fullmatch(r"[a-z][1-9](\|[a-z][1-9])?", name):
            raise NoName(name)
        if self.end:
            return "MH10"
        if ("|" in name) != (self.phase == "rod"):
            return "MH1"
        if self.phase == "rod":
            return None if name in self.names() else "MH6"
        if self.phase == "place":
            return None if square(name) in self.starts() else "MH2"
        return self.forbids_move(square(name))
