"""Brute-force rules of Buddel Bande, with a dict from mole to hill."""

from __future__ import annotations

import re
from copy import copy
from fractions import Fraction
from itertools import permutations
from typing import Any

from tests.rules.brute import CHANCE, Data, End, NoName, Options

SIZES, SYMBOLS, FACES = "SML", "clf", "SMLADE"


class BuddelBande:
    """BB1-BB13."""

    def __init__(self, board: Data, players: int, options: Options) -> None:
        self.track: str = board["track"]
        self.home = len(self.track) + 1
        self.players, self.options = players, options
        self.at = {f"{size}{slot}": 0 for size in SIZES for slot in range(1, players + 1)}
        self.owner: dict[str, int] = {}
        self.moved_by: dict[str, set[int]] = {mole: set() for mole in self.at}
        self.dog = len(self.track)
        self.dice: str | None = None
        self.turns = 0
        self.seat = 0
        self.phase = "deal"
        self.end: End | None = None

    def copy(self) -> BuddelBande:
        twin = copy(self)
        twin.at, twin.owner = dict(self.at), dict(self.owner)
        twin.moved_by = {mole: set(seats) for mole, seats in self.moved_by.items()}
        return twin

    def actor(self) -> int | None:
        if self.end:
            return None
        return self.seat if self.phase == "act" else CHANCE

    def mover(self) -> int | None:
        return None if self.end or self.phase == "deal" else self.seat

    def deals(self) -> set[str]:
        """Those of the size that is due."""
        size = SIZES[len(self.owner) // self.players]
        digits = "0123"[: self.players]
        return {f"deal:{size}={''.join(order)}" for order in permutations(digits)}

    def hills(self, symbol: str) -> list[int]:
        return [hill for hill, grows in enumerate(self.track, 1) if grows == symbol]

    def target(self, mole: str) -> int:
        """The hill that the rolled symbol sends a mole to, home if there is none."""
        assert self.dice
        free = set(self.hills(self.dice[1])) - set(self.at.values())
        return min((hill for hill in free if hill > self.at[mole]), default=self.home)

    def diggers(self) -> set[str]:
        """The moles that the rolled face allows, home and guarded ones included."""
        assert self.dice
        face = self.dice[0]
        if face in SIZES:
            return {mole for mole in self.at if mole[0] == face}
        return set(self.at) if face == "A" or (face == "E" and self.options["either"] == "choose") else set()

    def mole_moves(self) -> dict[str, int]:
        return {
            mole: self.target(mole) for mole in self.diggers() if self.at[mole] not in {self.home, self.dog}
        }

    def dog_moves(self) -> set[int]:
        assert self.dice
        return set(self.hills(self.dice[1])) - {self.dog} if self.dice[0] in "DE" else set()

    def acts(self) -> set[str]:
        moles = self.mole_moves()
        names = {f"{mole}>{'home' if hill == self.home else hill}" for mole, hill in moles.items()}
        names |= {f"dog>{hill}" for hill in self.dog_moves()}
        if names and all(name.endswith("home") for name in names) and not self.must_not_pass(set(moles)):
            names.add("pass")
        return names

    def must_not_pass(self, moles: set[str]) -> bool:
        """Whether the player knows one of these moles as their own, and then may not pass."""
        own = {mole for mole in moles if self.owner[mole] == self.seat and self.knows(self.seat, mole)}
        return self.options["pass"] == "unless-own" and bool(own)

    def names(self) -> set[str]:
        if self.phase == "deal":
            return self.deals()
        if self.phase == "roll":
            return {f"={face}{symbol}" for face in FACES for symbol in SYMBOLS}
        return self.acts() if self.phase == "act" else set()

    def odds(self) -> dict[str, Fraction]:
        if self.phase not in {"deal", "roll"}:
            return {}
        names = self.names()
        return {name: Fraction(1, len(names)) for name in names}

    def play(self, name: str) -> None:
        assert self.why(name) is None, name
        if self.phase == "deal":
            for slot, seat in enumerate(name[7:], 1):
                self.owner[f"{name[5]}{slot}"] = int(seat)
            if len(self.owner) == len(self.at):
                self.phase = "roll"
        elif self.phase == "roll":
            self.turns += 1
            self.dice = name[1:]
            self.phase = "act"
            if not self.acts():
                self.roll_again()
        else:
            self.act(name)

    def roll_again(self) -> None:
        """The same player, unless the turns are up."""
        self.dice = None
        self.phase = "roll"
        if self.turns == self.options["turn_limit"]:
            self.finish("BB13", None)

    def act(self, name: str) -> None:
        piece, _, to = name.partition(">")
        if piece == "dog":
            self.dog = int(to)
        elif piece != "pass":
            self.at[piece] = self.home if to == "home" else int(to)
            self.moved_by[piece].add(self.seat)
            owner = self.owner[piece]
            if all(self.at[mole] == self.home for mole in self.at if self.owner[mole] == owner):
                self.dice = None
                self.finish("BB12", owner)
                return
        self.seat = (self.seat + 1) % self.players
        self.roll_again()

    def finish(self, rule: str, winner: int | None) -> None:
        self.end = (rule, winner, winner is None)
        self.phase = "over"

    def scores(self) -> None:
        return None

    def knows(self, seat: int | None, mole: str) -> bool:
        if mole not in self.owner:
            return False
        if self.end or self.at[mole] == self.home:
            return True
        if seat is None:
            return False
        return seat in self.moved_by[mole] or (self.options["know_own"] and self.owner[mole] == seat)

    def view(self, seat: int | None) -> dict[str, Any]:
        moles = {}
        for mole, hill in self.at.items():
            moles[mole] = {"at": hill} | ({"owner": self.owner[mole]} if self.knows(seat, mole) else {})
        return {"moles": moles, "dog": self.dog, "dice": self.dice}

    def why(self, name: str) -> str | None:
        if not re.fullmatch(r"deal:[SML]=[0-3]{2,4}|=[SMLADE][clf]|[SML][1-4]>(home|\d+)|dog>\d+|pass", name):
            raise NoName(name)
        if self.end:
            return "BB12"
        if name in self.names():
            return None
        if self.phase == "deal" and name.startswith("deal:"):
            return "BB1"
        if self.phase != "act" or name.startswith(("deal:", "=")):
            return "BB3"
        return self.forbids_act(name)

    def forbids_act(self, name: str) -> str:
        assert self.dice
        piece, _, to = name.partition(">")
        if piece == "pass":
            names = self.acts()
            return "BB10" if all(name.endswith("home") for name in names) else "BB9"
        if piece == "dog":
            return "BB11" if self.dice[0] in "DE" else "BB4"
        if piece not in self.at:
            return "BB1"  # the deal says which moles there are
        if piece not in self.diggers():
            return "BB4"
        rightful = self.target(piece)
        if to != ("home" if rightful == self.home else str(rightful)):
            return "BB5"
        return "BB8" if self.at[piece] == self.home else "BB6"
