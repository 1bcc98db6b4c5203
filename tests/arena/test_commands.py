"""`moleworks arena` and `moleworks report`: every way to meet and to play, a sentence for every mistake."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from moleworks import cli
from tests.arena.test_player_finder import BOTS, RPC
from tests.cli.calls import call_main

Caught = pytest.CaptureFixture[str]

USUAL = {"--players": "random,depth1", "--board": "patch", "--games": "2", "--processes": "0", "--lang": "en"}

PROGRAM = """
import json, sys
from moleworks.record import Match

for line in sys.stdin:
    asked = json.loads(line)
    result = {}
    if asked["method"] == "new":
        match = Match.begin(**asked["params"])
    elif asked["method"] == "play":
        match.play(asked["params"]["actions"])
    else:
        game, state = match.game, match.state
        result = {"action": game.name(state, game.legal(state)[0])}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""
"""As short as an engine can be: see docs/protocol.md."""


def arena(*more: str) -> list[str]:
    """An arena of two games on a small lawn, where nothing else is said."""
    usual = [word for option, value in USUAL.items() if option not in more for word in (option, value)]
    return ["arena", "mole-hill", *usual, *more]


def games(path: Path) -> list[tuple[str, ...]]:
    """Who sat where, game by game."""
    return [tuple(game["seats"]) for game in json.loads(path.read_text("utf-8"))["games"]]


@pytest.fixture(scope="module")
def four() -> str:
    """Four quick players of Mole Hill, one of them by its import path."""
    return f"random,{BOTS}:Lot,{BOTS}:Seated,{BOTS}:first"


@pytest.mark.parametrize(
    ("way", "pairs"),
    [
        (["--gauntlet"], {(0, 1), (0, 2), (0, 3)}),
        (["--steps"], {(0, 1), (1, 2), (2, 3)}),
        ([], {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}),
    ],
    ids=["gauntlet", "steps", "all"],
)
def test_who_meets(
    capsys: Caught, tmp_path: Path, four: str, way: list[str], pairs: set[tuple[int, int]]
) -> None:
    out = tmp_path / "out.json"
    code, shown, _ = call_main(capsys, *arena("--players", four, *way, "--out", str(out)))
    names = four.split(",")
    assert code == 0
    assert all(name in shown for name in names)
    met = [frozenset(names.index(name) for name in seats) for seats in games(out)]
    assert set(met) == {frozenset(pair) for pair in pairs}
    assert len(met) == 2 * len(pairs), "everybody in both seats"


def test_a_swiss_tournament(capsys: Caught, tmp_path: Path, four: str) -> None:
    out = tmp_path / "out.json"
    assert call_main(capsys, *arena("--players", four, "--swiss", "2", "--out", str(out)))[0] == 0
    met = [frozenset(seats) for seats in games(out)]
    assert len(met) == 2 * 2 * 2, "two rounds of two pairs, in both seats"
    assert len(set(met)) == 4, "and nobody meets the same one twice"


def test_a_program_takes_part_under_its_name(capsys: Caught, tmp_path: Path) -> None:
    program, out = tmp_path / "program.py", tmp_path / "out.json"
    program.write_text(PROGRAM)
    engine = f'digger="{sys.executable}" "{program}"'
    arguments = arena("--players", f"{BOTS}:first,digger@level1", "--engine", engine, "--patience", "60")
    code, shown, _ = call_main(capsys, *arguments, "--out", str(out))
    assert code == 0
    assert "digger@level1" in shown
    assert games(out) == [
        (f"{BOTS}:first", "digger@level1"),
        ("digger@level1", f"{BOTS}:first"),
    ]


def test_who_goes_wrong_loses_or_ends_the_run(capsys: Caught) -> None:
    cheat = f"{BOTS}:Cheat"
    code, shown, _ = call_main(capsys, *arena("--players", f"{cheat},random", "--forfeit"))
    assert code == 0
    assert f"{cheat} lost 2 games" in shown
    code, _, err = call_main(capsys, *arena("--players", f"{cheat},random", "--games", "6"))
    assert code == 2
    assert "3 games in a row could not be played" in err


