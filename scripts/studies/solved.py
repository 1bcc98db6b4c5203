"""Prove the values of small lawns of Mole Hill: `.venv/bin/python -m scripts.studies.solved [--sizes 3x3,4x3]`.

Certificates are written to a folder and checked. The values go to `docs/studies/solved.json`, and the tables of
`docs/studies/solved.md` are made from them. Each lawn is written when it is finished. A run that was interrupted
goes on with the same command; lawns that are in the file already are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import signal
import time
from collections.abc import Iterable
from concurrent.futures import as_completed
from pathlib import Path

from moleworks.arena.pool import cpu_count
from moleworks.core import work
from moleworks.core.game import Setup
from moleworks.engine.solving import files
from moleworks.engine.solving.game_solver import SolveQuestion
from moleworks.engine.solving.run import SolveRun, SolveState
from moleworks.engine.solving.workers import in_this_process
from moleworks.games.mole_hill.solve.game_solver import SOLVER
from scripts.studies.solved_lawns import SIZES, Lawn, SolvedLawn, lawns, read, write
from scripts.studies.solved_tables import write_page

DOCS = Path(__file__).resolve().parents[2] / "docs" / "studies"
DATA = DOCS / "solved.json"


class Keeper:
    """Keeps the state of a run in a file."""

    def __init__(self, path: Path, setup: Setup) -> None:
        self._path, self._setup = path, setup

    def proven(self, state: SolveState, question: SolveQuestion) -> None:
        """Nothing is told: the table is what counts."""

    def working(self, state: SolveState, question: SolveQuestion) -> None:
        """Nothing is told."""

    def certifying(self, done: int, of: int) -> None:
        """Nothing is told."""

    def save(self, state: SolveState) -> None:
        """Write the state."""
        files.write_state(self._path, self._setup, state)


def solve(lawn: Lawn, folder: Path, seconds: float) -> SolvedLawn:
    """Prove the value of a lawn, or bounds; write the certificate and check it."""
    setup, path = lawn.setup(), folder / f"{lawn.name}.gz"
    began, state_path = time.monotonic(), files.state_path(path)
    keeper = Keeper(state_path, setup)
    run = SolveRun(setup, keeper, files.read_state(state_path, setup))
    workers = in_this_process(setup, run.state.rows)
    run.narrow(workers, lambda: time.monotonic() - began > seconds)
    if not run.state.solved:
        keeper.save(run.state)
    print(f"  {lawn.name}: {run.state.low}-{run.state.high}, now the certificate", flush=True)
    found = run.certificate(workers)
    workers.close()
    took = time.monotonic() - began
    files.write_certificate(path, found)
    claims = SOLVER.check(setup, found.at_least, found.at_most, found.lines)
    if run.state.solved:
        state_path.unlink(missing_ok=True)
    text = "\n".join(found.lines).encode()
    nodes = sum(run.state.nodes.values())
    digest = hashlib.sha256(text).hexdigest()
    return SolvedLawn(lawn, found.at_least, found.at_most, nodes, round(took, 1), claims, digest)


def main() -> None:
    """Solve what is missing, and write the values."""
    parser = argparse.ArgumentParser(prog="python -m scripts.studies.solved", description=__doc__)
    parser.add_argument("--sizes", default=",".join(SIZES), help="such as 4x4,5x5")
    parser.add_argument("--processes", type=int, default=cpu_count(), help="lawns at once")
    parser.add_argument("--seconds", type=float, default=600, help="the most for one lawn")
    parser.add_argument("--folder", type=Path, default=Path(".bench/solved"), help="for certificates")
    parser.add_argument("--data", type=Path, default=DATA, help="the file of values")
    parser.add_argument("--again", action="store_true", help="also those whose value is known")
    parser.add_argument("--page", action="store_true", help="only write the tables of the page")
    options = parser.parse_args()
    if options.page:
        write_page(DOCS / "solved.md", read(options.data))
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    known = read(options.data)
    open_ = [
        lawn
        for lawn in lawns(options.sizes.split(","))
        if options.again or lawn not in known or known[lawn].at_least < known[lawn].at_most
    ]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    pool = work.process_pool(options.processes, _leave_interrupts_to_the_main_process)
    futures = [pool.submit(solve, lawn, options.folder, options.seconds) for lawn in open_]
    try:
        for done, future in enumerate(as_completed(futures), 1):
            row = future.result()
            keep(options.data, known, [row])
            bounds = f"{row.at_least}" if row.at_least == row.at_most else f"{row.at_least}-{row.at_most}"
            print(f"{done}/{len(futures)} {row.lawn.name}: {bounds} ({row.seconds} s)", flush=True)
    except KeyboardInterrupt:
        keep(options.data, known, [future.result() for future in futures if future.done()])
        work.end_processes(pool)
        raise SystemExit("\nInterrupted: the same command goes on from here.") from None
    pool.shutdown()
    if options.data == DATA:
        write_page(DOCS / "solved.md", known)


def keep(data: Path, known: dict[Lawn, SolvedLawn], rows: Iterable[SolvedLawn]) -> None:
    """Write finished lawns to the file of values."""
    known.update({row.lawn: row for row in rows})
    write(data, known)


def _leave_interrupts_to_the_main_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
