"""What an arena found, as a page and as a table."""

from __future__ import annotations

import csv
import io
import itertools
import re
from pathlib import Path

import pytest

from moleworks import arena
from moleworks.arena.seat_bias import seat_bias
from moleworks.engine import Knowledge, player_names
from moleworks.engine.player_names import ChooseAction
from moleworks.games import Complaint
from moleworks.reports import arena_page
from moleworks.terminal.arena import pairing
from moleworks.texts import LANGUAGES, language


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A round robin of Mole Hill, and one against three in Buddel Bande."""
    folder = tmp_path_factory.mktemp("arena")
    hill, bande = folder / "hill.json", folder / "bande.json"
    arena.run(
        arena.plan("mole-hill", ["random", "depth1", "depth3"], 4, board="patch", opening=2),
        hill,
        processes=0,
    )
    arena.run(
        arena.plan("buddel-bande", ["thumb", "random", "random", "random"], 8, board="stroll"),
        bande,
        processes=0,
    )
    return [hill, bande]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_has_every_plot_and_a_table_beside_it(files: list[Path], code: str) -> None:
    runs = [arena_page.read_run(path) for path in files]
    page = arena_page.page(runs, language(code))
    assert page.startswith("<!doctype html>")
    assert f'lang="{code}"' in page
    assert page.count("<svg viewBox") + page.count('class="chart"') >= 8
    assert len(re.findall(r'role="img" aria-label="[^"]+"', page)) == page.count('class="chart"')
    assert page.count("<table") >= page.count('class="chart"')
    for name in ("random", "depth1", "depth3", "thumb"):
        assert f'scope="row">{name}' in page
    assert not re.search(r'(src|href)="(?!#)', page), "nothing is fetched"
    assert "NaN" not in page
    assert "inf" not in re.sub(r"<[^>]*>|[a-z]*inf[a-z]+", "", page)


def test_what_was_written_by_others_stays_text(files: list[Path]) -> None:
    run = arena_page.read_run(files[0])
    nasty = "<script>alert(1)</script>"
    plan = run.plan._replace(players=(nasty, *run.plan.players[1:]))
    page = arena_page.page([run._replace(plan=plan)], language("en"))
    assert nasty not in page
    assert "&lt;script&gt;" in page


def test_a_line_for_each_seat_of_each_game(files: list[Path]) -> None:
    runs = [arena_page.read_run(path) for path in files]
    rows = list(csv.DictReader(io.StringIO(arena_page.runs_as_csv(runs))))
    assert len(rows) == 2 * 12 + 4 * 8
    for run in runs:
        for name in set(run.plan.players):
            mine = [
                float(row["share"]) for row in rows if row["player"] == name and row["game"] == run.plan.game
            ]
            wins = sum(one.share(name) for one in run.games)
            assert sum(mine) == pytest.approx(wins)


def test_seats_are_told_of_by_game_and_preset(files: list[Path]) -> None:
    runs = [arena_page.read_run(path) for path in (*files, files[0])]
    variants = [run.variant for run in runs]
    assert variants[0] == variants[2] != variants[1]
    assert (variants[0].preset, variants[0].options, variants[1].players) == ("blatz", "patch", 4)
    page = arena_page.page(runs, language("en"))
    assert page.count("Mole Hill, blatz, patch, 2 players</th>") == 2, "once for each seat"


def test_the_order_of_files_changes_nothing_in_what_seats_win(tmp_path: Path) -> None:
    """Line-ups of four whose sets have four games and two."""
    runs = []
    for at, names in enumerate((["thumb", "random", "random", "random"], ["thumb", "random"] * 2)):
        path = tmp_path / f"{at}.json"
        arena.run(arena.plan("buddel-bande", names, 8, board="stroll"), path, processes=0)
        runs.append(arena_page.read_run(path))
    of, games = runs[0].variant, [run.games for run in runs]
    assert runs[1].variant == of
    one, other = seat_bias(of, games), seat_bias(of, games[::-1])
    for seat in range(4):
        assert one.seats[seat][1:4] == pytest.approx(other.seats[seat][1:4])
        won = sum(game.winner == seat for run in games for game in run)
        drawn = sum(game.winner is None for run in games for game in run)
        assert one.seats[seat].share == pytest.approx((won + drawn / 4) / 16)


def test_a_report_and_a_run_come_to_the_same_verdict(tmp_path: Path) -> None:
    """A game that failed leaves a gap in the sets, and an SPRT goes on after it."""
    out = tmp_path / "out.json"
    plan = arena.plan("mole-hill", ["depth1", "random"], 200, board="patch", sprt=(0.0, 200.0))

    def find(game: str, name: str) -> ChooseAction:
        return bitten if name == "depth1" and next(made) in {4, 5} else player_names.player_named(game, name)

    def bitten(sight: Knowledge, seed: int) -> str:
        raise RuntimeError("a mole bit me")

    # Counted from the first one of a game: those before it only warm up.
    phases = 3
    made = itertools.count(-phases)
    found = arena.run(plan, out, processes=0, find_player=find)
    assert found.failed
    assert found.sprt
    assert found.sprt.better is True
    read = arena_page.read_run(out)
    assert read.report.sprt == found.sprt
    assert [failure.job for failure in read.report.failed] == [failure.job for failure in found.failed]
    page = arena_page.page([read], language("en"))
    assert "the first player is better" in page
    assert "failed: depth1: RuntimeError: a mole bit me" in page


def test_runs_can_be_told_apart_in_a_table(files: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "hill.json"
    plan = arena.plan("mole-hill", ["random", "depth1"], 2, seed=9, options={"diagonal": "edges"})
    arena.run(plan, other, processes=0)
    runs = [arena_page.read_run(path) for path in (*files, other)]
    rows = list(csv.DictReader(io.StringIO(arena_page.runs_as_csv(runs))))
    of = {row["file"]: row for row in rows}
    assert list(of) == ["hill.json", "bande.json", "hill.json (2)"]
    assert (of["hill.json"]["seed"], of["hill.json"]["board"], of["hill.json"]["players"]) == (
        "1",
        "patch",
        "2",
    )
    assert (of["bande.json"]["board"], of["bande.json"]["players"]) == ("stroll", "4")
    mine = of["hill.json (2)"]
    assert (mine["seed"], mine["board"]) == ("9", "classic")
    assert "diagonal=edges" in mine["options"].split()
    assert "diagonal=edges" not in of["hill.json"]["options"].split()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> arena_page.ArenaRun:
    """Three different players at one table."""
    path = tmp_path_factory.mktemp("table") / "table.json"
    plan = arena.plan("buddel-bande", ["thumb", "random", "flat@20n"], 6, board="stroll")
    arena.run(plan, path, processes=0)
    return arena_page.read_run(path)


def test_a_larger_table_has_its_results_and_who_won_how_often(table: arena_page.ArenaRun) -> None:
    page = arena_page.page([table], language("en"))
    for one in table.report.standings:
        assert f"{one.won}-{one.drawn}-{one.lost}".replace("-", "–") in page
        others = ", ".join(name for name in table.plan.players if name != one.name)
        assert f"Sets by what {one.name} scored in them against {others}" in page
    assert "Scores with their intervals" in page
    wins = [one.won for one in table.report.standings]
    assert re.search(rf">{wins[0]}\s: {wins[1]}</td>", page)
    assert re.search(rf">{wins[2]}\s: {wins[0]}</td>", page)


def test_every_line_up_has_its_scores(files: list[Path]) -> None:
    page = arena_page.page([arena_page.read_run(files[0])], language("en"))
    for one, other in (("random", "depth1"), ("random", "depth3"), ("depth1", "depth3")):
        assert f"Sets by what {one} scored in them against {other}" in page


def test_seats_are_compared_with_an_even_share(files: list[Path]) -> None:
    page = arena_page.page([arena_page.read_run(path) for path in files], language("en"))
    seats = page[page.index('id="seats"') :]
    chart = re.search(r"<svg.*?</svg>", seats[seats.index('class="scroller"') :])
    assert chart
    assert chart[0].count('class="even"') == 2
    for name in ("Mole Hill, blatz, patch, 2 players", "Buddel Bande, "):
        assert name in chart[0]


@pytest.mark.parametrize(("code", "wrong"), [("en", r"\d,\d ?%"), ("de", r"\d\.\d"), ("fr", r"\d\.\d")])
def test_numbers_are_written_in_one_way(
    files: list[Path], table: arena_page.ArenaRun, code: str, wrong: str
) -> None:
    page = arena_page.page([*map(arena_page.read_run, files), table], language(code))
    page = page[page.index("<body") :]
    texts = re.findall(r">([^<]+)<", page)
    assert [text for text in texts if re.search(r"\d[.,]\d", text)]
    assert not [text for text in texts if re.search(wrong, text)]


def test_strangers_have_plots_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    names = ["random", "depth1", "depth3", "level1"]
    plan = arena.plan("mole-hill", names, 2, board="patch", pairing="swiss", rounds=1)
    arena.run(plan, path, processes=0)
    page = arena_page.page([arena_page.read_run(path)], language("en"))
    assert "Elo of all" not in page
    assert page.count("Elo of those who met, above random") >= 2
    assert page.count("Elo of those who met, above depth3") >= 2
    assert "their ratings cannot be compared" in page


def test_one_way_to_meet() -> None:
    assert [pairing(False, False, None), pairing(True, False, None), pairing(False, False, 3)] == [
        "all",
        "steps",
        "swiss",
    ]
    with pytest.raises(Complaint, match="choose one"):
        pairing(True, True, None)
