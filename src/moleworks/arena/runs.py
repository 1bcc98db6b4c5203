"""Run a plan to its end, or continue an interrupted run."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from moleworks.arena.plans import ArenaPlan, FindPlayer, plan
from moleworks.arena.play import FinishedGame, check_book
from moleworks.arena.player_finder import PlayerFinder
from moleworks.arena.pool import FailedGame, GamePool, RetriedGame, cpu_count, make_pool
from moleworks.arena.reports import Report, new_sprt, report, report_data, set_score
from moleworks.arena.schedule import GameJob, planned_games, schedule
from moleworks.arena.store import ArenaStore, check_writable
from moleworks.core.file_lock import Lock
from moleworks.core.messages import N_, Complaint

MAX_FAILURES_IN_A_ROW = 3
"""A run stops after this many failed games in a row."""
POLL_SECONDS = 0.5
"""Seconds to wait for results before the clock is checked."""
REPORT_SECONDS = 1.0
"""Least seconds between two interim reports."""


PoolFactory = Callable[[ArenaPlan, FindPlayer], GamePool]
"""Makes a pool for a plan and its players."""


class RunObserver(Protocol):
    """Is told about the progress of a run: see `progress.Display`."""

    def begin(self, plan: ArenaPlan, done: int, planned: int) -> None:
        """Called once before the first game: how many are played already, and how many are planned."""

    def tell(self, report: Report, played: int) -> None:
        """`played` games are finished, including those that do not count yet."""

    def trouble(self, trouble: RetriedGame | FailedGame) -> None:
        """Called when a game has to be repeated or cannot be played."""

    def end(self) -> None:
        """Called once after the last game, also if the run was interrupted."""


def run(
    plan: ArenaPlan,
    out: str | Path | None = None,
    *,
    processes: int | None = None,
    seconds: float | None = None,
    watch: RunObserver | None = None,
    find_player: FindPlayer | None = None,
    where: PoolFactory | None = None,
) -> Report:
    """Play what is still to be played of a plan, and report on all of it.

    `out` is the file for all games; the run of an existing file is continued. `processes` is the number of
    cores by default; 0 plays in this process. After `seconds` no further game is begun. `where` makes another
    pool, such as `cluster.ray_at()`.

    >>> from moleworks import arena
    >>> duel = arena.plan("mole-hill", ["random", "depth1"], 10, board="patch")
    >>> arena.run(duel, processes=0).games
    10
    """
    processes = cpu_count() if processes is None else processes
    if type(processes) is not int or not 0 <= processes <= 1000:
        raise Complaint(N_("There can be 0 to 1000 processes, not {given}."), given=str(processes)[:40])
    path = None if out is None else Path(out)
    check_book(plan)
    with _locked(path):
        run = _Run(plan, ArenaStore(plan, path), watch)
        if not run.left:
            return _require_games(run.report())
        find_player = find_player or PlayerFinder(
            plan.engines, plan.patience, engine_options=plan.engine_options, values=plan.wants_values
        )
        pool = (
            where(plan, find_player) if where else make_pool(plan, find_player, min(processes, len(run.left)))
        )
        try:
            run.play(pool, None if seconds is None else time.monotonic() + seconds)
        finally:
            # Finished games are kept, even after Ctrl-C.
            pool.close()
            last = run.finish()
        return _require_games(last)


def _require_games(report: Report) -> Report:
    """The report; a complaint if some games failed and none counts."""
    if report.failed and not report.games:
        raise Complaint(
            N_("Nothing can be said: no game counts, for some could not be played; the last: {why}."),
            why=report.failed[-1].why,
        )
    return report


def steps(
    game: str, players: Sequence[str], games: int, out: str | Path | None = None, **rest: Any
) -> Report:
    """Let neighbours of a list play each other, the weakest first, to see how much each is better.

    `rest` are arguments of `plan` and `run`.
    """
    of_run = {name: rest.pop(name) for name in ("processes", "seconds", "watch", "where") if name in rest}
    find_player = rest.get("find_player")
    return run(plan(game, players, games, pairing="steps", **rest), out, find_player=find_player, **of_run)


def _locked(path: Path | None) -> AbstractContextManager[object]:
    """Lock a file for the whole run: before it is read until after it was written last."""
    if path is None:
        return nullcontext()
    check_writable(path)
    return Lock(path)


class _Run:
    def __init__(self, plan: ArenaPlan, store: ArenaStore, watch: RunObserver | None) -> None:
        self.plan, self.store, self.watch = plan, store, watch
        self.planned = planned_games(plan)
        self.left: deque[GameJob] = deque()
        self._known: set[tuple[int, int]] = set()
        self._sizes: dict[int, int] = {}
        self._missing: dict[int, int] = {}
        self._add_scheduled_games()
        self._failures = 0
        self._next_report = 0.0
        self._summary: dict[str, Any] | None = None
        self._sprt = new_sprt(plan) if plan.sprt else None
        self._next_set = 0
        if self._decided():
            self.left.clear()

    def _add_scheduled_games(self) -> None:
        """Queue the games that are scheduled by now: in a Swiss tournament one more round after each."""
        for job in schedule(self.plan, self.store.games.values(), self.store.failed):
            at = job.set, job.rotation
            if at in self._known:
                continue
            self._known.add(at)
            self._sizes[job.set] = max(self._sizes.get(job.set, 0), job.rotation + 1)
            self._missing.setdefault(job.set, 0)
            if at not in self.store.games:
                self._missing[job.set] += 1
                if at not in self.store.failed:
                    self.left.append(job)

    def report(self) -> Report:
        return report(self.plan, self.store.games.values(), self.store.failed.values())

    def play(self, pool: GamePool, until: float | None) -> None:
        if self.watch:
            self.watch.begin(self.plan, len(self.store.games), self.planned)
        running = 0
        while True:
            while self.left and pool.free and (until is None or time.monotonic() < until):
                pool.submit(self.left.popleft())
                running += 1
            if not running:
                if not self.left and self.plan.pairing == "swiss":
                    self._add_scheduled_games()
                if not self.left or (until is not None and time.monotonic() >= until):
                    return
                continue
            for done in pool.collect(POLL_SECONDS):
                running -= not isinstance(done, RetriedGame)
                self._record_result(done)
            if self._decided():
                return
            self._report_progress()

    def finish(self) -> Report:
        last = self.report()
        if self.watch:
            self.watch.tell(last, len(self.store.games))
            self.watch.end()
        self.store.write(report_data(last), now=True)
        return last

    def _record_result(self, done: FinishedGame | FailedGame | RetriedGame) -> None:
        if isinstance(done, FinishedGame):
            self.store.add(done)
            self._missing[done.set] -= 1
            self._failures = 0
            return
        if self.watch:
            self.watch.trouble(done)
        if isinstance(done, RetriedGame):
            return
        self.store.fail(done)
        self._failures += 1
        if self._failures == MAX_FAILURES_IN_A_ROW:
            raise Complaint(
                N_("{count} games in a row could not be played; the last: {why}."),
                count=MAX_FAILURES_IN_A_ROW,
                why=done.why,
            )

    def _decided(self) -> bool:
        """Whether the SPRT has decided, taking sets in the order of their numbers."""
        if self._sprt is None:
            return False
        failed = {number for number, _ in self.store.failed}
        while self._sprt.verdict.better is None and self._next_set in self._missing:
            number = self._next_set
            if self._missing[number] and number not in failed:
                return False
            if not self._missing[number]:
                games = [self.store.games[number, turn] for turn in range(self._sizes[number])]
                self._sprt.add(set_score(self.plan.players[0], games))
            self._next_set += 1
        return self._sprt.verdict.better is not None

    def _report_progress(self) -> None:
        """Update the observer and the file, if the last report is old enough."""
        now = time.monotonic()
        if now >= self._next_report:
            so_far = self.report()
            self._summary = report_data(so_far)
            if self.watch:
                self.watch.tell(so_far, len(self.store.games))
            # Large reports are made less often, so that most of the time goes to the games.
            took = time.monotonic() - now
            self._next_report = now + max(REPORT_SECONDS, 10 * took)
        self.store.write(self._summary)
