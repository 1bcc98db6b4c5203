"""What an arena found, as a page and as a table."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from moleworks import arena
from moleworks.games import Complaint
from moleworks.terminal import results
from moleworks.terminal.contest import pairing
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
    runs = [results.read(path) for path in files]
    page = results.page(runs, language(code))
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
    run = results.read(files[0])
    nasty = "<script>alert(1)</script>"
    plan = run.plan._replace(players=(nasty, *run.plan.players[1:]))
    page = results.page([run._replace(plan=plan)], language("en"))
    assert nasty not in page
    assert "&lt;script&gt;" in page


def test_a_line_for_each_seat_of_each_game(files: list[Path]) -> None:
    runs = [results.read(path) for path in files]
    rows = list(csv.DictReader(io.StringIO(results.as_csv(runs))))
    assert len(rows) == 2 * 12 + 4 * 8
    for run in runs:
        for name in set(run.plan.players):
            mine = [
                float(row["share"]) for row in rows if row["player"] == name and row["game"] == run.plan.game
            ]
            wins = sum(one.share(name) for one in run.games)
            assert sum(mine) == pytest.approx(wins)


def test_seats_are_told_of_by_game_and_preset(files: list[Path]) -> None:
    runs = [results.read(path) for path in (*files, files[0])]
    kinds = [run.kind for run in runs]
    assert kinds[0] == kinds[2] != kinds[1]
    assert (kinds[0].preset, kinds[0].options, kinds[1].players) == ("blatz", "patch", 4)
    page = results.page(runs, language("en"))
    assert page.count("Mole Hill, blatz, patch, 2 players</th>") == 2, "once for each seat"


def test_one_way_to_meet() -> None:
    assert [pairing(False, False, None), pairing(True, False, None), pairing(False, False, 3)] == [
        "all",
        "steps",
        "swiss",
    ]
    with pytest.raises(Complaint, match="choose one"):
        pairing(True, True, None)
