"""The engine against the brute-force rules: counts of sequences, whole trees, and random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.rules.brute import Position
from tests.rules.example_game import ExampleGame
from tests.rules.pages import BED, DEALT, LANE, ON_RED, PLACED, PRESETS, SEATS, TAPER, VALUES, WARREN, Data
from tests.rules.side_by_side import Case, choose, play_out

BLATZ, SHORT = Case("mole-hill", "classic", 2, "blatz"), Case("mole-hill", "classic", 2, "short")
PATCH = Case("mole-hill", "patch", 2, "blatz")
COMPANY = Case("mole-company", WARREN, 2, "ravensburger")
BAND = Case("buddel-bande", LANE, 2, "goldsieber")


def engine_count(table: ExampleGame, depth: int) -> int:
    """How many sequences of that many actions there are, shorter ones to the end of the game not counted."""
    game = table.game

    def count(state: Any, depth: int) -> int:
        actions = game.legal(state)
        return (
            len(actions)
            if depth == 1
            else sum(count(game.play(state, action), depth - 1) for action in actions)
        )

    return count(table.state, depth)


def brute_count(brute: Position, depth: int) -> int:
    names = brute.names()
    if depth == 1:
        return len(names)
    return sum(brute_count(after(brute, name), depth - 1) for name in names)


def after(brute: Position, *names: str) -> Position:
    twin = brute.copy()
    for name in names:
        twin.play(name)
    return twin


@pytest.mark.parametrize(
    ("case", "line", "depth", "number"),
    [
        (BLATZ, "", 1, 63),
        (BLATZ, "", 2, 63 * 110),
        pytest.param(BLATZ, "", 3, 45_100, marks=pytest.mark.slow),
        (BLATZ, "c3 c3|d3", 3, 5_312),
        (SHORT, "", 3, 7_008),
        pytest.param(SHORT, "", 4, 763_872, marks=pytest.mark.slow),
        (PATCH, "", 3, 5_680),
        (PATCH, "b2 b2|c2 b3 a1|a2 c3", 3, 30_920),
        (Case("mole-hill", BED, 2, "blatz"), "", 5, 18_748),
        (Case("mole-hill", BED, 2, "short"), "", 5, 16_052),
        (Case("mole-hill", BED, 2, "short", (("diagonal", "edges"),)), "", 5, 16_020),
        (Case("mole-company", "classic", 2, "ravensburger"), "", 2, 48 * 47),
        (COMPANY, "", 3, 15 * 14 * 13),
        (COMPANY, PLACED, 6, 3_933),
        (COMPANY, ON_RED, 6, 981),
        (Case("mole-company", WARREN, 2, "tactile"), ON_RED, 6, 1_032),
        (BAND, "", 3, 2**3),
        (Case("buddel-bande", LANE, 3, "goldsieber"), "", 3, 6**3),
        (BAND, DEALT, 4, 4_096),
        (Case("buddel-bande", LANE, 2, "goldsieber", (("either", "dog"),)), DEALT, 4, 2_116),
        (Case("buddel-bande", "classic", 2, "goldsieber"), DEALT, 4, 10_000),
    ],
    ids=str,
)
def test_numbers_of_sequences(case: Case, line: str, depth: int, number: int) -> None:
    assert engine_count(case.engine().play(line), depth) == number
    assert brute_count(after(case.brute(), *line.split()), depth) == number


# --- whole trees ---


def engine_ends(table: ExampleGame) -> Counter[object]:
    """Every complete game, by its points and its winner."""
    if table.outcome:
        return Counter({(tuple(table.scores or ()), table.winner): 1})
    found: Counter[object] = Counter()
    for action in table.game.legal(table.state):
        found += engine_ends(table.branch(table.game.name(table.state, action)))
    return found


def brute_ends(brute: Position) -> Counter[object]:
    if brute.end:
        return Counter({(tuple(brute.scores() or ()), brute.end[1]): 1})
    found: Counter[object] = Counter()
    for name in brute.names():
        found += brute_ends(after(brute, name))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("diagonal", VALUES["mole-hill"]["diagonal"])
def test_numbers_all_rounds_of_a_tiny_lawn(diagonal: str) -> None:
    """MH9 over every round there is on nine squares with three hills."""
    case = Case("mole-hill", BED, 2, "blatz", (("diagonal", diagonal), ("rounds", 1)))
    assert engine_ends(case.engine()) == brute_ends(case.brute())


def test_numbers_all_second_rounds_after_a_first() -> None:
    """MH10 over every second round: seat 0 has 4 points, seat 1 from 2 to 5."""
    case, line = Case("mole-hill", BED, 2, "blatz"), "a1 b3|c3 a2 a3|b3 a3 a2 b2|b3 a1"
    ends = engine_ends(case.engine().play(line))
    assert ends == brute_ends(after(case.brute(), *line.split()))


# --- random games in step ---


def all_options(game: str) -> list[tuple[tuple[str, Any], ...]]:
    """Every combination of the values the pages name."""
    names = VALUES[game]
    return [tuple(zip(names, values, strict=True)) for values in product(*names.values())]


def turns(game: str, seed: object) -> tuple[int, ...] | None:
    if game != "mole-company":
        return None
    dice = random.Random(str(seed))
    return tuple(dice.randrange(6) for _ in range(4))


OWN: dict[str, Data] = {"mole-hill": BED, "mole-company": WARREN, "buddel-bande": LANE}
SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}

BY_PRESET = [
    Case(game, board, players, preset, (), turns(game, (preset, players)))
    for game, presets in PRESETS.items()
    for preset in presets
    for players in SEATS[game]
    for board in ("classic", SMALL[game], OWN[game])
]
BY_SIZE = [
    Case("mole-company", board, players, preset, (), turns("mole-company", (preset, board)))
    for preset in PRESETS["mole-company"]
    for board, players in (("funnel", 2), (TAPER, 3), (TAPER, 4))
]
BY_OPTIONS = [
    Case(game, board, players, next(iter(PRESETS[game])), options, turns(game, options))
    for game in PRESETS
    for count, options in enumerate(all_options(game))
    for players in SEATS[game]
    for board in (SMALL[game], OWN[game])[(count + players) % 2 :: 2]
]


@pytest.mark.slow
@pytest.mark.parametrize("case", [*BY_PRESET, *BY_SIZE], ids=str)
def test_side_by_side_every_preset(case: Case) -> None:
    games = [play_out(case, seed) for seed in range(3)]
    assert any(game.end for game in games)


@pytest.mark.slow
@pytest.mark.parametrize("case", BY_OPTIONS, ids=str)
def test_side_by_side_every_combination_of_options(case: Case) -> None:
    play_out(case, 0)


@pytest.mark.long
@pytest.mark.parametrize("case", [*BY_PRESET, *BY_OPTIONS], ids=str)
def test_side_by_side_many_games(case: Case) -> None:
    """Every preset and every combination of options, with games that the shorter tests do not play."""
    for seed in range(100, 120):
        play_out(case, seed)


@pytest.mark.slow
@pytest.mark.parametrize("board", [0, 1, 2, 3])
def test_side_by_side_every_turn_of_the_classic_boards(board: int) -> None:
    """Each board in each of its six turns, the others as they lie."""
    for steps in range(1, 6):
        rotations = tuple(steps if level == board else 0 for level in range(4))
        play_out(Case("mole-company", "classic", 2, "tactile-pro", (), rotations), 0, probes=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "ends", "phases"),
    [
        (COMPANY, {"MC9", "MC12"}, {"place", "flip", "move", "bonus", "over"}),
        (
            Case("mole-company", WARREN, 2, "tactile-pro", (("turn_limit", 60),)),
            {"MC9", "MC12", "MC13"},
            {"place", "choose", "flip", "move", "bonus", "over"},
        ),
        (
            Case("buddel-bande", LANE, 2, "goldsieber", (("turn_limit", 22),)),
            {"BB12", "BB13"},
            {"deal", "roll", "act", "over"},
        ),
        (Case("mole-hill", BED, 2, "blatz"), {"MH10"}, {"place", "step", "rod", "over"}),
    ],
    ids=["company-ravensburger", "company-tactile-pro", "band", "hill"],
)
def test_side_by_side_every_phase_and_every_end(case: Case, ends: set[str], phases: set[str]) -> None:
    """So that the random games are known to get everywhere."""
    games = [play_out(case, seed, probes=1) for seed in range(25)]
    assert {game.end[0] for game in games if game.end} == ends
    assert set().union(*(game.phases for game in games)) == phases


def test_side_by_side_without_digging_a_board_is_seldom_filled() -> None:
    """Uniformly random moves: the long middle game on the green board."""
    play_out(Case("mole-company", "classic", 2, "ravensburger"), 0, most=300, digging=0.0)


@pytest.mark.parametrize("case", [BLATZ, COMPANY, BAND], ids=str)
def test_side_by_side_a_line_replays_exactly(case: Case) -> None:
    """The names alone are the game: no seed is needed, and playing on does not change what was."""
    dice = random.Random(7)
    line: list[str] = []
    brute, states = case.brute(), [case.engine().state]
    while not brute.end and len(line) < 60:
        line.append(choose(brute, dice, 0.9))
        brute.play(line[-1])
        table = case.engine().play(" ".join(line))
        states.append(table.state)
        assert hash(table.state) == hash(case.engine().play(" ".join(line)).state)
    table = case.engine()
    for name, state in zip(line, states[1:], strict=True):
        table.play(name)
        assert table.state == state
