"""What `scripts/bench` measures and prints."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import bench as benches
from benchmarks import players, report
from benchmarks.bench import Bench, Measure, Option
from benchmarks.speeds import RACES, STARTS, Row, raced, table
from moleworks import arena
from moleworks.games import GAMES


def test_the_table_fits_into_80_columns() -> None:
    rows = [raced(race, how, 9e6, 999e6) for race in RACES for how in ("interpreted", "compiled")]
    rows += [Row(what, "start", "10.000 s", f"< {wanted} s") for what, _, wanted, _ in STARTS]
    paper = io.StringIO()
    Console(file=paper, width=80).print(table(rows))
    lines = paper.getvalue().splitlines()
    assert "…" not in paper.getvalue()
    for row in rows:
        (line,) = (line for line in lines if row.what in line and f" {row.how} " in line)
        assert all(cell in line for cell in row)


@pytest.mark.parametrize("duel", players.DUELS, ids=lambda duel: f"{duel.game} {len(duel.line_up)}")
def test_every_duel_can_be_played(duel: players.Duel) -> None:
    names = [name.replace("@T", "@0.01s") for name in duel.line_up]
    plan = arena.plan(duel.game, names, 300, options=duel.options, preset=duel.preset)
    assert plan.seats == len(names)


def test_the_levels_are_those_of_the_ladder() -> None:
    for game in GAMES:
        assert arena.plan(game, players.LEVELS, 240, pairing="steps").players == players.LEVELS


def test_positions_near_the_end_are_judged_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "CHUNK", 2)
    monkeypatch.setattr(players, "ENDGAMES", (("19 hills down", range(19, 21), 0.2, "0 wrong", 4),))
    bench = players.Bench(tmp_path, 2, 0.01, "mole-hill", 0)
    (row,) = bench.endgames()
    assert row.measured == "0 wrong, 100.0 % right"
    assert "4 positions; 4 judged by plain search" in row.counted
    assert len(list(tmp_path.iterdir())) == 2
    assert list(bench.endgames()) == [row]


def digging(wish: argparse.Namespace) -> Iterator[report.Row]:
    yield report.Row("digging", "", f"{wish.hills} hills in {wish.folder.name}", "", True)


def resting(wish: argparse.Namespace) -> Iterator[report.Row]:
    yield report.Row("resting", "", "a while", "", True)
    raise KeyboardInterrupt


BENCH = Bench(
    "moles",
    "What moles do.",
    "moles",
    (
        Measure("dig", digging, (Option("--hills", 3, "how many"),)),
        Measure("rest", resting),
        Measure("sleep", lambda wish: [report.Row("sleeping", "", "long", "", True)]),
    ),
    files="where they live",
)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    paper = io.StringIO()
    for module in (benches, report):
        monkeypatch.setattr(module, "say", Console(file=paper, width=110).print)
    return paper


def test_a_part_is_measured_as_it_was_asked_for(said: io.StringIO, tmp_path: Path) -> None:
    BENCH.main(["sleep", "dig", "--hills", "5", "--folder", str(tmp_path / "lawn")])
    assert "5 hills in lawn" in said.getvalue()
    assert "sleeping" in said.getvalue()
    assert "resting" not in said.getvalue()
    assert (tmp_path / "lawn").is_dir()


def test_what_was_measured_before_an_interruption_is_printed(said: io.StringIO, tmp_path: Path) -> None:
    BENCH.main(["--folder", str(tmp_path)])
    _, printed = said.getvalue().split("Interrupted: this is what was measured before.")
    assert "3 hills" in printed
    assert "sleeping" not in printed


def test_there_is_no_such_part(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        BENCH.main(["fly"])
    assert "there is no part fly; there are dig, rest, sleep" in capsys.readouterr().err
