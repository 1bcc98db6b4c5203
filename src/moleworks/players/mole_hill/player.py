"""The computer player of Mole Hill, as all others use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moleworks.games.mole_hill.game import MOLE_HILL, State
from moleworks.players.advice import Advice, Effort, Line, Player, Searched, Sight
from moleworks.players.mole_hill import chances, levels
from moleworks.players.mole_hill.reasons import reason
from moleworks.players.mole_hill.sight import state
from moleworks.players.mole_hill.thought import Budget, Found, Way, choose
from moleworks.players.mole_hill.tools import WORKSHOP
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
        return Advice(tuple(_line(here, way, found) for way in found.ways), _searched(found))

    def choose(self, sight: Sight, effort: Effort, *, seed: int = 0) -> str:
        here = state(sight.view, sight.setup)
        return MOLE_HILL.name(here, _thought(here, effort, 1, (), seed, None, None).action)

    def outlook(self, state: Any, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        def value(here: State) -> float:
            found = _thought(here, effort, 1, (), seed, None, None, neutral=True)
            return _value(here, found.value, found)

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


def _line(here: State, way: Way, found: Found) -> Line:
    """The best way is compared with the next one, the others with the best."""
    rivals = [other.action for other in found.ways if other.action != way.action]
    return Line(
        MOLE_HILL.name(here, way.action),
        _value(here, way.value, found),
        tuple(MOLE_HILL.name(here, action) for action in way.line),
        reason(here.table, here.position, way.action, rivals[0] if rivals else None, way is found.ways[0]),
    )


def _value(here: State, value: float, found: Found) -> float:
    """Points are put right where they are only believed; chances are what they are."""
    table, position = here.table, here.position
    if found.exact or (table.rounds == 2 and position.round == 2):
        return value
    return chances.put_right(table, position.hills, value)


def _searched(found: Found) -> Searched:
    method = PROOF if found.exact else METHOD
    return Searched(method, found.depth, found.nodes, found.seconds, found.exact, found.compiled, found.hits)


PLAYER = MoleHillPlayer()
