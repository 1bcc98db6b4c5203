"""A game that is played in an environment: its state, the seat to act, and a random generator."""

from __future__ import annotations

import io
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from moleworks.core.game import CHANCE, State
from moleworks.engine import chance
from moleworks.research import rendering
from moleworks.research.encoding import GameEncoding
from moleworks.terminal.captions import captioned_position

RENDER_MODES = ("human", "rgb_array", "ansi")
"""`human` prints the picture that `ansi` returns."""
ILLEGAL_REWARD = -1.0
"""The reward for an illegal action, unless it is refused."""


def refuses_illegal(render_mode: str | None, illegal: str) -> bool:
    """Whether illegal actions are refused, not punished; an error if an argument is invalid."""
    if render_mode not in {None, *RENDER_MODES}:
        raise ValueError(f"There is no way {render_mode} to render; there are {', '.join(RENDER_MODES)}.")
    if illegal not in {"lose", "refuse"}:
        raise ValueError(f'What follows an illegal action is "lose" or "refuse", not {illegal!r}.')
    return illegal == "refuse"


def next_encoding(
    encoding: GameEncoding, fixed: bool, options: Mapping[str, Any] | None, random: Random
) -> GameEncoding:
    """The encoding of the next game: rotations come from `reset`, from the environment, or at random."""
    drawn = chance.draw_rotations(encoding.game, random)  # always, so that what follows is the same
    given = (options or {}).get("rotations")
    if given is None and (fixed or drawn is None):
        return encoding
    return encoding.with_rotations(drawn if given is None else given)


class Episode:
    """A game in which chance acts at once, so that a seat is always to act until the game is over."""

    def __init__(self, encoding: GameEncoding, random: Random) -> None:
        self.encoding, self._random = encoding, random
        self.state: State = encoding.start
        self.names: list[str] = []
        self.seat: int | None = None
        """Whose turn it is; None once the game is over."""
        self._play_chance()

    def play(self, number: int) -> None:
        """Play a legal action."""
        game, seats = self.encoding.game, self.encoding.seats
        self.names.append(seats.name(self.state, number))
        self.state = state = game.play(self.state, seats.actions[number])
        self.seat = game.actor(state)
        if self.seat == CHANCE:
            self._play_chance()

    def _play_chance(self) -> None:
        game = self.encoding.game
        while (actor := game.actor(self.state)) == CHANCE:
            action = chance.draw(game, self.state, self._random)
            self.names.append(game.name(self.state, action))
            self.state = game.play(self.state, action)
        self.seat = actor

    def clone(self) -> Episode:
        """An independent copy with the same chance events to come."""
        other = object.__new__(Episode)
        other.encoding, other.state, other.seat = self.encoding, self.state, self.seat
        other.names = self.names.copy()
        other._random = Random()
        other._random.setstate(self._random.getstate())
        return other

    def __deepcopy__(self, memo: object) -> Episode:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """It is pickled as its action names and its random generator."""
        random = self._random.getstate()
        return {"encoding": self.encoding, "names": self.names, "random": random, "seat": self.seat}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.encoding, self.names, self._random = state["encoding"], list(state["names"]), Random()
        self._random.setstate(state["random"])
        game, self.state = self.encoding.game, self.encoding.start
        for name in self.names:
            self.state = game.play(self.state, game.parse(self.state, name))
        self.seat = state["seat"]  # None after an illegal action too

    def render(self, mode: str, seat: int | None = None) -> NDArray[np.uint8] | str | None:
        """The board as a seat may see it, or everybody (None)."""
        if mode == "rgb_array":
            return rendering.draw(self.encoding.setup, self.encoding.game.view(self.state, seat))
        lines = captioned_position(self.state, seat)
        if mode == "human":
            Console().print(*lines, sep="\n")
            return None
        output = io.StringIO()
        console = Console(
            file=output, force_terminal=True, color_system="truecolor", width=200, legacy_windows=False
        )
        console.print(*lines, sep="\n")
        return output.getvalue()
