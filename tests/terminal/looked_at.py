"""Games that were looked back at, by a player that makes everything up."""

from __future__ import annotations

from random import Random
from typing import Any

from moleworks import players
from moleworks.games import CHANCE
from moleworks.players import ladder, lots
from moleworks.players.analysis import Analysis, analyse
from moleworks.record import Match, Record
from tests.players.oracle import Oracle

NAMES = ("Lina", "Max", "Noor", "Tom")
MOVERS = {"mole-company": "greedy"}
"""Who plays where random movers would go on for ever."""
WAYS: list[tuple[str, dict[str, Any]]] = [
    ("mole-hill", {"board": "patch"}),
    ("mole-hill", {"options": {"rounds": 1}}),
    ("mole-company", {"players": 2, "board": "burrow"}),
    ("mole-company", {"players": 4, "board": "burrow"}),
    ("buddel-bande", {"players": 4, "board": "stroll", "most": 90}),
]


def looked_at(
    game: str,
    *,
    seats: tuple[str, ...] = NAMES,
    most: int = 400,
    comments: dict[int, str] | None = None,
    **setup: Any,
) -> Analysis:
    """An analysis of a game played at random, so many actions at most."""
    match, random = Match.begin(game, **setup), Random(4)
    while match.ply < most and (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.play([match.game.name(match.state, lots.draw(match.game, match.state, random))])
        else:
            match.play([ladder.mover(game, MOVERS.get(game, "random"))(players.sight(match), match.ply)])
    record = Record(match, seats[: match.setup.players], "2026-01-31", comments=comments or {})
    values = {name: random.random() ** 3 for name in match.names}
    return analyse(record, player=Oracle(values, _muddled, 0.12))


def _muddled(state: Any) -> tuple[float, ...]:
    random = Random(hash(state.position))
    parts = [random.random() + 0.1 for _ in range(state.setup.players)]
    return tuple(part / sum(parts) for part in parts)
