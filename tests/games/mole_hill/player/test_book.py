"""The opening book: legal, complete for first squares, alike in every mirror, and used by level 7 alone."""

from __future__ import annotations

import pytest

from moleworks.core.bits import members
from moleworks.engine import Effort, knowledge
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import square_name
from moleworks.games.mole_hill.player import book
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.games.mole_hill.player.search_request import every_action
from moleworks.games.mole_hill.rules import ROD, MoleHillTable, opening, play
from moleworks.games.mole_hill.solve.symmetry import symmetries
from moleworks.record import Match
from tests.games.mole_hill.player.positions import lawn

LAWNS = [lawn(board, preset, 1) for board in ("patch", "classic") for preset in ("blatz", "short")]
IDS = ["patch-blatz", "patch-short", "classic-blatz", "classic-short"]


@pytest.mark.parametrize("table", LAWNS, ids=IDS)
def test_every_first_square_is_in_the_book_and_what_follows_is_legal(table: MoleHillTable) -> None:
    start = opening(table)
    lines = book.find(table, start)
    assert {line.action for line in lines} == set(members(table.starts))
    for line in lines:
        position = start
        for action in line.line:
            assert action in every_action(position)
            position = play(table, position, action)
        after = play(table, start, line.action)
        replies = book.find(table, after)
        assert after.phase == ROD
        assert replies[0].value == min(reply.value for reply in replies)
        assert replies[0].value == line.value
        assert book.find(table, play(table, after, replies[0].action))


@pytest.mark.parametrize("table", LAWNS, ids=IDS)
def test_a_mirrored_position_has_the_mirrored_actions(table: MoleHillTable) -> None:
    start = opening(table)
    for first in members(table.starts):
        replies = book.find(table, play(table, start, first))
        for moved in symmetries(table):
            mirrored = book.find(table, play(table, start, moved[first]))
            expected = {(book.moved_action(table, reply.action, moved), reply.value) for reply in replies}
            assert {(reply.action, reply.value) for reply in mirrored} == expected


def test_a_proven_first_square_of_the_patch_has_its_proven_value() -> None:
    best = book.find(LAWNS[0], opening(LAWNS[0]))[0]
    assert best.proven
    assert best.value == 6


def test_other_lawns_other_rounds_and_later_positions_are_not_in_the_book() -> None:
    table = lawn("classic", "blatz", 2)
    start = opening(table)
    assert book.find(table, start)
    assert not book.find(table, start._replace(round=2))
    assert not book.find(table._replace(supply=table.supply - 1), start)


def test_level_seven_plays_what_is_in_the_book_and_says_so() -> None:
    match = Match.begin("mole-hill")
    state = match.state
    best = book.find(lawn("classic", "blatz", 1), opening(lawn("classic", "blatz", 1)))
    names = {square_name(9, line.action) for line in best if best[0].value - line.value < 0.25}
    advice = [PLAYER.advise(knowledge(match), Effort(level=7), seed=seed, lines=3) for seed in range(8)]
    assert {one.action for one in advice} <= names
    assert len({one.action for one in advice}) > 1, "equal first squares are not always the same one"
    assert all(one.searched.method == "book" and len(one.lines) == 3 for one in advice)
    said = [
        [str(line.why).endswith("The computer has studied this opening.") for line in one.lines]
        for one in advice
    ]
    assert said == [[True, False, False]] * len(advice), "said once, of the best"
    below = PLAYER.advise(knowledge(match), Effort(level=6), seed=1)
    assert below.searched.method != "book"
    assert match.state is state


def test_an_action_that_the_book_leaves_out_is_searched_and_is_no_better() -> None:
    match = Match.begin("mole-hill")
    match.play(["e4"])
    table = lawn("classic", "blatz", 1)
    known = {line.action for line in book.find(table, play(table, opening(table), 31))}
    assert rules.EAST not in known
    advice = PLAYER.advise(knowledge(match), Effort(nodes=1_000_000), also=["a1|b1"], patience=120)
    assert [line.action for line in advice.lines][1:] == ["a1|b1"]
    assert advice.lines[1].value >= advice.lines[0].value, "the gardener wants few points"
    assert "The computer has studied this opening." not in str(advice.lines[1].why)
