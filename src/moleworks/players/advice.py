"""What a computer player is: it gets what one seat may know, and says what it would do, and why."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from moleworks.games import GAMES, Game, Setup, View
from moleworks.games.game import Message
from moleworks.players.workshop import Stop

LEVELS = range(1, 8)
"""From a friendly beginner to the strongest."""
CAPS = (0.3, 0.3, 0.3, 0.3, 1.0, 1.0, 3.0)
"""By level, the seconds after which it answers, however far it got."""
MOST_NODES, MOST_SECONDS = 10**15, 10**7
"""No effort is greater: nobody waits so long, and compiled kernels count no further for sure."""


class Sight(NamedTuple):
    """All that the seat to act may know: the set-up, its view, and the actions all have heard of.

    Whoever did not listen from the beginning hands over no actions: then only the view speaks.
    """

    setup: Setup
    view: View
    heard: tuple[str, ...] = ()

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.setup.game]

    @property
    def seat(self) -> int:
        """The seat to act, whose view this is."""
        return int(self.view["seat"])


def in_points(view: View) -> bool:
    """Whether a value counts points here: in the first round of Mole Hill there is no match to win yet."""
    return view.get("round") == 1


class Effort(NamedTuple):
    """How much to think: a level, or so many nodes, or so many seconds; exactly one of the three."""

    level: int | None = None
    nodes: int | None = None
    """Positions looked at, or play-outs: whatever the player of a game counts."""
    seconds: float | None = None

    def since(self, began: float) -> Effort:
        """What is left by now, if time was waited for something: half of the seconds in any case."""
        if self.seconds is None:
            return self
        waited = time.perf_counter() - began
        return self._replace(seconds=max(self.seconds / 2, self.seconds - waited))


class Line(NamedTuple):
    """An action, what is expected to follow it, what it is worth to the seat to act, and why."""

    action: str
    value: float
    """The chance of winning; in the first round of Mole Hill, the mole's points in that round."""
    line: tuple[str, ...]
    """Begins with the action and goes on as far as the player looked; in Mole Company and Buddel Bande, where
    chance comes next, it is the action alone."""
    why: Message


def falling(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with no value above that of one before it.

    It may have looked so where a later action was not looked at as deeply, or a level misjudged it.
    """
    found: list[Line] = []
    for line in lines:
        found.append(line._replace(value=min([line.value, *(before.value for before in found[-1:])])))
    return tuple(found)


class Searched(NamedTuple):
    """How the answer was found."""

    method: str
    depth: int
    nodes: int
    seconds: float
    exact: bool
    """Whether the value is proven, not only believed."""
    compiled: bool
    """Whether native kernels were at work: else it was the slower, interpreted search."""
    cache: int
    """How often a position was found in the table of those already looked at; only Mole Hill keeps one."""


class Advice(NamedTuple):
    """The best lines first; then those of the actions that were asked about and are not among them."""

    lines: tuple[Line, ...]
    searched: Searched

    @property
    def action(self) -> str:
        return self.lines[0].action

    @property
    def value(self) -> float:
        return self.lines[0].value


class Player(ABC):
    """The computer player of one game."""

    @abstractmethod
    def advise(
        self,
        sight: Sight,
        effort: Effort,
        *,
        lines: int = 1,
        also: Sequence[str] = (),
        seed: int = 0,
        stop: Stop | None = None,
        patience: float | None = None,
    ) -> Advice:
        """What the seat to act should do.

        So many `lines` are worked out (fewer if there are not so many actions), and one for each action in
        `also`. The same sight, seed and effort (in nodes, or a level) give the same answer on every machine.
        Another thread may set `stop`: the best found so far comes at once. `patience` is how many seconds to
        wait for compiled kernels before making do with interpreted ones; None leaves it to the player.
        """

    def choose(self, sight: Sight, effort: Effort, *, seed: int = 0) -> str:
        """The action that `advise` would name, for those who do not ask why: reasons take time too."""
        return self.advise(sight, effort, seed=seed).action

    @abstractmethod
    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        """What each seat's chances of winning are if everything lies open; a draw counts half.

        Whoever acts: a seat, or chance, or nobody any more. For looking back at games that are over.
        """

    @abstractmethod
    def warm_up(self, wait: float = 0.0) -> bool:
        """Begin to compile in the background; whether that is done within so many seconds."""


Reference = Callable[[Sight, Effort, int], str]
"""A simple player: names an action, for what it may spend (it has a default of its own) and a seed."""
