"""Prove the value of a game from the command line, and check certificates."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from moleworks.core.file_lock import Lock
from moleworks.core.game import Setup
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES, part, required_part
from moleworks.engine.solving import files
from moleworks.engine.solving.game_solver import GameSolver, SolveQuestion
from moleworks.engine.solving.run import SolveRun, SolveState
from moleworks.engine.solving.workers import in_processes
from moleworks.terminal import catalogue
from moleworks.terminal.files import refuse_folder
from moleworks.terminal.screen import TerminalScreen

TELL_SECONDS = 10.0
"""Seconds between two lines about work in progress."""


class SolveOptions(NamedTuple):
    """What to solve, where, and for how long."""

    board: str
    preset: str | None
    options: Mapping[str, object]
    out: Path | None
    processes: int
    seconds: float | None
    within: str | None = None


def solve(screen: TerminalScreen, options: SolveOptions) -> bool:
    """Prove the value, or bounds of it; False if it was interrupted."""
    setup = _setup(options)
    if options.out is None:
        return _solve(screen, setup, options, None)
    refuse_folder(options.out)
    with Lock(options.out):
        return _solve(screen, setup, options, files.state_path(options.out))


def check(screen: TerminalScreen, path: Path) -> None:
    """Check a certificate and say what it proves; a complaint if it proves nothing."""
    found = files.read_certificate(path)
    solver = required_part(found.setup.game, "solver", GameSolver)
    claims = solver.check(found.setup, found.at_least, found.at_most, found.lines)
    screen.say(N_("All {claims} claims hold."), claims=f"{claims:,}")
    _say_bounds(screen, found.at_least, found.at_most)


def _setup(options: SolveOptions) -> Setup:
    named = catalogue.find_boards(options.board)
    found = [(game, board) for game, board in named if part(game, "solver", GameSolver) is not None]
    if not found:
        raise Complaint(N_("The game of {board} brings no solver."), board=options.board)
    game, board = found[0]
    required = required_part(game, "solver", GameSolver).options()
    return GAMES[game].setup(board, preset=options.preset, options={**options.options, **required})


def _solve(screen: TerminalScreen, setup: Setup, options: SolveOptions, kept: Path | None) -> bool:
    before = None if kept is None else files.read_state(kept, setup, options.within)
    run = SolveRun(setup, watcher := _Watcher(screen, setup, kept, options.within), before, options.within)
    end = None if options.seconds is None else time.monotonic() + options.seconds
    _say_bounds(screen, run.state.low, run.state.high)
    workers = in_processes(setup, run.state.rows, options.processes, options.within)
    try:
        run.narrow(workers, lambda: end is not None and time.monotonic() > end)
        if not run.state.solved:
            watcher.save(run.state)
        if options.out is not None:
            files.write_certificate(options.out, run.certificate(workers))
            screen.say(N_("The certificate is in {path}."), path=options.out)
            if kept is not None and run.state.solved:
                kept.unlink(missing_ok=True)
    except KeyboardInterrupt:
        watcher.save(run.state)
        text = N_("Interrupted: nothing is kept.")
        if kept is not None:
            text = N_("Interrupted: {path} has what was proven; the same command goes on with it.")
        print(screen.language.say(text, path=kept), file=sys.stderr)
        return False
    finally:
        workers.close()
    return True


def _say_bounds(screen: TerminalScreen, low: int, high: int) -> None:
    if low == high:
        screen.say(N_("With perfect play it is worth {points} points."), points=low)
    else:
        screen.say(N_("With perfect play it is worth {low} to {high} points."), low=low, high=high)


class _Watcher:
    """Prints bounds as they are proven, and work in progress from time to time."""

    def __init__(self, screen: TerminalScreen, setup: Setup, kept: Path | None, within: str | None) -> None:
        self._screen, self._setup, self._kept, self._within = screen, setup, kept, within
        self._bounds, self._told = (-1, -1), time.monotonic()

    def proven(self, state: SolveState, question: SolveQuestion) -> None:
        """Print the bounds if they are new."""
        if self._bounds != (state.low, state.high):
            self._bounds = state.low, state.high
            _say_bounds(self._screen, state.low, state.high)
        self._tell(state, question)

    def working(self, state: SolveState, question: SolveQuestion) -> None:
        """Tell what is being worked on, from time to time."""
        self._tell(state, question)

    def certifying(self, done: int, of: int) -> None:
        """Tell how much of the certificate is written, from time to time."""
        self._print(N_("certificate: {done} of {of} parts"), done=done, of=of)

    def save(self, state: SolveState) -> None:
        """Keep the state, if there is a file for it."""
        if self._kept is not None:
            files.write_state(self._kept, self._setup, state, self._within)

    def _tell(self, state: SolveState, question: SolveQuestion) -> None:
        text = N_("{nodes} positions; now: can {points} points be reached from {first}?")
        nodes = f"{sum(state.nodes.values()):,}"
        self._print(text, nodes=nodes, points=question.points, first=question.first)

    def _print(self, text: str, **values: object) -> None:
        now = time.monotonic()
        if now - self._told >= TELL_SECONDS:
            self._told = now
            print(self._screen.language.say(text, **values), file=sys.stderr, flush=True)
