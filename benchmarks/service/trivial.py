"""The trivial game, and our real server with it: two players in turn add a number from 1 to 9 to a sum.

boardgame.io plays the same in `benchmarks/boardgame_io/server.mjs`. Only this process knows the game.
`python -m benchmarks.service.trivial serve ...` is `moleworks serve ...`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from moleworks import games
from moleworks.games.game import Game, Malformed, Names, Option, Outcome, Refusal, Setup, Value, View

GOAL = 1_000_000
"""The sum at which it would end; no benchmark plays so long."""


class Board(NamedTuple):
    """There is nothing on it."""

    name: str


class State(NamedTuple):
    setup: Setup
    sum: int
    turn: int


class Count(Game[State]):
    """The waist, as small as it can be."""

    id: ClassVar[str] = "count"
    title: ClassVar[str] = "Count"
    seats: ClassVar[range] = range(2, 3)
    options: ClassVar[Mapping[str, Option]] = MappingProxyType({})
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType({"default": {}})

    def start(self, setup: Setup) -> State:
        return State(setup, 0, 0)

    def actor(self, state: State) -> int | None:
        return None if state.sum >= GOAL else state.turn

    def mover(self, state: State) -> int | None:
        return self.actor(state)

    def phase(self, state: State) -> str:
        return "over" if state.sum >= GOAL else "add"

    def legal(self, state: State) -> Sequence[int]:
        return () if state.sum >= GOAL else range(1, 10)

    def play(self, state: State, action: int) -> State:
        return State(state.setup, state.sum + action, 1 - state.turn)

    def odds(self, state: State) -> Mapping[int, Fraction]:
        del state
        return {}

    def view(self, state: State, seat: int | None) -> View:
        del seat
        return {"sum": state.sum}

    def scores(self, state: State) -> tuple[int, ...] | None:
        del state
        return None

    def outcome(self, state: State) -> Outcome | None:
        return Outcome("C1", 1 - state.turn, False) if state.sum >= GOAL else None

    def name(self, state: State, action: int) -> str:
        del state
        return f"+{action}"

    def attempt(self, state: State, name: str) -> int | Refusal:
        if len(name) != 2 or name[0] != "+" or not name[1].isdecimal():
            raise Malformed("{name} is no number to add.", name=name[:40])
        action = int(name[1])
        return action if action in self.legal(state) else Refusal("C1", "Add 1 to 9.")

    def not_your_turn(self) -> Refusal:
        return Refusal("C2", "It is not your turn.")

    def names(self, setup: Setup) -> Names:
        return Names({f"+{action}": action for action in range(1, 10)}, {})

    def longest(self, setup: Setup) -> int:
        return GOAL


def register() -> None:
    """Before anything else takes the list of games."""
    games.GAMES = MappingProxyType({**games.GAMES, Count.id: Count()})
    from moleworks import boards  # noqa: PLC0415 - it has to come after the line above

    folder = boards._folder
    boards.CHECKS = {**boards.CHECKS, Count.id: lambda values, _where: Board(str(values["name"]))}  # type: ignore[index]

    def with_ours(game: str) -> Any:
        return Path(__file__).with_name("boards") if game == Count.id else folder(game)

    boards._folder = with_ours


if __name__ == "__main__":
    register()
    from moleworks.__main__ import main

    sys.exit(main())
