"""Measure the player against references at equal time, and level against level, in the arena."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from benchmarks.bench import Measure
from benchmarks.players import saved_results
from benchmarks.report import Row, milliseconds, say
from moleworks import arena, engine
from moleworks.arena.reports import PlayerStanding
from moleworks.arena.statistics import Estimate
from moleworks.engine import chance, player_names
from moleworks.games import CHANCE
from moleworks.record import Match

LEVELS = tuple(f"level{level}" for level in engine.LEVELS)
STEP = 0.70, 0.81
"""The range for a level's share of wins against the level below."""
SURELY = 0.65, 0.86
"""The range for the confidence interval of that share."""


class Duel(NamedTuple):
    """The player against references; T stands for the seconds that both sides get for a move.

    If the reference has a fixed number of play-outs or a fixed depth, T is the time that it takes.
    """

    game: str
    line_up: tuple[str, ...]
    options: dict[str, Any]
    wanted: float
    minutes: float
    """For the usual number of games."""
    preset: str | None = None

    @property
    def name(self) -> str:
        """For file names."""
        others = f"{len(self.line_up) - 1}-{self.line_up[1].replace('@', '-')}"
        parts = (self.game, self.preset, others, *(f"{name}-{value}" for name, value in self.options.items()))
        return "-".join(part for part in parts if part).lower()

    @property
    def what(self) -> str:
        number, other = len(self.line_up) - 1, self.line_up[1]
        others = other if number == 1 else f"{number} {other}"
        chosen = (self.preset, *(f"{name}={str(value).lower()}" for name, value in self.options.items()))
        parts = (f"{self.game}:", *chosen, f"against {others}" + ", equal time" * self.timed)
        return " ".join(part for part in parts if part)

    @property
    def timed(self) -> bool:
        """Whether the reference takes long enough to give the player the same time."""
        return self.line_up[1] not in AT_ONCE


AT_ONCE = {"greedy", "near"}
"""References that take almost no time: against them the player gets `--seconds`."""

DUELS = (
    Duel("mole-hill", ("best@T", "depth5"), {}, 0.90, 1.5),
    Duel("mole-hill", ("best@T", "depth5"), {}, 0.90, 2, "short"),
    Duel("mole-company", ("best@T", "flat@400n"), {}, 0.75, 1.5),
    Duel("mole-company", ("best@T", "greedy"), {}, 0.90, 3.3),
    Duel("mole-company", ("best@T", "greedy", "greedy", "greedy"), {}, 0.60, 2),
    Duel("mole-company", ("best@T", "near"), {}, 0.90, 3.2),
    Duel("mole-company", ("best@T", "near", "near", "near"), {}, 0.60, 2.5),
    Duel("buddel-bande", ("best@T", "flat@3000n"), {"know_own": True}, 0.60, 1),
    Duel("buddel-bande", ("best@T", "flat@3000n"), {"know_own": False}, 0.60, 1),
    Duel("buddel-bande", ("best@T", "flat@3000n", "flat@3000n", "flat@3000n"), {}, 0.38, 1.3),
)


class LevelSteps(NamedTuple):
    """Each level against the one below, by one preset of a game."""

    game: str
    minutes: float
    """For the usual number of games."""
    preset: str | None = None
    """None means the default one."""

    @property
    def what(self) -> str:
        return f"{self.game} {self.preset}" if self.preset else self.game


LEVEL_STEPS = (
    LevelSteps("mole-hill", 10),
    LevelSteps("mole-hill", 10, "short"),
    LevelSteps("mole-company", 13),
    LevelSteps("buddel-bande", 4),
)


def duel_row(duel: Duel, args: argparse.Namespace) -> Iterable[Row]:
    pace = _pace(duel, args)
    names = [name.replace("@T", f"@{pace:.4g}s") for name in duel.line_up]
    games = max(args.games - args.games % len(names), len(names))
    plan = arena.plan(duel.game, names, games, options=duel.options, preset=duel.preset)
    found = saved_results.run_plan(args, plan, f"duel-{duel.name}")
    ours, theirs = (milliseconds(found.thinking[name].seconds) for name in names[:2])
    asked = f" (asked {milliseconds(pace)})" if duel.timed else ""
    yield Row(
        duel.what,
        f"≥ {100 * duel.wanted:.0f} %",
        _share(found.standings[0]),
        f"{_counted(found, found.games)}; {ours} a move against {theirs}{asked}",
        found.standings[0].estimate.share >= duel.wanted,
    )


def level_rows(steps: LevelSteps, args: argparse.Namespace) -> Iterable[Row]:
    plan = arena.plan(steps.game, LEVELS, args.games, pairing="steps", preset=steps.preset)
    found = saved_results.run_plan(args, plan, f"levels-{steps.what.replace(' ', '-')}")
    for standing in found.standings[::2]:
        longest = found.thinking[standing.name].longest
        yield Row(
            f"{steps.what}: {standing.name} against {standing.line_up[1]}",
            f"{100 * STEP[0]:.0f}-{100 * STEP[1]:.0f} %",
            _share(standing),
            f"{_counted(found, standing.games)}; a move took at most {longest:.2f} s",
            even(standing.estimate),
        )


def even(found: Estimate) -> bool:
    """Whether the difference between two levels is surely in the range."""
    return STEP[0] <= found.share <= STEP[1] and SURELY[0] <= found.low <= found.high <= SURELY[1]


def _pace(duel: Duel, args: argparse.Namespace) -> float:
    """Seconds for a move of both: the time that the reference takes."""
    if not duel.timed:
        return float(args.seconds)
    return float(
        saved_results.measure_once(args.folder, f"pace-{duel.name}", duel.game, partial(pace_of, duel))
    )


def pace_of(duel: Duel) -> float:
    """Seconds for a move of the reference, over a whole match against itself."""
    say(f"How long does {duel.line_up[1]} take for a move?", markup=False)
    match = Match.begin(duel.game, preset=duel.preset, players=len(duel.line_up), options=duel.options)
    choose, luck = player_names.player_named(duel.game, duel.line_up[1]), Random(1)
    took: list[float] = []
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(chance.draw(match.game, match.state, luck))
            continue
        knowledge, began = engine.knowledge(match), time.process_time()
        action = choose(knowledge, match.ply)
        took.append(time.process_time() - began)
        match.play([action])
    return sum(took[1:]) / len(took[1:])  # the first compiles


def _share(standing: PlayerStanding) -> str:
    found = standing.estimate
    return f"{100 * found.share:.1f} % ({100 * found.low:.1f}-{100 * found.high:.1f})"


def _counted(found: arena.Report, games: int) -> str:
    failed = f" ({len(found.failed)} could not be played)" if found.failed else ""
    return f"{games} games{failed}"


MEASURES = (
    *(
        Measure("duels", partial(duel_row, duel), what=duel.what, minutes=duel.minutes, game=duel.game)
        for duel in DUELS
    ),
    *(
        Measure(
            "levels",
            partial(level_rows, steps),
            what=f"{steps.what}: level against level",
            minutes=steps.minutes,
            game=steps.game,
        )
        for steps in LEVEL_STEPS
    ),
)
