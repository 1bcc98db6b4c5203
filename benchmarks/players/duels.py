"""The player against references at equal time, and level against level, in the arena."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from benchmarks.bench import Measure
from benchmarks.players import kept
from benchmarks.report import Row, milliseconds, say
from moleworks import arena, players
from moleworks.arena.reports import Standing
from moleworks.arena.statistics import Estimate
from moleworks.games import CHANCE, GAMES
from moleworks.players import ladder, lots
from moleworks.record import Match

LEVELS = tuple(f"level{level}" for level in players.LEVELS)
STEP = 0.70, 0.81
"""How often a level beats the one below."""
SURELY = 0.65, 0.86
"""What the interval has to lie in."""


class Duel(NamedTuple):
    """The player against references; T stands for the seconds a move that both sides get.

    Where the reference has its own measure, play-outs or a depth, T is as long as it takes for that.
    """

    game: str
    line_up: tuple[str, ...]
    options: dict[str, Any]
    wanted: float
    minutes: float
    """That the usual number of games takes."""
    preset: str | None = None

    @property
    def name(self) -> str:
        """For files."""
        others = f"{len(self.line_up) - 1}-{self.line_up[1].replace('@', '-')}"
        parts = (self.game, self.preset, others, *(f"{name}-{value}" for name, value in self.options.items()))
        return "-".join(part for part in parts if part).lower()

    @property
    def what(self) -> str:
        number, other = len(self.line_up) - 1, self.line_up[1]
        others = other if number == 1 else f"{number} {other}"
        told = (self.preset, *(f"{name}={str(value).lower()}" for name, value in self.options.items()))
        parts = (f"{self.game}:", *told, f"against {others}" + ", equal time" * self.timed)
        return " ".join(part for part in parts if part)

    @property
    def timed(self) -> bool:
        """Whether the reference thinks long enough that the player gets as long."""
        return self.line_up[1] not in AT_ONCE


AT_ONCE = {"greedy", "near"}
"""References that hardly think: against them the player gets what `--seconds` says."""

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
MINUTES_OF_LEVELS = {"mole-hill": 10, "mole-company": 13, "buddel-bande": 4}


def duel_row(duel: Duel, wish: argparse.Namespace) -> Iterable[Row]:
    pace = _pace(duel, wish)
    names = [name.replace("@T", f"@{pace:.4g}s") for name in duel.line_up]
    games = max(wish.games - wish.games % len(names), len(names))
    plan = arena.plan(duel.game, names, games, options=duel.options, preset=duel.preset)
    found = kept.played(wish, plan, f"duel-{duel.name}")
    ours, theirs = (milliseconds(found.habits[name].seconds) for name in names[:2])
    asked = f" (asked {milliseconds(pace)})" if duel.timed else ""
    yield Row(
        duel.what,
        f"≥ {100 * duel.wanted:.0f} %",
        _share(found.standings[0]),
        f"{_counted(found, found.games)}; {ours} a move against {theirs}{asked}",
        found.standings[0].estimate.share >= duel.wanted,
    )


def level_rows(game: str, wish: argparse.Namespace) -> Iterable[Row]:
    found = kept.played(wish, arena.plan(game, LEVELS, wish.games, pairing="steps"), f"levels-{game}")
    for standing in found.standings[::2]:
        longest = found.habits[standing.name].longest
        yield Row(
            f"{game}: {standing.name} against {standing.line_up[1]}",
            f"{100 * STEP[0]:.0f}-{100 * STEP[1]:.0f} %",
            _share(standing),
            f"{_counted(found, standing.games)}; a move took at most {longest:.2f} s",
            even(standing.estimate),
        )


def even(found: Estimate) -> bool:
    """Whether a step of the ladder is as wide as it should be, and that is sure."""
    return STEP[0] <= found.share <= STEP[1] and SURELY[0] <= found.low <= found.high <= SURELY[1]


def _pace(duel: Duel, wish: argparse.Namespace) -> float:
    """Seconds a move for both: as long as the reference takes."""
    if not duel.timed:
        return float(wish.seconds)
    return float(kept.once(wish.folder, f"pace-{duel.name}", duel.game, partial(pace_of, duel)))


def pace_of(duel: Duel) -> float:
    """Seconds a move of the reference, over a whole match against itself."""
    say(f"How long does {duel.line_up[1]} take for a move?", markup=False)
    match = Match.begin(duel.game, preset=duel.preset, players=len(duel.line_up), options=duel.options)
    mover, luck = ladder.mover(duel.game, duel.line_up[1]), Random(1)
    took: list[float] = []
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(lots.draw(match.game, match.state, luck))
            continue
        sight, began = players.sight(match), time.process_time()
        action = mover(sight, match.ply)
        took.append(time.process_time() - began)
        match.play([action])
    return sum(took[1:]) / len(took[1:])  # the first compiles


def _share(standing: Standing) -> str:
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
            partial(level_rows, game),
            what=f"{game}: level against level",
            minutes=MINUTES_OF_LEVELS[game],
            game=game,
        )
        for game in GAMES
    ),
)
