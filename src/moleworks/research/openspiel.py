"""OpenSpiel: this registers `moleworks_mole_hill`, `moleworks_mole_company` and `moleworks_buddel_bande`.

>>> import pyspiel
>>> import moleworks.research.openspiel
>>> game = pyspiel.load_game("moleworks_mole_hill(preset=short)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("d4"))
>>> state.current_player(), len(state.legal_actions())
(1, 110)

OpenSpiel's own MCTS written in C++ does not work on games written in Python: see docs/research.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from moleworks.games import CHANCE, GAMES, Game, Option
from moleworks.research import extras, world
from moleworks.research.world import World

try:
    import pyspiel
except ImportError as error:
    raise extras.missing("openspiel", error) from error

PRESET = "preset"
"""An option left as the preset has it; OpenSpiel cannot tell what was left out."""
BOOLS = {"yes": True, "no": False}
Kind = pyspiel.GameType


class Point:
    """A state of the game and how it came about; it never changes, so copies of it are the same."""

    # Whoever plays at random asks for the first three only; the others are there once they were asked for.
    __slots__ = ("_heard", "_worlds", "before", "name", "state")
    _heard: str
    _worlds: tuple[int, list[list[int]]]

    def __init__(self, state: Any, before: Point | None, name: str) -> None:
        self.state = state
        self.before = before
        self.name = name

    def __deepcopy__(self, memo: object) -> Point:
        """OpenSpiel copies everything when it clones a state."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (world.of(self.state.setup), self.names())

    def names(self) -> tuple[str, ...]:
        """All actions so far, those too that not all have heard of."""
        found = []
        point = self
        while point.before is not None:
            found.append(point.name)
            point = point.before
        return tuple(reversed(found))

    def heard(self, game: Game[Any]) -> str:
        """The actions so far that all have heard of."""
        fresh = []
        point: Point | None = self
        while point is not None and not hasattr(point, "_heard"):
            fresh.append(point)
            point = point.before
        told = "" if point is None else point._heard
        for later in reversed(fresh):
            if later.name and game.heard(later.name):
                told = f"{told} {later.name}" if told else later.name
            later._heard = told
        return told

    def worlds(self, here: World, seat: int) -> list[list[int]]:
        """By action so far, what it may have been for all that a seat knows, as numbers."""
        if not hasattr(self, "_worlds") or self._worlds[0] != seat:
            view = here.game.view(self.state, seat)
            found: list[list[int]] = []
            point = self
            while point.before is not None:
                found.append(_maybe(here, point.before.state, point.name, view))
                point = point.before
            self._worlds = seat, found[::-1]
        return self._worlds[1]


def _replayed(here: World, names: Sequence[str]) -> Point:
    point = Point(here.start, None, "")
    for name in names:
        action = here.game.parse(point.state, name)
        point = Point(here.game.play(point.state, action), point, name)
    return point


def _maybe(here: World, state: Any, name: str, view: dict[str, Any]) -> list[int]:
    game = here.game
    table = here.chance if game.actor(state) == CHANCE else here.seats
    if game.heard(name):
        return [table.number[name]]
    names = (game.name(state, action) for action in game.legal(state))
    return [table.number[other] for other in names if game.fits(other, view)]


