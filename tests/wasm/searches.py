"""Searches and games whose results do not depend on how kernels run; Pyodide runs this file too.

It draws its own random numbers, because those of `random` may differ between versions of Python.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from moleworks import engine, speech
from moleworks.core.random_kernels import next_seed, pick
from moleworks.engine import LEVELS, Effort, kernel_pool
from moleworks.engine.timers import Timer
from moleworks.games import CHANCE, GAMES
from moleworks.record import Match
from moleworks.texts import LANGUAGES, language

STRETCH = 6
"""A search after so many random actions."""
WARM_UP_SECONDS = 300.0
NAMES = ("Ada", "Bo", "Cleo", "Dora")


class NoTimers:
    """Stands for the timers that cap a level's seconds: on a busy machine they would end a search early."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """A timer that is never due."""
        return Timer(callback)

    def call_due(self) -> None:
        """Nothing is due."""


@contextmanager
def without_time_limits() -> Iterator[None]:
    """Let only nodes limit the searches within."""
    module = cast("Any", kernel_pool)
    before, module.TIMERS = module.TIMERS, NoTimers()
    try:
        yield
    finally:
        module.TIMERS = before


def positions(game: str, seed: int) -> Iterator[Match]:
    """Positions of random games where a seat has to choose, by all numbers of players in turn."""
    numbers = seed
    for players in (count for _ in range(1 << 20) for count in GAMES[game].player_counts):
        numbers = next_seed(numbers)
        turned = GAMES[game].rotating_boards
        rotations = (
            [(numbers >> 8 * board) % GAMES[game].rotation_steps for board in range(turned)]
            if turned
            else None
        )
        match = Match.begin(game, players=players, rotations=rotations)
        while not match.over:
            if match.game.actor(match.state) != CHANCE and len(match.legal) > 1 and match.ply % STRETCH == 0:
                yield match
            numbers = next_seed(numbers)
            legal = match.legal
            match.play(legal[pick(numbers, len(legal))])


@without_time_limits()
def searched(game: str, count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many searches by all levels in turn: what they found, and how many nodes it took."""
    player, found = engine.player(game), []
    assert player.warm_up(WARM_UP_SECONDS)
    for number, match in zip(range(count), positions(game, seed), strict=False):
        level = LEVELS[number % len(LEVELS)]
        advice = player.advise(engine.knowledge(match), Effort(level=level), lines=3, seed=number)
        found.append(
            {
                "level": level,
                "lines": [(line.action, repr(line.value), line.line) for line in advice.lines],
                "depth": advice.searched.depth,
                "nodes": advice.searched.nodes,
                "exact": advice.searched.exact,
                "compiled": advice.searched.compiled,
            }
        )
    return found


def digest(found: list[dict[str, Any]]) -> str:
    """The hash of these results."""
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


@without_time_limits()
def nodes_per_second(game: str, count: int) -> float:
    """Of searches at the highest level, each done a second time: what Python prepares is there already."""
    player, nodes, seconds = engine.player(game), 0, 0.0
    assert player.warm_up(WARM_UP_SECONDS)
    for number, match in zip(range(count), positions(game, 2), strict=False):
        known = engine.knowledge(match)
        player.advise(known, Effort(level=LEVELS[-1]), seed=number)
        before = time.perf_counter()
        advice = player.advise(known, Effort(level=LEVELS[-1]), seed=number)
        seconds += time.perf_counter() - before
        nodes += advice.searched.nodes
    return nodes / seconds


@without_time_limits()
def played(game: str, level: int = 3) -> dict[str, Any]:
    """A whole game between computers, and what is said of it in each language."""
    match, player, numbers = Match.begin(game), engine.player(game), 7
    assert player.warm_up(WARM_UP_SECONDS)
    sentences: list[str] = []
    compiled: list[bool] = []
    while not match.over:
        numbers = next_seed(numbers)
        before, legal = match.state, match.legal
        if match.game.actor(before) == CHANCE:
            name = legal[pick(numbers, len(legal))]
        else:
            advice = player.advise(engine.knowledge(match), Effort(level=level), seed=numbers)
            compiled.append(advice.searched.compiled)
            name = advice.action
        match.play(name)
        told = speech.tell(match.game, before, name, match.state, NAMES)
        sentences += [language(code).tell(message) for code in LANGUAGES for message in told]
    return {
        "actions": match.names,
        "outcome": repr(match.outcome),
        "sentences": sentences,
        "compiled": bool(compiled) and all(compiled),
    }
