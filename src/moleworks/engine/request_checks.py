"""Check the arguments of a request for advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from moleworks.core.game import Setup, View
from moleworks.core.registry import GAMES
from moleworks.engine.advice import LEVELS, MOST_NODES, MOST_SECONDS, Effort


def check_effort(effort: Effort, lines: object, seed: object) -> None:
    """Refuse an effort that is not exactly one of the three, and numbers out of range."""
    if sum(part is not None for part in effort) != 1:
        raise ValueError("give one of level, simulations and seconds")
    good = (
        effort.level is None or (type(effort.level) is int and effort.level in LEVELS),
        effort.nodes is None or (type(effort.nodes) is int and 0 < effort.nodes <= MOST_NODES),
        effort.seconds is None
        or (type(effort.seconds) in {int, float} and 0 < effort.seconds <= MOST_SECONDS),
        type(lines) is int and lines > 0,
    )
    if not all(good):
        raise ValueError(
            f"a level is 1 to {LEVELS[-1]}; simulations, seconds and lines are more than 0, simulations at"
            f" most {MOST_NODES}, seconds at most {MOST_SECONDS}"
        )
    if seed is not None and type(seed) is not int:
        raise ValueError("a seed is a whole number, or None")


def check_view(view: object, setup: Setup) -> View:
    """Refuse what lacks a part of that game's views."""
    parts = _parts(setup)
    missing = [part for part in parts if part not in view] if isinstance(view, Mapping) else parts
    if missing:
        raise ValueError(f"this is no view of {setup.game}: it lacks {', '.join(missing)}")
    return cast(View, view)


def check_names(heard: Sequence[object], also: Sequence[object], setup: Setup) -> None:
    """Refuse heard actions that no such game has or that not all seats hear, and `also` that are no names."""
    known = _heard(setup)
    for name in heard:
        if not isinstance(name, str) or name not in known:
            raise ValueError(f"{name!r} is no action that all hear of in a game of {setup.game} like this")
    if not all(isinstance(name, str) for name in also):
        raise ValueError("the actions asked about are given by their names")


@lru_cache(maxsize=16)
def _parts(setup: Setup) -> tuple[str, ...]:
    game = GAMES[setup.game]
    return tuple(game.view(game.start(setup), None))


@lru_cache(maxsize=16)
def _heard(setup: Setup) -> frozenset[str]:
    """The names of the actions that all seats hear."""
    game = GAMES[setup.game]
    seats, chance = game.action_names(setup)
    return frozenset(filter(game.is_public, (*seats, *chance)))
