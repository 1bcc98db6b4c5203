"""Is a board fair, and how long are games on it? Equal computers try it out, in processes of their own."""

from __future__ import annotations

import contextlib
import hashlib
import json
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from moleworks import arena
from moleworks.arena.play import play, warm_up
from moleworks.arena.schedule import Job
from moleworks.arena.statistics import Estimate, estimate
from moleworks.games import Message
from moleworks.games.game import N_
from moleworks.players import ladder
from moleworks.service.wanted import note
from moleworks.service.works import Works

GAMES = 60
"""So many are played at most,"""
SECONDS = 30.0
"""and none is begun after so many seconds."""

_Game = tuple[int | None, int]
"""Who won, and how often somebody acted."""


class Wish(NamedTuple):
    """A board that is to be tried out, by so many equal players."""

    board: Mapping[str, Any]
    """A sound one, as data."""
    seats: int
    level: int

    @property
    def key(self) -> str:
        return hashlib.sha256(json.dumps(self, sort_keys=True).encode()).hexdigest()


class Trial(NamedTuple):
    """What has come of it so far."""

    seats: int
    winners: tuple[int | None, ...]
    """A seat for each game; nobody in a draw."""
    turns: tuple[int, ...]
    """How often somebody acted, chance apart, in each game."""
    over: bool

    @property
    def done(self) -> float:
        return 1.0 if self.over else min(0.99, len(self.winners) / GAMES)

    def favour(self, seat: int) -> Estimate:
        """The share of the games that a seat wins; a draw is shared by all."""
        even = 1 / self.seats
        shares = [even if winner is None else float(winner == seat) for winner in self.winners]
        return estimate(shares, 1, even)


class Trials:
    """Of the boards that somebody asked about; `most` are tried at once."""

    def __init__(self, most: int) -> None:
        self._works = Works(most, _tried)

    def of(self, wish: Wish) -> Trial:
        """What is known; the trial is begun if need be."""
        work = self._works.of(wish.key, wish)
        if work.found is not None:
            return work.found
        return _trial(wish.seats, _noted(work.notes), over=False)

    def stop(self, wish: Wish) -> None:
        """No further game is begun, and what was found so far is forgotten."""
        self._works.drop(wish.key)

    def close(self) -> None:
        self._works.close()


def told(trial: Trial, level: int) -> list[Message]:
    """What a trial says: who is favoured, how surely, and how long games are."""
    if not trial.winners:
        return [Message(N_("The computers get ready ..."))]
    favours = [trial.favour(seat) for seat in range(trial.seats)]
    best = max(range(trial.seats), key=lambda seat: favours[seat].low)
    worst = min(range(trial.seats), key=lambda seat: favours[seat].high)
    seat, text = 0, N_("No seat is clearly favoured: player {number} won {share} percent of {games} games.")
    if favours[worst].high < favours[worst].even:
        seat, text = worst, N_("Player {number} has a hard time: won {share} percent of {games} games.")
    if favours[best].low > favours[best].even:
        seat, text = best, N_("Player {number} is favoured: won {share} percent of {games} games.")
    found = favours[seat]
    sure = {"low": _percent(found.low), "high": _percent(found.high), "even": _percent(found.even)}
    numbers = {"number": seat + 1, "share": _percent(found.share), "games": len(trial.winners)}
    turns = {
        "mean": round(statistics.fmean(trial.turns)),
        "least": min(trial.turns),
        "most": max(trial.turns),
    }
    return [
        Message(text, numbers),
        Message(
            N_("Very probably that is {low} to {high} percent in the long run; {even} would be even."), sure
        ),
        Message(N_("A game takes {mean} actions, from {least} to {most}."), turns),
        Message(N_("Player 1 begins; all were computers of level {level}."), {"level": level}),
    ]


def _percent(share: float) -> int:
    return round(100 * share)


def _trial(seats: int, games: Sequence[_Game], *, over: bool) -> Trial:
    return Trial(seats, tuple(winner for winner, _ in games), tuple(turns for _, turns in games), over)


def _noted(notes: Path) -> list[_Game]:
    with contextlib.suppress(OSError, ValueError):
        return [(winner, turns) for winner, turns in json.loads(notes.read_text("ascii"))]
    return []


def _tried(wish: Wish, notes: Path) -> Trial:
    """In a process of its own; the games that were played stand in its notes."""
    name = f"level{wish.level}"
    line_up = ("random", *(name,) * (wish.seats - 1))
    plan = arena.plan(wish.board["game"], line_up, wish.seats, seats=wish.seats, board=wish.board)
    plan = plan._replace(players=(name,) * wish.seats)
    warm_up(plan, ladder.mover)
    games: list[_Game] = []
    until = time.monotonic() + SECONDS
    while len(games) < GAMES and time.monotonic() < until:
        played = play(plan, Job(len(games), 0, plan.players), ladder.mover)
        games.append((played.winner, sum(played.moves)))
        note(notes, json.dumps(games))
    return _trial(wish.seats, games, over=True)
