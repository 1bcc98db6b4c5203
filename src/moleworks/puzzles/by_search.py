"""Puzzles in games of chance: the action that a search values clearly higher than any other."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from moleworks import engine
from moleworks.core.game import CHANCE
from moleworks.engine import Effort, chance
from moleworks.puzzles.puzzle import WrongAnswer
from moleworks.record import Match

LONGEST_REPLY = 8
"""The most actions that follow an answer, those of chance too."""
GLANCE, GLANCE_MARGIN = 12, 0.6
"""The part of the nodes, and of the margin, that a first look takes."""
DIGITS = 3
"""Chances are rounded to a thousandth."""


class BestAction(NamedTuple):
    """The two best actions and their chances of winning."""

    action: str
    value: float
    second: str
    rest: float


def clear_best(match: Match, nodes: int, margin: float) -> BestAction | None:
    """The best action, if its chance of winning is higher than any other's by this margin at least."""
    player, known = engine.player(match.game.id), engine.knowledge(match)
    # Most positions have no clear best action, which a short search shows as well.
    glance = player.advise(known, Effort(nodes=nodes // GLANCE), lines=2)
    if len(glance.lines) < 2 or glance.lines[0].value - glance.lines[1].value < margin * GLANCE_MARGIN:
        return None
    advice = player.advise(known, Effort(nodes=nodes), lines=2)
    best, second = advice.lines[:2]
    if best.value - second.value < margin:
        return None
    return BestAction(best.action, round(best.value, DIGITS), second.action, round(second.value, DIGITS))


def chosen_action(match: Match, effort: Effort, seed: int) -> str:
    """The action that the computer player chooses."""
    return engine.player(match.game.id).choose(engine.knowledge(match), effort, seed=seed)


def value_of(match: Match, action: str, nodes: int) -> WrongAnswer:
    """The chance of winning after an action."""
    advice = engine.player(match.game.id).advise(
        engine.knowledge(match), Effort(nodes=nodes), lines=1, also=[action]
    )
    value = next(line.value for line in advice.lines if line.action == action)
    return WrongAnswer(round(value, DIGITS))


def continuation(match: Match, action: str, nodes: int) -> str:
    """How a game may go on after an action, until the same seat acts again."""
    seat, after = match.game.actor(match.state), match.copy()
    after.play(action)
    random = Random(" ".join(after.names))
    start = after.ply
    while after.ply - start < LONGEST_REPLY:
        actor = after.game.actor(after.state)
        if actor is None or actor == seat:
            break
        if actor == CHANCE:
            if after.game.mover(after.state) == seat:
                break
            after.act(chance.draw(after.game, after.state, random))
        else:
            found = engine.player(after.game.id).choose(engine.knowledge(after), Effort(nodes=nodes))
            after.play(found)
    return " ".join(after.names[start:])
