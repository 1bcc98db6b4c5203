"""`moleworks press GAME --kind 3d` as a person types it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.calls import call_main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    return call_main(capsys, "press", *words, "--kind", "3d")


def test_it_writes_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new"
    code, told, _ = run(capsys, "mole-hill", "--board", "patch", "--lang", "de", "--out", str(folder))
    assert code == 0
    names = sorted(path.name for path in folder.iterdir())
    assert "mole-hill-patch-3d-de-parts.txt" in names
    parts = [name for name in names if name.endswith(".stl")]
    assert f"Dieselben Teile als STL: {len(parts)} Dateien." in told
    assert "ohne Stützen" in told
    listed = (folder / "mole-hill-patch-3d-de-parts.txt").read_text("utf-8")
    assert all(name in listed for name in names if not name.endswith(".txt"))


def test_a_missing_library_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    code, _, told = run(capsys, "mole-hill", "--lang", "en", "--out", str(tmp_path))
    assert code == 2
    assert 'pip install "moleworks[press3d]"' in told
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("here already")
    code, _, err = run(capsys, "mole-hill", "--board", "patch", "--out", str(tmp_path / "file"))
    assert code == 2
    assert "cannot be written" in err
