"""A computer player that answers at once, without search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from moleworks import engine
from moleworks.core.messages import Message, somebody
from moleworks.engine import Advice, Effort, Knowledge, Line, Player, SearchStats, Stop


class AdviceRequest(NamedTuple):
    """The arguments of one call of `advise`."""

    knowledge: Knowledge
    effort: Effort
    lines: int
    seed: int


class FakePlayer(Player[Any]):
    """Moves into holes if possible, else plays at random; records its calls."""

    def __init__(self) -> None:
        self.requests: list[AdviceRequest] = []
        self.warm_ups = 0
        self.exact = False

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
        del also, patience
        assert stop is not None
        assert not stop.is_set
        self.requests.append(AdviceRequest(knowledge, effort, lines, seed))
        game, state = knowledge.game, engine.state(knowledge)
        names = [game.name(state, action) for action in game.legal(state)]
        holes = dict(knowledge.view).get("holes", [])
        assert isinstance(holes, list)
        stays = [name for name in names if name.partition("-")[0] not in holes]
        digs = [name for name in stays if name.partition("-")[2] in holes]
        chosen = Random(seed).choice(sorted(digs or stays or names))
        names.remove(chosen)
        why = Message("It pleases {who}.", {"who": somebody(knowledge.seat)})
        found = [
            Line(name, value, (name,), why, self.exact and name == chosen)
            for name, value in zip([chosen, *names][:lines], (0.634, 0.5, 0.2), strict=False)
        ]
        return Advice(tuple(found), SearchStats("none", 1, 1, 0.0, self.exact, False, 0))

    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        raise NotImplementedError

    def warm_up(self, wait: float = 0.0) -> bool:
        del wait
        self.warm_ups += 1
        return True
