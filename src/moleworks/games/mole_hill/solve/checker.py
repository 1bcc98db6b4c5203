"""Check a certificate of Mole Hill. The checker is small and slow, and shares only the rules with the solver.

A rod never helps the mole: with one more rod on the lawn the gardener can play as if it were not there, and
where its plan lays that very rod, lay any other. So a plan of the mole is checked with rods on all edges
but its own, and a refusal with no rods but its own. An upper bound that follows from a race for the flowers
alone needs no refusals: `flower_check.py` calculates it again, in another way than the solver does. That the
same refusals serve a square and its mirror image is checked edge by edge. The index of the claims only
proposes one: whether it fits is looked at here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from moleworks.core.bits import count, members
from moleworks.core.messages import N_, Complaint
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.rules import OVER, PLACE, ROD, STEP, MoleHillPosition, MoleHillTable
from moleworks.games.mole_hill.solve.certificate import (
    NO_CLAIMS,
    PLAN,
    REFUSAL,
    Claims,
    Edges,
    Place,
    PlaceClaims,
)
from moleworks.games.mole_hill.solve.flower_check import flowers_keep


class CertificateChecker:
    """Checks the claims of one certificate."""

    def __init__(self, table: MoleHillTable, claims: Claims, at_least: int, at_most: int) -> None:
        self._table, self._claims = table, claims
        self._at_least, self._at_most = at_least, at_most

    def check(self) -> None:
        """Check everything; a complaint says which claim does not hold."""
        for (hills, mole), found in self._claims.plans.items():
            for edges in found:
                if not self._plan_holds(hills, mole, edges):
                    raise self._wrong(PLAN, hills, mole, edges)
        for (hills, mole), found in self._claims.refusals.items():
            for edges in found:
                if not self._refusal_holds(hills, mole, edges):
                    raise self._wrong(REFUSAL, hills, mole, edges)
        if self._at_least > 0 and not self._lower_bound_holds():
            raise Complaint(N_("The certificate has no plan for {points} points."), points=self._at_least)
        if not self._upper_bound_holds():
            raise Complaint(
                N_("The certificate does not keep the mole at {points} points from every square."),
                points=self._at_most,
            )

    # The mole's plans: rods lie on all edges but those of the plan.

    def _plan_holds(self, hills: int, mole: int, edges: Edges) -> bool:
        """Whether the mole reaches the goal after any one rod; rods off the plan change nothing."""
        rods = [(1 << square, 0) for square in members(edges[0])]
        rods += [(0, 1 << square) for square in members(edges[1])]
        return all(
            self._step_reaches(hills, mole, (edges[0] & ~east, edges[1] & ~north))
            for east, north in rods or [(0, 0)]
        )

    def _step_reaches(self, hills: int, mole: int, edges: Edges) -> bool:
        if rules.points(self._table, hills) >= self._at_least:
            return True
        ahead = rules.reach(self._table, mole, hills, *edges)
        return any(self._planned(hills | 1 << square, square, edges) for square in members(ahead))

    def _planned(self, hills: int, mole: int, edges: Edges) -> bool:
        if rules.points(self._table, hills) >= self._at_least:
            return True
        plan = self._claims.plans.get((hills, mole), NO_CLAIMS).first_within(edges)
        return plan is not None and not (plan[0] & ~edges[0] or plan[1] & ~edges[1])

    def _lower_bound_holds(self) -> bool:
        edges = self._table.east, self._table.north
        return any(self._planned(1 << square, square, edges) for square in members(self._table.starts))

    # The gardener's refusals: no rods lie but those of the refusal.

    def _refusal_holds(self, hills: int, mole: int, rods: Edges) -> bool:
        """Whether every step of the mole is answered."""
        east, north = self._table.east & ~rods[0], self._table.north & ~rods[1]
        ahead = rules.reach(self._table, mole, hills, east, north)
        here = MoleHillPosition(1, STEP, mole, hills, east, north, ahead, 0)
        if self._most_points(here) <= self._at_most:
            return True
        return bool(ahead) and all(
            self._refused(rules.step_to(self._table, here, square)) for square in members(ahead)
        )

    def _refused(self, after: MoleHillPosition) -> bool:
        """Whether the gardener, to act after a step, has a refusal: all rods of it lie but at most one."""
        if self._most_points(after) <= self._at_most:
            return True
        if after.phase != ROD:
            return False
        refusals = self._claims.refusals.get((after.hills, after.mole), NO_CLAIMS)
        rods = refusals.first_naming_one((after.east, after.north))
        return rods is not None and count(rods[0] & after.east) + count(rods[1] & after.north) <= 1

    def _most_points(self, here: MoleHillPosition) -> int:
        """The points if every square were visited that the mole could reach without further rods."""
        table = self._table
        if here.phase == OVER:
            return rules.points(table, here.hills)
        left = table.supply - count(here.hills)
        seen, ring = 0, here.reach
        for _ in range(left):
            seen |= ring
            ring = (
                rules.one_move_away(table, ring, here.east, here.north) & table.squares & ~here.hills & ~seen
            )
        dark = rules.dark_hills(table.light, count(here.hills) + min(left, count(seen)))
        return dark + rules.flower_points(table, here.hills | seen)

    def _upper_bound_holds(self) -> bool:
        """Whether the rules give no more points, or the refusals do not, or the flowers alone do not."""
        return (
            self._at_most >= rules.most_points(self._table)
            or self._every_start_refused()
            or flowers_keep(self._table, self._at_most)
        )

    def _every_start_refused(self) -> bool:
        """Whether there is a refusal for every first square, or for one that is the same in a mirror."""
        maps = list(mirrors(self._table))
        start = rules.opening(self._table)
        return start.phase == PLACE and all(
            any(self._refused(rules.step_to(self._table, start, moved[square])) for moved in maps)
            for square in members(self._table.starts)
        )

    def _wrong(self, mark: str, hills: int, mole: int, edges: Edges) -> Complaint:
        claim = f"{mark} {hills:x} {mole:x} {edges[0]:x} {edges[1]:x}"
        return Complaint(N_("This claim of the certificate does not hold: {claim}"), claim=claim)


def mirrors(table: MoleHillTable) -> Iterator[Mapping[int, int]]:
    """Every way to turn or mirror a lawn that keeps all of it, by square where it goes.

    All ways to swap and reverse rows and columns are tried. Those that fit keep every edge, every flower, the
    centre and the first squares.
    """
    places = {square: divmod(square, table.columns) for square in members(table.squares)}
    last_row, last_column = max(places.values())
    for swap, down, left in product((False, True), repeat=3):
        found = {}
        for square, (row, column) in places.items():
            to = last_row - row if down else row, last_column - column if left else column
            row_to, column_to = reversed(to) if swap else to
            found[square] = row_to * table.columns + column_to
        if _parts(table, found) == _parts(table, {square: square for square in places}):
            yield found


def _parts(table: MoleHillTable, moved: Mapping[int, int]) -> tuple[object, ...]:
    """What makes up a lawn, after a move of its squares."""
    edges = [(square, square + 1) for square in members(table.east)]
    edges += [(square, square + table.columns) for square in members(table.north)]
    return (
        {frozenset((moved[one], moved[other])) for one, other in edges},
        moved.get(table.centre),
        *({moved[square] for square in members(kind)} for kind in (table.white, table.red, table.starts)),
        set(moved.values()),
    )


def read_claims(table: MoleHillTable, lines: Iterable[str]) -> Claims:
    """The claims of a certificate; a complaint if a line is none."""
    claims = Claims({}, {})
    for line in lines:
        _read_claim(table, line, {PLAN: claims.plans, REFUSAL: claims.refusals})
    return claims


def _read_claim(table: MoleHillTable, line: str, kinds: Mapping[str, dict[Place, PlaceClaims]]) -> None:
    parts = line.split()
    try:
        mark, hills, mole, east, north = parts[0], *(int(part, 16) for part in parts[1:])
        fits = not (hills & ~table.squares or east & ~table.east or north & ~table.north)
        if not (fits and min(hills, mole, east, north) >= 0 and hills >> mole & 1):
            raise ValueError(line)
        kinds[mark].setdefault((hills, mole), PlaceClaims()).add((east, north))
    except (ValueError, KeyError, IndexError) as error:
        raise Complaint(
            N_("This line is no claim about this lawn: {line}"), line=line.strip()[:80]
        ) from error
