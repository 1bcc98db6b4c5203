"""Lawns and positions for tests of the player, and a plain full-width search to check it."""

from __future__ import annotations

from random import Random

from moleworks import boards
from moleworks.core.bits import count, members
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import MoleHillBoard
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.rules import EAST, NORTH, OVER, PLACE, ROD, MoleHillPosition, MoleHillTable
from moleworks.games.mole_hill.rules import play as played
from moleworks.record import Match


def state_of(match: Match) -> MoleHillState:
    """The state of a match, known to be of Mole Hill."""
    assert isinstance(match.state, MoleHillState)
    return match.state


def lawn(
    name: str = "classic",
    preset: str = "blatz",
    rounds: int = 2,
    centre: bool = True,
    diagonal: str = "path",
) -> MoleHillTable:
    board = boards.named("mole-hill", name)
    assert isinstance(board, MoleHillBoard)
    if not centre:
        board = board._replace(centre=None)
    return MOLE_HILL.start(MOLE_HILL.setup(board, 2, preset, {"rounds": rounds, "diagonal": diagonal})).table


def legal(position: MoleHillPosition) -> list[int]:
    if position.phase == ROD:
        return [*(EAST + s for s in members(position.east)), *(NORTH + s for s in members(position.north))]
    return list(members(position.reach))


def random_position(table: MoleHillTable, dice: Random, hills: int) -> MoleHillPosition:
    """A position of the first round with so many hills down, reached by random play; either may be to act."""
    while True:
        position = rules.opening(table)
        wanted = hills, dice.choice((ROD, rules.STEP))
        while position.round == 1 and position.phase != OVER:
            if (count(position.hills), position.phase) == wanted:
                return position
            position = played(table, position, dice.choice(legal(position)))


def plain_value(table: MoleHillTable, position: MoleHillPosition, low: int = -1, high: int = 999) -> int:
    """The mole's points if both play their best: every action is tried."""
    if position.phase in (OVER, PLACE):
        return rules.points(table, position.hills) if position.phase == OVER else position.first
    mole = position.phase != ROD
    best = -1 if mole else 999
    for action in legal(position):
        value = plain_value(table, played(table, position, action), low, high)
        if mole:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best
