"""What a data set is made of: all that its games hang on, checked before anything starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from moleworks.arena.plans import whole
from moleworks.games import Complaint, Value
from moleworks.games.game import N_
from moleworks.players import ladder
from moleworks.record import Match

MOST_GAMES = 100_000_000
NODES: Mapping[str, int] = {"mole-hill": 20_000, "mole-company": 1_000, "buddel-bande": 1_000}
"""By game, what is spent on the value of one position where nothing is said."""


class Plan(NamedTuple):
    """Made by `plan`. A game hangs on all of it but how many there are: so a set can grow."""

    game: str
    player: str
    """Who plays all seats: a name as the arena knows it."""
    nodes: int
    """Spent on the value of each position; 0 for no values."""
    opening: int
    """So many first actions of the seats are drawn by lot, so that no two games are the same."""
    seats: int
    preset: str
    options: Mapping[str, Value]
    """All of them, resolved."""
    board: str | Mapping[str, Any]
    """Its name, or the whole board as data."""
    seed: int

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
) -> Plan:
    """A checked plan; a complaint says what is wrong.

    >>> plan("mole-hill", "best@500n").nodes
    20000
    """
    match = Match.begin(game, board=board, players=players, preset=preset, options=options)
    ladder.mover(game, player)
    if player.endswith("s") and "@" in player:
        raise Complaint(
            N_("A data set must come out the same again: give {player} nodes to spend, such as best@500n."),
            player=player[:40],
        )
    return Plan(
        game,
        player,
        NODES[game] if nodes is None else whole(N_("The number of nodes"), nodes, 0, 10**9),
        whole(N_("The number of actions drawn by lot"), opening, 0, 1000),
        match.setup.players,
        match.setup.preset,
        dict(match.setup.options),
        match.board_data(),
        whole(N_("The seed"), seed, 0, 2**63 - 1),
    )


def again(data: Any) -> Plan:
    """A plan that was written down; a ValueError or TypeError if it cannot be one."""
    found = Plan(**data)
    numbers = found.nodes, found.opening, found.seats, found.seed
    if not all(type(number) is int and number >= 0 for number in numbers) or type(found.player) is not str:
        raise ValueError("its numbers")
    found.begin()  # a complaint, if board or options are none
    return found
