"""`moleworks hint` and `moleworks analyse`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calls import RECORD, call_main

FINISHED = RECORD.replace('[Result "*"]', '[Result "draw"]').replace(
    "1. c3 2. c3|d3 *",
    "1. a1 2. a1|b1 3. b2 4. b2|c2 5. a2 6. a2|a3 7. b1 8. b1|c1"
    " a1 9. a1|b1 10. b2 11. b2|c2 12. a2 13. a2|a3 14. b1 15. b1|c1 draw",
)


def test_hints_for_a_saved_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    code, out, err = call_main(capsys, "hint", str(file), "--level", "2")
    assert (code, err) == (0, "")
    first, *rest = out.splitlines()
    assert first == "Lina (mole): step to a square next to c3."
    assert [line[:10] for line in rest] == ["1. step to", "2. step to", "3. step to"]
    file.write_text(FINISHED, "utf-8")
    code, out, err = call_main(capsys, "hint", str(file))
    assert (code, out) == (2, "")
    assert "No seat is to act here: the game is over or chance acts." in err


def test_an_analysis_as_a_table_and_as_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    file.write_text(FINISHED, "utf-8")
    code, out, err = call_main(capsys, "analyse", str(file), "--level", "1")
    assert code == 0
    assert "a draw" in out
    assert "16 of 16 actions looked at." in err
    code, plain, _ = call_main(
        capsys, "analyse", str(file), "--plain", "--seconds", "0.01", "--html", str(page), "--lang", "de"
    )
    assert code == 0
    assert plain != out
    assert str(page) in plain
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert '"language":"de","title":"' in text


def test_no_page_where_none_can_be(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """That is told before the work, not after it; and a record is never written over."""
    file = tmp_path / "game.txt"
    file.write_text(FINISHED, "utf-8")
    for page, words in (
        (file, "is the record itself: name another file."),
        (tmp_path, "is a folder: name a file in it."),
        (tmp_path / "none" / "x.html", "cannot be written: there is no such folder."),
    ):
        code, out, err = call_main(capsys, "analyse", str(file), "--html", str(page))
        assert (code, out) == (2, "")
        assert words in err
    assert file.read_text("utf-8") == FINISHED
    file.write_text(RECORD.replace("1. c3 2. c3|d3 *", "*"), "utf-8")
    assert call_main(capsys, "analyse", str(file)) == (2, "", "Nothing has been played yet.\n")
