"""Opening books: all games of a set begin with the same line, and a wrong line is named before the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks import arena
from moleworks.arena import store
from moleworks.games import Complaint

BOOK = [["c3", "a1|b1"], ["b2", "c3|c4", "b3"], ["a1"]]


def test_each_set_takes_the_next_opening(tmp_path: Path) -> None:
    plan = arena.plan("mole-hill", ["random", "depth1"], 8, board="patch", book=BOOK, keep_records=True)
    file = tmp_path / "games.json"
    arena.run(plan, file, processes=0)
    loaded = store.load(file)
    assert loaded.plan.book == tuple(map(tuple, BOOK))
    assert len(loaded.games) == 8
    for game in loaded.games:
        line = BOOK[game.set % 3]
        assert game.actions is not None
        assert list(game.actions[: len(line)]) == line
    assert arena.run(plan, file, processes=0).games == 8, "the file is continued"


def test_a_book_can_set_dice_and_deals() -> None:
    line = ["deal:S=01", "deal:M=10", "deal:L=01", "=Sc"]
    plan = arena.plan("buddel-bande", ["random", "thumb"], 2, board="stroll", book=[line], seed=4)
    assert arena.run(plan, processes=0).games == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [(["c3", "c3"], "Opening 2 of the book cannot be played: "), (["nowhere"], "Opening 2 of the book")],
)
def test_a_wrong_opening_is_named(line: list[str], words: str) -> None:
    plan = arena.plan("mole-hill", ["random", "depth1"], 2, board="patch", book=[["c3"], line])
    with pytest.raises(Complaint, match=words):
        arena.run(plan, processes=0)


def test_an_opening_that_ends_the_game_is_refused() -> None:
    done = arena.plan("mole-hill", ["random", "depth1"], 2, board="patch", keep_records=True)
    from moleworks.arena.play import play
    from moleworks.arena.player_finder import PlayerFinder
    from moleworks.arena.schedule import GameJob

    actions = play(done, GameJob(0, 0, ("random", "depth1")), PlayerFinder()).actions
    assert actions is not None
    plan = arena.plan("mole-hill", ["random", "depth1"], 2, board="patch", book=[list(actions)])
    with pytest.raises(Complaint, match="Opening 1 of the book ends the game"):
        arena.run(plan, processes=0)
