"""A list whose copies share their items."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks.record.shared_list import SharedList

STEPS = st.lists(
    st.tuples(st.sampled_from(["append", "drop", "copy"]), st.integers(0, 3), st.integers(0, 4)), max_size=40
)


@given(STEPS)
def test_copies_go_their_own_ways(steps: list[tuple[str, int, int]]) -> None:
    trails, lists = [SharedList[int]()], [list[int]()]
    for what, which, number in steps:
        at = which % len(trails)
        if what == "append":
            trails[at].append(number)
            lists[at].append(number)
        elif what == "drop":
            count = min(number, len(lists[at]))
            trails[at].drop(count)
            del lists[at][len(lists[at]) - count :]
        else:
            trails.append(trails[at].copy())
            lists.append(lists[at].copy())
        assert [list(trail) for trail in trails] == lists
        assert [len(trail) for trail in trails] == [len(items) for items in lists]


def test_places_from_both_ends() -> None:
    trail = SharedList("mole")
    trail.drop(1)
    assert [trail[0], trail[2], trail[-1], trail[-3]] == ["m", "l", "l", "m"]
    for outside in (3, -4):
        with pytest.raises(IndexError):
            trail[outside]
    with pytest.raises(IndexError):
        trail.drop(4)


def test_what_was_dropped_goes_nowhere() -> None:
    """Nor does what a copy went on with: it may be another's secret."""
    trail = SharedList(["mole"])
    trail.copy().append("hill")
    assert b"hill" not in pickle.dumps(trail)
    assert list(pickle.loads(pickle.dumps(trail))) == ["mole"]
