"""PettingZoo environments (AEC) with an agent for each seat (`seat_0`, `seat_1`, ...).

>>> from moleworks.research.pettingzoo import env
>>> table = env("mole-hill", board="patch")
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     mask = observation["action_mask"]
...     table.step(None if terminated or truncated else mask.argmax())
>>> table.agents
[]
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any, ClassVar, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from moleworks.research import extras
from moleworks.research.encoding import GameEncoding, for_game
from moleworks.research.episode import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Episode,
    next_encoding,
    refuses_illegal,
)

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise extras.missing_extra("pettingzoo", error) from error


class PettingZooEnvironment(AECEnv):
    """An environment with an agent for every seat.

    `game` is the id of a game; `board`, `players`, `preset`, `options` and `rotations` are as
    everywhere in Moleworks. Without `rotations`, boards that can be turned are turned at random in every
    game. An illegal action loses at once, as in PettingZoo's own classic environments, or is an error and the
    game goes on (`illegal="refuse"`). No wrapper is needed. `clone()` makes a second environment in the same
    state with the same chance events to come. An environment in the middle of a game can be pickled.
    """

    METADATA: ClassVar[Mapping[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        *,
        illegal: str = "lose",
        board: str = "classic",
        players: int | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        rotations: Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        self.render_mode, self._refuses_illegal = render_mode, refuses_illegal(render_mode, illegal)
        self.encoding: GameEncoding = for_game(
            game, board=board, players=players, preset=preset, options=options, rotations=rotations
        )
        self._base_encoding, self._fixed_rotations = self.encoding, rotations is not None
        self.metadata: dict[str, Any] = {**self.METADATA, "name": f"moleworks_{game.replace('-', '_')}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.encoding.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._empty_mask = np.zeros(len(self.encoding.seats), np.int8)
        self._make_spaces()
        self.agents: list[str] = []
        self._random = Random()
        self.episode: Episode | None = None

    def _make_spaces(self) -> None:
        count, shape = len(self.encoding.seats), self.encoding.planes.shape
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the random numbers go on.

        `options` may hold `rotations`; others are ignored, as PettingZoo's own tests expect.
        """
        if seed is not None:
            self._random = Random(seed)
        random = Random(self._random.getrandbits(64))
        self.encoding = next_encoding(self._base_encoding, self._fixed_rotations, options, random)
        self.episode = Episode(self.encoding, random)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.episode.seat or 0]

    def _current_episode(self) -> Episode:
        if self.episode is None:
            raise ValueError("No game has begun: call reset() first.")
        return self.episode

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The observation of a seat and its legal actions: none unless it is to act."""
        episode, seat = self._current_episode(), self._seats[agent]
        encoding = self.encoding
        mask = encoding.seats.mask(episode.state) if seat == episode.seat else self._empty_mask.copy()
        return {"observation": encoding.observe(episode.state, seat), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        """Play an action of the selected agent; None for an agent whose game is over."""
        try:
            agent = self.agent_selection
            over = self.terminations[agent] or self.truncations[agent]
        except (AttributeError, KeyError):
            self._current_episode()
            raise ValueError("The game is over and all have left: call reset() for another one.") from None
        if over:
            self._was_dead_step(action)
            return
        episode, encoding = self._current_episode(), self.encoding
        if action is None:
            raise ValueError(f"The game goes on: {agent} has to act.")
        number = index(action)  # lookups by NumPy's integers are slow
        self._cumulative_rewards[agent] = 0.0
        if not encoding.seats.allows(episode.state, number):
            self._end_by_illegal_action(agent, number)
            return
        episode.play(number)
        if episode.seat is not None:
            self.agent_selection = self.possible_agents[episode.seat]
        else:
            self._end(dict(zip(self.possible_agents, encoding.returns(episode.state), strict=True)))
        if self.render_mode == "human":
            self.render()

    def _end_by_illegal_action(self, agent: str, action: int) -> None:
        why = self.encoding.refusal(self._current_episode().state, action)
        if self._refuses_illegal:
            raise why
        self.infos[agent] = {"refused": str(why)}
        self._current_episode().seat = None
        self._end({other: ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents})

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The public view of the board."""
        if self.render_mode is None:
            raise ValueError('Say how to render when the environment is made: render_mode="ansi".')
        return self._current_episode().render(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def clone(self) -> PettingZooEnvironment:
        """A copy in the same state with the same chance events to come."""
        other = copy.copy(self)
        for part in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            if hasattr(self, part):
                setattr(other, part, copy.copy(getattr(self, part)))
        other.infos = {agent: dict(info) for agent, info in getattr(self, "infos", {}).items()}
        other.episode = self.episode and self.episode.clone()
        other._random = copy.copy(self._random)
        other._make_spaces()  # spaces hold random generators, which must not be shared
        return other

    def __deepcopy__(self, memo: object) -> PettingZooEnvironment:
        return self.clone()


env = PettingZooEnvironment
"""The usual name in PettingZoo."""
