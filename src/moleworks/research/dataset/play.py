"""One game of a data set."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from moleworks import players
from moleworks.arena.schedule import seed_for
from moleworks.games import CHANCE, GAMES, Complaint
from moleworks.games.game import N_
from moleworks.games.kernel import available
from moleworks.players import Effort, ladder, lots
from moleworks.record import Match, Record
from moleworks.research.batches import Batch
from moleworks.research.dataset.plans import Plan

PATIENCE = 120.0
"""Seconds to wait for compiled kernels: a data set takes much longer without them."""


class Game(NamedTuple):
    """A game that is over; everything about it, in the order of its actions."""

    number: int
    rotations: tuple[int, ...] | None
    """How the boards lay, where they are turned."""
    actions: tuple[str, ...]
    """Their names, those of chance among them."""
    codes: tuple[int, ...]
    """The same actions as the rules' own numbers: those of `research.batch`."""
    actors: tuple[int, ...]
    """Whose actions they were; -1 is chance."""
    values: tuple[tuple[float, ...], ...]
    """After each action, the chance of each seat to win if all lies open; a draw counts half. Or empty."""
    winner: int | None
    rule: str
    """By which it ended."""
    points: tuple[int, ...] | None
    """By seat, in games that count points."""
    plan: Plan

    def match(self) -> Match:
        """The game once more, state by state."""
        match = self.plan.begin(self.rotations)
        match.play(self.actions)
        return match

    def batch(self) -> Batch:
        """A batch of one, for this game to be played in once more: so each action gets its planes."""
        return Batch(self.plan.begin(self.rotations).setup, 1, auto_reset=False, draw_chance=False)

    def record(self) -> Record:
        """As a record that every other command reads."""
        return Record(self.match(), (self.plan.player,) * self.plan.seats)


def warm_up(plan: Plan) -> None:
    """Compile what this process will need; a complaint if that takes too long.

    A level thinks for so many seconds at most: interpreted it would not get as far, and play otherwise.
    """
    if plan.player == "random" and not plan.nodes:
        return
    if not players.player(plan.game).warm_up(PATIENCE) and available():
        raise Complaint(
            N_(
                "The computer player could not be compiled within {seconds} seconds, and would play"
                " other games without. Run it once more."
            ),
            seconds=round(PATIENCE),
        )


def play(plan: Plan, number: int) -> Game:
    """The game of that number: the same one on every machine, whatever else is played.

    >>> from moleworks.research.dataset.plans import plan
    >>> game = play(plan("mole-hill", "random", nodes=0, board="patch"), 7)
    >>> game.actions[:3], game.codes[:3], game.points
    (('b2', 'c1|c2', 'b3'), (6, 130, 11), (10, 8))
    """
    random = Random(f"{plan.seed} {number} luck")
    match = plan.begin(lots.rotations(GAMES[plan.game], random))
    mover, by_lot = ladder.mover(plan.game, plan.player), 0
    codes: list[int] = []
    actors: list[int] = []
    values: list[tuple[float, ...]] = []
    while (actor := match.game.actor(match.state)) is not None:
        seed = seed_for(plan.seed, number, match.ply)
        if actor == CHANCE:
            code = lots.draw(match.game, match.state, random)
        elif by_lot < plan.opening:
            by_lot += 1
            code = lots.any_legal(match.game, match.state, random)
        else:
            code = match.game.parse(match.state, mover(players.sight(match), seed))
        match.play([match.game.name(match.state, code)])
        codes.append(code)
        actors.append(actor)
        if plan.nodes:
            values.append(_value(plan, match.state, seed))
    return _over(plan, number, match, codes, actors, values)


def _value(plan: Plan, state: Any, seed: int) -> tuple[float, ...]:
    found = players.player(plan.game).outlook(state, Effort(nodes=plan.nodes), seed=seed)
    return tuple(round(chance, 4) for chance in found)


def _over(
    plan: Plan,
    number: int,
    match: Match,
    codes: Sequence[int],
    actors: Sequence[int],
    values: Sequence[tuple[float, ...]],
) -> Game:
    outcome = match.game.outcome(match.state)
    assert outcome, "the game is over"
    return Game(
        number,
        match.setup.rotations,
        tuple(match.names),
        tuple(codes),
        tuple(actors),
        tuple(values),
        outcome.winner,
        outcome.rule,
        match.game.scores(match.state),
        plan,
    )
