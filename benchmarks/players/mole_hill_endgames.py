"""Are the ends of rounds of Mole Hill played right? Positions of our own making, judged by other searches.

From 18 hills down a plain full-width search judges: every rod, every step, nothing but the rules. Below, the
same search with a table of positions and two bounds that any reader can check, still over every rod. What
that cannot finish is judged by the player's own solver with more nodes, and counted apart.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from moleworks import boards
from moleworks.games import GAMES
from moleworks.games.bits import count, lowest, members
from moleworks.games.kernel import available, compiled, kernel
from moleworks.games.mole_hill.game import State
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    OVER,
    ROD,
    STEP,
    Position,
    Table,
    play,
    points,
    spread,
)
from moleworks.players.mole_hill import proof
from moleworks.players.mole_hill.lawn import lawn
from moleworks.players.mole_hill.question import question
from moleworks.players.mole_hill.thought import Budget, choose
from moleworks.players.mole_hill.tools import WORKSHOP
from moleworks.players.workshop import Stop, numbers

GAME = GAMES["mole-hill"]
PLAIN_FROM = 18
"""With so many hills down, or more, the plain search judges."""
PLAIN, SECOND, OWN, NOBODY = "plain search", "second solver", "own solver, more nodes", "nobody"
NO, YES, UNKNOWN = 0, 1, 2
FIELDS, NEXT, KEY = 8, 6, 7
RODS = 128
BITS = 21
SECOND_NODES, OWN_NODES = 40_000_000, 150_000_000


class Row(NamedTuple):
    """One position, and how the player's move was judged."""

    hills: int
    round: int
    judge: str
    right: bool
    seconds: float
    exact: bool
    """Whether the player said that its value is proven."""
    position: Position
    action: int


@kernel
def most(table: Table, hills: int, east: int, north: int, reach: int) -> int:
    """Points if every square in the mole's reach, were no rod added, could be visited."""
    left = table.supply - count(hills)
    seen = 0
    ring = reach
    for _ in range(left):
        seen |= ring
        if table.centre >= 0 and (ring >> table.centre) & 1:
            ring = table.squares
        else:
            ring = spread(table, ring, east, north)
        ring &= table.squares & ~hills & ~seen
    all_of_them = hills | seen
    dark = max(0, min(count(all_of_them), table.supply) - table.light)
    return dark + count(all_of_them & table.white) + 2 * count(all_of_them & table.red)


@kernel
def reaches(
    table: Table,
    keys: Sequence[int],
    order: Sequence[int],
    frames: MutableSequence[int],
    memory: MutableSequence[int],
    position: Position,
    key: int,
    goal: int,
    budget: int,
    plain: int,
) -> tuple[int, int]:
    """Whether the mole comes to so many points against every rod: YES, NO or UNKNOWN; and the nodes.

    `plain` leaves out the table of positions and both bounds.
    """
    nodes = ply = 0
    mask = len(memory) // 2 - 1
    answer = NO
    arriving = True
    here = position
    while True:
        at = ply * FIELDS
        if arriving:
            nodes += 1
            if nodes >= budget:
                return UNKNOWN, nodes
            settled = True
            slot = (key & mask) * 2
            if here.phase == OVER:
                answer = YES if points(table, here.hills) >= goal else NO
            elif not plain and points(table, here.hills) >= goal:
                answer = YES
            elif not plain and most(table, here.hills, here.east, here.north, here.reach) < goal:
                answer = NO
            elif not plain and memory[slot] == key * 64 + goal:
                answer = memory[slot + 1]
            else:
                settled = False
            if settled:
                if ply == 0:
                    return answer, nodes
                ply -= 1
                arriving = False
                continue
            frames[at] = here.phase
            frames[at + 1] = here.mole
            frames[at + 2] = here.hills
            frames[at + 3] = here.east
            frames[at + 4] = here.north
            frames[at + 5] = here.reach
            frames[at + NEXT] = 0 if here.phase == ROD else here.reach
            frames[at + KEY] = key
        here = Position(
            1, frames[at], frames[at + 1], frames[at + 2], frames[at + 3], frames[at + 4], frames[at + 5], 0
        )
        key = frames[at + KEY]
        wanted = NO if here.phase == ROD else YES
        action = -1
        if arriving or answer != wanted:
            if here.phase == ROD:
                n = frames[at + NEXT]
                while n < RODS and action < 0:
                    rod = order[here.mole * RODS + n]
                    edges = here.north if rod >= NORTH else here.east
                    if rod > 0 and (edges >> (rod & 63)) & 1:
                        action = rod
                    n += 1
                frames[at + NEXT] = n
            elif frames[at + NEXT]:
                action = lowest(frames[at + NEXT])
                frames[at + NEXT] &= frames[at + NEXT] - 1
        if action < 0:
            if not plain:
                slot = (key & mask) * 2
                memory[slot] = key * 64 + goal
                memory[slot + 1] = answer
            if ply == 0:
                return answer, nodes
            ply -= 1
            arriving = False
            continue
        key ^= keys[action]
        if here.phase != ROD:
            key ^= keys[192 + here.mole] ^ keys[192 + action]
        here = play(table, here, action)
        ply += 1
        arriving = True


