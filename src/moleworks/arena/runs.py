"""Runs a plan to its end, or goes on with one."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from moleworks.arena.entrants import Entrants
from moleworks.arena.locks import Lock
from moleworks.arena.plans import Movers, Plan, plan
from moleworks.arena.play import Played
from moleworks.arena.pool import Failed, Pool, Troubled, cores, pool
from moleworks.arena.reports import Report, data, first_sprt, report, set_score
from moleworks.arena.schedule import Job, planned, schedule
from moleworks.arena.store import Store, check_place
from moleworks.games import Complaint
from moleworks.games.game import N_

HOPELESS = 3
"""If so many games fail one after the other, and none succeeds, the rest is not tried."""
GLANCE = 0.5
"""Seconds between two looks at the clock."""
REVIEW = 1.0
"""Seconds between two reports while games are played."""


Somewhere = Callable[[Plan, Movers], Pool]
"""Makes a place to play in, for a plan and its players."""


class Watch(Protocol):
    """Is told how it goes: see `progress`."""

    def begin(self, plan: Plan, done: int, planned: int) -> None: ...

    def tell(self, report: Report, played: int) -> None:
        """So many games are played, those included that do not count yet."""

    def trouble(self, trouble: Troubled | Failed) -> None: ...

    def end(self) -> None: ...


def run(
    plan: Plan,
    out: str | Path | None = None,
    *,
    processes: int | None = None,
    seconds: float | None = None,
    watch: Watch | None = None,
    movers: Movers | None = None,
    where: Somewhere | None = None,
) -> Report:
    """Play what is still to be played of a plan, and report on all of it.

    `out` is the file to keep everything in; a plan that is in it already is gone on with. `processes` are as
    many as there are cores where nothing is said; 0 plays in this one. After so many `seconds` no game is
    begun any more. `where` makes another place to play in, such as `cluster.ray_at()`.

    >>> from moleworks import arena
    >>> duel = arena.plan("mole-hill", ["random", "depth1"], 10, board="patch")
    >>> arena.run(duel, processes=0).games
    10
    """
    processes = cores() if processes is None else processes
    if type(processes) is not int or not 0 <= processes <= 1000:
        raise Complaint(N_("There can be 0 to 1000 processes, not {given}."), given=str(processes)[:40])
    path = None if out is None else Path(out)
    with _held(path):
        run = _Run(plan, Store(plan, path), watch)
        if not run.left:
            return _worth_something(run.report())
        movers = movers or Entrants(plan.engines, plan.patience)
        somewhere = where(plan, movers) if where else pool(plan, movers, min(processes, len(run.left)))
        try:
            run.play(somewhere, None if seconds is None else time.monotonic() + seconds)
        finally:
            # Whatever happens, Ctrl-C included: what was played is kept.
            somewhere.close()
            last = run.finish()
        return _worth_something(last)


def _worth_something(report: Report) -> Report:
    """What failed is told in a report on the rest; where there is no rest there is nothing to report on."""
    if report.failed and not report.games:
        raise Complaint(
            N_("Nothing can be said: no game counts, for some could not be played; the last: {why}."),
            why=report.failed[-1].why,
        )
    return report


def steps(
    game: str, players: Sequence[str], games: int, out: str | Path | None = None, **rest: Any
) -> Report:
    """Neighbours of a list against each other, the weakest first: how much better is each than the one below?

    What `plan` and `run` take can be given too.
    """
    of_run = {name: rest.pop(name) for name in ("processes", "seconds", "watch", "where") if name in rest}
    movers = rest.get("movers")
    return run(plan(game, players, games, pairing="steps", **rest), out, movers=movers, **of_run)


def _held(path: Path | None) -> AbstractContextManager[object]:
    """A file has one run at a time, from before it is read until after it was written last."""
    if path is None:
        return nullcontext()
    check_place(path)
    return Lock(path)


class _Run:
    def __init__(self, plan: Plan, store: Store, watch: Watch | None) -> None:
        self.plan, self.store, self.watch = plan, store, watch
        self.planned = planned(plan)
        self.left: deque[Job] = deque()
        self._known: set[tuple[int, int]] = set()
        self._sizes: dict[int, int] = {}
        self._missing: dict[int, int] = {}
        self._look_ahead()
        self._failures = 0
        self._review_at = 0.0
        self._summary: dict[str, Any] | None = None
        self._sprt = first_sprt(plan) if plan.sprt else None
        self._judged = 0
        if self._decided():
            self.left.clear()

    def _look_ahead(self) -> None:
        """What is to be played by now: of a Swiss tournament a round more after each."""
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

    def play(self, somewhere: Pool, until: float | None) -> None:
        if self.watch:
            self.watch.begin(self.plan, len(self.store.games), self.planned)
        running = 0
        while True:
            while self.left and somewhere.free and (until is None or time.monotonic() < until):
                somewhere.submit(self.left.popleft())
                running += 1
            if not running:
                if not self.left and self.plan.pairing == "swiss":
                    self._look_ahead()
                if not self.left or (until is not None and time.monotonic() >= until):
                    return
                continue
            for done in somewhere.collect(GLANCE):
                running -= not isinstance(done, Troubled)
                self._take(done)
            if self._decided():
                return
            self._review()

    def finish(self) -> Report:
        last = self.report()
        if self.watch:
            self.watch.tell(last, len(self.store.games))
            self.watch.end()
        self.store.write(data(last), now=True)
        return last

    def _take(self, done: Played | Failed | Troubled) -> None:
        if isinstance(done, Played):
            self.store.add(done)
            self._missing[done.set] -= 1
            self._failures = 0
            return
        if self.watch:
            self.watch.trouble(done)
        if isinstance(done, Troubled):
            return
        self.store.fail(done)
        self._failures += 1
        if self._failures == HOPELESS:
            raise Complaint(
                N_("{count} games in a row could not be played; the last: {why}."),
                count=HOPELESS,
                why=done.why,
            )

    def _decided(self) -> bool:
        """Whether an SPRT has come to its end, by the sets in their order."""
        if self._sprt is None:
            return False
        failed = {number for number, _ in self.store.failed}
        while self._sprt.verdict.better is None and self._judged in self._missing:
            number = self._judged
            if self._missing[number] and number not in failed:
                return False
            if not self._missing[number]:
                games = [self.store.games[number, turn] for turn in range(self._sizes[number])]
                self._sprt.add(set_score(self.plan.players[0], games))
            self._judged += 1
        return self._sprt.verdict.better is not None

    def _review(self) -> None:
        """Now and then: whoever watches, and the file."""
        now = time.monotonic()
        if now >= self._review_at:
            so_far = self.report()
            self._summary = data(so_far)
            if self.watch:
                self.watch.tell(so_far, len(self.store.games))
            # Large reports are made more seldom, so that most of the time goes to the games.
            took = time.monotonic() - now
            self._review_at = now + max(REVIEW, 10 * took)
        self.store.write(self._summary)
