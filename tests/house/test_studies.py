"""The figures of the studies: no range is empty, and equals are told to be equal."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.arena.statistics import estimate
from scripts.studies import luck
from scripts.studies.luck import Pair, parts


@pytest.mark.parametrize("alike", [(1, 1), (1, -1), (-1, -1)])
def test_sets_that_all_ended_alike_leave_a_doubt(alike: Pair) -> None:
    found = parts([alike] * 18)
    assert all(figure.low <= figure.value + 1e-9 and figure.value <= figure.high for figure in found)
    assert all(figure.high - figure.low > 0.005 for figure in found)
    wide = parts([alike] * 9)
    assert wide.rest.high - wide.rest.low > found.rest.high - found.rest.low, "fewer sets, more doubt"


def test_the_score_is_told_as_the_arena_tells_it() -> None:
    sets: list[Pair] = [(1, 1), (1, -1), (1, 0), (-1, -1), (1, 1)]
    told = estimate([1, 0.5, 0.75, 0, 1], games=2)
    assert parts(sets).stronger == pytest.approx((told.share, told.low, told.high))


def test_ranges_hold_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equals whose games are decided by luck in half of the sets, and by nothing in the others."""
    monkeypatch.setattr(luck, "SAMPLES", 200)
    random, held = Random(3), 0
    for _ in range(60):
        sets: list[Pair] = []
        for _ in range(40):
            seat = random.choice((1, -1))
            sets.append((seat, -seat) if random.random() < 0.5 else (seat, random.choice((1, -1))))
        _, low, high = luck.likely(sets, luck.luck)
        held += low <= 0.5 <= high
    assert held >= 52
