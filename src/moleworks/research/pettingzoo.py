"""PettingZoo: the games as AEC environments, an agent a seat (`seat_0`, `seat_1`, ...).

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
import warnings
from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any, ClassVar, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from moleworks.research import extras, world
from moleworks.research.table import ILLEGAL, RENDER_MODES, Table, forgives, turned, unknown
from moleworks.research.world import World

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise extras.missing("pettingzoo", error) from error


class Environment(AECEnv):
    """A table at which every agent has a seat.

    The game is `mole-hill`, `mole-company` or `buddel-bande`; `board`, `players`, `preset`, `options` and
    `rotations` are agreed as everywhere in Moleworks. Without `rotations`, boards that can be turned are
    turned by lot in every game. Whoever does something illegal loses at once, as in
    PettingZoo's own classic environments, or hears why not and may try again (`illegal="refuse"`). No wrapper
    is needed. `clone()` gives a second environment that goes on from here with the same luck, and one in the
    middle of a game can be pickled.
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
        self.render_mode, self._forgives = render_mode, forgives(render_mode, illegal)
        self.world: World = world.found(
            game, board=board, players=players, preset=preset, options=options, rotations=rotations
        )
        self._agreed, self._fixed = self.world, rotations is not None
        self.metadata: dict[str, Any] = {**self.METADATA, "name": f"moleworks_{game.replace('-', '_')}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.world.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._nothing = np.zeros(len(self.world.seats), np.int8)
        self._made_spaces()
        self.agents: list[str] = []
        self._luck = Random()
        self.table: Table | None = None

    def _made_spaces(self) -> None:
        count, shape = len(self.world.seats), self.world.planes.shape
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
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed the luck of the last one goes on. `options` may hold `rotations`."""
        if told := unknown(options):  # no error, for PettingZoo's own tests try one that nobody knows
            warnings.warn(told, stacklevel=2)
        if seed is not None:
            self._luck = Random(seed)
        luck = Random(self._luck.getrandbits(64))
        self.world = turned(self._agreed, self._fixed, options, luck)
        self.table = Table(self.world, luck)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.table.seat or 0]

    def _now(self) -> Table:
        if self.table is None:
            raise ValueError("No game has begun: call reset() first.")
        return self.table

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the seat sees, and what it may do: nothing unless it is to act."""
        table, seat = self._now(), self._seats[agent]
        here = self.world
        mask = here.seats.mask(table.state) if seat == table.seat else self._nothing.copy()
        return {"observation": here.observed(table.state, seat), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        try:
            agent = self.agent_selection
            over = self.terminations[agent] or self.truncations[agent]
        except (AttributeError, KeyError):
            self._now()
            raise ValueError("The game is over and all have left: call reset() for another one.") from None
        if over:
            self._was_dead_step(action)
            return
        table, here = self._now(), self.world
        if action is None:
            raise ValueError(f"The game goes on: {agent} has to act.")
        number = index(action)  # NumPy's numbers are slow to look things up by
        self._cumulative_rewards[agent] = 0.0
        if not here.seats.allows(table.state, number):
            self._illegal(agent, number)
            return
        table.play(number)
        if table.seat is not None:
            self.agent_selection = self.possible_agents[table.seat]
        else:
            self._over(dict(zip(self.possible_agents, here.returns(table.state), strict=True)))
        if self.render_mode == "human":
            self.render()

    def _illegal(self, agent: str, action: int) -> None:
        why = self.world.refusal(self._now().state, action)
        if self._forgives:
            raise why
        self.infos[agent] = {"refused": str(why)}
        self._now().seat = None
        self._over({other: ILLEGAL if other == agent else 0.0 for other in self.agents})

    def _over(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The board as everybody may see it."""
        if self.render_mode is None:
            raise ValueError('Say how to render when the environment is made: render_mode="ansi".')
        return self._now().render(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def clone(self) -> Environment:
        """The same environment in the same place with the same luck to come."""
        other = copy.copy(self)
        for part in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            if hasattr(self, part):
                setattr(other, part, copy.copy(getattr(self, part)))
        other.infos = {agent: dict(info) for agent, info in getattr(self, "infos", {}).items()}
        other.table = self.table and self.table.clone()
        other._luck = copy.copy(self._luck)
        other._made_spaces()  # their samplers are not to be shared
        return other

    def __deepcopy__(self, memo: object) -> Environment:
        return self.clone()


env = Environment
"""The name under which PettingZoo's users look for one."""