class _Game(pyspiel.Game):
    """One of the games with its parameters."""

    kind: Any
    rules: Game[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.world = _world(self.rules, params)
        here = self.world
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

    def new_initial_state(self) -> _State:
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        return Observer(self.world, iig_obs_type, params)


class _State(pyspiel.State):
    """A state as OpenSpiel wants it.

    What Python programs call most is defined under the name they call too, past OpenSpiel's way through C++.
    """

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._here = _Shared(game.world)
        self._point = Point(game.world.start, None, "")
        self._actor = self._whose(game.world.start)

    def _whose(self, state: Any) -> int:
        actor = self._here.game.actor(state)
        return TERMINAL if actor is None else actor

    def current_player(self) -> int:
        return self._actor

    def is_terminal(self) -> bool:
        return self._actor == TERMINAL

    def is_chance_node(self) -> bool:
        return self._actor == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self._here.legal(self._point.state) if player == self._actor else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        actor = self._actor
        if actor >= 0 and (player is None or player == actor):
            return self._here.legal(self._point.state)
        if actor == CHANCE:  # whoever asks
            return [number for number, _ in self.chance_outcomes()]
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._here.world.outcomes(self._point.state)

    def _apply_action(self, number: int) -> None:
        play, actor, seats, chance = self._here.parts
        point = self._point
        actions, names = chance if self._actor == CHANCE else seats
        state = play(point.state, actions[number])
        self._point = Point(state, point, names[number])
        whose = actor(state)
        self._actor = TERMINAL if whose is None else whose

    def _action_to_string(self, player: int, number: int) -> str:
        _, names = self._here.chance if player == CHANCE else self._here.seats
        return names[number]

    def string_to_action(self, *told: Any) -> int:
        """The number of a name; the player may stand before it and does not matter."""
        here = self._here.world
        table = here.chance if self._actor == CHANCE else here.seats
        name = str(told[-1])
        here.game.parse(self._point.state, name)  # its complaint says what is wrong
        return table.number[name]

    def returns(self) -> list[float]:
        return self._here.world.returns(self._point.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> _State:
        """A state like this one for all that a seat knows: what not all have heard is drawn anew."""
        again = self.get_game().new_initial_state()
        for choices in self._point.worlds(self._here.world, player):
            again.apply_action(choices[int(sampler() * len(choices))] if len(choices) > 1 else choices[0])
        return again  # type: ignore[no-any-return]

    @property
    def moleworks_state(self) -> Any:
        """The state of the game itself, secrets included."""
        return self._point.state

    @property
    def heard(self) -> tuple[str, ...]:
        """The actions so far that all have heard of."""
        return tuple(self._point.heard(self._here.game).split())

    def observed(self, seat: int | None) -> Any:
        return self._here.world.observed(self._point.state, seat)

    def __str__(self) -> str:
        """The actions so far, those too that not all have heard of."""
        return " ".join(self._point.names())


class _Shared:
    """What the states of a game share, looked up once; copies of it are the same."""

    def __init__(self, here: World) -> None:
        self.world, self.game = here, here.game
        self.legal = here.seats.legal
        self.seats = here.seats.actions, here.seats.names
        self.chance = here.chance.actions, here.chance.names
        self.parts = here.game.play, here.game.actor, self.seats, self.chance

    def __deepcopy__(self, memo: object) -> _Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Shared, (self.world,)


class Observer:
    """What a seat knows: now (an observation), or with all it has heard so far (an information state)."""

    def __init__(self, here: World, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"There are no observation parameters, but {params} was given.")
        self._world = here
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No seat knows what all the others know: ask for one player, or none.")
        shape = here.planes.shape
        length = here.longest if self._recall else 0
        self.tensor = np.zeros(int(np.prod(shape)) + length, np.float32)
        self.dict = {"observation": self.tensor[length:].reshape(shape)}
        if self._recall:
            self.dict = {"heard": self.tensor[:length], **self.dict}

    def set_from(self, state: _State, player: int) -> None:
        """The planes; before them, with perfect recall, one more than the number of each action heard.

        Chance's numbers follow those of the seats there, and 0 is no action.
        """
        self.tensor.fill(0)
        if self._public:
            self.dict["observation"][:] = state.observed(player if self._private else None)
        elif self._private:
            self.dict["observation"][:] = state.observed(player) != state.observed(None)
        if self._recall and self._public:
            seats, chance = self._world.seats, self._world.chance
            told = [seats.number.get(n, -1) + 1 or chance.number[n] + len(seats) + 1 for n in state.heard]
            self.dict["heard"][: len(told)] = told

    def string_from(self, state: _State, player: int) -> str:
        here, inside = self._world, state.moleworks_state
        view: dict[str, Any] = {}
        if self._private and not self._public:
            view = here.private(inside, player)
        elif not self._recall or here.is_secret:  # else all follows from what was heard
            view = here.game.view(inside, player if self._private else None)
        told = [f"p{player}"] if self._private else []
        if self._recall and self._public:
            told.extend(state.heard)
        if view:
            told.append(json.dumps(view, separators=(",", ":")))
        return " ".join(told)


TERMINAL = int(pyspiel.PlayerId.TERMINAL)


def _default(option: Option) -> str | int:
    """An option as OpenSpiel is told of it: a text, or a number and 0 for `as the preset has it`."""
    return 0 if type(option.default) is int else PRESET


def _world(game: Game[Any], params: dict[str, Any]) -> World:
    options = {}
    for name, option in game.options.items():
        given = params.get(name, _default(option))
        if given != _default(option):
            options[name] = BOOLS.get(given, given) if type(option.default) is bool else given
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


MoleHillGame, MoleCompanyGame, BuddelBandeGame = (_registered(game) for game in GAMES.values())
