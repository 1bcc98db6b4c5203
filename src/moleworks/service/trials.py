"""Is a board fair, and how long are games on it? Equal computers try it out, in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import statistics
import tempfile
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from moleworks import arena
from moleworks.arena.play import play, warm_up
from moleworks.arena.schedule import Job
from moleworks.arena.statistics import Estimate, estimate
from moleworks.games import Message
from moleworks.games.game import N_
from moleworks.players import ladder
from moleworks.service.analyses import Busy
from moleworks.service.thinkers import Thinkers

GAMES = 60
"""So many are played at most,"""
SECONDS = 30.0
"""none is begun after so many seconds,"""
UNWANTED = 10.0
"""nor once nobody has asked for so long."""
KEPT = 200
"""So many results are kept at hand."""


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


class _Work(NamedTuple):
    task: asyncio.Task[Trial]
    notes: Path
    """What is known so far; the players go on as long as this file is there and somebody touches it."""


class Trials:
    """Of the boards that somebody asked about; `most` are tried at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._thinkers = Thinkers(most)
        self._kept: OrderedDict[str, _Work] = OrderedDict()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def of(self, wish: Wish) -> Trial:
        """What is known; the trial is begun if need be, and goes on as long as somebody asks."""
        key = wish.key
        work = self._kept.get(key)
        if work is None or (work.task.done() and (work.task.cancelled() or work.task.exception())):
            work = self._begun(key, wish)
        self._kept.move_to_end(key)
        if work.task.done():
            return work.task.result()
        work.notes.touch()
        return _read(work.notes, wish.seats)

    def stop(self, wish: Wish) -> None:
        """No further game is begun, and what was found so far is forgotten."""
        work = self._kept.pop(wish.key, None)
        if work is not None:
            work.notes.unlink(missing_ok=True)

    def close(self) -> None:
        for work in self._kept.values():
            work.task.cancel()
        self._thinkers.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _begun(self, key: str, wish: Wish) -> _Work:
        if sum(not work.task.done() for work in self._kept.values()) >= self.most:
            raise Busy
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="moleworks-")
        # A stopped trial may still play its last game: a new one has notes of its own.
        notes = Path(self._folder.name) / f"{key}-{time.monotonic_ns()}"
        notes.write_text("[]", "ascii")
        task = asyncio.get_running_loop().create_task(self._thinkers.run(_tried, wish, str(notes)))
        work = self._kept[key] = _Work(task, notes)
        if len(self._kept) > KEPT:
            _, old = self._kept.popitem(last=False)
            old.notes.unlink(missing_ok=True)
        return work


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


def _read(notes: Path, seats: int, over: bool = False) -> Trial:
    games: list[tuple[int | None, int]] = []
    with contextlib.suppress(OSError, ValueError):
        games = json.loads(notes.read_text("ascii"))
    return Trial(seats, tuple(winner for winner, _ in games), tuple(turns for _, turns in games), over)


def _tried(wish: Wish, place: str) -> Trial:
    """In a process of its own; what is known stands in a file."""
    notes, name = Path(place), f"level{wish.level}"
    line_up = ("random", *(name,) * (wish.seats - 1))
    plan = arena.plan(wish.board["game"], line_up, wish.seats, seats=wish.seats, board=wish.board)
    plan = plan._replace(players=(name,) * wish.seats)
    warm_up(plan, ladder.mover)
    games: list[tuple[int | None, int]] = []
    until = time.monotonic() + SECONDS
    while len(games) < GAMES and time.monotonic() < until and _wanted(notes):
        played = play(plan, Job(len(games), 0, plan.players), ladder.mover)
        games.append((played.winner, sum(played.moves)))
        if notes.exists():
            fresh = notes.with_suffix(".new")
            fresh.write_text(json.dumps(games), "ascii")
            fresh.replace(notes)
    return Trial(wish.seats, tuple(winner for winner, _ in games), tuple(turns for _, turns in games), True)


def _wanted(notes: Path) -> bool:
    try:
        return time.time() - notes.stat().st_mtime < UNWANTED
    except OSError:
        return False
