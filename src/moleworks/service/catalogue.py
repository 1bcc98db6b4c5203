"""The games as programs are told of them: presets, options and boards."""

from __future__ import annotations

from typing import Any

from moleworks import boards
from moleworks.games import Game, Option


def described(game: Game[Any]) -> dict[str, object]:
    """What can be chosen for a game."""
    preset = next(iter(game.presets))
    return {
        "id": game.id,
        "title": game.title,
        "players": {"min": game.seats[0], "max": game.seats[-1]},
        "presets": list(game.presets),
        "options": {name: _option(game, preset, name, option) for name, option in game.options.items()},
        "boards": boards.names(game.id),
        "sources": {name: boards.named(game.id, name).source for name in boards.names(game.id)},
    }


def _option(game: Game[Any], preset: str, name: str, option: Option) -> dict[str, object]:
    """Allowed values and default; where the default hangs on the number of players, that too."""
    defaults = {players: game.resolved(preset, players)[name] for players in game.seats}
    allowed: dict[str, object] = {"default": defaults[game.seats[0]]}
    if option.bounds:
        allowed |= {"minimum": option.bounds[0], "maximum": option.bounds[1]}
    else:
        allowed["values"] = list(option.values)
    if len(set(defaults.values())) > 1:
        allowed["default_by_players"] = {str(players): value for players, value in defaults.items()}
    return allowed
