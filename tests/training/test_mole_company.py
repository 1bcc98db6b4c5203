"""A short training from the weights in use, and the file that it writes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from moleworks.core.kernel import available
from moleworks.engine.weights import read_weights
from moleworks.games.mole_company.player import tables
from moleworks.games.mole_company.player.evaluation import SIZE
from training import mole_company
from training.weights_file import write_weights

GAMES = 200
IN_USE = Path(tables.__file__).with_name("weights_2.json")


def test_boxes_have_all_presets_and_the_players_asked_for() -> None:
    boxes = mole_company.boxes(3, 12, Random(1))
    assert {table.players for table in boxes} == {3}
    assert len({table.board_sets for table in boxes}) > 1


def test_training_changes_the_weights_in_use_a_little(tmp_path: Path) -> None:
    if not available():
        pytest.skip("there is no Numba here, and training without it takes too long")
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    mole_company.main(2, 0.0, str(first), most_games=GAMES)
    mole_company.main(2, 0.0, str(second), str(first), most_games=GAMES)
    weights = [read_weights(file) for file in (IN_USE, first, second)]
    assert [len(numbers) for numbers in weights] == [SIZE] * 3
    for before, after in pairwise(weights):
        changed = [new - old for old, new in zip(before, after, strict=True) if new != old]
        assert 0 < len(changed) < SIZE
        assert max(map(abs, changed)) < 2000, "a few games change little"


def test_a_file_is_written_as_the_weights_in_use_are(tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    write_weights(copy, read_weights(IN_USE), mole_company.ROW_WIDTH)
    assert copy.read_text("utf-8") == IN_USE.read_text("utf-8")
