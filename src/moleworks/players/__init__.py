"""Computer players, and everything that is drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from moleworks.games import CHANCE, Complaint, Setup, View
from moleworks.games.game import N_
from moleworks.players.advice import LEVELS, Advice, Effort, Line, Player, Reference, Searched, Sight
from moleworks.players.lots import SYSTEM
from moleworks.players.workshop import Stop
from moleworks.record import Match

__all__ = [
    "LEVELS",
    "Advice",
    "Effort",
    "Line",
    "Player",
    "Reference",
    "Searched",
    "Sight",
    "Stop",
    "best",
    "player",
    "references",
    "sight",
    "state",
]


ACTING = ("place", "step", "rod", "choose", "move", "bonus", "act")
"""The phases in which a seat acts."""
SEEDS = 0x7FFFFFFF
"""Compiled kernels hold no larger numbers for sure."""


def player(game: str) -> Player:
    """The computer player of a game; what it needs is loaded when it is first asked for."""
    found: Player = _room(game, "player").PLAYER
    return found


def references(game: str) -> Mapping[str, Reference]:
    """The frozen players of a game, by name: see `ladder`."""
    found: Mapping[str, Reference] = _room(game, "reference").REFERENCES
    return found


def state(sight: Sight) -> Any:
    """The state behind what a seat sees; hidden owners are not in it."""
    return _room(sight.setup.game, "sight").state(sight.view, sight.setup)


def sight(match: Match) -> Sight:
    """What the seat to act knows in a match; a complaint where no seat is to act."""
    actor = match.game.actor(match.state)
    if actor is None or actor == CHANCE:
        raise Complaint(N_("No seat is to act here: the game is over or chance acts."))
    return Sight(match.setup, match.game.view(match.state, actor), match.heard())


def best(
    view: View,
    setup: Setup,
    heard: Sequence[str] = (),
    *,
    level: int | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    also: Sequence[str] = (),
    seed: int | None = None,
    stop: Stop | None = None,
) -> Advice:
    """What the seat to act should do, from its own view: give one of level, simulations and seconds.

    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> advice = best(match.game.view(match.state, 0), match.setup, level=1, seed=1)
    >>> match.play([advice.action])

    `heard` are the actions so far that all know of (`match.heard()`): in Buddel Bande they are evidence.
    Without a seed, equally good actions are drawn by lot.
    """
    effort = Effort(level, simulations, seconds)
    _check(effort, lines)
    if view["phase"] not in ACTING:
        raise Complaint(N_("No seat is to act here: the game is over or chance acts."))
    return player(setup.game).advise(
        Sight(setup, view, tuple(heard)),
        effort,
        lines=lines,
        also=also,
        seed=SYSTEM.getrandbits(31) if seed is None else seed & SEEDS,
        stop=stop,
    )


def _check(effort: Effort, lines: int) -> None:
    """What a program may have got wrong, said before it does harm."""
    if sum(part is not None for part in effort) != 1:
        raise ValueError("give one of level, simulations and seconds")
    good = (
        effort.level is None or (type(effort.level) is int and effort.level in LEVELS),
        effort.nodes is None or (type(effort.nodes) is int and effort.nodes > 0),
        effort.seconds is None or effort.seconds > 0,
        type(lines) is int and lines > 0,
    )
    if not all(good):
        raise ValueError("a level is 1 to 7; simulations, seconds and lines are more than 0")


def _room(game: str, module: str) -> Any:
    return import_module(f"moleworks.players.{game.replace('-', '_')}.{module}")
