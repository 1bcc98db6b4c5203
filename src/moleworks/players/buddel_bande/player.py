"""The computer player of Buddel Bande: what it believes, how far it looks, and what it says of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from moleworks.games.bits import bitset
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, State
from moleworks.games.buddel_bande.rules import ACT, DEAL, OVER, play
from moleworks.players.advice import CAPS, Advice, Effort, Line, Player, Searched, Sight, falling
from moleworks.players.buddel_bande.kit import WORKSHOP, BuddelKit
from moleworks.players.buddel_bande.levels import LEVELS, Level, misjudged, remembered
from moleworks.players.buddel_bande.reasons import reason
from moleworks.players.buddel_bande.search import FEW, Budget, Thought, think
from moleworks.players.buddel_bande.sight import actions, state
from moleworks.players.buddel_bande.strength import ONE
from moleworks.players.workshop import Stop

INTERPRETED = 0.8
"""Seconds a level has, at most, while kernels are not compiled."""
AT_LEAST = 0.1
"""Seconds to think even where the wait for the compiler took all the time."""
UNLIMITED = 1 << 60
OUTLOOK_NODES = 5_000
TOLD = 64
"""Worlds that reasons are drawn from, where the search had others."""


class BuddelBandePlayer(Player):
    def advise(
        self,
        sight: Sight,
        effort: Effort,
        *,
        lines: int = 1,
        also: Sequence[str] = (),
        seed: int = 0,
        stop: Stop | None = None,
        patience: float | None = None,
    ) -> Advice:
        begun = time.perf_counter()
        here = state(sight.view, sight.setup)
        must = bitset([BUDDEL_BANDE.parse(here, name) & 63 for name in also])
        with WORKSHOP.lent(patience, effort.seconds, always=effort.nodes is not None, stop=stop) as kit:
            effort = effort.since(begun)
            thought = _thought(kit, here, sight, effort, lines, must, seed, stop)
            shares = _shares(kit, here, sight, thought, effort, seed)
        return _advice(here, thought, shares, lines, must, time.perf_counter() - begun, kit)

    def choose(self, sight: Sight, effort: Effort, *, seed: int = 0) -> str:
        begun = time.perf_counter()
        here = state(sight.view, sight.setup)
        with WORKSHOP.lent(seconds=effort.seconds, always=effort.nodes is not None) as kit:
            thought = _thought(kit, here, sight, effort.since(begun), 1, 0, seed, None)
        return BUDDEL_BANDE.name(here, (ACT << 6) + thought.weighed[0].choice)

    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        """Everything lies open here: one world, and two turns ahead at most are enough to look back."""
        with WORKSHOP.lent(always=effort.nodes is not None) as kit:
            return _open_chances(kit, state, effort)

    def warm_up(self, wait: float = 0.0) -> bool:
        return WORKSHOP.warm_up(wait)


def _thought(
    kit: BuddelKit,
    here: State,
    sight: Sight,
    effort: Effort,
    lines: int,
    must: int,
    seed: int,
    stop: Stop | None,
) -> Thought:
    begun = time.perf_counter()
    table, position, _ = here
    level, seconds = _level(effort), effort.seconds
    heard = actions(sight.heard)
    if effort.level is not None:
        seconds = CAPS[effort.level - 1]
        if not kit.native:
            seconds = min(seconds, INTERPRETED)
        position = remembered(level, table, position, seed)
        heard = [] if level.forgets else heard  # what others do tells nothing to those who forget
    count = kit.believe(table, position, sight.seat, heard)
    with (stop or Stop()).within(_left(seconds, begun)) as flag:
        thought = think(
            kit, table, position, count, level.budget, must=must, lines=lines, seed=seed, stop=flag
        )
    return thought._replace(weighed=misjudged(level, table, position, thought.weighed, seed))


def _shares(
    kit: BuddelKit, here: State, sight: Sight, thought: Thought, effort: Effort, seed: int
) -> list[list[float]]:
    """Whose each mole is, for the reasons; what a level forgot is put back: reasons are true."""
    drawn = thought.worlds
    if effort.level is not None and LEVELS[effort.level - 1].forgets:
        count = kit.believe(here.table, here.position, sight.seat, actions(sight.heard))
        drawn = kit.draw(count, FEW, seed, TOLD)
    return kit.shares(here.table, drawn)


def _level(effort: Effort) -> Level:
    if effort.level is not None:
        return LEVELS[effort.level - 1]
    return Level(Budget(UNLIMITED if effort.nodes is None else effort.nodes))


def _open_chances(kit: BuddelKit, state: State, effort: Effort) -> tuple[float, ...]:
    table, position, _ = state
    everybody = range(table.players)
    if position.phase == OVER:
        if position.winner < 0:
            return tuple(1 / table.players for _ in everybody)
        return tuple(float(seat == position.winner) for seat in everybody)
    while position.phase == DEAL:
        # No deal is better for anybody: all moles start from the same hill.
        position = play(table, position, DEAL << 6)
    with Stop().within(effort.seconds) as stop:
        kit.sample[0], kit.sample[1] = position.owners, ONE
        if position.phase == ACT:
            budget = Budget(effort.nodes or OUTLOOK_NODES)
            return think(kit, table, position, 1, budget, stop=stop, open_world=True).weighed[0].chances
        best: tuple[float, ...] = ()
        for depth in range(3):
            done, totals = kit.weigh(table, position, 0, 0, 1, depth, stop if depth else Stop())
            if done:
                whole = sum(totals[0])
                best = tuple(total / whole for total in totals[0][: table.players])
        return best


def _left(seconds: float | None, begun: float) -> float | None:
    """Seconds that are left, but a little in any case."""
    if seconds is None:
        return None
    return max(min(seconds / 4, AT_LEAST), begun + seconds - time.perf_counter())


def _advice(
    here: State,
    thought: Thought,
    shares: list[list[float]],
    lines: int,
    must: int,
    seconds: float,
    kit: BuddelKit,
) -> Advice:
    seat = here.position.seat
    chosen = list(thought.weighed[: max(1, lines)])
    chosen += [found for found in thought.weighed[len(chosen) :] if must >> found.choice & 1]
    told = []
    for found in chosen:
        name = BUDDEL_BANDE.name(here, (ACT << 6) + found.choice)
        told.append(Line(name, found.chances[seat], (name,), reason(here, shares, found.choice)))
    searched = Searched(
        "expectimax over worlds", thought.depth + 1, thought.nodes, seconds, False, kit.native, 0
    )
    return Advice(falling(told), searched)


PLAYER = BuddelBandePlayer()
