"""Check the player's moves in generated endgames of Mole Hill by independent searches.

With 18 hills or more on the lawn a plain full-width search judges: every rod, every step, nothing but the
rules. With fewer, the same search with a transposition table and two simple bounds, still over every rod.
What that cannot finish is judged by the player's own solver with more nodes, and counted separately.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from moleworks import boards
from moleworks.core.bits import count, lowest, members
from moleworks.core.kernel import available, compiled, kernel
from moleworks.engine.kernel_pool import Stop, int_array
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.player import proof
from moleworks.games.mole_hill.player.choose_action import MoleHillBudget, choose
from moleworks.games.mole_hill.player.search_kernels import KERNEL_POOL
from moleworks.games.mole_hill.player.search_request import make_request
from moleworks.games.mole_hill.player.tables import search_tables
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    OVER,
    ROD,
    STEP,
    MoleHillPosition,
    MoleHillTable,
    dark_hills,
    flower_points,
    one_move_away,
    play,
    points,
)

PLAIN_FROM = 18
"""From this number of hills on, the plain search judges."""
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
    position: MoleHillPosition
    action: int


@kernel
def most_points(table: MoleHillTable, hills: int, east: int, north: int, reach: int) -> int:
    """The points if every square that the mole can reach without further rods were visited."""
    left = table.supply - count(hills)
    seen = 0
    ring = reach
    for _ in range(left):
        seen |= ring
        ring = one_move_away(table, ring, east, north) & table.squares & ~hills & ~seen
    all_of_them = hills | seen
    dark = dark_hills(table.light, min(count(all_of_them), table.supply))
    return dark + flower_points(table, all_of_them)


@kernel
def reaches(
    table: MoleHillTable,
    keys: Sequence[int],
    order: Sequence[int],
    frames: MutableSequence[int],
    memory: MutableSequence[int],
    position: MoleHillPosition,
    key: int,
    goal: int,
    budget: int,
    plain: int,
) -> tuple[int, int]:
    """Whether the mole reaches `goal` points against every rod: YES, NO or UNKNOWN; and the nodes.

    `plain` leaves out the transposition table and both bounds.
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
            elif not plain and most_points(table, here.hills, here.east, here.north, here.reach) < goal:
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
        here = MoleHillPosition(
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
def _tables(table: MoleHillTable, native: bool) -> tuple[Any, Any]:
    """Keys of 56 bits, to leave room for a goal; and by the mole's square the rods, near ones first."""
    dice = Random("endgames")
    keys = tuple(dice.getrandbits(56) for _ in range(256))
    near = search_tables(table).near
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
    """Asks one of the two searches whether the mole reaches a number of points."""

    def __init__(self, table: MoleHillTable, plain: bool, nodes: int) -> None:
        native = available()
        self._table, self._plain, self._nodes = table, plain, nodes
        self._reaches: Callable[..., tuple[int, int]] = compiled(reaches)
        self._keys, self._order = _tables(table, native)
        self._frames = int_array(native, 80 * FIELDS)
        self._memory = int_array(native, 2 if plain else 2 << BITS)

    def __call__(self, position: MoleHillPosition, goal: int) -> int:
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

    def _key(self, position: MoleHillPosition) -> int:
        """The key of hills, rods and the mole's place; the side to act follows from these."""
        laid = [EAST + s for s in members(self._table.east & ~position.east)]
        laid += [NORTH + s for s in members(self._table.north & ~position.north)]
        key = int(self._keys[192 + position.mole])
        for part in (*members(position.hills), *laid):
            key ^= int(self._keys[part])
        return key


def verdict(
    table: MoleHillTable,
    position: MoleHillPosition,
    action: int,
    judge: Callable[[MoleHillPosition, int], int],
) -> int:
    """Whether an action keeps the value of the position: YES, NO or UNKNOWN.

    In the second round only the result of the match counts. `table` has one round.
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


def random_endgame(table: MoleHillTable, dice: Random, hills: int) -> MoleHillPosition:
    """A position with this number of hills, reached by partly random play; either side may be to act."""
    while True:
        wanted = hills, dice.choice((ROD, STEP))
        skill = {ROD: dice.choice((0.0, 0.3, 0.8)), STEP: dice.choice((0.5, 0.9))}
        position = MoleHillPosition(1, 0, -1, 0, table.east, table.north, table.starts, 0)
        while position.phase != OVER:
            if (count(position.hills), position.phase) == wanted and _choices(table, position) > 1:
                return position
            if position.mole >= 0 and dice.random() < skill[position.phase]:
                action = choose(
                    table, position, MoleHillBudget(1_000), seed=dice.getrandbits(30), exact=False
                ).action
            else:
                action = dice.choice(MOLE_HILL.legal(MoleHillState(table, position, (), None)))  # type: ignore[arg-type]
            position = play(table, position, action)


def _choices(table: MoleHillTable, position: MoleHillPosition) -> int:
    return count(position.reach) if position.phase != ROD else 2


def judge_action(
    table: MoleHillTable, position: MoleHillPosition, action: int, judges: Sequence[Judge]
) -> tuple[str, bool]:
    """The judge, and whether the action is right."""
    plain, second = judges
    if count(position.hills) >= PLAIN_FROM:
        return PLAIN, verdict(table, position, action, plain) == YES
    found = verdict(table, position, action, second)
    if found != UNKNOWN:
        return SECOND, found == YES
    request = make_request(table._replace(rounds=2), position)
    with KERNEL_POOL.borrow(60) as kernels:
        solver_buffers = kernels.solver_buffers(Stop(), request.table)
        proven = proof.prove(request, solver_buffers, kernels, 8, OWN_NODES)
        right = proven is not None and proof.keeps_value(
            request, action, proven.value, solver_buffers, kernels, 2 * OWN_NODES
        )
    return (OWN, right) if proven else (NOBODY, True)


def endgames(
    number: int,
    seed: int = 1,
    hills: Iterable[int] = range(15, 21),
    seconds: float = 1.0,
    preset: str = "blatz",
) -> Iterator[Row]:
    """Generate positions, let the player move within its time, and judge the moves."""
    KERNEL_POOL.warm_up(300)
    rules = MOLE_HILL.setup(boards.named("mole-hill", "classic"), 2, preset, {})
    match = MOLE_HILL.start(rules).table
    table = match._replace(rounds=1)
    judges = Judge(table, True, 1 << 62), Judge(table, False, SECOND_NODES)
    dice, down = Random(seed), list(hills)
    for n in range(number):
        position = random_endgame(table, dice, down[n % len(down)])
        if n % 3 == 2:
            position = position._replace(round=2, first=dice.randint(0, 14))
        found = choose(match, position, MoleHillBudget(None, seconds), seed=n)
        judge, right = judge_action(table, position, found.action, judges)
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
    """The numbers of positions by judge, and how many moves were wrong."""
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
