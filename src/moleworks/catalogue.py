"""Describe the games to programs: presets, options and boards; what a set-up has chosen."""

from __future__ import annotations

from moleworks import boards
from moleworks.core.game import AnyGame, Option, Setup, Value
from moleworks.core.registry import GAMES


def describe_game(game: AnyGame) -> dict[str, object]:
    """What can be chosen for a game."""
    preset = next(iter(game.presets))
    return {
        "id": game.id,
        "title": game.title,
        "players": {"min": game.player_counts[0], "max": game.player_counts[-1]},
        "presets": list(game.presets),
        "options": {name: _option(game, preset, name, option) for name, option in game.options.items()},
        "boards": boards.names(game.id),
        "sources": {name: boards.named(game.id, name).source for name in boards.names(game.id)},
    }


def chosen_options(setup: Setup) -> dict[str, Value]:
    """The options of a set-up that its preset does not give anyway."""
    usual = GAMES[setup.game].preset_options(setup.preset, setup.players)
    return {name: value for name, value in setup.options.items() if value != usual[name]}


def _option(game: AnyGame, preset: str, name: str, option: Option) -> dict[str, object]:
    """Allowed values and default of an option; the defaults by number of players, where they differ."""
    defaults = {players: game.preset_options(preset, players)[name] for players in game.player_counts}
    allowed: dict[str, object] = {"default": defaults[game.player_counts[0]]}
    if option.bounds:
        allowed |= {"minimum": option.bounds[0], "maximum": option.bounds[1]}
    else:
        allowed["values"] = list(option.values)
    if len(set(defaults.values())) > 1:
        allowed["default_by_players"] = {str(players): value for players, value in defaults.items()}
    return allowed
