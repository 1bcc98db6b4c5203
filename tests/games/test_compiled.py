"""Interpreted and compiled rules agree, action by action."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks.core.kernel import arrays, compiled
from moleworks.record import Match
from tests.coverage_pause import pause_coverage
from tests.games import checksums
from tests.games.digging_policy import digging_policy
from tests.games.kernel_setups import RULES, SETUPS, kernel_arguments, label

CHECKSUMS: dict[str, tuple[Any, int]] = {
    "mole-hill": (checksums.mole_hill_checksum, 100),
    "mole-company": (checksums.mole_company_checksum, 28),
    "buddel-bande": (checksums.buddel_bande_checksum, 100),
}
"""Kernel, and how many games of each set-up: thousands in all."""

ALL = [match for matches in SETUPS.values() for match in matches]


@pytest.mark.parametrize("match", ALL, ids=label)
@pytest.mark.slow
def test_whole_games_agree(match: Match) -> None:
    checksum, games = CHECKSUMS[match.game.id]
    table, _ = kernel_arguments(match.state)
    # The printed boards take longest, and differ from the small ones in nothing but size.
    games = 6 if match.game.id == "mole-company" and match.setup.board.name == "classic" else games
    seed = 1 + ALL.index(match)
    with pause_coverage():
        assert compiled(checksum)(arrays(table), seed, games) == checksum(table, seed, games)


def test_a_checksum_sees_a_single_bit() -> None:
    """Otherwise agreeing would mean nothing."""
    for game, (checksum, _) in CHECKSUMS.items():
        table, _ = kernel_arguments(SETUPS[game][0].state)
        assert checksum(table, 1, 1) != checksum(table, 2, 1)
    assert checksums.fold(1, 2) != checksums.fold(1, 3)
    assert checksums.fold(1, -1) != checksums.fold(1, 0)
    assert checksums.fold(1, 1 << 62) != checksums.fold(1, 0)


def chosen(match: Match, state: Any, legal: list[int], random: Random) -> int:
    """A random action; in Mole Company mostly by `digging_policy`, to get beyond the first board."""
    if match.game.id == "mole-company" and random.random() < 0.8:
        names = {match.game.name(state, action): action for action in legal}
        return names[digging_policy(match.game.view(state, None), list(names), random.choice)]
    return random.choice(legal)


@pytest.mark.parametrize("game", SETUPS)
@pytest.mark.slow
def test_every_action_agrees(game: str) -> None:
    """The three kernels, interpreted and compiled, against the game interface in hundreds of games."""
    random = Random(game)
    with pause_coverage():
        for turn in range(300 // len(SETUPS[game]) + 1):
            for match in SETUPS[game]:
                if match.setup.board.name != "classic" or game != "mole-company" or turn == 0:
                    side_by_side(match, random)


def side_by_side(match: Match, random: Random) -> None:
    """One game, every kernel asked twice."""
    rules, state = RULES[match.game.id], match.state
    plain, position = kernel_arguments(state)
    table = arrays(plain)
    play, count, nth = (compiled(kernel) for kernel in (rules.play, rules.legal_count, rules.nth_legal))
    while legal := list(match.game.legal(state)):
        assert count(table, position) == rules.legal_count(plain, position) == len(legal)
        action = chosen(match, state, legal, random)
        n = legal.index(action)
        assert nth(table, position, n) == rules.nth_legal(plain, position, n) == action
        state = match.game.play(state, action)
        _, after = kernel_arguments(state)
        assert play(table, position, action) == after
        position = after
    assert count(table, position) == rules.legal_count(plain, position) == 0


@pytest.mark.parametrize("game", SETUPS)
def test_the_order_of_legal_actions_agrees(game: str) -> None:
    """The game interface lists actions in the order of the kernels."""
    rules, random = RULES[game], Random(game)
    nth = compiled(rules.nth_legal)
    for match in SETUPS[game][::6]:
        state = match.state
        plain, _ = kernel_arguments(state)
        table = arrays(plain)
        for _ in range(150):
            legal = list(match.game.legal(state))
            _, position = kernel_arguments(state)
            assert rules.legal_count(plain, position) == len(legal)
            assert [rules.nth_legal(plain, position, n) for n in range(len(legal))] == legal
            assert [nth(table, position, n) for n in range(len(legal))] == legal
            if not legal:
                break
            state = match.game.play(state, chosen(match, state, legal, random))


def test_there_is_no_move_beyond_the_last() -> None:
    match = Match.begin("mole-company", board="burrow")
    match.play(["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5", "=2"])
    rules, (table, position) = RULES["mole-company"], kernel_arguments(match.state)
    ways = rules.move_count(table, position)
    for run, numbers in ((rules.nth_move, table), (compiled(rules.nth_move), arrays(table))):
        assert run(numbers, position, ways - 1) >= rules.GO
        assert run(numbers, position, ways) == -1
