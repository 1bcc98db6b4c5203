"""Gymnasium environments: one agent against computer players in the other seats.

>>> import gymnasium
>>> import moleworks.research.gymnasium
>>> table = gymnasium.make("moleworks/mole-hill-v0", board="patch", level=1)
>>> observation, info = table.reset(seed=1)
>>> over = False
>>> while not over:
...     action = observation["action_mask"].argmax()
...     observation, reward, over, truncated, info = table.step(action)
>>> reward
-1.0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import index
from random import Random
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from moleworks.core.registry import GAMES
from moleworks.research import extras
from moleworks.research.encoding import for_game
from moleworks.research.episode import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Episode,
    next_encoding,
    refuses_illegal,
)
from moleworks.research.level_opponent import LevelOpponent

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise extras.missing_extra("gymnasium", error) from error

Observation = dict[str, NDArray[Any]]
Opponent = int | str | Callable[[Observation], SupportsIndex]
"""Who plays the other seats: a level, `random`, `self`, or a function from an observation to an action."""


class GymnasiumEnvironment(gymnasium.Env[Observation, np.int64]):
    """The agent sits in `seat` (None: a random one in each game).

    `opponent` plays the other seats: a level (1 to 7), `random`, or a function that gets the observation of
    the seat to act and returns the number of an action. With `self` the agent plays all seats in turn: the
    observation is that of the seat to act, which `info["seat"]` names, and the reward that of the seat that
    acted. An illegal action loses at once, or is an error and the game goes on (`illegal="refuse"`). Without
    `rotations`, boards that can be turned are turned at random in every game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it for instances
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        *,
        level: int = 1,
        opponent: Opponent | None = None,
        seat: int | None = 0,
        render_mode: str | None = None,
        illegal: str = "lose",
        board: str = "classic",
        players: int | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        rotations: Sequence[int] | None = None,
    ) -> None:
        self.encoding = for_game(
            game, board=board, players=players, preset=preset, options=options, rotations=rotations
        )
        self._opponent: Opponent = level if opponent is None else opponent
        _check_opponent(self._opponent)
        if seat is not None and seat not in range(self.encoding.players):
            raise ValueError(f"There is no seat {seat}: they go from 0 to {self.encoding.players - 1}.")
        self._base_encoding, self._fixed_rotations = self.encoding, rotations is not None
        self._chosen_seat = seat
        self.render_mode, self._refuses_illegal = render_mode, refuses_illegal(render_mode, illegal)
        self.action_space: Any = spaces.Discrete(len(self.encoding.seats))
        self.observation_space: Any = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.encoding.planes.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.encoding.seats),), np.int8),
            }
        )
        self.episode: Episode | None = None
        self.seat = 0
        self._random = Random(0)
        self._level = (
            LevelOpponent(self.encoding, self._opponent) if isinstance(self._opponent, int) else None
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; `options` may hold `rotations`."""
        if unknown := ", ".join(str(name) for name in options or {} if name != "rotations"):
            raise ValueError(f"reset() knows the option rotations alone, not {unknown}.")
        super().reset(seed=seed, options=options)
        self.seat = (
            int(self.np_random.integers(self.encoding.players))
            if self._chosen_seat is None
            else self._chosen_seat
        )
        self._random = Random(int(self.np_random.integers(2**62)))
        self.encoding = next_encoding(self._base_encoding, self._fixed_rotations, options, self._random)
        self.episode = Episode(self.encoding, self._random)
        self._play_others()
        if self.episode.seat is None:  # it was over before the agent's first turn: begin another one
            return self.reset(options=options)
        return self._observation(), {"seat": self.seat}

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the agent, then let the computer play until the agent is to act again."""
        episode, encoding = self._current_episode(), self.encoding
        if episode.seat is None:
            raise ValueError("The game is over: call reset() for another one.")
        info: dict[str, Any] = {"seat": self.seat}
        acted, number = self.seat, index(action)
        if not encoding.seats.allows(episode.state, number):
            why = encoding.refusal(episode.state, number)
            if self._refuses_illegal:
                raise why
            info["refused"] = str(why)
            episode.seat = None
            return self._observation(), ILLEGAL_REWARD, True, False, info
        episode.play(number)
        self._play_others()
        reward = encoding.returns(episode.state)[acted]
        info["seat"] = self.seat
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, episode.seat is None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as the agent may see it."""
        if self.render_mode is None:
            raise ValueError('Say how to render when the environment is made: render_mode="ansi".')
        return self._current_episode().render(self.render_mode, self.seat)

    def _current_episode(self) -> Episode:
        if self.episode is None:
            raise ValueError("No game has begun: call reset() first.")
        return self.episode

    def _mask(self) -> NDArray[np.int8]:
        """1 for each legal action of the seat to act."""
        episode, encoding = self._current_episode(), self.encoding
        if episode.seat is None:
            return np.zeros(len(encoding.seats), np.int8)
        return encoding.seats.mask(episode.state)

    def _observation(self, seat: int | None = None) -> Observation:
        state = self._current_episode().state
        seen = self.encoding.observe(state, self.seat if seat is None else seat)
        return {"observation": seen, "action_mask": self._mask()}

    def _play_others(self) -> None:
        """Let the opponent play until the agent is to act or the game is over."""
        episode = self._current_episode()
        if self._opponent == "self":
            self.seat = self.seat if episode.seat is None else episode.seat
        while episode.seat not in {None, self.seat}:
            episode.play(self._choose_action(episode))

    def _choose_action(self, episode: Episode) -> int:
        """The number of the opponent's action."""
        if self._level is not None:
            seed = self._random.getrandbits(31)
            return self._level.choose(self.encoding, episode.state, episode.names, seed)
        if not callable(self._opponent):
            return self._random.choice(self.encoding.seats.legal(episode.state))
        number = index(self._opponent(self._observation(episode.seat)))
        if not self.encoding.seats.allows(episode.state, number):
            raise self.encoding.refusal(episode.state, number)
        return number


def _check_opponent(opponent: Opponent) -> None:
    if isinstance(opponent, str) and opponent not in {"random", "self"}:
        raise ValueError(f'An opponent is a level, "random", "self" or a function, not {opponent!r}.')


for _game in GAMES:
    gymnasium.register(
        f"moleworks/{_game}-v0",
        entry_point=f"{__name__}:GymnasiumEnvironment",
        vector_entry_point=f"{__name__}_vector:GymnasiumVectorEnvironment",
        kwargs={"game": _game},
    )
