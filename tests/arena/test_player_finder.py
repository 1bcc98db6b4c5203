"""Programs and classes in the arena: they play, and what they do wrong is named."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from moleworks import arena
from moleworks.arena import play, report_text, runs, store
from moleworks.arena.player_finder import PlayerFinder, parse_engine
from moleworks.games import Complaint
from tests.arena.example_players import player_named

RPC = f'"{sys.executable}" -m moleworks rpc'
BOTS = "tests.arena.bots"

FAULTY = """
import json, sys, time
how = sys.argv[1]
for line in sys.stdin:
    request = json.loads(line)
    answer = {{"jsonrpc": "2.0", "id": request["id"], "result": {{}}}}
    if request["method"] == "best":
        if how == "dies":
            sys.exit(3)
        if how == "sleeps":
            time.sleep(600)
        answer["result"] = {{"action": "z99"}} if how == "cheats" else {{}}
    print(json.dumps(answer) if how != "babbles" else "hello", flush=True)
""".replace("{{", "{").replace("}}", "}")


def duel(players: list[str], games: int = 2, **rest: Any) -> arena.ArenaPlan:
    return arena.plan("mole-hill", players, games, board="patch", **rest)


@pytest.mark.parametrize("game", ["mole-hill", "buddel-bande"])
def test_our_own_engine_plays_as_we_do(game: str) -> None:
    """An engine is given the seed too, so that the same player does the same over a wire."""
    board = {"mole-hill": "patch", "buddel-bande": "stroll"}[game]
    inside = arena.plan(game, ["best@30n", "random"], 4, board=board)
    outside = arena.plan(game, ["digger@30n", "random"], 4, board=board, engines={"digger": RPC})
    one, other = arena.run(inside, processes=0), arena.run(outside, processes=0)
    assert [standing[3:] for standing in one.standings] == [standing[3:] for standing in other.standings]
    assert one.plies == other.plies


def test_engines_in_other_processes(tmp_path: Path) -> None:
    plan = duel(["digger@level1", "random"], 4, engines={"digger": RPC})
    assert arena.run(plan, tmp_path / "out.json", processes=2).games == 4
    assert store.read(tmp_path / "out.json")["plan"]["engines"] == {"digger": RPC}
    other = duel(["digger@level1", "random"], 4, engines={"digger": RPC + " "})
    with pytest.raises(Complaint, match="holds another plan"):
        arena.run(other, tmp_path / "out.json", processes=0)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("dies", "faulty: The engine has ended in the middle of the game."),
        ("sleeps", "faulty: The engine has not answered best within 1 seconds."),
        ("cheats", "z99"),
        ("mute", "The engine names no action."),
    ],
)
def test_an_engine_that_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, told: str
) -> None:
    if how == "sleeps":  # each time a second is waited for it: no more often than must be
        monkeypatch.setattr(play, "WARM_UP_PLIES", 0)
        monkeypatch.setattr(runs, "MAX_FAILURES_IN_A_ROW", 1)
    program = tmp_path / "faulty.py"
    program.write_text(FAULTY)
    engines = {"faulty": f'"{sys.executable}" "{program}" {how}'}
    lost = arena.run(duel(["faulty", "random"], 2, engines=engines, patience=1, forfeits=True), processes=0)
    assert (lost.games, lost.standing("faulty").lost) == (2, 2)
    assert any(
        line.startswith("faulty lost 2 games") and told in line for line in report_text.sentences(lost)
    )
    with pytest.raises(
        Complaint, match=f"{runs.MAX_FAILURES_IN_A_ROW} games in a row could not be played"
    ) as stopped:
        arena.run(duel(["faulty", "random"], 6, engines=engines, patience=1), processes=0)
    assert "faulty: " in str(stopped.value)
    assert told in str(stopped.value)


def test_an_engine_that_does_not_begin(tmp_path: Path) -> None:
    with pytest.raises(Complaint, match="The engine no-such-program does not start"):
        duel(["digger", "random"], engines={"digger": "no-such-program"})
    program = tmp_path / "faulty.py"
    program.write_text(FAULTY)
    with pytest.raises(Complaint, match="digger: The engine's answer to new cannot be read: hello"):
        duel(["digger", "random"], engines={"digger": f'"{sys.executable}" "{program}" babbles'})


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("digger@fast", "digger@0.5s, @5000n or @level3, not @fast"),
        ("digger@0s", "has nothing to spend"),
        ("tests.arena.nowhere:Bot", "cannot be imported: ModuleNotFoundError"),
        (f"{BOTS}:Nobody", "cannot be imported: AttributeError"),
        (f"{BOTS}:Needy", "cannot be made without arguments"),
        (f"{BOTS}:Mute", "is no player"),
        (f"{BOTS}:NUMBER", "is no player"),
        ("a b:c", "named by its import path"),
    ],
)
def test_names_that_will_not_do(name: str, told: str) -> None:
    with pytest.raises(Complaint) as complaint:
        duel([name, "random"], engines={"digger": RPC})
    assert told in str(complaint.value)


@pytest.mark.parametrize(
    ("engines", "patience"), [({"level3": RPC}, 1), ({"A b": RPC}, 1), ({}, 0), ({}, "x")]
)
def test_engines_that_cannot_be_called_so(engines: dict[str, str], patience: Any) -> None:
    with pytest.raises(Complaint, match=r"cannot be called|number of seconds"):
        duel(["random", "level1"], engines=engines, patience=patience)


@pytest.mark.parametrize("name", ["Lot", "Seated", "first"])
def test_a_class_by_its_import_path_plays_the_same_again(tmp_path: Path, name: str) -> None:
    plan = duel([f"{BOTS}:{name}", "random"], 4)
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    arena.run(plan, one, processes=0)
    arena.run(plan, other, processes=2)
    digests = [[game.digest for game in store.read_games(path)] for path in (one, other)]
    assert digests[0] == digests[1]
    assert store.read(one)["versions"]["classes"]


def test_a_class_that_cheats_loses_or_stops_the_run() -> None:
    lost = arena.run(duel([f"{BOTS}:Cheat", "random"], forfeits=True), processes=0)
    assert lost.standing("random").won == 2
    assert lost.forfeited[0].forfeit == 0
    with pytest.raises(Complaint, match=r"Cheat: .*z99"):
        arena.run(duel([f"{BOTS}:Cheat", "random"], 6), processes=0)


@pytest.mark.parametrize(
    ("name", "processes", "told"),
    [
        ("Quits", 0, "SystemExit: 4 (bots.py:"),
        ("Quits", 1, "SystemExit: 4 (bots.py:"),
        ("Dies", 1, "the process ended with exit code 5"),
        ("Dies3", 1, "the process ended with exit code 5"),
        ("Hangs", 1, "it has not chosen within 0.2 seconds"),
        ("Stillborn", 1, "cannot be made without arguments: SystemExit: 6"),
    ],
)
def test_a_class_that_ends_or_holds_up_its_process(
    name: str, processes: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It loses; and where that is not wished it is named."""
    monkeypatch.setattr(
        runs, "MAX_FAILURES_IN_A_ROW", 1
    )  # every try begins a process: no more of them than must be
    who = f"{BOTS}:{name}"
    lost = arena.run(duel([who, "random"], 2, forfeits=True, patience=0.2), processes=processes)
    assert (lost.games, lost.standing(who).lost, lost.failed) == (2, 2, ())
    assert any(
        line.startswith(f"{who} lost 2 games") and told in line for line in report_text.sentences(lost)
    )
    with pytest.raises(Complaint, match="1 games in a row could not be played") as stopped:
        arena.run(duel([who, "random"], 6, patience=0.2), processes=processes)
    assert f"{who}: " in str(stopped.value)
    assert told in str(stopped.value)


