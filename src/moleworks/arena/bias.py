"""Who is favoured by where they sit: by game, preset and number of players, whoever plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from moleworks.arena.plans import Plan
from moleworks.arena.play import Played
from moleworks.arena.reports import seat_share, whole_sets
from moleworks.arena.statistics import Estimate, estimate


class Kind(NamedTuple):
    """Games that are alike but for the players."""

    game: str
    preset: str
    options: str
    """Those in which it differs from the preset; and the board, if it is not the usual one."""
    players: int


class Bias(NamedTuple):
    """What the seats of a kind of game won; seat 0 acts first."""

    kind: Kind
    games: int
    drawn: int
    seats: tuple[Estimate, ...]
    plies: tuple[int, ...]
    """Of each game."""


def kind(plan: Plan, resolved: Mapping[str, object]) -> Kind:
    """`resolved` are the options as the preset sets them."""
    other = [
        f"{name}={str(value).lower()}" for name, value in plan.options.items() if resolved.get(name) != value
    ]
    if plan.board != "classic":
        other.append(plan.board if isinstance(plan.board, str) else str(plan.board.get("name", "")))
    return Kind(plan.game, plan.preset, " ".join(other), plan.seats)


def bias(of: Kind, runs: Iterable[Sequence[Played]]) -> Bias:
    """Over all runs of a kind; in every set everybody sat in every seat, so strength is no part of it.

    Line-ups may differ in how many games make a set: each set counts by its games.
    """
    games: list[Played] = []
    scores: list[list[float]] = []
    sizes: list[int] = []
    for run in runs:
        for played in whole_sets(run).values():
            games += played
            sizes.append(len(played))
            scores.append(
                [sum(seat_share(game, seat) for game in played) / len(played) for seat in range(of.players)]
            )
    seats = tuple(
        estimate([score[seat] for score in scores], sizes, 1 / of.players) for seat in range(of.players)
    )
    drawn = sum(game.winner is None for game in games)
    return Bias(of, len(games), drawn, seats, tuple(game.plies for game in games))
