"""Play one game of a data set."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from moleworks import engine
from moleworks.arena.schedule import seed_for
from moleworks.core.game import CHANCE, State
from moleworks.core.kernel import available
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES, required_part
from moleworks.engine import Effort, chance, player_names
from moleworks.engine.solving.game_solver import GameSolver, PerfectPlay
from moleworks.record import Match, Record
from moleworks.research.batches import Batch
from moleworks.research.dataset.plans import DatasetPlan
from moleworks.research.encoding import for_setup

PATIENCE = 120.0
"""Seconds to wait for compiled kernels: without them a data set takes much longer."""


class SelfPlayGame(NamedTuple):
    """A finished game. Its fields are those of the lines in a data set."""

    number: int
    rotations: tuple[int, ...] | None
    """How the boards were turned, if they can be."""
    actions: tuple[str, ...]
    """Action names, those of chance included."""
    codes: tuple[int, ...]
    """The same actions as the rules' own numbers, which `Game.play` takes; for a batch see `numbers`."""
    actors: tuple[int, ...]
    """The actor of each action; -1 is chance."""
    values: tuple[tuple[float, ...], ...]
    """After each action, each seat's probability to win, knowing all secrets (a draw: half); or empty."""
    winner: int | None
    rule: str
    """The rule that ended it."""
    points: tuple[int, ...] | None
    """By seat, in games that count points."""
    perfect: tuple[PerfectPlay, ...]
    """After each action, what is proven of perfect play; or empty."""
    plan: DatasetPlan

    def match(self) -> Match:
        """The game as a match."""
        match = self.plan.begin(self.rotations)
        match.play(self.actions)
        return match

    def batch(self) -> Batch:
        """A new batch of one game with the same set-up, to replay this game and see its planes."""
        return Batch(self.plan.begin(self.rotations).setup, 1, auto_reset=False, draw_chance=False)

    @property
    def numbers(self) -> list[int]:
        """The same actions as numbers of a batch, those of chance included: `batch()` steps by them."""
        return for_setup(self.plan.begin().setup).numbers(self.actions, self.actors)

    def record(self) -> Record:
        """The game as a record, which other commands read."""
        return Record(self.match(), (self.plan.player,) * self.plan.seats)


def warm_up(plan: DatasetPlan) -> None:
    """Compile the player in this process; a complaint if that takes too long.

    A level has limited time: interpreted, it would search less and play other games.
    """
    if plan.player == "random" and not plan.nodes:
        return
    if not engine.player(plan.game).warm_up(PATIENCE) and available():
        raise Complaint(
            N_(
                "The computer player could not be compiled within {seconds} seconds, and would play"
                " other games without. Run it once more."
            ),
            seconds=round(PATIENCE),
        )


def play(plan: DatasetPlan, number: int) -> SelfPlayGame:
    """The game of that number. It depends on the plan and the number alone.

    >>> from moleworks.research.dataset.plans import plan
    >>> game = play(plan("mole-hill", "random", nodes=0, board="patch"), 7)
    >>> game.actions[:3], game.codes[:3], game.points
    (('b2', 'c1|c2', 'b3'), (6, 130, 11), (10, 8))
    """
    random = Random(f"{plan.seed} {number} luck")
    match = plan.begin(chance.draw_rotations(GAMES[plan.game], random))
    choose, random_actions = player_names.player_named(plan.game, plan.player), 0
    codes: list[int] = []
    actors: list[int] = []
    values: list[tuple[float, ...]] = []
    while (actor := match.game.actor(match.state)) is not None:
        seed = seed_for(plan.seed, number, match.ply)
        if actor == CHANCE:
            code = chance.draw(match.game, match.state, random)
        elif random_actions < plan.opening:
            random_actions += 1
            code = chance.random_legal(match.game, match.state, random)
        else:
            code = match.game.parse(match.state, choose(engine.knowledge(match), seed))
        match.play([match.game.name(match.state, code)])
        codes.append(code)
        actors.append(actor)
        if plan.nodes:
            values.append(_value(plan, match.state, seed))
    return _finished_game(plan, number, match, codes, actors, values)


def _value(plan: DatasetPlan, state: State, seed: int) -> tuple[float, ...]:
    found = engine.player(plan.game).outlook(state, Effort(nodes=plan.nodes), seed=seed)
    return tuple(round(chance, 4) for chance in found)


def _proven(plan: DatasetPlan, match: Match) -> tuple[PerfectPlay, ...]:
    if not plan.proofs:
        return ()
    solver = required_part(plan.game, "solver", GameSolver)
    return tuple(solver.perfect_play(match.setup, match.names, plan.proofs))


def _finished_game(
    plan: DatasetPlan,
    number: int,
    match: Match,
    codes: Sequence[int],
    actors: Sequence[int],
    values: Sequence[tuple[float, ...]],
) -> SelfPlayGame:
    outcome = match.outcome
    assert outcome, "the game is over"
    return SelfPlayGame(
        number,
        match.setup.rotations,
        tuple(match.names),
        tuple(codes),
        tuple(actors),
        tuple(values),
        outcome.winner,
        outcome.rule,
        match.game.scores(match.state),
        _proven(plan, match),
        plan,
    )