def test_who_is_not_at_the_table_is_not_to_blame() -> None:
    """Everybody warms up before the first game; who ends the process there has not lost that game."""
    names = ["random", "depth1", f"{BOTS}:Dies"]
    result = arena.run(duel(names, 2, forfeits=True), processes=1)
    assert result.complete
    assert {game.seats[game.forfeit or 0] for game in result.forfeited} == {names[2]}
    assert len(result.forfeited) == 4


def test_patience_is_for_those_who_do_not_answer() -> None:
    """Not for the whole game, nor for the time that others or our own players take."""
    result = arena.run(duel([f"{BOTS}:Patient", "depth3"], 2, patience=0.5, forfeits=True), processes=1)
    assert (result.games, result.forfeited) == (2, ())
    assert result.thinking[f"{BOTS}:Patient"].moves * 0.05 > 0.5


def test_others_think_as_long_as_they_like() -> None:
    """Players that are not named by an import path know their own limits: they get no time limit."""
    plan = arena.plan(
        "mole-hill", ["slow", "last"], 2, board="patch", find_player=player_named, patience=0.01
    )
    assert arena.run(plan, processes=1, find_player=player_named).games == 2


DIGGER = """
import helper
class Digger:
    def choose(self, view, legal):
        import late
        return legal[helper.FIRST + late.FIRST]
"""


@pytest.mark.parametrize("processes", ["0", "1"])
def test_a_module_in_the_folder_where_one_works(tmp_path: Path, processes: str) -> None:
    """As the installed command runs: its own folder is the first one on the path, not ours."""
    (tmp_path / "bots_of_mine.py").write_text(DIGGER)
    (tmp_path / "helper.py").write_text("FIRST = 0\n")
    (tmp_path / "late.py").write_text("FIRST = 0\n")
    command = "import sys; sys.path[:] = [p for p in sys.path if p]; from moleworks.cli import main; main()"
    arguments = ["arena", "mole-hill", "--players", "bots_of_mine:Digger,random", "--board", "patch"]
    done = subprocess.run(
        [sys.executable, "-c", command, *arguments, "--games", "2", "--processes", processes, "--lang", "en"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "2 of 2 games count." in done.stdout, done.stderr


def test_entrants_take_their_folder_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots_elsewhere.py").write_text("def choose(knowledge, seed): return ''\n")
    with monkeypatch.context() as there:
        there.chdir(tmp_path)
        sent = pickle.dumps(PlayerFinder())
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    again = pickle.loads(sent)  # as a worker on another machine gets it
    assert callable(again("mole-hill", "bots_elsewhere:choose"))


def test_at_a_larger_table_the_others_share_what_one_forfeits() -> None:
    players = [f"{BOTS}:Cheat", "random", "random"]
    plan = arena.plan("buddel-bande", players, 3, board="stroll", forfeits=True)
    result = arena.run(plan, processes=0)
    cheat, others = result.standings
    assert (cheat.estimate.share, others.estimate.share) == (0, 1)


def test_names_for_engines_on_a_command_line() -> None:
    assert parse_engine("my-engine", 1) == ("engine1", "my-engine")
    assert parse_engine("digger=/opt/my engine", 3) == ("digger", "/opt/my engine")
    assert parse_engine("/opt/a=b/engine", 2) == ("engine2", "/opt/a=b/engine")
