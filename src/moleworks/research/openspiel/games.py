"""Register the games with OpenSpiel, with their options as parameters."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import pyspiel

from moleworks import catalogue
from moleworks.core.game import AnyGame, Option, Setup
from moleworks.core.messages import N_, BadSetup
from moleworks.core.registry import GAMES, MissingPart, PluginError
from moleworks.research.encoding import GameEncoding, for_game, for_setup
from moleworks.research.openspiel.observer import Observer
from moleworks.research.openspiel.states import OpenSpielState

logger = logging.getLogger(__name__)

PRESET = "preset"
"""An option as in the preset: OpenSpiel does not know whether a parameter was given."""
ROLLED = "~"
"""Stands for = in the names of an opening, because OpenSpiel reads a game's text up to that."""
BOOLS = {"yes": True, "no": False}
WORDS = {value: word for word, value in BOOLS.items()}
GameType = pyspiel.GameType


class OpenSpielGame(pyspiel.Game):
    """A game with its parameters; `_register` makes a subclass for each game."""

    kind: Any
    rules: AnyGame

    def __init__(self, params: dict[str, Any] | None = None, encoding: GameEncoding | None = None) -> None:
        params = params or {}
        self.opening: tuple[str, ...] = tuple(params.get("opening", "").replace(ROLLED, "=").split())
        """The names of the first public actions, which nobody chooses."""
        self.encoding = encoding = encoding or _encoding(self.rules, params)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.seats),
            max_chance_outcomes=len(encoding.chance),
            num_players=encoding.players,
            min_utility=-1.0 if encoding.players == 2 else -1 / (encoding.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=encoding.max_actions,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> OpenSpielState:
        """The state before the first action."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """An observer for this kind of observation, as OpenSpiel asks for it."""
        return Observer(self.encoding, iig_obs_type, params)


def _default(option: Option) -> str | int:
    """The default of a parameter: 0 for a number, else `PRESET`; both mean `as in the preset`."""
    return 0 if type(option.default) is int else PRESET


def _bool(name: str, given: str) -> bool:
    """The value of `yes` or `no`: a parameter has the type of its default, which is a text."""
    if given not in BOOLS:
        text = N_("Option {option} cannot be {value}; it can be {known}.")
        raise BadSetup(text, "options", option=name, value=given[:40], known=", ".join(BOOLS))
    return BOOLS[given]


def _encoding(game: AnyGame, params: dict[str, Any]) -> GameEncoding:
    options = {}
    for name, option in game.options.items():
        given = params.get(name, _default(option))
        if given != _default(option):
            options[name] = _bool(name, given) if type(option.default) is bool else given
    rotations = params.get("rotations", "")
    if not all(turn.isdecimal() for turn in rotations.split()):
        raise ValueError(f"Rotations are numbers with a space between them, like 0 3 1 5, not {rotations}.")
    return for_game(
        game.id,
        board=params.get("board", "classic"),
        players=params.get("players", game.player_counts.start),
        preset=params.get("preset") or None,
        options=options,
        rotations=[int(turn) for turn in rotations.split()] or None,
    )


def _register(game: AnyGame) -> type[OpenSpielGame]:
    """Register a game with OpenSpiel; its type describes the default set-up."""
    encoding = for_game(game.id)
    parameters: dict[str, Any] = {"board": "classic", "preset": next(iter(game.presets)), "opening": ""}
    parameters |= {name: _default(option) for name, option in game.options.items()}
    if len(game.player_counts) > 1:
        parameters["players"] = game.player_counts.start
    if game.rotating_boards:
        parameters["rotations"] = " ".join(["0"] * game.rotating_boards)
    name = f"moleworks_{game.id.replace('-', '_')}"
    kind = GameType(
        short_name=name,
        long_name=game.title,
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC
        if len(encoding.chance)
        else GameType.ChanceMode.DETERMINISTIC,
        information=GameType.Information.IMPERFECT_INFORMATION
        if encoding.has_secrets
        else GameType.Information.PERFECT_INFORMATION,
        utility=GameType.Utility.ZERO_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=game.player_counts[-1],
        min_num_players=game.player_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=encoding.has_secrets,
        parameter_specification=parameters,
    )
    title = game.title.replace(" ", "")
    game_class: type[OpenSpielGame] = type(
        f"{title}Game", (OpenSpielGame,), {"kind": kind, "rules": game, "__module__": __name__}
    )
    pyspiel.register_game(kind, game_class)
    return game_class


def _register_all() -> dict[str, type[OpenSpielGame]]:
    """Register all games with observations, by id."""
    classes: dict[str, type[OpenSpielGame]] = {}
    for game in GAMES.values():
        try:
            classes[game.id] = _register(game)
        except (MissingPart, PluginError) as error:
            logger.warning("%s is not registered with OpenSpiel: %s", game.id, error)
    return classes


GAME_CLASSES = _register_all()


@lru_cache(maxsize=64)
def game_of(setup: Setup) -> OpenSpielGame:
    """The OpenSpiel game of a set-up. With a board from a file, its parameters cannot load it again.

    >>> from moleworks.record import Match
    >>> str(game_of(Match.begin("mole-company", players=3, options={"specials": False}).setup))
    'moleworks_mole_company(board=classic,players=3,preset=ravensburger,rotations=0 0 0 0,specials=no)'
    """
    rules = GAMES[setup.game]
    params: dict[str, Any] = {"board": setup.board.name, "preset": setup.preset}
    if len(rules.player_counts) > 1:
        params["players"] = setup.players
    if setup.rotations:
        params["rotations"] = " ".join(map(str, setup.rotations))
    for name, value in catalogue.chosen_options(setup).items():
        params[name] = WORDS[value] if isinstance(value, bool) else value
    if setup.game not in GAME_CLASSES:  # raises `MissingPart` if it brings no observations
        GAME_CLASSES[setup.game] = _register(rules)
    return GAME_CLASSES[setup.game](params, for_setup(setup))