@lru_cache(maxsize=4)
def _tables(table: Table, native: bool) -> tuple[Any, Any]:
    """Keys, of 56 bits: a goal is put below them; and by the mole's square, the rods, near ones first."""
    dice = Random("endgames")
    keys = tuple(dice.getrandbits(56) for _ in range(256))
    near = lawn(table).near
    order: list[int] = []
    for mole in range(64):
        rods = [EAST + s for s in range(64) if table.east >> s & 1]
        rods += [NORTH + s for s in range(64) if table.north >> s & 1]
        rods.sort(key=lambda rod, mole=mole: -near[mole * 192 + rod])  # type: ignore[misc]
        order += [*rods, *([0] * (RODS - len(rods)))]
    if not native:
        return keys, tuple(order)
    import numpy  # noqa: PLC0415

    return numpy.array(keys), numpy.array(order)


class Judge:
    """Asks whether the mole comes to so many points, of one search or the other."""

    def __init__(self, table: Table, plain: bool, nodes: int) -> None:
        native = available()
        self._table, self._plain, self._nodes = table, plain, nodes
        self._reaches: Callable[..., tuple[int, int]] = compiled(reaches)
        self._keys, self._order = _tables(table, native)
        self._frames = numbers(native, 80 * FIELDS)
        self._memory = numbers(native, 2 if plain else 2 << BITS)

    def __call__(self, position: Position, goal: int) -> int:
        return int(
            self._reaches(
                self._table,
                self._keys,
                self._order,
                self._frames,
                self._memory,
                position,
                self._key(position),
                goal,
                self._nodes,
                1 if self._plain else 0,
            )[0]
        )

    def _key(self, position: Position) -> int:
        """Of hills, rods and the mole's place; who acts follows from these."""
        lain = [EAST + s for s in members(self._table.east & ~position.east)]
        lain += [NORTH + s for s in members(self._table.north & ~position.north)]
        key = int(self._keys[192 + position.mole])
        for part in (*members(position.hills), *lain):
            key ^= int(self._keys[part])
        return key


def verdict(table: Table, position: Position, action: int, judge: Callable[[Position, int], int]) -> int:
    """Whether an action keeps what the position is worth: YES, NO or UNKNOWN.

    In the second round only the end of the match counts. `table` is of one round.
    """
    before = position._replace(round=1, first=0)
    after = play(table, before, action)
    goals = list(range(points(table, before.hills) + 1, 25))
    if position.round == 2:
        goals = [position.first, position.first + 1]
    reached = 0
    while reached < len(goals):
        then = int(points(table, after.hills) >= goals[reached]) if after.phase == OVER else UNKNOWN
        then = judge(after, goals[reached]) if then == UNKNOWN else then
        if then == UNKNOWN:
            return UNKNOWN
        if then == NO:
            break
        reached += 1
    if position.phase == ROD:  # could another rod have held the mole lower?
        return judge(before, goals[reached - 1]) if reached else YES
    if reached == len(goals):
        return YES
    return (YES, NO, UNKNOWN)[judge(before, goals[reached])]


