"""The study of perfect play: its data agree with each other, with the solver and with its page."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from moleworks.engine import Effort
from moleworks.engine.solving import files
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import board_of, make_table
from moleworks.games.mole_hill.player import levels
from moleworks.games.mole_hill.player.choose_action import choose
from moleworks.games.mole_hill.solve.game_solver import SOLVER
from scripts.studies.solved import DOCS, solve
from scripts.studies.solved_lawns import SIZES, Lawn, SolvedLawn, lawns, read, write
from scripts.studies.solved_tables import BEGIN, END, values_table, worth_table, write_page

KNOWN = read(DOCS / "solved.json")


def test_the_page_shows_the_data(tmp_path: Path) -> None:
    page = tmp_path / "solved.md"
    text = (DOCS / "solved.md").read_text("utf-8")
    page.write_text(text, "utf-8")
    write_page(page, KNOWN)
    assert page.read_text("utf-8") == text


def test_flowers_and_freedom_never_cost_the_mole_a_point() -> None:
    """It may leave a flower, and begin beside the centre if it may begin anywhere."""
    pairs = 0
    for lawn, row in KNOWN.items():
        for less in (
            lawn._replace(flowers="none"),
            lawn._replace(start="ring" if lawn.centre else "anywhere"),
        ):
            if less in KNOWN:
                assert KNOWN[less].at_least <= row.at_most, (lawn, less)
                pairs += less != lawn
    larger = [lawn for lawn in lawns(("3x3", "4x3", "4x4")) if lawn.flowers != "none" or lawn.centre]
    assert pairs >= len(larger)


def test_every_lawn_is_of_the_table_and_those_up_to_4x4_are_solved() -> None:
    planned = list(lawns(SIZES))
    assert len(set(planned)) == len(planned)
    assert set(KNOWN) <= set(planned)
    for lawn in lawns(("3x3", "4x3", "4x4")):
        assert KNOWN[lawn].at_least == KNOWN[lawn].at_most


@pytest.mark.slow
@pytest.mark.parametrize("lawn", list(lawns(("3x3",))), ids=lambda lawn: lawn.name)
def test_todays_solver_writes_the_certificate_of_the_data(lawn: Lawn, tmp_path: Path) -> None:
    """All but the seconds: claims, their sum, and the nodes that were searched."""
    assert solve(lawn, tmp_path, 100)._replace(seconds=0) == KNOWN[lawn]._replace(seconds=0)


@pytest.mark.parametrize("lawn", [Lawn(3, 3, 6, True, "white", "edges"), Lawn(4, 3, 6, False, "red", "path")])
def test_a_lawn_of_the_table_has_its_value(lawn: Lawn, tmp_path: Path) -> None:
    row = solve(lawn, tmp_path, 100)
    assert (row.at_least, row.at_most) == (KNOWN[lawn].at_least, KNOWN[lawn].at_most)
    found = files.read_certificate(tmp_path / f"{lawn.name}.gz")
    assert SOLVER.check(found.setup, found.at_least, found.at_most, found.lines) == row.claims


@pytest.mark.slow
def test_the_classic_lawns_certificate_holds() -> None:
    found = files.read_certificate(DOCS / "classic-lawn.txt")
    assert found.setup.board.name == "classic"
    assert (found.at_least, found.at_most) == (3, 19)
    assert SOLVER.check(found.setup, found.at_least, found.at_most, found.lines) > 0


@pytest.mark.slow
def test_an_interrupt_ends_the_run_and_keeps_what_is_finished(tmp_path: Path) -> None:
    """It reaches the main process alone, while a worker is at a lawn of 5x5 squares that takes long."""
    data, sizes = tmp_path / "solved.json", ("--sizes", "3x3,5x5", "--processes", "1")
    # A shell lets what it starts in the background ignore the signal, and so would this program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [sys.executable, "-m", "scripts.studies.solved", *sizes, "--folder", tmp_path, "--data", data],
        cwd=DOCS.parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as run:
        assert run.stdout
        try:
            while not run.stdout.readline().startswith("36/"):
                assert run.poll() is None
            run.send_signal(signal.SIGINT)
            # The workers hold the pipe too: it is read to its end when all of them have ended.
            told, _ = run.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            raise
    assert "Interrupted: the same command goes on from here." in told
    assert run.returncode == 1
    assert set(lawns(("3x3",))) <= set(read(data))


@pytest.mark.slow
@pytest.mark.parametrize(
    "lawn",
    [lawn for lawn in KNOWN if lawn.hills == 10 and lawn.columns * lawn.rows <= 20],
    ids=lambda lawn: lawn.name,
)
def test_level_7_proves_the_value_of_a_lawn_with_its_first_square(lawn: Lawn) -> None:
    """With its nodes, but without its cap in seconds, which a busy machine may reach."""
    setup = lawn.setup()
    table = make_table(board_of(setup), setup.options)
    budget = levels.search_settings(Effort(level=7), table, rules.opening(table), 1).budget._replace(
        seconds=None
    )
    found = choose(table, rules.opening(table), budget, seed=1, patience=120)
    assert (found.exact, found.value) == (True, KNOWN[lawn].at_least)


def test_tables_and_files(tmp_path: Path) -> None:
    bare, red = Lawn(3, 3, 4, False, "none", "path"), Lawn(3, 3, 4, False, "red", "path")
    known = {
        bare: SolvedLawn(bare, 2, 2, 100, 0.1, 10, "a"),
        red: SolvedLawn(red, 3, 4, 100, 0.1, 10, "b"),
    }
    write(tmp_path / "solved.json", known)
    assert read(tmp_path / "solved.json") == known
    [_, _, line] = values_table(known)
    assert line == "| 3×3 | 4 | `path` | 2 |  |  | 3-4 |  |  |  |  |  |"
    assert len(list(worth_table(known))) == 2  # bounds tell no gain
    known[red] = known[red]._replace(at_least=4)
    assert list(worth_table(known))[2] == "| a red flower in a corner | 1 | 2: 1 | 2.00 |"
    page = tmp_path / "page.md"
    page.write_text(f"Before\n{BEGIN}old\n{END}after", "utf-8")
    write_page(page, known)
    text = page.read_text("utf-8")
    assert text.startswith("Before\n")
    assert text.endswith("after")
    assert "old" not in text
