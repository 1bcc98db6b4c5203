"""Brute-force rules of Mole Company, with sets of axial coordinates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.rules.brute import CHANCE, Data, End, NoName, Options

Space = tuple[int, int]
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
DISCS = (1, 2, 2, 3, 3, 4)


def turned(at: Space, steps: int) -> Space:
    """By 60 degrees a step."""
    for _ in range(steps):
        at = (-at[1], at[0] + at[1])
    return at


class MoleCompany:
    """MC1-MC13."""

    def __init__(self, board: Data, players: int, options: Options, rotations: Sequence[int]) -> None:
        self.side: int = board["side"]
        self.levels = list(zip(board["boards"], rotations, strict=True))
        self.players, self.options = players, options
        self.hand: int = board["moles"][str(players)]
        self.moles: list[set[Space]] = [set() for _ in range(players)]
        self.left: list[list[int]] = [list(DISCS) for _ in range(players)]
        self.disc: int | None = None
        self.bonus = False
        self.turns = 0
        self.seat = 0
        self.phase = "place"
        self.end: End | None = None
        self.lay(1)

    def copy(self) -> MoleCompany:
        twin = copy(self)
        twin.moles = [set(team) for team in self.moles]
        twin.left = [list(left) for left in self.left]
        return twin

    def lay(self, level: int) -> None:
        """The board of that level is now the top one, turned."""
        self.level = level
        data, turn = self.levels[level - 1]
        own = data.get("side", self.side)
        reach = range(-own + 1, own)
        self.spaces = {(q, r) for q in reach for r in reach if abs(q + r) < own}
        self.holes = {turned(self.space(name), turn) for name in data["holes"]}
        self.specials = {turned(self.space(name), turn) for name in data["specials"]}
        self.dotted = {
            frozenset(turned(self.space(name), turn) for name in pair) for pair in data.get("dotted", ())
        }

    def space(self, name: str) -> Space:
        """The centre of side n is row n, number n."""
        return int(name[1]) - self.side, self.side - 1 - (ord(name[0]) - ord("a"))

    def space_name(self, at: Space) -> str:
        return chr(ord("a") + self.side - 1 - at[1]) + str(at[0] + self.side)

    def taken(self) -> set[Space]:
        return set().union(*self.moles)

    def actor(self) -> int | None:
        if self.end:
            return None
        return CHANCE if self.phase == "flip" else self.seat

    def mover(self) -> int | None:
        return None if self.end else self.seat

    def path(self, start: Space, to: Space) -> list[Space]:
        """All spaces of a straight move after the first; empty if there is none of the disc's length."""
        assert self.disc
        for q, r in DIRECTIONS:
            line = [(start[0] + q * n, start[1] + r * n) for n in range(self.disc + 1)]
            if line[-1] == to and to in self.spaces:
                return line
        return []

    def forbids_move(self, start: Space, to: Space) -> str | None:
        if start not in self.moles[self.seat]:
            return "MC5"
        line = self.path(start, to)
        if not line or set(line[1:]) & self.taken():
            return "MC5"
        if self.bonus and to in self.specials:
            return "MC10"
        return "MC11" if self.dots_forbid(line) else None

    def dots_forbid(self, line: list[Space]) -> bool:
        steps = [(a, b) for a, b in pairwise(line) if frozenset((a, b)) in self.dotted]
        if self.level < 4 or self.options["final_paths"] == "all":
            return False
        if self.options["final_paths"] == "into":
            steps = [(a, b) for a, b in steps if not (b in self.holes and b == line[-1])]
        return bool(steps)

    def moves(self) -> set[tuple[Space, Space]]:
        far = self.disc or 0
        ends = {
            (start, (start[0] + q * far, start[1] + r * far))
            for start in self.moles[self.seat]
            for q, r in DIRECTIONS
        }
        return {(start, to) for start, to in ends if self.forbids_move(start, to) is None}

    def names(self) -> set[str]:
        if self.phase == "place":
            return {self.space_name(at) for at in self.spaces - self.holes - self.taken()}
        if self.phase == "flip":
            return {f"={disc}" for disc in self.left[self.seat]}
        if self.phase == "move":
            return {f"{self.space_name(start)}-{self.space_name(to)}" for start, to in self.moves()}
        return {"choose": {"wait", "flip"}, "bonus": {"flip", "stop"}, "over": set()}[self.phase]

    def odds(self) -> dict[str, Fraction]:
        if self.phase != "flip":
            return {}
        left = self.left[self.seat]
        return {f"={disc}": Fraction(left.count(disc), len(left)) for disc in left}

    def play(self, name: str) -> None:
        assert self.why(name) is None, name
        if self.phase == "place":
            self.place(self.space(name))
        elif name == "flip":
            self.bonus = self.phase == "bonus"
            self.phase = "flip"
        elif name in {"wait", "stop"}:
            self.next_turn()
        elif self.phase == "flip":
            self.flip(int(name[1:]))
        else:
            start, to = name.split("-")
            self.move(self.space(start), self.space(to))

    def place(self, at: Space) -> None:
        self.moles[self.seat].add(at)
        if all(len(team) == self.hand for team in self.moles):
            self.next_turn()
        else:
            self.seat = (self.seat + 1) % self.players

    def flip(self, disc: int) -> None:
        left = self.left[self.seat]
        left.remove(disc)
        if len(left) == 6 - self.options["reshuffle"]:
            self.left[self.seat] = list(DISCS)
        self.disc = disc
        self.phase = "move"
        if not self.moves():
            self.next_turn()

    def move(self, start: Space, to: Space) -> None:
        self.moles[self.seat].remove(start)
        self.moles[self.seat].add(to)
        self.disc = None
        if self.level == 4 and to in self.holes:
            self.finish("MC12", self.seat)
        elif self.holes <= self.taken():
            self.lift()
        elif self.options["specials"] and to in self.specials and not self.bonus:
            self.phase = "bonus"
        else:
            self.next_turn()

    def lift(self) -> None:
        self.moles = [team & self.holes for team in self.moles]
        self.lay(self.level + 1)
        still_in = [seat for seat, team in enumerate(self.moles) if team]
        if len(still_in) == 1:
            self.finish("MC9", still_in[0])
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.disc, self.bonus = None, False
        while True:
            self.seat = (self.seat + 1) % self.players
            team = self.moles[self.seat]
            if not team:
                continue
            if self.turns == self.options["turn_limit"]:
                self.finish("MC13", None)
                return
            self.turns += 1
            if not team <= self.holes:
                self.phase = "flip"
                return
            if self.options["all_home"] == "may-wait":
                self.phase = "choose"
                return

    def finish(self, rule: str, winner: int | None) -> None:
        self.end = (rule, winner, winner is None)
        self.phase = "over"

    def scores(self) -> None:
        return None

    def view(self, seat: int | None) -> dict[str, Any]:
        del seat  # open information
        return {
            "level": self.level,
            "moles": [self.shown(team) for team in self.moles],
            "holes": self.shown(self.holes),
            "specials": self.shown(self.specials),
            "dotted": sorted(self.shown(set(pair)) for pair in self.dotted),
            "left": [sorted(left) for left in self.left],
            "disc": self.disc,
        }

    def shown(self, spaces: set[Space]) -> list[str]:
        return sorted(self.space_name(at) for at in spaces)

    def why(self, name: str) -> str | None:
        if not re.fullmatch(r"[a-z][1-9](-[a-z][1-9])?|=[1-9]|flip|stop|wait", name):
            raise NoName(name)
        if self.end:
            return "MC12"
        if self.phase == "move" and "-" in name:
            start, to = name.split("-")
            return self.forbids_move(self.space(start), self.space(to))
        if self.phase != "move" and name in self.names():
            return None
        return "MC2" if self.phase == "place" and re.fullmatch(r"[a-z][1-9]", name) else "MC3"
