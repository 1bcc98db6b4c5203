"""Let equal computers play on a board, to find out whether it is fair and how long games are."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from moleworks.core.messages import N_, Message
from moleworks.engine import player_names
from moleworks.matches.cancellation import write_progress
from moleworks.matches.jobs import JobQueue

if TYPE_CHECKING:
    from moleworks.arena.statistics import Estimate

MAX_GAMES = 60
"""Games of a trial."""
MAX_SECONDS = 30.0
"""Seconds after which no further game of a trial is started."""

_Game = tuple[int | None, int]
"""The winner, and the number of actions of the players."""


class TrialRequest(NamedTuple):
    """A board to try out, with as many equal players as it has seats."""

    board: Mapping[str, Any]
    """As data; it has been checked."""
    seats: int
    level: int

    @property
    def key(self) -> str:
        """Equal for requests of the same trial."""
        return hashlib.sha256(json.dumps(self, sort_keys=True).encode()).hexdigest()


class BoardTrial(NamedTuple):
    """The games of a trial so far."""

    seats: int
    winners: tuple[int | None, ...]
    """By game: the seat that won; None for a draw."""
    turns: tuple[int, ...]
    """By game: the number of actions of the players, without chance actions."""
    over: bool

    @property
    def done(self) -> float:
        """How much of the trial is done, from 0 to 1; 1 only once it is over."""
        return 1.0 if self.over else min(0.99, len(self.winners) / MAX_GAMES)

    def win_share(self, seat: int) -> Estimate:
        """The share of the games that a seat wins; a draw is shared by all."""
        from moleworks.arena.statistics import estimate  # noqa: PLC0415 - no match needs the arena

        even = 1 / self.seats
        shares = [even if winner is None else float(winner == seat) for winner in self.winners]
        return estimate(shares, 1, even)


class BoardTrials:
    """The trials that were asked for; `limit` run at once."""

    def __init__(self, limit: int) -> None:
        self._jobs = JobQueue(limit, _run_trial)
        self._asked: defaultdict[str, set[str]] = defaultdict(set)
        """By trial: who has asked for it."""

    def get(self, request: TrialRequest, owner: str = "") -> BoardTrial:
        """The games so far; the trial is started if necessary."""
        job = self._jobs.get(request.key, request)
        self._asked[request.key].add(owner)
        if job.result is not None:
            return job.result
        return _trial(request.seats, _read_games(job.progress_file), over=False)

    def stop(self, request: TrialRequest, owner: str = "") -> None:
        """Stop a trial and forget its games, once all who asked for it want that."""
        asked = self._asked[request.key]
        wanted = owner in asked
        asked.discard(owner)
        if wanted and not asked:
            self._jobs.cancel(request.key)
        if not asked:
            del self._asked[request.key]

    def close(self) -> None:
        """Stop all trials and their processes."""
        self._jobs.close()


def trial_messages(trial: BoardTrial, level: int) -> list[Message]:
    """The findings in sentences: which seat is favoured, how certain that is, how long games are."""
    if not trial.winners:
        return [Message(N_("The computers get ready…"))]
    shares = [trial.win_share(seat) for seat in range(trial.seats)]
    best = max(range(trial.seats), key=lambda seat: shares[seat].low)
    worst = min(range(trial.seats), key=lambda seat: shares[seat].high)
    seat, text = 0, N_("No seat is clearly favoured: player {number} won {share} percent of {games} games.")
    if shares[worst].high < shares[worst].even:
        seat, text = worst, N_("Player {number} has a hard time: won {share} percent of {games} games.")
    if shares[best].low > shares[best].even:
        seat, text = best, N_("Player {number} is favoured: won {share} percent of {games} games.")
    found = shares[seat]
    sure = {"low": _percent(found.low), "high": _percent(found.high), "even": _percent(found.even)}
    numbers = {"number": seat + 1, "share": _percent(found.share), "games": len(trial.winners)}
    turns = {
        "mean": round(sum(trial.turns) / len(trial.turns)),
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


def _trial(seats: int, games: Sequence[_Game], *, over: bool) -> BoardTrial:
    return BoardTrial(seats, tuple(winner for winner, _ in games), tuple(turns for _, turns in games), over)


def _read_games(progress_file: Path) -> list[_Game]:
    with contextlib.suppress(OSError, ValueError):
        return [(winner, turns) for winner, turns in json.loads(progress_file.read_text("ascii"))]
    return []


def _run_trial(request: TrialRequest, progress_file: Path) -> BoardTrial:
    """Runs in another process, and writes the games to the file."""
    from moleworks import arena  # noqa: PLC0415 - no match needs it
    from moleworks.arena.play import play, warm_up  # noqa: PLC0415
    from moleworks.arena.schedule import GameJob  # noqa: PLC0415

    name = f"level{request.level}"
    line_up = ("random", *(name,) * (request.seats - 1))
    plan = arena.plan(request.board["game"], line_up, request.seats, seats=request.seats, board=request.board)
    plan = plan._replace(players=(name,) * request.seats)
    warm_up(plan, player_names.player_named)
    games: list[_Game] = []
    until = time.monotonic() + MAX_SECONDS
    while len(games) < MAX_GAMES and time.monotonic() < until:
        played = play(plan, GameJob(len(games), 0, plan.players), player_names.player_named)
        games.append((played.winner, sum(played.moves)))
        write_progress(progress_file, json.dumps(games))
    return _trial(request.seats, games, over=True)
