"""A player that says what a test wants it to say, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moleworks import players
from moleworks.games.game import Message
from moleworks.players import Advice, Effort, Line, Player, Searched, Sight, Stop

Outlook = Callable[[Any], tuple[float, ...]]


class Oracle(Player):
    """Every action is worth what `values` says by its name, else nothing much."""

    def __init__(self, values: Mapping[str, float], outlook: Outlook, otherwise: float = 0.0) -> None:
        self.values, self.says, self.otherwise = values, outlook, otherwise
        self.asked: list[Sight] = []
        self.looked: list[Any] = []
        self.at_most: int | None = None
        """After so many questions somebody presses Ctrl-C."""

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
        del effort, seed, stop, patience
        self.asked.append(sight)
        if self.at_most is not None and len(self.asked) > self.at_most:
            raise KeyboardInterrupt
        state = players.state(sight)
        names = [sight.game.name(state, action) for action in sight.game.legal(state)]
        gardens = sight.view.get("round") == 1 and sight.view["phase"] == "rod"
        names.sort(key=self._value, reverse=not gardens)
        chosen = [*names[:lines], *(name for name in also if name not in names[:lines])]
        found = tuple(Line(name, self._value(name), (name,), Message("It is so.")) for name in chosen)
        return Advice(found, Searched("oracle", 1, 1, 0.0, False, False, 0))

    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        del effort, seed
        self.looked.append(state)
        return self.says(state)

    def warm_up(self, wait: float = 0.0) -> bool:
        del wait
        return True

    def _value(self, name: str) -> float:
        return self.values.get(name, self.otherwise)
