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

from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from moleworks import engine as computer
from moleworks.core.registry import GAMES
from moleworks.engine import Effort, Knowledge
from moleworks.research import extras
from moleworks.research.encoding import for_game
from moleworks.research.episode import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Episode,
    next_encoding,
    refuses_illegal,
    unknown_options,
)

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise extras.missing_extra("gymnasium", error) from error

PATIENCE = 120.0
"""Seconds to wait for compiled kernels: without them, play depends on the clock, not on the seed alone."""
Observation = dict[str, NDArray[Any]]


class GymnasiumEnvironment(gymnasium.Env[Observation, np.int64]):
    """The agent sits in `seat` (None: a random one in each game).

    An illegal action loses at once, or is an error and the game goes on (`illegal="refuse"`). Without
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
        if level not in computer.LEVELS:
            raise ValueError(f"There is no level {level}: they go from 1 to 7.")
        if seat is not None and seat not in range(self.encoding.players):
            raise ValueError(f"There is no seat {seat}: they go from 0 to {self.encoding.players - 1}.")
        self._base_encoding, self._fixed_rotations = self.encoding, rotations is not None
        self._effort, self._chosen_seat = Effort(level=level), seat
        self._player = computer.player(game)
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
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile and load the player, and drop its first answer: a level has limited time for it."""
        self._player.warm_up(PATIENCE)
        self._random = Random(0)
        self._choose_action(Episode(self.encoding, self._random))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; `options` may hold `rotations`."""
        if warning := unknown_options(options):
            raise ValueError(warning)
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
        number = index(action)
        if not encoding.seats.allows(episode.state, number):
            why = encoding.refusal(episode.state, number)
            if self._refuses_illegal:
                raise why
            info["refused"] = str(why)
            episode.seat = None
            return self._observation(), ILLEGAL_REWARD, True, False, info
        episode.play(number)
        self._play_others()
        reward = encoding.returns(episode.state)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, episode.seat is None, False, info

    def render(self) -> Any:
        """The board as the agent may see it."""
        if self.render_mode is None:
            raise ValueError('Say how to render when the environment is made: render_mode="ansi".')
        return self._current_episode().render(self.render_mode, self.seat)

    def _current_episode(self) -> Episode:
        if self.episode is None:
            raise ValueError("No game has begun: call reset() first.")
        return self.episode

    def _observation(self) -> Observation:
        episode, encoding = self._current_episode(), self.encoding
        mask = (
            np.zeros(len(encoding.seats), np.int8)
            if episode.seat is None
            else encoding.seats.mask(episode.state)
        )
        return {"observation": encoding.observe(episode.state, self.seat), "action_mask": mask}

    def _play_others(self) -> None:
        """Let the computer play until the agent is to act or the game is over."""
        episode = self._current_episode()
        while episode.seat not in {None, self.seat}:
            episode.play(self._choose_action(episode))

    def _choose_action(self, episode: Episode) -> int:
        """The number of the computer's action, from the knowledge of the seat to act."""
        encoding = self.encoding
        heard = tuple(filter(encoding.game.is_public, episode.names))
        knowledge = Knowledge(encoding.setup, encoding.game.view(episode.state, episode.seat), heard)
        advice = self._player.advise(knowledge, self._effort, seed=self._random.getrandbits(31))
        return encoding.seats.number[advice.action]


for _game in GAMES:
    gymnasium.register(
        f"moleworks/{_game}-v0", entry_point=f"{__name__}:GymnasiumEnvironment", kwargs={"game": _game}
    )
