"""Gymnasium's vector environments over a batch: thousands of games, one agent in each.

>>> import gymnasium
>>> import moleworks.research.gymnasium
>>> table = gymnasium.make_vec("moleworks/mole-hill-v0", 100, vectorization_mode="vector_entry_point")
>>> observation, info = table.reset(seed=7)
>>> actions = observation["action_mask"].argmax(axis=1)
>>> observation, rewards, terminations, truncations, info = table.step(actions)
>>> observation["observation"].shape, observation["action_mask"].shape
((100, 13, 7, 9), (100, 173))

Spaces are those of single environments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moleworks.core.game import CHANCE, NOBODY, State
from moleworks.research import extras
from moleworks.research.batches import MAX_KEY, Batch, batch
from moleworks.research.batches.random_keys import keys_from_seed
from moleworks.research.encoding import for_setup
from moleworks.research.level_opponent import LevelOpponent

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise extras.missing_extra("gymnasium", error) from error

Observation = dict[str, NDArray[Any]]
VectorOpponent = int | str | Callable[[Observation], ArrayLike]
"""Who plays the other seats: a level, `random`, `self`, or a function from observations to actions."""


class GymnasiumVectorEnvironment(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Games with the agent in `seat` (None: a random one in each game), and the `opponent` in all others.

    An opponent is a level (1 to 7), `random`, or a function that gets the observations of the games in which
    another seat acts and returns an action for each. A level plays one game after the other, so it is slow.
    With `self` the agent plays all seats in turn: the observation is that of the seat to act, `info["seat"]`
    names it, and the reward is that of the seat that acted. A finished game begins again at once (Gymnasium's
    `SAME_STEP`); `info["final_obs"]` and `info["final_info"]` show how it ended, as Gymnasium's own vector
    environments do. An illegal action is an error, and then no game was stepped.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - so there

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: VectorOpponent = "random",
        seat: int | None = 0,
        board: str = "classic",
        players: int | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        rotations: Sequence[int] | None = None,
        render_mode: None = None,
    ) -> None:
        if isinstance(opponent, str) and opponent not in {"random", "self"}:
            raise ValueError(f'An opponent is a level, "random", "self" or a function, not {opponent!r}.')
        self.games = batch(
            game,
            num_envs,
            board=board,
            players=players,
            preset=preset,
            options=options,
            rotations=rotations,
            seed=Random().getrandbits(62),
            auto_reset=False,
            draw_chance=not isinstance(opponent, int),
        )
        self._encoding = for_setup(self.games.setup)
        if seat is not None and seat not in range(self.games.setup.players):
            raise ValueError(f"There is no seat {seat}: they go from 0 to {self.games.setup.players - 1}.")
        self.num_envs, self.render_mode = num_envs, render_mode
        self._opponent, self._chosen_seat = opponent, seat
        self._level = LevelOpponent(self._encoding, opponent) if isinstance(opponent, int) else None
        self._names: list[list[str]] = [[] for _ in range(num_envs)]
        """The actions of each game so far, for a level; otherwise empty."""
        self._states: list[State] = [self._encoding.start] * num_envs
        """Where each game stands, for a level: a batch does not keep the order of hills."""
        self._own_seats = np.zeros(num_envs, np.int64)
        self._random = np.random.default_rng()
        actions = len(self._encoding.seats)
        self.single_action_space = spaces.Discrete(actions)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.games.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games again; `seed` is one for all, or a key for each game."""
        if options:
            raise ValueError(f"reset() knows no options here, not {', '.join(map(str, options))}.")
        if isinstance(seed, list):
            if None in seed:
                raise ValueError("Give a seed for every game, or one for all.")
            keys: NDArray[np.int64] | None = np.array(seed, np.int64) & MAX_KEY
        else:
            keys = None if seed is None else keys_from_seed(seed, self.num_envs)
        if keys is not None:
            self._random = np.random.default_rng(keys)
        self._begin(np.arange(self.num_envs), keys)
        self._play_others()
        return self._observation(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action of each agent, and then the others until all agents are to act again."""
        acted, end = self._seats(), _End(self.num_envs)
        self._play(actions, np.arange(self.num_envs))
        self._play_others(end, acted)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observation(), end.rewards, end.over, truncated, end.info() | self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, [game, action], as MaskablePPO asks for it."""
        return self.games.mask[:, : len(self._encoding.seats)].copy()

    def _seats(self) -> NDArray[np.int64]:
        """The seats whose actions the agents name."""
        return self.games.seats.astype(np.int64) if self._opponent == "self" else self._own_seats.copy()

    def _info(self) -> dict[str, Any]:
        return {"seat": self._seats(), "_seat": np.ones(self.num_envs, np.bool_)}

    def _observation(self) -> Observation:
        return self._shown(slice(None))

    def _shown(self, places: slice | NDArray[np.int64]) -> Observation:
        """The observations of some games."""
        games = self.games
        mask = games.mask[places, : len(self._encoding.seats)].astype(np.int8)
        return {"observation": games.planes[places] / games.largest, "action_mask": mask}

    def _begin(self, places: NDArray[np.int64], keys: NDArray[np.int64] | None = None) -> None:
        """Begin new games in these places."""
        self.games.reset(keys, where=places)
        if self._chosen_seat is None:
            self._own_seats[places] = self._random.integers(self.games.setup.players, size=len(places))
        else:
            self._own_seats[places] = self._chosen_seat
        for place in places:
            self._names[place].clear()
            self._states[place] = self._encoding.start

    def _play(self, actions: ArrayLike, places: NDArray[np.int64]) -> None:
        """Play an action in each of these games, and note it if a level has to know it."""
        self.games.step(actions, where=places)
        if self._level is not None:
            for place, action in zip(places, np.asarray(actions), strict=True):
                self._note_action(place, int(action))

    def _note_action(self, place: int, number: int) -> None:
        """Actions of chance have the numbers after those of the seats."""
        here, state = self._encoding, self._states[place]
        by_seat = number < len(here.seats)
        numbers, own = (here.seats, number) if by_seat else (here.chance, number - len(here.seats))
        self._names[place].append(numbers.name(state, own))
        self._states[place] = here.game.play(state, numbers.actions[own])

    def _play_others(self, end: _End | None = None, acted: NDArray[np.int64] | None = None) -> None:
        """Play chance and the other seats until no agent has to wait; finished games begin again.

        After an action of the agents, in the seats that `acted`, `end` keeps how their games ended.
        """
        games = self.games
        while True:
            if len(finished := np.flatnonzero(games.seats == NOBODY)):
                if end is not None and acted is not None:
                    first = finished[~end.over[finished]]
                    end.note(games, first, acted, len(self._encoding.seats))
                self._begin(finished)
            if self._level and len(places := np.flatnonzero(games.seats == CHANCE)):
                self._play(games.sample()[places], places)
            elif len(places := np.flatnonzero(games.seats != self._seats())):
                self._play(self._opponents_actions(places), places)
            else:
                return

    def _opponents_actions(self, places: NDArray[np.int64]) -> ArrayLike:
        if self._level is not None:
            return [self._level_action(self._level, place) for place in places]
        if not callable(self._opponent):
            return self.games.sample()[places]
        return self._opponent(self._shown(places))

    def _level_action(self, level: LevelOpponent, place: int) -> int:
        seed = int(self._random.integers(1 << 31))
        return level.choose(self._encoding, self._states[place], self._names[place], seed)


class _End:
    """The games that ended in a step. If two games of one place end meanwhile, the first counts."""

    def __init__(self, count: int) -> None:
        self.rewards = np.zeros(count)
        self.over = np.zeros(count, np.bool_)
        self._seats = np.zeros(count, np.int64)
        self._observations = np.full(count, None, object)

    def note(self, games: Batch, places: NDArray[np.int64], acted: NDArray[np.int64], actions: int) -> None:
        """Games in these places are over; the seats that `acted` are shown how they stand."""
        self.rewards[places] = games.rewards[places, acted[places]]
        self.over[places] = True
        self._seats[places] = acted[places]
        for seat in np.unique(acted[places]):
            planes = games.observe(int(seat))
            for place in places[acted[places] == seat]:
                shown = planes[place] / games.largest
                self._observations[place] = {"observation": shown, "action_mask": np.zeros(actions, np.int8)}

    def info(self) -> dict[str, Any]:
        """As Gymnasium tells it: for each key whose games have one, in another key with `_` before it."""
        if not self.over.any():
            return {}
        seats = {"seat": self._seats, "_seat": self.over.copy()}
        return {
            "final_obs": self._observations,
            "_final_obs": self.over.copy(),
            "final_info": seats,
            "_final_info": self.over.copy(),
        }