def made(table: Table, dice: Random, hills: int) -> Position:
    """A position with so many hills down, reached by play that is partly random; either may be to act."""
    while True:
        wanted = hills, dice.choice((ROD, STEP))
        care = {ROD: dice.choice((0.0, 0.3, 0.8)), STEP: dice.choice((0.5, 0.9))}
        position = Position(1, 0, -1, 0, table.east, table.north, table.starts, 0)
        while position.phase != OVER:
            if (count(position.hills), position.phase) == wanted and _choices(table, position) > 1:
                return position
            if position.mole >= 0 and dice.random() < care[position.phase]:
                action = choose(table, position, Budget(1_000), seed=dice.getrandbits(30), exact=False).action
            else:
                action = dice.choice(GAME.legal(State(table, position, (), None)))  # type: ignore[arg-type]
            position = play(table, position, action)


def _choices(table: Table, position: Position) -> int:
    return count(position.reach) if position.phase != ROD else 2


def judged(table: Table, position: Position, action: int, judges: Sequence[Judge]) -> tuple[str, bool]:
    """By whom, and whether the action is right."""
    plain, second = judges
    if count(position.hills) >= PLAIN_FROM:
        return PLAIN, verdict(table, position, action, plain) == YES
    found = verdict(table, position, action, second)
    if found != UNKNOWN:
        return SECOND, found == YES
    asked = question(table._replace(rounds=2), position)
    with WORKSHOP.lent(60) as kit:
        bench = kit.bench(Stop(), asked.table)
        proven = proof.prove(asked, bench, kit, 8, OWN_NODES)
        right = proven is not None and proof.keeps(asked, action, proven.value, bench, kit, 2 * OWN_NODES)
    return (OWN, right) if proven else (NOBODY, True)


def endgames(
    number: int,
    seed: int = 1,
    hills: Iterable[int] = range(15, 21),
    seconds: float = 1.0,
    preset: str = "blatz",
) -> Iterator[Row]:
    """So many positions, what the player does in them within its time, and whether it was right."""
    WORKSHOP.warm_up(300)
    rules = GAME.setup(boards.named("mole-hill", "classic"), 2, preset, {})
    match = GAME.start(rules).table
    table = match._replace(rounds=1)
    judges = Judge(table, True, 1 << 62), Judge(table, False, SECOND_NODES)
    dice, down = Random(seed), list(hills)
    for n in range(number):
        position = made(table, dice, down[n % len(down)])
        if n % 3 == 2:
            position = position._replace(round=2, first=dice.randint(0, 14))
        found = choose(match, position, Budget(None, seconds), seed=n)
        judge, right = judged(table, position, found.action, judges)
        yield Row(
            down[n % len(down)],
            position.round,
            judge,
            right,
            found.seconds,
            found.exact,
            position,
            found.action,
        )


def summary(rows: Sequence[Row]) -> str:
    """How many were judged, by what, and how many were wrong."""
    by = Counter(row.judge for row in rows)
    wrong = Counter(row.judge for row in rows if not row.right)
    parts = [f"{by[judge]} by {judge}, {wrong[judge]} wrong" for judge in (PLAIN, SECOND, OWN) if by[judge]]
    if by[NOBODY]:
        parts.append(f"{by[NOBODY]} not judged")
    slowest = max(row.seconds for row in rows)
    proven = sum(row.exact for row in rows)
    return (
        f"{len(rows)} positions: {'; '.join(parts)}; {proven} proven by the player, {slowest:.2f} s at most"
    )


def main(late: int = 300, early: int = 100) -> None:
    print("15 hills or more, 1 s:", summary(list(endgames(late))))
    print("12-14 hills, 3 s:", summary(list(endgames(early, 2, range(12, 15), 3.0))))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
