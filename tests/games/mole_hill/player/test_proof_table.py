"""The table of proofs: whole keys, chains of buckets, refusals that lack a rod, plans side by side."""

from __future__ import annotations

from moleworks.games.mole_hill.player import proof_table
from moleworks.games.mole_hill.player.proof_table import (
    BUCKET,
    CHAIN,
    PLAN,
    PLAN_BEFORE_ROD,
    PROOFS,
    REFUSAL,
    find_proof,
    hint,
    is_plan,
    known_plans,
    store_hint,
    store_proof,
)

ALL = 0b1111
"""Four edges east, all of them free."""


def test_proofs_are_found_by_all_of_their_place() -> None:
    """Two places in one bucket, as after a collision of hashes: neither takes the other's proof."""
    memory = [0] * BUCKET
    store_proof(memory, 0, 0b10001, 4, 4 * 3 + PLAN_BEFORE_ROD, 1, 0)
    assert find_proof(memory, 0, 0b10001, 4, True, 3, 1, 0) >= 0
    assert find_proof(memory, 0, 0b10001, 4, False, 3, 1, 0) >= 0
    assert find_proof(memory, 0, 0b10011, 4, True, 3, 1, 0) == -1
    assert find_proof(memory, 0, 0b10001, 0, True, 3, 1, 0) == -1


def test_a_plan_holds_for_fewer_points_and_where_its_edges_are_free() -> None:
    memory = [0] * (BUCKET << 5)
    store_proof(memory, 7, 0b11, 1, 4 * 3 + PLAN, 0b101, 0b10)
    assert is_plan(memory, find_proof(memory, 7, 0b11, 1, False, 2, ALL, ALL))
    assert find_proof(memory, 7, 0b11, 1, False, 4, ALL, ALL) == -1
    assert find_proof(memory, 7, 0b11, 1, False, 3, 0b110, ALL) == -1
    assert find_proof(memory, 7, 0b11, 1, True, 3, ALL, ALL) == -1, "the gardener may lay a rod on the plan"


def test_a_refusal_holds_for_more_points_and_may_lack_the_rod_that_comes_next() -> None:
    memory = [0] * (BUCKET << 5)
    store_proof(memory, 7, 0b11, 1, 4 * 3 + REFUSAL, 0b101, 0b10)
    laid = ALL & ~0b101, ALL & ~0b10
    assert not is_plan(memory, find_proof(memory, 7, 0b11, 1, False, 5, *laid))
    assert find_proof(memory, 7, 0b11, 1, False, 2, *laid) == -1
    for lacks, found in (((1, 0), True), ((0, 0b10), True), ((0b101, 0), False), ((1, 0b10), False)):
        free = laid[0] | lacks[0], laid[1] | lacks[1]
        assert find_proof(memory, 7, 0b11, 1, False, 3, *free) == -1
        assert (find_proof(memory, 7, 0b11, 1, True, 3, *free) >= 0) == found


def test_plans_without_a_common_edge_leave_the_gardener_no_rod() -> None:
    memory = [0] * (BUCKET << 5)
    store_proof(memory, 7, 0b11, 1, 4 * 3 + PLAN, 0b011, 0)
    assert known_plans(memory, 7, 0b11, 1, 3, ALL, ALL) == (True, 0b011, 0, 0b011, 0)
    store_proof(memory, 7, 0b11, 1, 4 * 3 + PLAN, 0b110, 1)
    assert known_plans(memory, 7, 0b11, 1, 3, ALL, ALL) == (True, 0b010, 0, 0b111, 1)
    store_proof(memory, 7, 0b11, 1, 4 * 3 + PLAN, 0b1001, 0)
    assert known_plans(memory, 7, 0b11, 1, 3, ALL, ALL) == (True, 0, 0, 0b1111, 1)
    assert known_plans(memory, 7, 0b11, 1, 4, ALL, ALL)[0] is False
    assert known_plans(memory, 7, 0b11, 1, 3, ALL & ~0b10, ALL)[1] == 0b1001, "the others are barred"


def test_a_place_keeps_as_many_proofs_as_its_chain_has_room_for() -> None:
    """Then the oldest ones go."""
    memory, room = [0] * (BUCKET << 10), CHAIN * PROOFS
    for n in range(room + 1):
        store_proof(memory, 7, 0b11, 1, 4 * 3 + PLAN, 1 << n % 60, 1 << n // 60)

    def is_known(n: int) -> bool:
        return find_proof(memory, 7, 0b11, 1, False, 3, 1 << n % 60, 1 << n // 60) >= 0

    assert [n for n in range(room + 1) if not is_known(n)] == [0]


def test_a_place_that_lost_a_bucket_of_its_chain_keeps_the_others() -> None:
    memory = [0] * (BUCKET << 10)
    for n in range(3 * PROOFS):
        store_proof(memory, 7, 0b11, 1, 4 * 3 + PLAN, 1 << n, 0)
    store_proof(memory, 7 + proof_table.STRIDE, 0b101, 2, 4 * 3 + PLAN, 0, 0)
    known = [find_proof(memory, 7, 0b11, 1, False, 3, 1 << n, 0) >= 0 for n in range(3 * PROOFS)]
    assert known == [True] * PROOFS + [False] * PROOFS + [True] * PROOFS


def test_hints_are_kept_by_the_side_to_act() -> None:
    memory = [0] * (BUCKET << 5)
    store_hint(memory, 7, 0b11, 1, True, 70)
    assert hint(memory, 7, 0b11, 1, True) == proof_table.NO_HINT, "a place without proofs has no bucket"
    store_proof(memory, 7, 0b11, 1, 4 * 3 + PLAN, 1, 0)
    store_hint(memory, 7, 0b11, 1, True, 70)
    store_hint(memory, 7, 0b11, 1, False, 9)
    assert (hint(memory, 7, 0b11, 1, True), hint(memory, 7, 0b11, 1, False)) == (70, 9)
