"""The plan of a data set: everything that its games depend on, checked before the first game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from moleworks import engine
from moleworks.arena.plans import check_whole_number
from moleworks.core.game import Value
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES, required_part
from moleworks.engine import player_names
from moleworks.engine.solving.game_solver import GameSolver
from moleworks.record import Match

MOST_GAMES = 100_000_000


class DatasetPlan(NamedTuple):
    """Made by `plan`. The number of games is not part of it, so that a set can grow."""

    game: str
    player: str
    """The player of all seats: a name as in the arena."""
    nodes: int
    """Nodes searched for the value of each position; 0 for no values."""
    opening: int
    """Number of first actions of the seats that are drawn at random, so that games differ."""
    seats: int
    preset: str
    options: Mapping[str, Value]
    """All of them, resolved."""
    board: str | Mapping[str, Any]
    """Its name, or the whole board as data."""
    seed: int
    proofs: int = 0
    """Nodes for a proof of what each position is worth with perfect play; 0 for no proofs."""

    def begin(self, rotations: Sequence[int] | None = None) -> Match:
        """A new match as planned."""
        return Match.begin(
            self.game,
            board=self.board,
            players=self.seats,
            preset=self.preset,
            options=self.options,
            rotations=rotations,
        )


def plan(
    game: str,
    player: str = "level3",
    *,
    nodes: int | None = None,
    opening: int = 4,
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    board: Any = "classic",
    seed: int = 1,
    proofs: int = 0,
) -> DatasetPlan:
    """A checked plan; a complaint says what is wrong.

    >>> plan("mole-hill", "best@500n").nodes
    20000
    """
    match = Match.begin(game, board=board, players=players, preset=preset, options=options)
    player_names.player_named(game, player)
    if player.endswith("s") and "@" in player:
        raise Complaint(
            N_("A data set must come out the same again: give {player} nodes to spend, such as best@500n."),
            player=player[:40],
        )
    if check_whole_number(N_("The number of nodes of a proof"), proofs, 0, 10**9):
        required_part(game, "solver", GameSolver)
    return DatasetPlan(
        game,
        player,
        engine.player(game).dataset_nodes
        if nodes is None
        else check_whole_number(N_("The number of nodes"), nodes, 0, 10**9),
        check_whole_number(N_("The number of random actions"), opening, 0, 1000),
        match.setup.players,
        match.setup.preset,
        dict(match.setup.options),
        match.board_data(),
        check_whole_number(N_("The seed"), seed, 0, 2**63 - 1),
        proofs,
    )


def plan_from_data(data: Any) -> DatasetPlan:
    """A plan from JSON; a ValueError or TypeError if it is none."""
    plan = DatasetPlan(**data)
    numbers = plan.nodes, plan.opening, plan.seats, plan.seed, plan.proofs
    if not all(type(number) is int and number >= 0 for number in numbers) or type(plan.player) is not str:
        raise ValueError("its numbers")
    if plan.game in GAMES:
        plan = plan._replace(options=GAMES[plan.game].complete_options(plan.options))
    plan.begin()  # raises a complaint if board or options are invalid
    return plan
