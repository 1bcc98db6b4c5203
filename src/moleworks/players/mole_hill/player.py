"""The computer player of Mole Hill, as all others use it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moleworks.games.game import Message
from moleworks.games.mole_hill.game import MOLE_HILL, State
from moleworks.players.advice import Advice, Effort, Line, Player, Searched, Sight
from moleworks.players.mole_hill import chances, levels
from moleworks.players.mole_hill.reasons import Course, reasons
from moleworks.players.mole_hill.sight import state
from moleworks.players.mole_hill.thought import Budget, Found, choose
from moleworks.players.mole_hill.tools import WORKSHOP
from moleworks.players.mole_hill.worth import shown
from moleworks.players.workshop import Stop

METHOD, PROOF = "alpha-beta", "alpha-beta, proof"


class MoleHillPlayer(Player):
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
        here = state(sight.view, sight.setup)
        asked = [MOLE_HILL.parse(here, name) for name in also]
        found = _thought(here, effort, lines, asked, seed, stop, patience)
        return Advice(tuple(_lines(here, found)), _searched(found))

    def choose(self, sight: Sight, effort: Effort, *, seed: int = 0) -> str:
        here = state(sight.view, sight.setup)
        return MOLE_HILL.name(here, _thought(here, effort, 1, (), seed, None, None).action)

    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        def value(here: State) -> float:
            found = _thought(here, effort, 1, (), seed, None, None, neutral=True)
            return shown(here.table, here.position, found)[0]

        return chances.by_seat(state, value)

    def warm_up(self, wait: float = 0.0) -> bool:
        return WORKSHOP.warm_up(wait)


def _thought(
    here: State,
    effort: Effort,
    lines: int,
    also: Sequence[int],
    seed: int,
    stop: Stop | None,
    patience: float | None,
    neutral: bool = False,
) -> Found:
    if effort.level is not None:
        care = levels.care(effort.level, here.table, here.position, seed)
    else:
        care = levels.Care(Budget(effort.nodes, effort.seconds), 0.0, True)
    return choose(
        here.table,
        here.position,
        care.budget,
        lines=lines,
        also=also,
        seed=seed,
        slip=care.slip,
        exact=care.exact,
        neutral=neutral,
        stop=stop,
        patience=patience,
    )


def _lines(here: State, found: Found) -> Iterator[Line]:
    """Each way with a reason that none before it has, if there is one.

    The best way is compared with the next one, the others with the best.
    """
    said: list[Message] = []
    for way, value in zip(found.ways, shown(here.table, here.position, found), strict=True):
        rivals = [Course(other.action, other.line) for other in found.ways if other.action != way.action]
        course, best = Course(way.action, way.line), way is found.ways[0]
        whys = list(reasons(here.table, here.position, course, rivals[0] if rivals else None, best))
        why = next((why for why in whys if why not in said), whys[0])
        said.append(why)
        name, line = MOLE_HILL.name(here, way.action), (MOLE_HILL.name(here, action) for action in way.line)
        yield Line(name, value, tuple(line), why)


def _searched(found: Found) -> Searched:
    method = PROOF if found.exact else METHOD
    return Searched(method, found.depth, found.nodes, found.seconds, found.exact, found.compiled, found.hits)


PLAYER = MoleHillPlayer()
