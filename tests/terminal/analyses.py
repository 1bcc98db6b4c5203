"""Analyses of random games, by a player with made-up values."""

from __future__ import annotations

from random import Random
from typing import Any

from moleworks import engine
from moleworks.core import registry
from moleworks.engine import Player, chance, player_names
from moleworks.engine.analysis import Analysis, analyse
from moleworks.games import CHANCE
from moleworks.record import Match, Record
from tests.engine.oracle import Oracle

NAMES = ("Lina", "Max", "Noor", "Tom")
MOVERS = {"mole-company": "greedy"}
"""Players for games that random players would never end."""
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("mole-hill", {"board": "patch"}),
    ("mole-hill", {"options": {"rounds": 1}}),
    ("mole-company", {"players": 2, "board": "burrow"}),
    ("mole-company", {"players": 4, "board": "burrow"}),
    ("buddel-bande", {"players": 4, "board": "stroll", "most": 90}),
]


def analyse_random_game(
    game: str,
    *,
    seats: tuple[str, ...] = NAMES,
    most: int = 400,
    comments: dict[int, str] | None = None,
    **setup: Any,
) -> Analysis:
    """Analyse a random game of at most that many actions."""
    match, random = Match.begin(game, **setup), Random(4)
    while match.ply < most and (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.play([match.game.name(match.state, chance.draw(match.game, match.state, random))])
        else:
            match.play(
                [
                    player_names.player_named(game, MOVERS.get(game, "random"))(
                        engine.knowledge(match), match.ply
                    )
                ]
            )
    record = Record(match, seats[: match.setup.players], "2026-01-31", comments=comments or {})
    values = {name: random.random() ** 3 for name in match.names}
    return analyse_with(record, Oracle(values, _random_outlook, 0.12))


def analyse_with(record: Record, oracle: Oracle) -> Analysis:
    """Analyse with made-up values, but with the units and thresholds of the game's real player."""
    oracle.units = registry.required_part(record.match.game.id, "player", Player)
    oracle.analysis = oracle.units.analysis
    return analyse(record, player=oracle)


def _random_outlook(state: Any) -> tuple[float, ...]:
    random = Random(hash(state.position))
    parts = [random.random() + 0.1 for _ in range(state.setup.players)]
    return tuple(part / sum(parts) for part in parts)
