"""What `scripts/bench` measures and prints."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import bench as benches
from benchmarks import report
from benchmarks.bench import Bench, Measure, Option
from benchmarks.players import duels, endgames, mole_hill_endgames, saved_results
from benchmarks.players.main import BENCH as PLAYERS
from benchmarks.speeds import RACES, STARTS, Row, raced, table
from moleworks import arena
from moleworks.arena.statistics import estimate
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


@pytest.mark.parametrize("duel", duels.DUELS, ids=lambda duel: duel.name)
def test_every_duel_can_be_played(duel: duels.Duel) -> None:
    names = [name.replace("@T", "@0.01s") for name in duel.line_up]
    plan = arena.plan(duel.game, names, 300, options=duel.options, preset=duel.preset)
    assert plan.seats == len(names)


def test_every_duel_has_a_file_and_a_line_of_its_own() -> None:
    assert len({duel.name for duel in duels.DUELS}) == len(duels.DUELS)
    assert len({measure.description for measure in PLAYERS.measures}) == len(PLAYERS.measures)


def test_the_levels_are_those_of_the_ladder() -> None:
    for game in GAMES:
        assert arena.plan(game, duels.LEVELS, 240, pairing="steps").players == duels.LEVELS


def wish(folder: Path, games: int = 4) -> argparse.Namespace:
    return argparse.Namespace(folder=folder, games=games, seconds=0.01, processes=0, game=None)


LATE = endgames.EndgameSet("19 hills down", range(19, 21), 0.2, "0 wrong", 1.0, 4, 1)


def test_a_step_is_even_if_its_share_and_its_interval_are() -> None:
    won, lost = [1.0] * 450, [0.0] * 150
    assert duels.even(estimate(won + lost, 1))
    assert not duels.even(estimate(won[:45] + lost[:15], 1)), "few games: not sure"
    assert not duels.even(estimate(won + lost[:90], 1)), "too wide"
    assert not duels.even(estimate(won + lost + lost, 1)), "too narrow"


def test_positions_near_the_end_are_judged_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgames, "CHUNK", 2)
    (row,) = endgames.rows(LATE, wish(tmp_path))
    assert row.measured == "0 wrong, 100.0 % right"
    assert row.good
    assert "4 positions; 4 judged by plain search" in row.counted
    assert len(list(tmp_path.iterdir())) == 2
    monkeypatch.setattr(mole_hill_endgames, "endgames", None)  # nobody is asked again
    assert list(endgames.rows(LATE, wish(tmp_path))) == [row]


QUICK = duels.Duel("mole-company", ("random", "near"), {}, 0.9, 1)


def kept_games(folder: Path) -> dict[str, int]:
    return {file.name: len(json.loads(file.read_text())["games"]) for file in folder.glob("duel-*.json")}


def test_a_duel_of_other_players_does_not_count_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are named after the rules and the players."""
    monkeypatch.setattr("moleworks.arena.store.source_digest", lambda game: "as it was yesterday")
    (old,) = duels.duel_row(QUICK, wish(tmp_path))
    monkeypatch.undo()
    (row,) = duels.duel_row(QUICK, wish(tmp_path, 6))
    assert (old.counted.split(" games")[0], row.counted.split(" games")[0]) == ("4", "6")
    assert sorted(kept_games(tmp_path).values()) == [4, 6]


def test_a_duel_goes_on_with_what_is_kept(tmp_path: Path) -> None:
    list(duels.duel_row(QUICK, wish(tmp_path, 4)))
    (more,) = duels.duel_row(QUICK, wish(tmp_path, 6))
    assert list(kept_games(tmp_path).values()) == [6]
    (fewer,) = duels.duel_row(QUICK, wish(tmp_path, 2))
    assert fewer == more


def test_a_damaged_file_is_set_aside(tmp_path: Path, said: io.StringIO) -> None:
    (row,) = duels.duel_row(QUICK, wish(tmp_path))
    (file,) = tmp_path.glob("duel-*.json")
    file.write_text("{")
    assert next(iter(duels.duel_row(QUICK, wish(tmp_path)))).measured == row.measured
    assert list(kept_games(tmp_path).values()) == [4]
    assert file.with_suffix(".aside").read_text() == "{"
    assert "is damaged" in said.getvalue()
    assert "set aside" in said.getvalue()


def test_what_was_measured_once_is_kept_for_this_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: io.StringIO
) -> None:
    numbers = iter(range(9))

    def measured() -> object:
        return saved_results.measure_once(tmp_path, "count", "mole-hill", lambda: next(numbers))

    assert [measured(), measured()] == [0, 0]
    monkeypatch.setattr("moleworks.arena.store.source_digest", lambda game: "another text")
    assert measured() == 1
    for file in tmp_path.glob("*.json"):
        file.write_text("")
    assert measured() == 2
    assert "set aside" in said.getvalue()


