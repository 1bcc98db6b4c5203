"""A player with the values that a test gives it; it records its calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moleworks import engine
from moleworks.core.game import State, View
from moleworks.core.messages import Message
from moleworks.engine import Advice, AnyPlayer, Effort, Knowledge, Line, Player, SearchStats, Stop

Outlook = Callable[[Any], tuple[float, ...]]


class Oracle(Player[State]):
    """Every action is worth what `values` says by its name, else nothing much."""

    def __init__(self, values: Mapping[str, float], outlook: Outlook, otherwise: float = 0.0) -> None:
        self.values, self.says, self.otherwise = values, outlook, otherwise
        self.asked: list[Knowledge] = []
        self.looked: list[Any] = []
        self.units: AnyPlayer | None = None
        """The player that says what the values are: chances of winning, or points."""
        self.at_most: int | None = None
        """After so many questions somebody presses Ctrl-C."""

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
        del effort, seed, stop, patience
        self.asked.append(knowledge)
        if self.at_most is not None and len(self.asked) > self.at_most:
            raise KeyboardInterrupt
        state = engine.state(knowledge)
        names = [knowledge.game.name(state, action) for action in knowledge.game.legal(state)]
        gardens = knowledge.view.get("round") == 1 and knowledge.view["phase"] == "rod"
        names.sort(key=self._value, reverse=not gardens)
        chosen = [*names[:lines], *(name for name in also if name not in names[:lines])]
        found = tuple(Line(name, self._value(name), (name,), Message("It is so.")) for name in chosen)
        return Advice(found, SearchStats("oracle", 1, 1, 0.0, False, False, 0))

    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        del effort, seed
        self.looked.append(state)
        return self.says(state)

    def in_points(self, view: View) -> bool:
        return self.units is not None and self.units.in_points(view)

    def wants_few_points(self, view: View) -> bool:
        return self.units is not None and self.units.wants_few_points(view)

    def warm_up(self, wait: float = 0.0) -> bool:
        del wait
        return True

    def _value(self, name: str) -> float:
        return self.values.get(name, self.otherwise)
