"""A state of a game as OpenSpiel wants it, and how it came about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pyspiel

from moleworks.games import CHANCE, Game
from moleworks.research import world
from moleworks.research.world import World

TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class Point:
    """A state of the game and how it came about; it never changes, so copies of it are the same."""

    # Whoever plays at random asks for the first three only; the others are there once they were asked for.
    __slots__ = ("_heard", "_worlds", "before", "name", "state")
    _heard: str
    _worlds: tuple[int, list[list[int]]]

    def __init__(self, state: Any, before: Point | None, name: str) -> None:
        self.state = state
        self.before = before
        self.name = name

    def __deepcopy__(self, memo: object) -> Point:
        """OpenSpiel copies everything when it clones a state."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (world.of(self.state.setup), self.names())

    def names(self) -> tuple[str, ...]:
        """All actions so far, those too that not all have heard of."""
        found = []
        point = self
        while point.before is not None:
            found.append(point.name)
            point = point.before
        return tuple(reversed(found))

    def heard(self, game: Game[Any]) -> str:
        """The actions so far that all have heard of."""
        fresh = []
        point: Point | None = self
        while point is not None and not hasattr(point, "_heard"):
            fresh.append(point)
            point = point.before
        told = "" if point is None else point._heard
        for later in reversed(fresh):
            if later.name and game.heard(later.name):
                told = f"{told} {later.name}" if told else later.name
            later._heard = told
        return told

    def worlds(self, here: World, seat: int) -> list[list[int]]:
        """By action so far, what it may have been for all that a seat knows, as numbers."""
        if not hasattr(self, "_worlds") or self._worlds[0] != seat:
            view = here.game.view(self.state, seat)
            found: list[list[int]] = []
            point = self
            while point.before is not None:
                found.append(_maybe(here, point.before.state, point.name, view))
                point = point.before
            self._worlds = seat, found[::-1]
        return self._worlds[1]


def _replayed(here: World, names: Sequence[str]) -> Point:
    point = Point(here.start, None, "")
    for name in names:
        action = here.game.parse(point.state, name)
        point = Point(here.game.play(point.state, action), point, name)
    return point


def _maybe(here: World, state: Any, name: str, view: dict[str, Any]) -> list[int]:
    game = here.game
    table = here.chance if game.actor(state) == CHANCE else here.seats
    if game.heard(name):
        return [table.number[name]]
    names = (game.name(state, action) for action in game.legal(state))
    return [table.number[other] for other in names if game.fits(other, view)]


class State(pyspiel.State):
    """A state as OpenSpiel wants it.

    What Python programs call most is defined under the name they call too, past OpenSpiel's way through C++.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._here = _Shared(game.world)
        self._point = Point(game.world.start, None, "")
        self._actor = self._whose(game.world.start)

    def _whose(self, state: Any) -> int:
        actor = self._here.game.actor(state)
        return TERMINAL if actor is None else actor

    def current_player(self) -> int:
        return self._actor

    def is_terminal(self) -> bool:
        return self._actor == TERMINAL

    def is_chance_node(self) -> bool:
        return self._actor == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self._here.legal(self._point.state) if player == self._actor else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        actor = self._actor
        if actor >= 0 and (player is None or player == actor):
            return self._here.legal(self._point.state)
        if actor == CHANCE:  # whoever asks
            return [number for number, _ in self.chance_outcomes()]
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._here.world.outcomes(self._point.state)

    def _apply_action(self, number: int) -> None:
        play, actor, seats, chance = self._here.parts
        point = self._point
        actions, names = chance if self._actor == CHANCE else seats
        state = play(point.state, actions[number])
        self._point = Point(state, point, names[number])
        whose = actor(state)
        self._actor = TERMINAL if whose is None else whose

    def play(self, names: Iterable[str]) -> None:
        """So many actions, by their names, chance's among them."""
        here = self._here.world
        for name in names:
            table = here.chance if self._actor == CHANCE else here.seats
            self.apply_action(table.number[name])

    def _action_to_string(self, player: int, number: int) -> str:
        _, names = self._here.chance if player == CHANCE else self._here.seats
        return names[number]

    def string_to_action(self, *told: Any) -> int:
        """The number of a name; the player may stand before it and does not matter."""
        here = self._here.world
        table = here.chance if self._actor == CHANCE else here.seats
        name = str(told[-1])
        here.game.parse(self._point.state, name)  # its complaint says what is wrong
        return table.number[name]

    def returns(self) -> list[float]:
        return self._here.world.returns(self._point.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state like this one for all that a seat knows: what not all have heard is drawn anew."""
        again = self.get_game().new_initial_state()
        for choices in self._point.worlds(self._here.world, player):
            again.apply_action(choices[int(sampler() * len(choices))] if len(choices) > 1 else choices[0])
        return again  # type: ignore[no-any-return]

    @property
    def moleworks_state(self) -> Any:
        """The state of the game itself, secrets included."""
        return self._point.state

    @property
    def heard(self) -> tuple[str, ...]:
        """The actions so far that all have heard of."""
        return tuple(self._point.heard(self._here.game).split())

    def observed(self, seat: int | None) -> Any:
        return self._here.world.observed(self._point.state, seat)

    def __str__(self) -> str:
        """The actions so far, those too that not all have heard of."""
        return " ".join(self._point.names())


class _Shared:
    """What the states of a game share, looked up once; copies of it are the same."""

    def __init__(self, here: World) -> None:
        self.world, self.game = here, here.game
        self.legal = here.seats.legal
        self.seats = here.seats.actions, here.seats.names
        self.chance = here.chance.actions, here.chance.names
        self.parts = here.game.play, here.game.actor, self.seats, self.chance

    def __deepcopy__(self, memo: object) -> _Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Shared, (self.world,)
