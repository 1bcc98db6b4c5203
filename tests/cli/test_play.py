"""`moleworks play` and `moleworks replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calls import RECORD, run


def test_replay_in_a_pipe_prints_everything(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    done = run("replay", str(file), "--plain")
    assert done.returncode == 0
    assert "1. Lina starts on c3." in done.stdout
    assert "2. Max lays a rod between c3 and d3." in done.stdout
    assert run("replay", str(file), "--plain", "--all").stdout == done.stdout
    assert "╭" in run("replay", str(file)).stdout


@pytest.mark.slow
def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    done = run("play", "--load", str(file), "--plain", lines="c4\n")
    assert "Lina steps from c3 to c4." in done.stdout
    assert "1. c3 2. c3|d3 3. c4 *" in done.stdout
    done = run(
        "play", "--load", str(file), "--plain", "--seats", "human,computer:1", "--seed", "1", lines="c4\n"
    )
    assert done.stdout.count("Max lays a rod") == 1


def test_play_asks_which_game() -> None:
    done = run("play", lines="1\ne4\n")
    assert done.returncode == 0
    assert "Which game?" in done.stdout
    assert "Player starts on e4." in done.stdout


@pytest.mark.slow
def test_a_seed_repeats_a_game() -> None:
    arguments = ["play", "buddel-bande", "--board", "stroll", "--seats", "computer:1,computer:1"]
    arguments += ["--seed", "5", "--plain"]
    assert run(*arguments).stdout == run(*arguments).stdout
