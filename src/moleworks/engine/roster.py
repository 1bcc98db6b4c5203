"""Find a player by name: `level3`, `best@0.1s`, `random`, `greedy`.

Beside the levels and the random mover each game has reference players, which never change, so that strength
can be compared across versions. After the @ comes a budget for each move: seconds (`s`) or nodes (`n`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from moleworks.core.messages import N_, Complaint
from moleworks.engine import LEVELS, Effort, Knowledge, Reference, chance, player, references, state
from moleworks.engine.advice import MOST_NODES, MOST_SECONDS

Mover = Callable[[Knowledge, int], str]
"""Names an action, from the knowledge of the seat to act and a seed."""

NAME = re.compile(r"([a-z]+[0-9]*)(?:@([0-9]+(?:\.[0-9]+)?(?=s)|[1-9][0-9]*(?=n))([sn]))?")
WITHOUT_BUDGET = ("random", *(f"level{level}" for level in LEVELS))


def mover(game: str, name: str) -> Mover:
    """The player of that name.

    >>> from moleworks import engine
    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> match.play([mover("mole-hill", "random")(engine.knowledge(match), 7)])
    """
    found = NAME.fullmatch(name)
    known = ("best", *WITHOUT_BUDGET, *references(game))
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
        return _reference_mover(references(game)[kind], effort)
    if kind == "best":
        return _player_mover(game, effort if effort != Effort() else Effort(level=LEVELS[-1]))
    return _player_mover(game, Effort(level=int(kind.removeprefix("level"))))


def _effort(amount: str | None, unit: str | None) -> Effort:
    if amount is None:
        return Effort()
    return Effort(seconds=float(amount)) if unit == "s" else Effort(nodes=int(amount))


def random_action(knowledge: Knowledge, seed: int) -> str:
    """A legal action, each equally likely. What is legal does not depend on secrets."""
    game, here = knowledge.game, state(knowledge)
    return game.name(here, chance.random_legal(game, here, Random(seed)))


def _reference_mover(reference: Reference, effort: Effort) -> Mover:
    return lambda knowledge, seed: reference(knowledge, effort, seed)


def _player_mover(game: str, effort: Effort) -> Mover:
    return lambda knowledge, seed: player(game).choose(knowledge, effort, seed=seed)
