"""The interface of computer players: a seat's knowledge and an effort in, advice with reasons out."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Sequence
from typing import Generic, NamedTuple, TypeAlias

from moleworks.core.game import AnyGame, S, Setup, State, View
from moleworks.core.messages import Message
from moleworks.core.registry import GAMES
from moleworks.engine.kernel_pool import Stop

LEVELS = range(1, 8)
"""From a friendly beginner to the strongest."""
LEVEL_SECONDS = (0.3, 0.3, 0.3, 0.3, 1.0, 1.0, 3.0)
"""By level, the time limit in seconds."""
MOST_NODES, MOST_SECONDS = 10**15, 10**7
"""The greatest effort: compiled kernels are safe with numbers of this size."""
UNLIMITED = 1 << 60
"""A number of nodes that no search reaches, where only the time counts."""


class Knowledge(NamedTuple):
    """All that the seat to act may know: the set-up, its view, and the actions that all seats have heard.

    Without the actions from the beginning on, `heard` is empty and only the view counts.
    """

    setup: Setup
    view: View
    heard: tuple[str, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The rules of its game."""
        return GAMES[self.setup.game]

    @property
    def seat(self) -> int:
        """The seat to act, whose view this is."""
        seat = self.view["seat"]
        assert seat is not None, "a seat is to act"
        return int(seat)


LEAST_NODES = 32
"""The fewest nodes of a level that gets a share of them only."""


class Effort(NamedTuple):
    """How much to search: a level, a number of nodes, or seconds; exactly one of the three."""

    level: int | None = None
    nodes: int | None = None
    """Positions evaluated, or play-outs: each player says what it counts."""
    seconds: float | None = None
    share: float | None = None
    """The part of its usual nodes that a level gets, however many seconds that takes."""

    def nodes_of(self, usual: int) -> int:
        """How many nodes a level gets that usually has so many: enough to look at each action at least."""
        return usual if self.share is None else min(usual, max(LEAST_NODES, int(usual * self.share)))

    @property
    def reproducible(self) -> bool:
        """Whether the answer is the same on every machine; such a search waits for compiled kernels."""
        return self.nodes is not None or self.share is not None

    def remaining(self, began: float) -> Effort:
        """The effort left after a wait since `began`."""
        if self.seconds is None:
            return self
        return self._replace(seconds=remaining_seconds(self.seconds, time.perf_counter() - began))


def remaining_seconds(seconds: float, waited: float) -> float:
    """The time left to search after a wait: at least half of it."""
    return max(seconds / 2, seconds - waited)


class Line(NamedTuple):
    """An action, its value to the seat to act, the play expected after it, and a reason."""

    action: str
    value: float
    """The chance of winning, or points: see `Player.in_points`."""
    line: tuple[str, ...]
    """The action and the play expected after it; the action alone where chance comes next."""
    why: Message
    proven: bool = False
    """Whether the value is proven, not estimated."""


def shown_places(actions: Sequence[int], lines: int, also: Container[int]) -> list[int]:
    """The places of the actions that get a line: the first `lines`, and those that were asked about.

    >>> shown_places([7, 8, 9, 5], 2, {5})
    [0, 1, 3]
    """
    return [place for place, action in enumerate(actions) if place < max(1, lines) or action in also]


def non_increasing(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines, each with its value capped by that of the line before it.

    A later line can have a higher value if it was searched less deeply, or if a level misjudged it.
    """
    found: list[Line] = []
    for line in lines:
        found.append(line._replace(value=min([line.value, *(before.value for before in found[-1:])])))
    return tuple(found)


class SearchStats(NamedTuple):
    """Statistics of a search."""

    method: str
    depth: int
    nodes: int
    seconds: float
    exact: bool
    """Whether the value of the best action is proven, not estimated."""
    compiled: bool
    """Whether the kernels were compiled; interpreted ones are slower."""
    cache: int
    """Hits in the table of positions already searched; 0 if there is no table."""


class Advice(NamedTuple):
    """The best lines first; then those of further actions that were asked about."""

    lines: tuple[Line, ...]
    searched: SearchStats

    @property
    def action(self) -> str:
        """The name of the best action."""
        return self.lines[0].action

    @property
    def value(self) -> float:
        """The value of the best action."""
        return self.lines[0].value


class AnalysisSettings(NamedTuple):
    """How much effort an analysis spends on a game, and when it marks a choice as bad."""

    effort: Effort = Effort(nodes=20_000)
    """Spent on each choice: near the sixth level."""
    glance: Effort = Effort(nodes=4_000)
    """Spent on one outlook. There are many: one for each outcome of a roll."""
    values_all_actions: bool = True
    """Whether the player evaluates every action anyway, so that the value of the worst one is free."""
    chances: tuple[float, float, float] = (0.02, 0.04, 0.08)
    """The smallest loss, in chances of winning, that is a slip, a mistake and a blunder."""


class Player(ABC, Generic[S]):
    """The computer player of one game."""

    analysis: AnalysisSettings = AnalysisSettings()
    dataset_nodes: int = 1_000
    """The default effort, in nodes, for the value of one position in a data set."""

    @abstractmethod
    def advise(
        self,
        knowledge: Knowledge,
        effort: Effort,
        *,
        lines: int = 1,
        also: Sequence[str] = (),
        seed: int = 0,
        stop: Stop | None = None,
        patience: float | None = None,
    ) -> Advice:
        """Advise the seat to act.

        The result has at most `lines` lines, and one for each action in `also`. The same knowledge, seed and
        effort (in nodes, or a level) give the same answer on every machine. Another thread may set `stop`:
        then the best found so far is returned at once. `patience` is how many seconds to wait for compiled
        kernels before interpreted ones are used; None leaves it to the player.
        """

    def choose(self, knowledge: Knowledge, effort: Effort, *, seed: int = 0) -> str:
        """The action that `advise` would name, without the time that reasons take."""
        return self.advise(knowledge, effort, seed=seed).action

    @abstractmethod
    def outlook(self, state: S, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        """Each seat's chance of winning, with all secrets open; a draw is shared.

        Works for any state: a seat to act, chance to act, or the game over. For analysing finished games.
        """

    def in_points(self, view: View) -> bool:
        """Whether the values of advice for this view are points, not chances of winning."""
        del view  # most games are played to win
        return False

    def wants_few_points(self, view: View) -> bool:
        """Where values are points: whether the seat of this view wants few of them."""
        del view
        return False

    @abstractmethod
    def warm_up(self, wait: float = 0.0) -> bool:
        """Begin to compile in the background; return whether that is done within `wait` seconds."""


AnyPlayer: TypeAlias = Player[State]
"""The computer player of some game."""

Reference = Callable[[Knowledge, Effort, int], str]
"""A simple player: names an action, from knowledge, an effort (it has a default of its own) and a seed."""
