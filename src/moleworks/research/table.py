"""A game being played in an environment: its state, whoever is to act, and luck from a seed."""

from __future__ import annotations

import io
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from moleworks.games import CHANCE
from moleworks.players import lots
from moleworks.record import Match
from moleworks.research import pictures
from moleworks.research.captions import caption
from moleworks.research.world import World
from moleworks.terminal import draw

RENDER_MODES = ("human", "rgb_array", "ansi")
"""`human` prints the picture that `ansi` hands over."""
ILLEGAL = -1.0
"""What an illegal action brings whoever tries it, unless it is refused."""


def forgives(render_mode: str | None, illegal: str) -> bool:
    """Whether an illegal action is refused and no more; an error if either of the two is no such thing."""
    if render_mode not in {None, *RENDER_MODES}:
        raise ValueError(f"There is no way {render_mode} to render; there are {', '.join(RENDER_MODES)}.")
    if illegal not in {"lose", "refuse"}:
        raise ValueError(f'What follows an illegal action is "lose" or "refuse", not {illegal!r}.')
    return illegal == "refuse"


def unknown(options: Mapping[str, Any] | None) -> str:
    """What to say of options that `reset` does not know; nothing if it knows them all."""
    names = ", ".join(str(name) for name in options or {} if name != "rotations")
    return names and f"reset() knows the option rotations alone, not {names}."


def turned(here: World, fixed: bool, options: Mapping[str, Any] | None, luck: Random) -> World:
    """The world of the next game: its boards lie as `reset` was told, or as agreed, or as they are drawn."""
    drawn = lots.rotations(here.game, luck)  # always, so that what follows is the same
    given = (options or {}).get("rotations")
    if given is None and (fixed or drawn is None):
        return here
    return here.turned(drawn if given is None else given)


class Table:
    """Chance plays at once, so a seat is always to act until the game is over."""

    def __init__(self, world: World, luck: Random) -> None:
        self.world, self._luck = world, luck
        self.state: Any = world.start
        self.names: list[str] = []
        self.seat: int | None = None
        """Whose turn it is; None once the game is over."""
        self._chance()

    def play(self, number: int) -> None:
        """An action that is legal."""
        game, seats = self.world.game, self.world.seats
        self.names.append(seats.names[number])
        self.state = state = game.play(self.state, seats.actions[number])
        self.seat = game.actor(state)
        if self.seat == CHANCE:
            self._chance()

    def _chance(self) -> None:
        game = self.world.game
        while (actor := game.actor(self.state)) == CHANCE:
            action = lots.draw(game, self.state, self._luck)
            self.names.append(game.name(self.state, action))
            self.state = game.play(self.state, action)
        self.seat = actor

    def clone(self) -> Table:
        """The same game with the same luck to come, to go on with apart from this one."""
        other = object.__new__(Table)
        other.world, other.state, other.seat = self.world, self.state, self.seat
        other.names = self.names.copy()
        other._luck = Random()
        other._luck.setstate(self._luck.getstate())
        return other

    def __deepcopy__(self, memo: object) -> Table:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """A match is its list of action names, and the luck to come."""
        luck = self._luck.getstate()
        return {"world": self.world, "names": self.names, "luck": luck, "seat": self.seat}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.world, self.names, self._luck = kept["world"], list(kept["names"]), Random()
        self._luck.setstate(kept["luck"])
        game, self.state = self.world.game, self.world.start
        for name in self.names:
            self.state = game.play(self.state, game.parse(self.state, name))
        self.seat = kept["seat"]  # nobody's, after an illegal action too

    def render(self, mode: str, seat: int | None = None) -> NDArray[np.uint8] | str | None:
        """The board as a seat may see it, or everybody (None)."""
        setup, game = self.world.setup, self.world.game
        if mode == "rgb_array":
            return pictures.draw(setup, game.view(self.state, seat))
        lines = draw.picture(Match(game, setup), self.state, seat)
        lines += caption(setup, game.view(self.state, seat), game.outcome(self.state))
        if mode == "human":
            Console().print(*lines, sep="\n")
            return None
        paper = io.StringIO()
        console = Console(
            file=paper, force_terminal=True, color_system="truecolor", width=200, legacy_windows=False
        )
        console.print(*lines, sep="\n")
        return paper.getvalue()
