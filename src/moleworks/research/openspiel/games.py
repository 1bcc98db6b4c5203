"""The games as OpenSpiel knows them: their parameters, and their names in its list."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pyspiel

from moleworks.games import GAMES, BadSetup, Game, Option, Setup
from moleworks.games.game import N_
from moleworks.research import world
from moleworks.research.openspiel.observer import Observer
from moleworks.research.openspiel.states import State
from moleworks.research.world import World

PRESET = "preset"
"""An option left as the preset has it; OpenSpiel cannot tell what was left out."""
BOOLS = {"yes": True, "no": False}
WORDS = {value: word for word, value in BOOLS.items()}
Kind = pyspiel.GameType


class _Game(pyspiel.Game):
    """One of the games with its parameters."""

    kind: Any
    rules: Game[Any]

    def __init__(self, params: dict[str, Any] | None = None, here: World | None = None) -> None:
        params = params or {}
        self.world = here = here or _world(self.rules, params)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(here.seats),
            max_chance_outcomes=len(here.chance),
            num_players=here.players,
            min_utility=-1.0 if here.players == 2 else -1 / (here.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=here.longest,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        return Observer(self.world, iig_obs_type, params)


def _default(option: Option) -> str | int:
    """An option as OpenSpiel is told of it: a text, or a number and 0 for `as the preset has it`."""
    return 0 if type(option.default) is int else PRESET


def _bool(name: str, given: str) -> bool:
    """What is true or false is a text here, as the default of a parameter settles its type."""
    if given not in BOOLS:
        text = N_("Option {option} cannot be {value}; it can be {known}.")
        raise BadSetup(text, "options", option=name, value=given[:40], known=", ".join(BOOLS))
    return BOOLS[given]


def _world(game: Game[Any], params: dict[str, Any]) -> World:
    options = {}
    for name, option in game.options.items():
        given = params.get(name, _default(option))
        if given != _default(option):
            options[name] = _bool(name, given) if type(option.default) is bool else given
    turned = params.get("rotations", "")
    if not all(turn.isdecimal() for turn in turned.split()):
        raise ValueError(f"Rotations are numbers with a space between them, like 0 3 1 5, not {turned}.")
    return world.found(
        game.id,
        board=params.get("board", "classic"),
        players=params.get("players", game.seats.start),
        preset=params.get("preset") or None,
        options=options,
        rotations=[int(turn) for turn in turned.split()] or None,
    )


def _registered(game: Game[Any]) -> type[_Game]:
    """Tell OpenSpiel of a game, as its parameters would have it if none were given."""
    here = world.found(game.id)
    parameters: dict[str, Any] = {"board": "classic", "preset": next(iter(game.presets))}
    parameters |= {name: _default(option) for name, option in game.options.items()}
    if len(game.seats) > 1:
        parameters["players"] = game.seats.start
    if game.turns:
        parameters["rotations"] = " ".join(["0"] * game.turns)
    name = f"moleworks_{game.id.replace('-', '_')}"
    kind = Kind(
        short_name=name,
        long_name=game.title,
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.EXPLICIT_STOCHASTIC
        if len(here.chance)
        else Kind.ChanceMode.DETERMINISTIC,
        information=Kind.Information.IMPERFECT_INFORMATION
        if here.is_secret
        else Kind.Information.PERFECT_INFORMATION,
        utility=Kind.Utility.ZERO_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=here.is_secret,
        parameter_specification=parameters,
    )
    title = game.title.replace(" ", "")
    made: type[_Game] = type(f"{title}Game", (_Game,), {"kind": kind, "rules": game, "__module__": __name__})
    pyspiel.register_game(kind, made)
    return made


KINDS = {game.id: _registered(game) for game in GAMES.values()}
MoleHillGame, MoleCompanyGame, BuddelBandeGame = KINDS.values()


@lru_cache(maxsize=64)
def game_of(setup: Setup) -> _Game:
    """OpenSpiel's game of a set-up. One on a board from a file cannot be loaded again by its parameters.

    >>> from moleworks.record import Match
    >>> str(game_of(Match.begin("mole-company", players=3, options={"specials": False}).setup))
    'moleworks_mole_company(board=classic,players=3,preset=ravensburger,rotations=0 0 0 0,specials=no)'
    """
    rules = GAMES[setup.game]
    params: dict[str, Any] = {"board": setup.board.name, "preset": setup.preset}
    if len(rules.seats) > 1:
        params["players"] = setup.players
    if setup.rotations:
        params["rotations"] = " ".join(map(str, setup.rotations))
    agreed = rules.resolved(setup.preset, setup.players)
    for name, value in setup.options.items():
        if value != agreed[name]:
            params[name] = WORDS[value] if isinstance(value, bool) else value
    return KINDS[setup.game](params, world.of(setup))
