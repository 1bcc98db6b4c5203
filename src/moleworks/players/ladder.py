"""Everybody who can be sent against somebody, by name: `level3`, `best@0.1s`, `random`, `greedy`.

Beside the levels and the random mover each game has references: simple players that never change, so that
what a player gains can be told years later. Behind the @ is a budget: seconds (`s`) or nodes (`n`) a move.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.players import LEVELS, Effort, Reference, Sight, lots, player, references, state
from moleworks.players.advice import MOST_NODES, MOST_SECONDS

Mover = Callable[[Sight, int], str]
"""Names an action, from what the seat to act may know and a seed."""

NAME = re.compile(r"([a-z]+[0-9]*)(?:@([0-9]+(?:\.[0-9]+)?(?=s)|[1-9][0-9]*(?=n))([sn]))?")
TIMELESS = ("random", *(f"level{level}" for level in LEVELS))


def mover(game: str, name: str) -> Mover:
    """The player of that name.

    >>> from moleworks import players
    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> match.play([mover("mole-hill", "random")(players.sight(match), 7)])
    """
    found = NAME.fullmatch(name)
    known = ("best", *TIMELESS, *references(game))
    if not found or found[1] not in known:
        raise Complaint(
            N_("There is no player {name} of {game}; there are {known}, some with a budget: best@0.1s."),
            name=name[:40],
            game=game,
            known=", ".join(known),
        )
    who, effort = found[1], _effort(found[2], found[3])
    if (effort.nodes or 0) > MOST_NODES or (effort.seconds or 0) > MOST_SECONDS:
        raise Complaint(
            N_("{name} has too large a budget: {nodes} nodes or {seconds} seconds a move are the most."),
            name=name[:40],
            nodes=MOST_NODES,
            seconds=MOST_SECONDS,
        )
    if effort != Effort() and who in TIMELESS:
        raise Complaint(N_("{name} has no budget to choose: leave out what follows the @."), name=name[:40])
    if who == "random":
        return any_action
    if who in references(game):
        return _bound(references(game)[who], effort)
    if who == "best":
        return _advised(game, effort if effort != Effort() else Effort(level=LEVELS[-1]))
    return _advised(game, Effort(level=int(who.removeprefix("level"))))


def _effort(amount: str | None, unit: str | None) -> Effort:
    if amount is None:
        return Effort()
    return Effort(seconds=float(amount)) if unit == "s" else Effort(nodes=int(amount))


def any_action(sight: Sight, seed: int) -> str:
    """Any legal action, each alike: what may be done hangs on nothing hidden."""
    game, here = sight.game, state(sight)
    return game.name(here, lots.any_legal(game, here, Random(seed)))


def _bound(reference: Reference, effort: Effort) -> Mover:
    return lambda sight, seed: reference(sight, effort, seed)


def _advised(game: str, effort: Effort) -> Mover:
    return lambda sight, seed: player(game).choose(sight, effort, seed=seed)
