"""Runs of the solver: bounds, interruption, processes and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks.core.messages import Complaint
from moleworks.engine.solving import files
from moleworks.engine.solving.run import SolveRun
from moleworks.engine.solving.workers import in_processes, in_this_process
from tests.games.mole_hill.solve.lawns import SilentWatcher, lawn_setup, solved

SETUP = lawn_setup(4, 3, 6, "b2", ("a1",))


def test_a_run_goes_on_where_another_stopped(tmp_path: Path) -> None:
    path = tmp_path / "state"
    whole = solved(SETUP)
    first = SolveRun(SETUP, watcher := SilentWatcher())
    workers = in_this_process(SETUP, ())
    first.narrow(workers, lambda: len(watcher.answered) >= 5)
    workers.close()
    assert not first.state.solved
    files.write_state(path, SETUP, first.state)
    second = SolveRun(SETUP, later := SilentWatcher(), files.read_state(path, SETUP))
    assert (second.state.low, second.state.high) == watcher.bounds[-1]
    workers = in_this_process(SETUP, second.state.rows)
    second.narrow(workers, lambda: False)
    workers.close()
    assert second.state.low == second.state.high == whole.at_least
    assert not set(watcher.answered) & set(later.answered)


def test_processes_prove_the_same() -> None:
    whole = solved(SETUP)
    run = SolveRun(SETUP, SilentWatcher())
    workers = in_processes(SETUP, (), 2)
    try:
        run.narrow(workers, lambda: False)
        found = run.certificate(workers)
    finally:
        workers.close()
    assert (found.at_least, found.at_most) == (whole.at_least, whole.at_most)


@pytest.mark.parametrize("name", ["proof.txt", "proof.gz"])
def test_a_certificate_is_read_as_it_was_written(tmp_path: Path, name: str) -> None:
    whole = solved(SETUP)
    files.write_certificate(tmp_path / name, whole)
    again = files.read_certificate(tmp_path / name)
    assert again.setup.board == SETUP.board
    assert [line.strip() for line in again.lines] == list(whole.lines)
    assert (again.at_least, again.at_most) == (whole.at_least, whole.at_most)


def test_a_state_of_another_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    run = SolveRun(SETUP, SilentWatcher())
    files.write_state(path, SETUP, run.state)
    with pytest.raises(Complaint, match="another board"):
        files.read_state(path, lawn_setup(4, 3, 6))
    assert files.read_state(tmp_path / "none", SETUP) is None


@pytest.mark.parametrize("text", ["", "nonsense", "{}", "[]", '{"certificate": 1, "game": "chess"}'])
def test_a_file_that_is_no_certificate_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "proof"
    path.write_text(text, "utf-8")
    with pytest.raises(Complaint, match="not written by the solver"):
        files.read_certificate(path)
