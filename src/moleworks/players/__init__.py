"""Computer players, and everything that is drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from moleworks.games import CHANCE, Complaint, Setup, View
from moleworks.games.game import N_
from moleworks.players.advice import LEVELS, Advice, Effort, Line, Player, Reference, Searched, Sight
from moleworks.players.asking import check_effort, check_names, check_view
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

    Whose view it is does not stand in it. In Buddel Bande another seat's is refused where that shows: the
    seat to act knows its own moles, if `know_own` is played. Else it is taken for that seat's.
    """
    effort, seen = Effort(level, simulations, seconds), Sight(setup, view, tuple(heard))
    check_effort(effort, lines, seed)
    check_view(view, setup)
    if view["phase"] not in ACTING:
        raise Complaint(N_("No seat is to act here: the game is over or chance acts."))
    check_names(seen.heard, also, setup)
    _check_sight(seen)
    return player(setup.game).advise(
        seen,
        effort,
        lines=lines,
        also=also,
        seed=SYSTEM.getrandbits(31) if seed is None else seed & SEEDS,
        stop=stop,
    )


def _check_sight(seen: Sight) -> None:
    """Whether there is a position that looks like this; a complaint of the game's own goes through."""
    wrong = f"this view shows no position of {seen.setup.game} in a game set up like this"
    try:
        again = seen.game.view(state(seen), seen.seat)
    except Complaint:
        raise
    except Exception as error:
        raise ValueError(wrong) from error
    there = seen.view["seat"] in range(seen.setup.players)
    if not there or any(part != seen.view[name] for name, part in again.items()):
        raise ValueError(wrong)


def _room(game: str, module: str) -> Any:
    return import_module(f"moleworks.players.{game.replace('-', '_')}.{module}")
