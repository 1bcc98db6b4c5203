"""The fast forms of the rules agree with the rules, and sets of discs with lists of values."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.core.bits import count, members
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.rules import DISCS, HIGHEST, LAST, MoleCompanyTable
from moleworks.games.mole_company.rules_fast import (
    board_lines,
    board_paths,
    open_line,
    write_legal,
    write_moves,
)
from moleworks.record import Match
from tests.games.digging_policy import digging_policy

PATHS = ("all", "solid", "into")


def begun(players: int = 2, paths: str = "all", board: str = "burrow", waits: str = "may-wait") -> Match:
    options = {"final_paths": paths, "all_home": waits}
    return Match.begin("mole-company", board=board, players=players, options=options, rotations=(0, 1, 2, 3))


def table_of(match: Match) -> MoleCompanyTable:
    assert isinstance(match.state, MoleCompanyState)
    return match.state.table


@pytest.mark.parametrize("board", ["burrow", "classic", "funnel"])
@pytest.mark.parametrize("paths", PATHS)
def test_lines_lead_where_moles_land(board: str, paths: str) -> None:
    table, dice = table_of(begun(paths=paths, board=board)), Random(paths)
    lines = [board_lines(board_paths(table, level)) for level in range(LAST + 1)]
    between = tuple(way for board_part in lines for way in board_part.between)
    for level, (ways, _) in enumerate(lines):
        spaces = list(members(rules.board_spaces(table, level)))
        for space in spaces:
            share = dice.choice((0.1, 0.3, 0.6))
            taken = sum(1 << s for s in spaces if s != space and dice.random() < share)
            start = level * 64 + space
            discs = {end: count(open_line(between, start, end, taken)) for end in members(ways[space])}
            for disc in range(1, HIGHEST + 1):
                ends = sum(1 << end for end, value in discs.items() if value == disc)
                assert ends == rules.landings(table, level, space, disc, taken)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_actions_are_written_as_the_rules_number_them(players: int) -> None:
    dice, phases = Random(players), set()
    for paths in PATHS:
        for _ in range(4):
            state = begun(players, paths).state
            assert isinstance(state, MoleCompanyState)
            for _ in range(250):
                table, position = state.table, state.position
                phases.add(position.phase)
                actions = [-1] * 400
                end = write_legal(table, position, actions, 3)
                number = rules.legal_count(table, position)
                assert actions[3:end] == [rules.nth_legal(table, position, n) for n in range(number)]
                if position.phase == rules.OVER:
                    break
                names = {MOLE_COMPANY.name(state, action): action for action in actions[3:end]}
                chosen = digging_policy(MOLE_COMPANY.view(state, None), list(names), dice.choice)
                state = MOLE_COMPANY.play(state, names[chosen])
    assert phases == {rules.PLACE, rules.CHOOSE, rules.FLIP, rules.MOVE, rules.BONUS, rules.OVER}


def test_moves_can_be_limited_to_some_moles_and_ends() -> None:
    match = begun()
    match.play(["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5", "=1"])
    state = match.state
    assert isinstance(state, MoleCompanyState)
    legal = MOLE_COMPANY.legal(state)
    start, end = rules.move_start(legal[-1]), rules.move_end(legal[-1])
    of_this_mole = [action for action in legal if rules.move_start(action) == start]
    assert 1 < len(of_this_mole) < len(legal)
    actions = [-1] * 400
    last = write_moves(
        state.table, state.position, 1 << start, rules.board_spaces(state.table, 0), actions, 0
    )
    assert actions[:last] == of_this_mole
    last = write_moves(state.table, state.position, 1 << start, 1 << end, actions, 0)
    assert actions[:last] == [legal[-1]]


def test_sets_of_discs_are_lists_of_values() -> None:
    """Every set that occurs: of two equal discs the upper bit is there only with the lower one."""
    sets = [
        discs for discs in range(DISCS + 1) if not discs & ~DISCS and not (discs & ~(discs << 1)) & 0b101000
    ]
    assert len(sets) == 2 * 3 * 3 * 2
    for discs in sets:
        values = rules.disc_values(discs)
        assert rules.disc_set(values) == discs
        assert [values.count(value) for value in (1, 2, 3, 4)] == [
            rules.copies(discs, value) for value in (1, 2, 3, 4)
        ]
        for some in range(16):
            chosen = [value for value in values if some >> value - 1 & 1]
            assert rules.count_discs(some, discs) == len(chosen)
    assert rules.disc_values(DISCS) == [1, 2, 2, 3, 3, 4]


def test_a_move_is_its_start_and_its_end() -> None:
    for start in range(64):
        for end in range(64):
            action = rules.move_action(start, end)
            assert (rules.move_start(action), rules.move_end(action)) == (start, end)
            assert rules.GO <= action < rules.DISC
