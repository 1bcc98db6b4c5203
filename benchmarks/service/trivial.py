"""A trivial game, and our server with it: two players in turn add a number from 1 to 9 to a sum.

`benchmarks/boardgame_io/server.mjs` is the same game for boardgame.io. Only this process knows the game.
`python -m benchmarks.service.trivial serve ...` is `moleworks serve ...` with it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from moleworks.core import registry
from moleworks.core.game import ActionNames, Game, Option, Outcome, Setup, Value, View
from moleworks.core.messages import Malformed, Refusal
from moleworks.core.plugin import API_VERSION, Plugin

GOAL = 1_000_000
"""The sum at which the game ends; no benchmark reaches it."""


class CountState(NamedTuple):
    setup: Setup
    sum: int
    turn: int


class CountView(View):
    sum: int


class Count(Game[CountState]):
    """The smallest game that the interface allows."""

    id: ClassVar[str] = "count"
    title: ClassVar[str] = "Count"
    player_counts: ClassVar[range] = range(2, 3)
    options: ClassVar[Mapping[str, Option]] = MappingProxyType({})
    seat_phases = frozenset({"add"})
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType({"default": {}})

    def start(self, setup: Setup) -> CountState:
        return CountState(setup, 0, 0)

    def actor(self, state: CountState) -> int | None:
        return None if state.sum >= GOAL else state.turn

    def mover(self, state: CountState) -> int | None:
        return self.actor(state)

    def phase(self, state: CountState) -> str:
        return "over" if state.sum >= GOAL else "add"

    def legal(self, state: CountState) -> Sequence[int]:
        return () if state.sum >= GOAL else range(1, 10)

    def play(self, state: CountState, action: int) -> CountState:
        return CountState(state.setup, state.sum + action, 1 - state.turn)

    def odds(self, state: CountState) -> Mapping[int, Fraction]:
        del state
        return {}

    def view(self, state: CountState, seat: int | None) -> CountView:
        del seat
        return {"phase": self.phase(state), "seat": state.turn, "sum": state.sum}

    def scores(self, state: CountState) -> tuple[int, ...] | None:
        del state
        return None

    def outcome(self, state: CountState) -> Outcome | None:
        return Outcome("C1", 1 - state.turn, False) if state.sum >= GOAL else None

    def name(self, state: CountState, action: int) -> str:
        del state
        return f"+{action}"

    def attempt(self, state: CountState, name: str) -> int | Refusal:
        if len(name) != 2 or name[0] != "+" or not name[1].isdecimal():
            raise Malformed("{name} is no number to add.", name=name[:40])
        action = int(name[1])
        return action if action in self.legal(state) else Refusal("C1", "Add 1 to 9.")

    def not_your_turn(self) -> Refusal:
        return Refusal("C2", "It is not your turn.")

    def action_names(self, setup: Setup) -> ActionNames:
        return ActionNames({f"+{action}": action for action in range(1, 10)}, {})

    def max_actions(self, setup: Setup) -> int:
        return GOAL


COUNT = Count()
PLUGIN = Plugin(
    id=Count.id, api=API_VERSION, package="benchmarks.service", game="benchmarks.service.trivial:COUNT"
)


def register() -> None:
    """Register the game as a built-in one of this process, so that no package has to be installed."""
    registry.BUILT_IN = {**registry.BUILT_IN, Count.id: "benchmarks.service.trivial:PLUGIN"}


def main() -> int | None:
    """Run a command of Moleworks with this game."""
    register()
    from moleworks.__main__ import main as command  # noqa: PLC0415 - after the game is registered

    return command()


if __name__ == "__main__":
    sys.exit(main())
