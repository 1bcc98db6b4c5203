"""`moleworks solve`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calls import call_main

BOARD = """game = "mole-hill"
name = "small"
title = { en = "Small" }
source = "own"
version = 1
columns = 3
rows = 3
centre = "b2"
red = ["a1"]
white = []
light = 3
dark = 3
rods = 6
"""


def test_a_board_is_solved_and_its_certificate_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board, proof = tmp_path / "small.toml", tmp_path / "small.gz"
    board.write_text(BOARD, "utf-8")
    code, out, _ = call_main(capsys, "solve", str(board), "--out", str(proof), "--processes", "0")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "With perfect play it is worth 0 to 5 points."
    assert lines[-2] == "With perfect play it is worth 4 points."
    assert not (tmp_path / "small.gz.progress").exists()
    code, out, _ = call_main(capsys, "solve", "--check", str(proof))
    assert code == 0
    assert out.splitlines()[-1] == "With perfect play it is worth 4 points."
    assert "claims hold" in out


def test_what_ends_early_can_be_continued(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board, proof = tmp_path / "small.toml", tmp_path / "small.txt"
    board.write_text(BOARD, "utf-8")
    arguments = ("solve", str(board), "--out", str(proof), "--processes", "0")
    code, out, _ = call_main(capsys, *arguments, "--seconds", "0")
    assert code == 0
    assert "0 to 5 points" in out
    assert (tmp_path / "small.txt.progress").exists()
    code, out, _ = call_main(capsys, *arguments)
    assert "worth 4 points" in out
    assert not (tmp_path / "small.txt.progress").exists()


def test_wrong_use_is_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, sentence in (
        ((), "Name either a board"),
        (("patch", "--check", "x"), "Name either a board"),
        (("mole-company/classic",), "brings no solver"),
        (("nowhere",), "no such board"),
        (("patch", "--processes", "-1"), "0 to 1000 processes"),
        (("--check", str(tmp_path / "none")), "cannot be read"),
    ):
        code, _, err = call_main(capsys, "solve", *arguments)
        assert code == 2
        assert sentence in err
