"""`moleworks arena`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from moleworks.arena.pool import InProcessPool
from tests.cli.calls import call_main, run


def arena(*more: str) -> list[str]:
    return ["arena", "mole-hill", "--board", "patch", "--players", "random,depth1", "--processes", "0", *more]


def test_an_arena(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    arguments = arena("--games", "6", "--out", str(file), "--seed", "3", "--option", "rounds=2")
    code, out, err = call_main(capsys, *arguments)
    assert code == 0
    assert "random - depth1" in out
    assert "6 of 6 games count." in out
    assert "6/6" in err
    kept = json.loads(file.read_text("utf-8"))
    assert len(kept["games"]) == 6
    assert "actions" not in kept["games"][0]
    assert call_main(capsys, *arguments)[:2] == (0, out)  # nothing is left to play
    code, out, err = call_main(capsys, *arena("--games", "8", "--out", str(file)))
    assert (code, out) == (2, "")
    assert "arena.json" in err
    assert (
        call_main(capsys, *arena("--games", "2", "--keep-records", "--out", str(tmp_path / "b.json")))[0] == 0
    )
    assert json.loads((tmp_path / "b.json").read_text("utf-8"))["games"][0]["actions"]


@pytest.mark.slow
def test_an_arena_in_processes_stops_as_soon_as_it_is_sure() -> None:
    """Through the program itself: it is started again for each process."""
    arguments = ["arena", "mole-hill", "--board", "patch", "--players", "depth1,random", "--games", "400"]
    done = run(*arguments, "--processes", "2", "--sprt", "0,50", "--plain")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "50 fits, the first player is better." in done.stdout


def test_an_interrupted_arena_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "arena.json"
    arguments = arena("--games", "6", "--out", str(file))
    really = InProcessPool.collect

    def collect(self: InProcessPool, seconds: float) -> Any:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(1)
        return really(self, seconds)

    for keeps in (arguments, arena("--games", "6")):
        played: list[int] = []
        with monkeypatch.context() as patch:
            patch.setattr(InProcessPool, "collect", collect)
            code, out, err = call_main(capsys, *keeps)
        assert (code, out) == (130, "")
        assert ("the same command goes on with it" in err) == (keeps is arguments)
        assert ("nothing is kept" in err) == (keeps is not arguments)
    assert len(json.loads(file.read_text("utf-8"))["games"]) == 3
    code, out, err = call_main(capsys, *arguments)
    assert code == 0
    assert "3 games are played, 3 are left." in err
    assert "6 of 6 games count." in out