def test_a_run_in_which_no_game_counts_is_an_error(capsys: Caught, tmp_path: Path) -> None:
    """Too few to be called hopeless before the end."""
    out = tmp_path / "out.json"
    code, shown, err = call_main(capsys, *arena("--players", f"{BOTS}:Cheat,random", "--out", str(out)))
    assert (code, shown) == (2, "")
    assert "no game counts" in err
    assert "z99" in err
    assert len(json.loads(out.read_text("utf-8"))["failed"]) == 2


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an arena."""
    out = tmp_path_factory.mktemp("played") / "out.json"
    old, sys.argv = sys.argv, ["moleworks", *arena("--out", str(out))]
    try:
        assert not cli.main()
    finally:
        sys.argv = old
    return out


def test_a_page_and_a_table_with_the_games(capsys: Caught, tmp_path: Path) -> None:
    page, table = tmp_path / "page.html", tmp_path / "games.csv"
    code, shown, _ = call_main(capsys, *arena("--html", str(page), "--csv", str(table)))
    assert code == 0
    assert f"The page is in {page}." in " ".join(shown.split())
    assert "<svg" in page.read_text("utf-8")
    with table.open(encoding="utf-8", newline="") as lines:
        assert len(list(csv.DictReader(lines))) == 2 * 2, "a line for each seat of each game"


def test_a_report_of_files(capsys: Caught, tmp_path: Path, played: Path) -> None:
    page, table = tmp_path / "page.html", tmp_path / "games.csv"
    before = played.read_bytes()
    code, shown, _ = call_main(
        capsys, "report", str(played), "--html", str(page), "--csv", str(table), "--lang", "en"
    )
    assert code == 0
    assert shown.startswith("mole-hill: random, depth1\n")
    assert "<svg" in page.read_text("utf-8")
    assert table.read_text("utf-8").count("depth1") >= 2
    assert played.read_bytes() == before, "only looked at"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["--swiss", "1", "--gauntlet"], "choose one."),
        (["--swiss", "0"], "The number of rounds is a whole number from 1 to 1, not 0."),
        (["--swiss", "2"], "The number of rounds is a whole number from 1 to 1, not 2."),
        (["--swiss", "many"], "many"),
        (["--gauntlet", "--seats", "3"], "two sit at a table."),
        (["--engine", "digger=no-such-program-here"], "The engine no-such-program-here does not start"),
        (["--engine", f"random={RPC}"], "An engine cannot be called random"),
        (["--engine", "Digger Dan=none-such"], "The engine Digger Dan=none-such does not start"),
        (["--patience", "0"], "The patience is a number of seconds above 0, not 0"),
        (["--patience", "long"], "long"),
        (["--players", "nowhere:Nobody,random"], "The player nowhere:Nobody cannot be imported"),
        (["--players", f"{BOTS}:Nobody,random"], f"The player {BOTS}:Nobody cannot be imported"),
        (["--players", f"{BOTS}:Needy,random"], "cannot be made without arguments"),
        (["--players", f"{BOTS}:NUMBER,random"], "is no player"),
        (["--players", "../bots:Digger,random"], "is named by its import path, such as bots:Digger"),
        (["--ray", "127.0.0.1:1"], "There is no Ray to play on at 127.0.0.1:1"),
        (["--html", "nowhere/page.html"], "there is no such folder."),
        (["--csv", "."], "folder"),
        (["--out", "nowhere/out.json"], "there is no such folder."),
    ],
)
def test_a_mistake_is_one_sentence(
    capsys: Caught, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, shown, err = call_main(capsys, *arena(*wrong))
    assert (code, shown) == (2, "")
    assert sentence in " ".join(err.split())
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir()), "nothing is left behind"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read"),
        ("[]", "is not the file of an arena"),
        ("{", "is damaged"),
        ('{"format": "moleworks-arena-1", "plan": {}, "versions": {}}', "is damaged (games)"),
        ('{"format": "moleworks-arena-1", "plan": {}, "versions": {}, "games": []}', "is damaged (plan)"),
    ],
)
def test_a_report_of_something_else(
    capsys: Caught, tmp_path: Path, content: str | None, sentence: str
) -> None:
    path = tmp_path / "out.json"
    if content is not None:
        path.write_text(content)
    code, shown, err = call_main(capsys, "report", str(path), "--lang", "en")
    assert (code, shown) == (2, "")
    assert sentence in " ".join(err.split())
    assert "Traceback" not in err


def test_a_report_of_nothing_and_over_the_games(capsys: Caught, played: Path) -> None:
    code, _, err = call_main(capsys, "report", "--lang", "en")
    assert (code, err.strip()) == (2, "Name at least one file that an arena wrote.")
    before = played.read_bytes()
    code, _, err = call_main(capsys, "report", str(played), "--csv", str(played), "--lang", "en")
    assert code == 2
    assert "holds the games of an arena: name another file." in " ".join(err.split())
    assert played.read_bytes() == before
