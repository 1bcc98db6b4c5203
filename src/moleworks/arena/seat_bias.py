"""Measure how much each seat is favoured, by game, preset and number of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from moleworks.arena.plans import ArenaPlan
from moleworks.arena.play import FinishedGame
from moleworks.arena.reports import complete_sets, seat_share
from moleworks.arena.statistics import Estimate, estimate


class GameVariant(NamedTuple):
    """A game, its settings and its number of players."""

    game: str
    preset: str
    options: str
    """Options that differ from the preset, and the board if it is not the classic one."""
    players: int


class SeatBias(NamedTuple):
    """The share of games that each seat won; seat 0 acts first."""

    variant: GameVariant
    games: int
    drawn: int
    seats: tuple[Estimate, ...]
    plies: tuple[int, ...]
    """The length of each game."""


def game_variant(plan: ArenaPlan, resolved: Mapping[str, object]) -> GameVariant:
    """The variant that a plan plays; `resolved` are the options of its preset."""
    other = [
        f"{name}={str(value).lower()}" for name, value in plan.options.items() if resolved.get(name) != value
    ]
    if plan.board != "classic":
        other.append(plan.board if isinstance(plan.board, str) else str(plan.board.get("name", "")))
    return GameVariant(plan.game, plan.preset, " ".join(other), plan.seats)


def seat_bias(variant: GameVariant, runs: Iterable[Sequence[FinishedGame]]) -> SeatBias:
    """The bias over all runs of a variant. Every player sits in every seat of a set, so strength cancels out.

    Line-ups may have sets of different sizes: each set is weighted by its number of games.
    """
    games: list[FinishedGame] = []
    scores: list[list[float]] = []
    sizes: list[int] = []
    for run in runs:
        for played in complete_sets(run).values():
            games += played
            sizes.append(len(played))
            scores.append(
                [
                    sum(seat_share(game, seat) for game in played) / len(played)
                    for seat in range(variant.players)
                ]
            )
    seats = tuple(
        estimate([score[seat] for score in scores], sizes, 1 / variant.players)
        for seat in range(variant.players)
    )
    drawn = sum(game.winner is None for game in games)
    return SeatBias(variant, len(games), drawn, seats, tuple(game.plies for game in games))
