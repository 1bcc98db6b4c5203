"""The games of a plan, and the random numbers they share.

A *set* is one line-up in all its rotations. All games of a set share their chance: the same board rotations,
the same deal, dice and discs, and the same seeds for the player in a seat.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import NamedTuple

from moleworks.arena import swiss
from moleworks.arena.plans import ArenaPlan, line_ups, seat_rotations
from moleworks.arena.swiss import SwissResult
from moleworks.core.registry import GAMES
from moleworks.engine import chance
from moleworks.record import Match


class GameJob(NamedTuple):
    """One game to be played."""

    set: int
    """From 0; the line-ups take turns."""
    rotation: int
    seats: tuple[str, ...]
    """The player in each seat."""


def schedule(
    plan: ArenaPlan, played: Iterable[SwissResult] = (), failed: Collection[tuple[int, int]] = ()
) -> list[GameJob]:
    """All games, set by set; of a Swiss tournament only the rounds that follow from the games `played`.

    There, games that `failed` (set and rotation) count as over, so that they do not hold up a round.

    >>> from moleworks.arena.plans import plan
    >>> for job in schedule(plan("mole-hill", ["random", "level1"], 4)):
    ...     print(*job)
    0 0 ('random', 'level1')
    0 1 ('level1', 'random')
    1 0 ('random', 'level1')
    1 1 ('level1', 'random')
    """
    if plan.pairing == "swiss":
        return _swiss_schedule(plan, played, failed)
    sets = [seat_rotations(line_up) for line_up in line_ups(plan)]
    rounds = max(plan.games // len(games) for games in sets)
    jobs: list[GameJob] = []
    number = 0
    for lap in range(rounds):
        for games in sets:
            if lap < plan.games // len(games):
                jobs += [GameJob(number, turn, seats) for turn, seats in enumerate(games)]
                number += 1
    return jobs


def planned_games(plan: ArenaPlan) -> int:
    """How many games a plan has in total."""
    if plan.pairing == "swiss":
        return plan.rounds * (len(plan.players) // 2) * plan.games
    return len(schedule(plan))


def round_of(plan: ArenaPlan, number: int) -> int:
    """The round of a Swiss tournament that a set belongs to, from 0."""
    return number // (len(plan.players) // 2 * (plan.games // 2))


def _swiss_schedule(
    plan: ArenaPlan, played: Iterable[SwissResult], failed: Collection[tuple[int, int]]
) -> list[GameJob]:
    """The rounds so far; each follows from the results of all rounds before it."""
    results: dict[int, list[SwissResult]] = {}
    for game in played:
        results.setdefault(game.set, []).append(game)
    standings, jobs, number = swiss.SwissStandings(plan.players), list[GameJob](), 0
    for _ in range(plan.rounds):
        pairs, first = standings.next_round(), number
        new: list[GameJob] = []
        for _ in range(plan.games // 2):
            for pair in pairs:
                new += [GameJob(number, turn, seats) for turn, seats in enumerate(seat_rotations(pair))]
                number += 1
        jobs += new
        games = [game for at in range(first, number) for game in results.get(at, [])]
        finished = {(game.set, game.seats) for game in games}
        void = [job for job in new if job[:2] in failed and (job.set, job.seats) not in finished]
        if len(games) + len(void) < len(new):
            break
        standings.add_round(pairs, games, plan.games, [job.seats for job in void])
    return jobs


def seed_for(*parts: object) -> int:
    """A number of 31 bits that depends on these values alone.

    >>> seed_for(1, 2, 3), seed_for(1, 2, 4)
    (1044883500, 1425501341)
    """
    digest = hashlib.sha256(" ".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def board_rotations(plan: ArenaPlan, number: int) -> tuple[int, ...] | None:
    """How the boards are turned in a set."""
    return chance.draw_rotations(GAMES[plan.game], Random(f"{plan.seed} {number} boards"))


class CommonRandomNumbers:
    """Chance events shared by the games of a set: the n-th event of a seat is the same in each of them.

    A roll without effect that is repeated at once does not count: else all later events would shift.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._key = f"{seed} {number} luck"
        self._events: Counter[int | None] = Counter()
        self._last: tuple[int, int | None, Mapping[int, Fraction]] | None = None
        self._repeats = 0

    def draw(self, match: Match) -> int:
        """An action of chance, by its exact odds."""
        game, state = match.game, match.state
        mover, odds = game.mover(state), game.odds(state)
        # Drawn discs are removed, so equal odds twice in a row mean that dice are rolled again.
        repeated = mover is not None and self._last == (match.ply - 1, mover, odds)
        self._last = (match.ply, mover, odds)
        self._repeats = self._repeats + 1 if repeated else 0
        self._events[mover] += not repeated
        random = Random(f"{self._key} {mover} {self._events[mover]} {self._repeats}")
        return chance.draw_by_odds(odds, random)
