"""Everything is checked before anything starts; who meets whom, and where they sit."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks.arena.plans import line_ups, plan, seat_rotations
from moleworks.arena.schedule import schedule
from moleworks.games import Complaint


@pytest.mark.parametrize(
    ("game", "players", "games", "rest", "told"),
    [
        ("chess", ["random", "level1"], 2, {}, "There is no game chess"),
        ("mole-hill", ["random", "levle1"], 2, {}, "There is no player levle1"),
        ("mole-hill", ["random", "best@0s"], 2, {}, "best@0s has nothing to spend"),
        ("mole-hill", ["random", "best@0.0n"], 2, {}, "There is no player best@0.0n"),
        ("mole-hill", ["random", "level1@3n"], 2, {}, "level1@3n has no budget"),
        ("mole-hill", ["random"], 2, {}, "two different players"),
        ("mole-hill", ["random", "level1"], 3, {}, "sets of 2: play 2 or 4, not 3"),
        ("mole-hill", ["random", "level1"], 1, {}, "play 2 or 2, not 1"),
        ("mole-hill", ["random", "level1"], 0, {}, "number of games is a whole number"),
        ("mole-hill", ["random", "level1"], 2.0, {}, "number of games is a whole number"),
        ("mole-hill", ["random", "level1"], 2, {"seed": -1}, "The seed is a whole number"),
        ("mole-hill", ["random", "level1"], 2, {"opening": -1}, "random actions is a whole number"),
        ("mole-hill", ["random", "level1"], 2, {"board": "swamp"}, "no such board"),
        ("mole-hill", ["random", "level1"], 2, {"preset": "chess"}, "no preset chess"),
        ("mole-hill", ["random", "level1"], 2, {"options": {"start": 3}}, "Option start cannot be 3"),
        ("mole-hill", ["random", "level1"], 2, {"options": {"rounds": 1}}, "Nobody wins a single round"),
        ("mole-hill", ["random", "level1"], 2, {"sprt": (20, 0)}, "smaller one first"),
        ("mole-hill", ["random", "level1"], 2, {"sprt": (0, float("nan"))}, "smaller one first"),
        ("mole-hill", ["random", "level1", "level2"], 2, {"sprt": (0, 20)}, "two players, not more"),
        ("mole-hill", ["random", "level1"], 2, {"seats": 3}, "is for 2 players, not 3"),
        ("mole-hill", ["random", "level1", "level1"], 2, {}, "Everybody is named once"),
        ("buddel-bande", ["random", "level1"], 3, {"seats": 3}, "3 seats need as many players; 2 are named"),
        ("mole-hill", ["random", "level1", "random"], 2, {"pairing": "steps"}, "Everybody is named once"),
    ],
)
def test_what_is_wrong_is_said_at_once(
    game: str, players: list[str], games: Any, rest: dict[str, Any], told: str
) -> None:
    with pytest.raises(Complaint) as complaint:
        plan(game, players, games, **rest)
    assert told in str(complaint.value)


def test_as_many_as_fit_sit_together() -> None:
    together = plan("buddel-bande", ["random", "level1", "level2"], 3)
    assert (together.seats, line_ups(together)) == (3, [("random", "level1", "level2")])


def test_two_at_a_time_where_that_is_wished_or_needed() -> None:
    pairs = [("random", "level1"), ("random", "level2"), ("level1", "level2")]
    wished = plan("buddel-bande", ["random", "level1", "level2"], 4, seats=2)
    needed = plan("mole-hill", ["random", "level1", "level2"], 4)
    assert line_ups(wished) == line_ups(needed) == pairs
    assert len(schedule(needed)) == 3 * 4


def test_neighbours_meet_in_steps() -> None:
    steps = plan("mole-company", ["level1", "level2", "level3"], 2, pairing="steps")
    assert line_ups(steps) == [("level2", "level1"), ("level3", "level2")]


def test_a_set_has_everybody_in_every_seat() -> None:
    jobs = schedule(plan("buddel-bande", ["level1", "random", "random", "random"], 8))
    assert [job.seats.index("level1") for job in jobs] == [0, 1, 2, 3] * 2
    assert [job.set for job in jobs] == [0] * 4 + [1] * 4


@pytest.mark.parametrize("line_up", [("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_each_sits_once_in_each_seat(line_up: tuple[str, ...]) -> None:
    games = seat_rotations(line_up)
    for seat in range(len(line_up)):
        assert sorted(game[seat] for game in games) == sorted(line_up)


def test_line_ups_take_turns() -> None:
    jobs = schedule(plan("mole-hill", ["random", "level1", "level2"], 4))
    first_games = [job.seats for job in jobs if job.rotation == 0]
    assert first_games == [("random", "level1"), ("random", "level2"), ("level1", "level2")] * 2
