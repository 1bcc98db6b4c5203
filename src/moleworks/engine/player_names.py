"""Find a player by name: `level3`, `best@0.1s`, `random`, `greedy`.

Beside the levels and the random player each game has reference players, which never change, so that strength
can be compared across versions. After the @ comes a budget for each move: seconds (`s`) or nodes (`n`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from moleworks.core.messages import N_, Complaint
from moleworks.engine import LEVELS, Effort, Knowledge, Reference, chance, player, references, state
from moleworks.engine.advice import MOST_NODES, MOST_SECONDS

ChooseAction = Callable[[Knowledge, int], str]
"""Names an action, from the knowledge of the seat to act and a seed; perhaps as a `ValuedAction`."""


class ValuedAction(str):
    """The name of an action, with what its player says of it."""

    __slots__ = ("depth", "is_chance", "value")
    depth: int
    """How many actions ahead it has looked; 0 if it does not search so."""
    value: float
    is_chance: bool
    """Whether the value is a chance of winning, not a number of points."""

    def __new__(cls, action: str, depth: int, value: float, *, is_chance: bool) -> ValuedAction:
        """An action with its depth and value."""
        valued = super().__new__(cls, action)
        valued.depth, valued.value, valued.is_chance = depth, value, is_chance
        return valued


def advised_action(game: str, knowledge: Knowledge, effort: Effort, seed: int) -> ValuedAction:
    """What the computer player of a game chooses, and how it values that."""
    found = player(game).advise(knowledge, effort, seed=seed)
    in_points = player(game).in_points(knowledge.view)
    return ValuedAction(found.action, found.searched.depth, found.value, is_chance=not in_points)


NAME = re.compile(r"([a-z]+[0-9]*)(?:@([0-9]+(?:\.[0-9]+)?(?=s)|[1-9][0-9]*(?=n))([sn]))?")
BEST = "best"
WITHOUT_BUDGET = ("random", *(f"level{level}" for level in LEVELS))


def player_named(game: str, name: str) -> ChooseAction:
    """The player of that name.

    >>> from moleworks import engine
    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> match.play([player_named("mole-hill", "random")(engine.knowledge(match), 7)])
    """
    found = NAME.fullmatch(name)
    known = (BEST, *WITHOUT_BUDGET, *references(game))
    if not found or found[1] not in known:
        raise Complaint(
            N_("There is no player {name} of {game}; there are {known}, some with a budget: best@0.1s."),
            name=name[:40],
            game=game,
            known=", ".join(known),
        )
    kind, effort = found[1], _effort(found[2], found[3])
    if (effort.nodes or 0) > MOST_NODES or (effort.seconds or 0) > MOST_SECONDS:
        raise Complaint(
            N_("{name} has too large a budget: {nodes} nodes or {seconds} seconds a move are the most."),
            name=name[:40],
            nodes=MOST_NODES,
            seconds=MOST_SECONDS,
        )
    if effort != Effort() and kind in WITHOUT_BUDGET:
        raise Complaint(N_("{name} has no budget to choose: leave out what follows the @."), name=name[:40])
    if kind == "random":
        return random_action
    if kind in references(game):
        return _reference_player(references(game)[kind], effort)
    return _computer_player(game, effort_of(name) or effort)


def effort_of(name: str) -> Effort | None:
    """The effort of a computer player by its name; None for other players.

    >>> effort_of("level3"), effort_of("random")
    (Effort(level=3, nodes=None, seconds=None, share=None), None)
    """
    found = NAME.fullmatch(name)
    if not found or found[1] not in (BEST, *WITHOUT_BUDGET) or found[1] == "random":
        return None
    if found[1] != BEST:
        return Effort(level=int(found[1].removeprefix("level")))
    effort = _effort(found[2], found[3])
    return effort if effort != Effort() else Effort(level=LEVELS[-1])


def _effort(amount: str | None, unit: str | None) -> Effort:
    if amount is None:
        return Effort()
    return Effort(seconds=float(amount)) if unit == "s" else Effort(nodes=int(amount))


def random_action(knowledge: Knowledge, seed: int) -> str:
    """A legal action, each equally likely. What is legal does not depend on secrets."""
    game, here = knowledge.game, state(knowledge)
    return game.name(here, chance.random_legal(game, here, Random(seed)))


def _reference_player(reference: Reference, effort: Effort) -> ChooseAction:
    return lambda knowledge, seed: reference(knowledge, effort, seed)


def _computer_player(game: str, effort: Effort) -> ChooseAction:
    return lambda knowledge, seed: player(game).choose(knowledge, effort, seed=seed)
