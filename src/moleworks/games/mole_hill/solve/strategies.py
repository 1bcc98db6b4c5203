"""Write down both sides' strategies as the claims of a certificate; the solver finds the actions."""

from __future__ import annotations

from collections.abc import Callable

from moleworks.core.bits import members
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.player import solver
from moleworks.games.mole_hill.rules import EAST, NORTH, OVER, MoleHillPosition, MoleHillTable
from moleworks.games.mole_hill.rules_fast import edges_crossed, rods_in_the_way
from moleworks.games.mole_hill.solve.certificate import NO_CLAIMS, Edges, Place, PlaceClaims

FindAction = Callable[[MoleHillPosition], int]
"""The action of the side to act that keeps the answer."""


class PlanWriter:
    """Collects the plans of a mole that reaches the goal."""

    def __init__(self, table: MoleHillTable, goal: int, find_action: FindAction) -> None:
        self._table, self._goal, self._find_action = table, goal, find_action
        self.claims: dict[Place, PlaceClaims] = {}

    def add(self, position: MoleHillPosition) -> Edges:
        """Add a plan where the gardener is to act, and all that it rests on; returns the edges it needs."""
        known = self._known((position.hills, position.mole), position.east, position.north)
        if known is not None:
            return known
        need_east, need_north = rest_east, rest_north = self._after_rod(position, _any_rod(position))
        while rest_east or rest_north:
            # The rod must lie on an edge of every plan found so far, or one of them still works.
            rod = EAST + next(members(rest_east)) if rest_east else NORTH + next(members(rest_north))
            east, north = self._after_rod(position, rod)
            need_east, need_north = need_east | east, need_north | north
            rest_east, rest_north = rest_east & east, rest_north & north
        self.claims.setdefault((position.hills, position.mole), PlaceClaims()).add((need_east, need_north))
        return need_east, need_north

    def _known(self, place: Place, east: int, north: int) -> Edges | None:
        """A plan that works here, or None; none is needed where the goal is reached."""
        if rules.points(self._table, place[0]) >= self._goal:
            return 0, 0
        return self.claims.get(place, NO_CLAIMS).first_within((east, north))

    def _after_rod(self, position: MoleHillPosition, rod: int) -> Edges:
        """The edges that the mole needs after a rod: those of its step and of the plan after that."""
        here = rules.lay_rod(self._table, position, rod)
        for square in members(here.reach):
            known = self._known((here.hills | 1 << square, square), here.east, here.north)
            if known is not None:
                return self._with_step(here, square, known)
        square = self._find_action(here)
        after = rules.step_to(self._table, here, square)
        return self._with_step(here, square, (0, 0) if after.phase == OVER else self.add(after))

    def _with_step(self, here: MoleHillPosition, square: int, need: Edges) -> Edges:
        if rules.may_jump(self._table, here.mole, here.hills):  # a jump crosses no edge
            return need
        crossed = edges_crossed(self._table, here.mole, square, here.east, here.north, *need)
        return need[0] | crossed[0], need[1] | crossed[1]


class RefusalWriter:
    """Collects the refusals of a gardener that keeps the mole below the goal."""

    def __init__(self, table: MoleHillTable, goal: int, find_action: FindAction) -> None:
        self._table, self._goal, self._find_action = table, goal, find_action
        self.claims: dict[Place, PlaceClaims] = {}
        self._written = set[tuple[int, int, int, int]]()

    def add(self, position: MoleHillPosition) -> Edges:
        """Add a refusal where the mole is to act, and all that it rests on; returns the rods it needs."""
        table = self._table
        answer, east, north = solver.answer_at_once(table, position, self._goal)
        if answer != solver.NO:
            shut = table.squares & ~(position.hills | position.reach)
            east, north = rods_in_the_way(table, 1 << position.mole, shut, position.east, position.north)
            for square in members(position.reach):
                more = self.add_step(rules.step_to(table, position, square))
                east, north = east | more[0], north | more[1]
        if (position.hills, position.mole, east, north) not in self._written:
            self._written.add((position.hills, position.mole, east, north))
            self.claims.setdefault((position.hills, position.mole), PlaceClaims()).add((east, north))
        return east, north

    def add_step(self, after: MoleHillPosition) -> Edges:
        """The same for a position after a step, with the gardener to act."""
        answer, east, north = solver.answer_at_once(self._table, after, self._goal)
        if answer == solver.NO:
            return east, north
        known = self._known(after)
        if known is not None:
            return known
        rod = self._find_action(after)
        position = rules.lay_rod(self._table, after, rod)
        east, north = self.add(position)
        bit = 1 << (rod & 63)
        return (east & ~bit, north) if rod < NORTH else (east, north & ~bit)

    def _known(self, after: MoleHillPosition) -> Edges | None:
        """The rods needed of a refusal that lacks at most one; None if there is none."""
        claims = self.claims.get((after.hills, after.mole), NO_CLAIMS)
        found = claims.first_naming_one((after.east, after.north))
        return (found[0] & ~after.east, found[1] & ~after.north) if found else None


def _any_rod(position: MoleHillPosition) -> int:
    """A rod that may be laid."""
    if position.east:
        return EAST + next(members(position.east))
    return NORTH + next(members(position.north))
