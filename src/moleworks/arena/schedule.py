"""Which games make up a plan, and what luck they share.

A *set* is one line-up in all its rotations. All games of a set have the same luck: boards turned alike, the
same deal, the same dice and discs, and the same seeds for whoever sits in a seat.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import NamedTuple

from moleworks.arena import swiss
from moleworks.arena.plans import Plan, line_ups, rotations
from moleworks.arena.swiss import Result
from moleworks.games import GAMES
from moleworks.players import lots
from moleworks.record import Match


class Job(NamedTuple):
    """One game to be played."""

    set: int
    """From 0; the line-ups take turns."""
    rotation: int
    seats: tuple[str, ...]
    """Who sits where."""


def schedule(
    plan: Plan, played: Iterable[Result] = (), failed: Collection[tuple[int, int]] = ()
) -> list[Job]:
    """All games, set by set; of a Swiss tournament those that can be told from what was played.

    There, games that `failed`, by set and rotation, are over too, and hold no round up.

    >>> from moleworks.arena.plans import plan
    >>> for job in schedule(plan("mole-hill", ["random", "level1"], 4)):
    ...     print(*job)
    0 0 ('random', 'level1')
    0 1 ('level1', 'random')
    1 0 ('random', 'level1')
    1 1 ('level1', 'random')
    """
    if plan.pairing == "swiss":
        return _swiss(plan, played, failed)
    sets = [rotations(line_up) for line_up in line_ups(plan)]
    rounds = max(plan.games // len(games) for games in sets)
    jobs: list[Job] = []
    number = 0
    for lap in range(rounds):
        for games in sets:
            if lap < plan.games // len(games):
                jobs += [Job(number, turn, seats) for turn, seats in enumerate(games)]
                number += 1
    return jobs


def planned(plan: Plan) -> int:
    """How many games there will be in all."""
    if plan.pairing == "swiss":
        return plan.rounds * (len(plan.players) // 2) * plan.games
    return len(schedule(plan))


def round_of(plan: Plan, number: int) -> int:
    """The round of a Swiss tournament that a set belongs to, from 0."""
    return number // (len(plan.players) // 2 * (plan.games // 2))


def _swiss(plan: Plan, played: Iterable[Result], failed: Collection[tuple[int, int]]) -> list[Job]:
    """Each round follows from the results of all rounds before it."""
    results: dict[int, list[Result]] = {}
    for game in played:
        results.setdefault(game.set, []).append(game)
    table, jobs, number = swiss.Table(plan.players), list[Job](), 0
    for _ in range(plan.rounds):
        pairs, first = table.pairs(), number
        new: list[Job] = []
        for _ in range(plan.games // 2):
            for pair in pairs:
                new += [Job(number, turn, seats) for turn, seats in enumerate(rotations(pair))]
                number += 1
        jobs += new
        games = [game for at in range(first, number) for game in results.get(at, [])]
        there = {(game.set, game.seats) for game in games}
        void = [job for job in new if job[:2] in failed and (job.set, job.seats) not in there]
        if len(games) + len(void) < len(new):
            break
        table.note(pairs, games, plan.games, [job.seats for job in void])
    return jobs


def seed_for(*parts: object) -> int:
    """A number of 31 bits that hangs on nothing but these.

    >>> seed_for(1, 2, 3), seed_for(1, 2, 4)
    (1044883500, 1425501341)
    """
    digest = hashlib.sha256(" ".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def turned_boards(plan: Plan, number: int) -> tuple[int, ...] | None:
    """How the boards lie in a set."""
    return lots.rotations(GAMES[plan.game], Random(f"{plan.seed} {number} boards"))


class Luck:
    """What chance does in the games of a set: each seat has its own luck, the n-th time as in every game.

    A roll that led to nothing and is rolled again is not another time: else all that follows would shift.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._key = f"{seed} {number} luck"
        self._times: Counter[int | None] = Counter()
        self._last: tuple[int, int | None, Mapping[int, Fraction]] | None = None
        self._again = 0

    def draw(self, match: Match) -> int:
        """An action of chance, by its exact odds."""
        game, state = match.game, match.state
        mover, odds = game.mover(state), game.odds(state)
        # Discs are laid aside when they were seen, so that equal odds at once mean dice.
        dead = mover is not None and self._last == (match.ply - 1, mover, odds)
        self._last = (match.ply, mover, odds)
        self._again = self._again + 1 if dead else 0
        self._times[mover] += not dead
        ticket = Random(f"{self._key} {mover} {self._times[mover]} {self._again}")
        return lots.drawn(odds, ticket)
