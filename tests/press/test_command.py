"""`moleworks press` as a person types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calls import call_main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    return call_main(capsys, "press", *words)


def test_it_writes_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "mole-hill",
        "--board",
        "patch",
        "--kind",
        "ink-saver",
        "--lang",
        "de",
        "--out",
        str(tmp_path / "new"),
    )
    code, told, _ = run(capsys, *words)
    assert code == 0
    files = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert [name for name in files if name.endswith(".pdf")] == [
        "mole-hill-patch-a4-ink-saver-de-rules.pdf",
        "mole-hill-patch-a4-ink-saver-de-set.pdf",
    ]
    pictures = [name for name in files if name.endswith(".svg")]
    assert f"Dieselben Seiten als SVG: {len(pictures)} Dateien." in told
    assert pictures[0].endswith("rules-01-rules-1.svg")


def test_options_reach_the_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ("mole-company", "--board", "burrow", "--out", str(tmp_path))
    assert run(capsys, *common, "--option", "specials=false")[0] == 0
    plain = (tmp_path / "mole-company-burrow-a4-color-en-set.pdf").read_bytes()
    assert run(capsys, *common, "--preset", "ravensburger")[0] == 0
    assert plain != (tmp_path / "mole-company-burrow-a4-color-en-set.pdf").read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", "--out", "x"), "There is no game chess"),
        (("mole-hill", "--out", "x", "--paper", "a5"), "It can be a4, a3, letter."),
        (("mole-hill", "--out", "x", "--board", "nowhere"), "There is no such board"),
        (("mole-hill",), "--out needs a value"),
    ],
)
def test_mistakes_are_told(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2
    assert told in err


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("here already")
    code, _, err = run(capsys, "mole-hill", "--board", "patch", "--out", str(tmp_path / "file"))
    assert code == 2
    assert "cannot be written" in err
