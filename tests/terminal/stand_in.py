"""A computer player that thinks of nothing, so that what is around it can be tried at once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from moleworks import players
from moleworks.games.game import Message, somebody
from moleworks.players import Advice, Effort, Line, Player, Searched, Sight, Stop


class Asked(NamedTuple):
    """What a player was asked."""

    sight: Sight
    effort: Effort
    lines: int
    seed: int


class StandIn(Player):
    """Digs if it can, and else does anything; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.warmed = 0
        self.exact = False

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
        del also, patience
        assert stop is not None
        assert not stop.is_set
        self.asked.append(Asked(sight, effort, lines, seed))
        game, state = sight.game, players.state(sight)
        names = [game.name(state, action) for action in game.legal(state)]
        holes = sight.view.get("holes", [])
        stays = [name for name in names if name.partition("-")[0] not in holes]
        digs = [name for name in stays if name.partition("-")[2] in holes]
        chosen = Random(seed).choice(sorted(digs or stays or names))
        names.remove(chosen)
        why = Message("It pleases {who}.", {"who": somebody(sight.seat)})
        found = [
            Line(name, value, (name,), why)
            for name, value in zip([chosen, *names][:lines], (0.634, 0.5, 0.2), strict=False)
        ]
        return Advice(tuple(found), Searched("none", 1, 1, 0.0, self.exact, False, 0))

    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        raise NotImplementedError

    def warm_up(self, wait: float = 0.0) -> bool:
        del wait
        self.warmed += 1
        return True