def test_a_level_row_tells_whether_the_step_is_even(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "LEVELS", ("near", "random"))
    (row,) = duels.level_rows(duels.LevelSteps("mole-company", 13), wish(tmp_path, 10))
    assert row.what == "mole-company: random against near"
    assert not row.good


def digging(wish: argparse.Namespace) -> Iterator[report.Row]:
    yield report.Row("digging", "", f"{wish.hills} hills in {wish.folder.name}", "", True)


def failing(wish: argparse.Namespace) -> Iterator[report.Row]:
    yield report.Row("falling", "", "asleep", "", True)
    raise OSError("the lawn [is] wet")


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
WET = BENCH._replace(
    measures=(
        Measure("dig", failing, what="digging at dawn", minutes=0.2),
        Measure("dig", digging, (Option("--hills", 3, "how many"),), what="digging at noon", minutes=2),
    )
)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    paper = io.StringIO()
    console = Console(file=paper, width=110)
    monkeypatch.setattr(report, "CONSOLE", console)
    for module in (benches, report):
        monkeypatch.setattr(module, "say", console.print)
    return paper


def test_a_part_is_measured_as_it_was_asked_for(said: io.StringIO, tmp_path: Path) -> None:
    BENCH.main(["sleep", "dig", "--hills", "5", "--folder", str(tmp_path / "lawn")])
    assert "5 hills in lawn" in said.getvalue()
    assert "sleeping" in said.getvalue()
    assert "resting" not in said.getvalue()
    assert (tmp_path / "lawn").is_dir()


def test_what_was_measured_before_an_interruption_is_printed(said: io.StringIO, tmp_path: Path) -> None:
    assert BENCH.main(["--folder", str(tmp_path)]) == benches.INTERRUPTED
    _, printed = said.getvalue().split("Interrupted: this is what was measured before.")
    assert "3 hills" in printed
    assert "sleeping" not in printed
    written = (tmp_path / "table.md").read_text("utf-8")
    assert "| digging |" in written
    assert "| resting |" in written


def test_the_table_grows_in_its_file(said: io.StringIO, tmp_path: Path) -> None:
    """Whoever ends it with a signal that nobody can catch still has the lines before."""
    written: list[str] = []

    def looking(wish: argparse.Namespace) -> Iterator[report.Row]:
        yield report.Row("looking", "a | b", "once", "", True)
        written.append((wish.folder / "table.md").read_text("utf-8"))

    bench = BENCH._replace(measures=(Measure("look", looking),))
    assert bench.main(["--folder", str(tmp_path)]) == 0
    assert written[0].splitlines()[-1] == "| looking | a \\| b | once | yes |  |"


def test_a_line_that_fails_says_why_and_the_others_are_measured(said: io.StringIO, tmp_path: Path) -> None:
    assert WET.main(["--folder", str(tmp_path)]) == 1
    lines = (tmp_path / "table.md").read_text("utf-8").splitlines()[4:]
    assert lines == [
        "| falling |  | asleep | yes |  |",
        "| digging at dawn |  | failed | NO | OSError: the lawn [is] wet |",
        f"| digging |  | 3 hills in {tmp_path.name} | yes |  |",
    ]
    assert "1 of 3 lines could not be measured" in said.getvalue()
    assert "2/2 digging at noon (about 2 min)" in said.getvalue()


def test_help_tells_the_parts_and_the_time_they_take(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        WET.main(["--help"])
    told = capsys.readouterr().out
    assert "dig  digging at dawn (about 10 s)" in told
    assert "dig  digging at noon (about 2 min)" in told
    assert "All of it takes about 2 min" in told


def test_one_game_only(said: io.StringIO, tmp_path: Path) -> None:
    asked: list[str | None] = []

    def noting(game: str | None, wish: argparse.Namespace) -> list[report.Row]:
        asked.append(game)
        return []

    noted = tuple(measure._replace(rows=partial(noting, measure.game)) for measure in PLAYERS.measures)
    PLAYERS._replace(measures=noted).main(["--game", "buddel-bande", "--folder", str(tmp_path)])
    assert set(asked) == {"buddel-bande"}
    assert len(asked) == 5


def test_there_is_no_such_part(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        BENCH.main(["fly"])
    assert "there is no part fly; there are dig, rest, sleep" in capsys.readouterr().err
