"""One source of rules, two runs: interpreted and compiled agree, action by action."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks.games.kernel import arrays, compiled
from moleworks.record import Match
from tests.games import checksums
from tests.games.digging import digging
from tests.games.tables import RULES, SETUPS, label
from tests.unmeasured import unmeasured

CHECKSUMS: dict[str, tuple[Any, int]] = {
    "mole-hill": (checksums.mole_hill_checksum, 100),
    "mole-company": (checksums.mole_company_checksum, 28),
    "buddel-bande": (checksums.buddel_bande_checksum, 100),
}
"""Kernel, and how many games of each set-up: thousands in all."""

ALL = [match for matches in SETUPS.values() for match in matches]


@pytest.mark.parametrize("match", ALL, ids=label)
def test_whole_games_agree(match: Match) -> None:
    checksum, games = CHECKSUMS[match.game.id]
    table = match.state.table
    # The printed boards take longest, and differ from the small ones in nothing but size.
    games = 6 if match.game.id == "mole-company" and match.setup.board.name == "classic" else games
    seed = 1 + ALL.index(match)
    with unmeasured():
        assert compiled(checksum)(arrays(table), seed, games) == checksum(table, seed, games)


def test_a_checksum_sees_a_single_bit() -> None:
    """Otherwise agreeing would mean nothing."""
    for game, (checksum, _) in CHECKSUMS.items():
        table = SETUPS[game][0].state.table
        assert checksum(table, 1, 1) != checksum(table, 2, 1)
    assert checksums.folded(1, 2) != checksums.folded(1, 3)
    assert checksums.folded(1, -1) != checksums.folded(1, 0)
    assert checksums.folded(1, 1 << 62) != checksums.folded(1, 0)


def chosen(match: Match, state: Any, legal: list[int], random: Random) -> int:
    """By lot; in Mole Company mostly by digging, or no game would get beyond the first board."""
    if match.game.id == "mole-company" and random.random() < 0.8:
        names = {match.game.name(state, action): action for action in legal}
        return names[digging(match.game.view(state, None), list(names), random.choice)]
    return random.choice(legal)


@pytest.mark.parametrize("game", SETUPS)
def test_every_action_agrees(game: str) -> None:
    """Three kernels side by side, driven from Python, against the waist too: hundreds of games of each."""
    random = Random(game)
    with unmeasured():
        for turn in range(300 // len(SETUPS[game]) + 1):
            for match in SETUPS[game]:
                if match.setup.board.name != "classic" or game != "mole-company" or turn == 0:
                    side_by_side(match, random)


def side_by_side(match: Match, random: Random) -> None:
    """One game, every kernel asked twice."""
    rules, state, table = RULES[match.game.id], match.state, arrays(match.state.table)
    play, count, nth = (compiled(kernel) for kernel in (rules.play, rules.legal_count, rules.nth_legal))
    while legal := list(match.game.legal(state)):
        position = state.position
        ways = rules.legal_count(state.table, position)
        assert count(table, position) == ways == len(legal)
        action = chosen(match, state, legal, random)
        n = legal.index(action)
        assert nth(table, position, n) == rules.nth_legal(state.table, position, n) == action
        state = match.game.play(state, action)
        assert play(table, position, action) == state.position
    assert count(table, state.position) == rules.legal_count(state.table, state.position) == 0


@pytest.mark.parametrize("game", SETUPS)
def test_the_order_of_legal_actions_agrees(game: str) -> None:
    """The waist lists actions in the order in which the kernels count them."""
    rules, random = RULES[game], Random(game)
    nth = compiled(rules.nth_legal)
    for match in SETUPS[game][::6]:
        state, table = match.state, arrays(match.state.table)
        for _ in range(150):
            legal = list(match.game.legal(state))
            assert rules.legal_count(state.table, state.position) == len(legal)
            assert [rules.nth_legal(state.table, state.position, n) for n in range(len(legal))] == legal
            assert [nth(table, state.position, n) for n in range(len(legal))] == legal
            if not legal:
                break
            state = match.game.play(state, chosen(match, state, legal, random))


def test_there_is_no_move_beyond_the_last() -> None:
    match = Match.begin("mole-company", board="burrow")
    match.play(["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5", "=2"])
    rules, (table, position) = RULES["mole-company"], match.state[:2]
    ways = rules.move_count(table, position)
    for run, numbers in ((rules.nth_move, table), (compiled(rules.nth_move), arrays(table))):
        assert run(numbers, position, ways - 1) >= rules.GO
        assert run(numbers, position, ways) == -1
