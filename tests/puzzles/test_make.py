"""Making puzzles: found, kept at once, continued after an interruption, chosen evenly."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from moleworks.core.messages import Complaint
from moleworks.lessons import LessonSetup
from moleworks.puzzles import Puzzle, make, rate
from moleworks.puzzles.files import FILE

pytestmark = pytest.mark.slow
GAME = "buddel-bande"


def tried(id_: str, theme: str, eighths: list[int]) -> Puzzle:
    solved = [rate.TRIES * part // 8 for part in eighths]
    return Puzzle(id_, theme, LessonSetup("patch"), "", 0, ["a1"], 1, 0, solved=solved)


def test_a_run_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    whole = make.make(GAME, 4, tmp_path / "whole")
    cut = tmp_path / "cut"
    make.make(GAME, 2, cut)
    with (cut / make.GAMES).open("ab") as file:
        file.write(b'{"game":"buddel-bande","numb')  # as if killed while it wrote
    assert make.make(GAME, 4, cut) == whole
    assert (cut / FILE).read_bytes() == (tmp_path / "whole" / FILE).read_bytes()
    assert len({puzzle.id for puzzle in whole}) == 4


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    line = msgspec.json.encode(make.MinedGame("mole-hill", 0, []))
    (tmp_path / make.GAMES).write_bytes(line + b"\n")
    with pytest.raises(Complaint, match="another game"):
        make.make(GAME, 1, tmp_path)


def test_themes_and_difficulties_are_mixed() -> None:
    easy, hard = [8] * 7, [0, 0, 0, 0, 0, 4, 8]
    shelf = [tried(f"a{n}", "step", easy) for n in range(8)]
    shelf += [tried(f"b{n}", "step", hard) for n in range(2)] + [tried("c", "jump", easy)]
    chosen = make.choose(make.rated(shelf), 6)
    assert [puzzle.id for puzzle in chosen] == sorted(puzzle.id for puzzle in chosen)
    assert {"b0", "b1", "c"} <= {puzzle.id for puzzle in chosen}
    assert len(chosen) == 6


def test_harder_puzzles_are_rated_higher() -> None:
    shelf = [
        tried("easy", "step", [6, 7, 8, 8, 8, 8, 8]),
        tried("middle", "step", [1, 2, 3, 5, 6, 8, 8]),
        tried("hard", "step", [0, 0, 0, 1, 2, 4, 6]),
    ]
    easy, middle, hard = make.rated(shelf)
    assert easy.rating < middle.rating < hard.rating
    assert easy.level < middle.level < hard.level
    levels = rate.level_ratings([puzzle.solved for puzzle in shelf])
    assert levels == sorted(levels)


def test_a_puzzle_that_strong_levels_solve_less_often_is_left_out() -> None:
    assert make.rises(tried("rises", "step", [1, 2, 4, 3, 6, 8, 8]))
    assert make.rises(tried("chance", "step", [3, 1, 1, 2, 4, 8, 8]))
    assert not make.rises(tried("falls", "step", [0, 2, 7, 8, 0, 6, 6]))
