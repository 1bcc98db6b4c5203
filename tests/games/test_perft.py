"""Perft: the number of lines of play from fixed positions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from moleworks.core.kernel import arrays, compiled
from moleworks.record import Match
from tests.coverage_pause import pause_coverage
from tests.games.action_names import legal_names
from tests.games.kernel_setups import RULES, TALL, kernel_arguments


class Case(NamedTuple):
    """A position, and its lines of play by length: 1, 2, 3 ..."""

    label: str
    game: str
    setup: dict[str, Any]
    played: str
    lines: tuple[int, ...]


BLUE = """
b2 e5 d3 b3 b1 c4 a1 a3 =3 =3 c4-c1 =1 d3-d2 =2 b3-d5 =2 b2-b4 =1 a3-a2 =3 b1-e4
=3 =2 d2-d4 =2 d5-b3 =4 =4 =1 b4-c5 =3 b3-e3 =3 d4-a1 =3 e3-b3 =3 c5-c2 =1 b3-c4
"""
"""Through three boards of the burrow: a mole each is left, on c2 and c4, beside the last hole."""

ALMOST_DONE = "a1 d4|d5 a2 d4|e4 a3 c4|c5 a4 c4|d4 a5 b4|b5 b5 b4|c4 c5 d3|d4 d5 d3|e3 e5"

DEALT = "deal:S=01 deal:M=10 deal:L=01"


def blue(label: str, lines: tuple[int, ...], **options: Any) -> Case:
    return Case(label, "mole-company", {"board": "burrow", "options": options}, BLUE, lines)


def burrow(label: str, played: str, lines: tuple[int, ...], **setup: Any) -> Case:
    return Case(label, "mole-company", {"board": "burrow"} | setup, played, lines)


CASES = (
    Case("lawn", "mole-hill", {}, "", (63, 6930, 45_100)),
    Case("ring", "mole-hill", {"preset": "short"}, "", (8, 880, 7008)),
    Case("patch", "mole-hill", {"board": "patch"}, "b2 b2|b3", (7, 273, 1853)),
    Case("path", "mole-hill", {"board": "patch"}, "d1 c1|c2 c1 b1|c1", (1, 38, 225, 8313, 58_009)),
    Case(
        "edges",
        "mole-hill",
        {"board": "patch", "options": {"diagonal": "edges"}},
        "d1 c1|c2 c1 b1|c1",
        (2, 76, 487, 18_007),
    ),
    Case("tall", "mole-hill", {"board": TALL}, "g9 f9|g9", (2, 218, 1191)),
    Case("jump", "mole-hill", {}, "d3 d3|d4 e4 a1|a2", (61, 6588, 40_885)),
    Case("corner", "mole-hill", {}, "a1 a1|a2 b1 b1|b2 c1 c1|c2", (2, 214, 1169)),
    Case("last hill", "mole-hill", {"board": "patch"}, ALMOST_DONE, (32, 56, 1775, 36_680)),
    Case("company", "mole-company", {}, "", (48, 2256)),
    burrow("burrow", "a1 a3 b1 b2 c1 c2 c3", (7, 28, 115, 534, 2368, 8834)),
    burrow("three", "a1 a3 b1 b2 c1 c2 c3 c4", (6, 24, 93, 416, 1699, 6295), players=3),
    blue("all paths", (2, 4, 7, 12, 18, 32, 46, 58, 62), final_paths="all"),
    blue("all paths, five discs", (1, 2, 2, 4, 16, 44, 150, 438, 1252), final_paths="all", reshuffle=5),
    blue("solid paths, five discs", (1, 2, 2, 2, 8, 24, 82, 230, 694), final_paths="solid", reshuffle=5),
    blue("into the hole, five discs", (1, 2, 2, 2, 8, 24, 82, 230, 698), final_paths="into", reshuffle=5),
    Case("band", "buddel-bande", {"players": 4}, "", (24, 576, 13_824)),
    Case("dice", "buddel-bande", {"board": "stroll"}, DEALT, (18, 76, 1368, 5776)),
    Case(
        "dog",
        "buddel-bande",
        {"board": "stroll", "options": {"either": "dog"}},
        f"{DEALT} =Sl S1>2",
        (18, 58, 1044, 3352),
    ),
)


def by_name(game: Any, state: Any, depth: int) -> int:
    """By the game interface, every action by its name."""
    names = legal_names(game, state)
    if depth == 1:
        return len(names)
    return sum(by_name(game, game.play(state, game.parse(state, name)), depth - 1) for name in names)


def by_kernel(rules: Any, table: Any, position: Any, depth: int) -> int:
    """By the kernels only."""
    count = rules.legal_count(table, position)
    if depth == 1:
        return int(count)
    after = (rules.play(table, position, rules.nth_legal(table, position, n)) for n in range(count))
    return sum(by_kernel(rules, table, position, depth - 1) for position in after)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.label))
def test_lines_of_play(case: Case) -> None:
    match = Match.begin(case.game, **case.setup)
    match.play(case.played.split())
    (table, position), rules = kernel_arguments(match.state), RULES[case.game]
    native = SimpleNamespace(
        **{name: compiled(getattr(rules, name)) for name in ("legal_count", "nth_legal", "play")}
    )
    with pause_coverage():
        for depth, lines in enumerate(case.lines, 1):
            assert by_name(match.game, match.state, depth) == lines
            assert by_kernel(rules, table, position, depth) == lines
            assert by_kernel(native, arrays(table), position, depth) == lines
