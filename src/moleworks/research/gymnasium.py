"""Gymnasium: one agent at the table, and our levels in the other seats.

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

from moleworks import players as computer
from moleworks.games import GAMES
from moleworks.players import Effort, Sight
from moleworks.research import extras, world
from moleworks.research.table import ILLEGAL, RENDER_MODES, Table, forgives, turned, unknown

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise extras.missing("gymnasium", error) from error

PATIENCE = 120.0
"""Seconds to wait for compiled kernels: what is played before hangs on the clock, not on the seed."""
Observation = dict[str, NDArray[Any]]


class Environment(gymnasium.Env[Observation, np.int64]):
    """The agent sits in `seat` (None: in any, drawn each game).

    An illegal action loses at once, or is refused and no more (`illegal="refuse"`). Without `rotations`,
    boards that can be turned are turned by lot in every game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - not one of the class in Gymnasium
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
        self.world = world.found(
            game, board=board, players=players, preset=preset, options=options, rotations=rotations
        )
        if level not in computer.LEVELS:
            raise ValueError(f"There is no level {level}: they go from 1 to 7.")
        if seat is not None and seat not in range(self.world.players):
            raise ValueError(f"There is no seat {seat}: they go from 0 to {self.world.players - 1}.")
        self._agreed, self._fixed = self.world, rotations is not None
        self._effort, self._wish = Effort(level=level), seat
        self._player = computer.player(game)
        self.render_mode, self._forgives = render_mode, forgives(render_mode, illegal)
        self.action_space: Any = spaces.Discrete(len(self.world.seats))
        self.observation_space: Any = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.world.planes.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.world.seats),), np.int8),
            }
        )
        self.table: Table | None = None
        self.seat = 0
        self._warm_up()

    def _warm_up(self) -> None:
        """A level answers in time, however far it got: its first answer, while all is loaded, is not used."""
        self._player.warm_up(PATIENCE)
        self._luck = Random(0)
        self._advised(Table(self.world, self._luck))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; `options` may hold `rotations`."""
        if told := unknown(options):
            raise ValueError(told)
        super().reset(seed=seed, options=options)
        self.seat = int(self.np_random.integers(self.world.players)) if self._wish is None else self._wish
        self._luck = Random(int(self.np_random.integers(2**62)))
        self.world = turned(self._agreed, self._fixed, options, self._luck)
        self.table = Table(self.world, self._luck)
        self._others()
        if self.table.seat is None:  # it was over before the agent's turn came: another one
            return self.reset(options=options)
        return self._seen(), {"seat": self.seat}

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table, here = self._now(), self.world
        if table.seat is None:
            raise ValueError("The game is over: call reset() for another one.")
        info: dict[str, Any] = {"seat": self.seat}
        number = index(action)
        if not here.seats.allows(table.state, number):
            why = here.refusal(table.state, number)
            if self._forgives:
                raise why
            info["refused"] = str(why)
            table.seat = None
            return self._seen(), ILLEGAL, True, False, info
        table.play(number)
        self._others()
        reward = here.returns(table.state)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, table.seat is None, False, info

    def render(self) -> Any:
        """The board as the agent may see it."""
        if self.render_mode is None:
            raise ValueError('Say how to render when the environment is made: render_mode="ansi".')
        return self._now().render(self.render_mode, self.seat)

    def _now(self) -> Table:
        if self.table is None:
            raise ValueError("No game has begun: call reset() first.")
        return self.table

    def _seen(self) -> Observation:
        table, here = self._now(), self.world
        mask = np.zeros(len(here.seats), np.int8) if table.seat is None else here.seats.mask(table.state)
        return {"observation": here.observed(table.state, self.seat), "action_mask": mask}

    def _others(self) -> None:
        """The computer plays until the agent is to act, or the game is over."""
        table = self._now()
        while table.seat not in {None, self.seat}:
            table.play(self._advised(table))

    def _advised(self, table: Table) -> int:
        """What the computer would do, from what the seat to act may know."""
        here = self.world
        heard = tuple(filter(here.game.heard, table.names))
        sight = Sight(here.setup, here.game.view(table.state, table.seat), heard)
        advice = self._player.advise(sight, self._effort, seed=self._luck.getrandbits(31))
        return here.seats.number[advice.action]


for _game in GAMES:
    gymnasium.register(f"moleworks/{_game}-v0", entry_point=f"{__name__}:Environment", kwargs={"game": _game})
