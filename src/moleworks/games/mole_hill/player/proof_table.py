"""The solver's table of proofs: plans of the mole and refusals of the gardener, under whole keys.

Proofs belong to a place: the visited squares and the one where the mole stands. A hash only chooses where the
proofs of a place are kept, so no proof rests on a collision. One place can need hundreds of proofs, with
different rods: it has a chain of buckets, which is used as a ring once it is full.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.kernel import kernel

PLAN_BEFORE_ROD, PLAN, REFUSAL = 1, 2, 3
"""A plan with the gardener to act, whatever rod it lays; one with the mole to act; a refusal then."""

PROOFS, CHAIN = 20, 16
"""Proofs in a bucket, and the most buckets of a place."""
FIRST, BUCKET = 4, 64
"""Numbers of a bucket before its proofs, and all of them.

The first ones are the visited squares; the mole's place and the bucket's number in the chain; the best
actions so far; how many proofs were stored at this place. Each proof has three: points and kind, then edges
east and north, free ones of a plan, barred ones of a refusal.
"""
HILLS, WHERE, HINTS, STORED = range(FIRST)
LEVEL_AT, HINT_AT, NO_HINT = 8, 8, 255
STRIDE = 0x9E3779B1
"""From bucket to bucket of a chain; odd, so that they are all different."""


@kernel
def bucket_place(memory: MutableSequence[int], key: int, level: int) -> int:
    """Where a bucket of a chain begins."""
    return ((key + level * STRIDE) & (len(memory) // BUCKET - 1)) * BUCKET


@kernel
def where_mark(mole: int, level: int) -> int:
    """The mole's place (-1 before it is placed) and the bucket's number; an empty bucket has 0 there."""
    return (mole + 2) | (level << LEVEL_AT)


def where(bucket: Sequence[int]) -> tuple[int, int]:
    """The mole's place and the bucket's number in the chain, from its numbers."""
    return (bucket[WHERE] & (1 << LEVEL_AT) - 1) - 2, bucket[WHERE] >> LEVEL_AT


@kernel
def is_bucket_of(memory: MutableSequence[int], at: int, hills: int, mole: int, level: int) -> bool:
    """Whether a bucket has proofs of these squares and this place."""
    return memory[at] == hills and memory[at + WHERE] == where_mark(mole, level)


@kernel
def chain_length(memory: MutableSequence[int], key: int, hills: int, mole: int) -> int:
    """How many buckets this place has."""
    at = bucket_place(memory, key, 0)
    if not is_bucket_of(memory, at, hills, mole, 0):
        return 0
    return min((memory[at + STORED] + PROOFS - 1) // PROOFS, CHAIN)


@kernel
def lacks_one_at_most(east: int, north: int) -> bool:
    """Whether these are no edges, or a single one."""
    return not (east & (east - 1)) and not (north & (north - 1)) and not (east and north)


@kernel
def find_proof(
    memory: MutableSequence[int],
    key: int,
    hills: int,
    mole: int,
    gardener_acts: bool,
    goal: int,
    east: int,
    north: int,
) -> int:
    """The place of a stored proof that answers the question here, or -1.

    If the gardener is to act, it may lay the one rod that a refusal lacks.
    """
    for level in range(chain_length(memory, key, hills, mole)):
        at = bucket_place(memory, key, level)
        if not is_bucket_of(memory, at, hills, mole, level):
            continue
        for slot in range(at + FIRST, at + BUCKET, 3):
            word = memory[slot]
            kind = word & 3
            if kind == REFUSAL:
                if (word >> 2) <= goal:
                    lacks_east = memory[slot + 1] & east
                    lacks_north = memory[slot + 2] & north
                    if not (lacks_east | lacks_north) or (
                        gardener_acts and lacks_one_at_most(lacks_east, lacks_north)
                    ):
                        return slot
            elif (
                kind
                and (word >> 2) >= goal
                and (kind == PLAN_BEFORE_ROD or not gardener_acts)
                and not (memory[slot + 1] & ~east)
                and not (memory[slot + 2] & ~north)
            ):
                return slot
    return -1


@kernel
def is_plan(memory: MutableSequence[int], slot: int) -> bool:
    """Whether a stored proof says that the mole reaches the goal."""
    return memory[slot] & 3 != REFUSAL


@kernel
def known_plans(
    memory: MutableSequence[int], key: int, hills: int, mole: int, goal: int, east: int, north: int
) -> tuple[bool, int, int, int, int]:
    """The plans that work here while the gardener lays no rod on them.

    Whether there is one; the edges that all of them need, on one of which the rod must lie; and all edges
    that they need together.
    """
    known = False
    common_east = common_north = 0
    need_east = need_north = 0
    for level in range(chain_length(memory, key, hills, mole)):
        at = bucket_place(memory, key, level)
        if not is_bucket_of(memory, at, hills, mole, level):
            continue
        for slot in range(at + FIRST, at + BUCKET, 3):
            word = memory[slot]
            plan_east = memory[slot + 1]
            plan_north = memory[slot + 2]
            if (
                word & 3 != PLAN
                or (word >> 2) < goal
                or (plan_east & ~east)
                or (plan_north & ~north)
                or (known and not (common_east & ~plan_east) and not (common_north & ~plan_north))
            ):
                continue
            common_east = plan_east & (common_east if known else plan_east)
            common_north = plan_north & (common_north if known else plan_north)
            need_east |= plan_east
            need_north |= plan_north
            known = True
            if not common_east and not common_north:
                return known, 0, 0, need_east, need_north
    return known, common_east, common_north, need_east, need_north


@kernel
def write_header(memory: MutableSequence[int], at: int, hills: int, mole: int, level: int) -> None:
    """Empty a bucket, and give it to this place."""
    for n in range(at, at + BUCKET):
        memory[n] = 0
    memory[at] = hills
    memory[at + WHERE] = where_mark(mole, level)
    memory[at + HINTS] = NO_HINT | (NO_HINT << HINT_AT)


@kernel
def store_proof(
    memory: MutableSequence[int],
    key: int,
    hills: int,
    mole: int,
    word: int,
    need_east: int,
    need_north: int,
) -> None:
    """Store a proof behind the others of its place, or in place of the oldest one."""
    first = bucket_place(memory, key, 0)
    if not is_bucket_of(memory, first, hills, mole, 0):
        write_header(memory, first, hills, mole, 0)
    number = memory[first + STORED] % (CHAIN * PROOFS)
    level = number // PROOFS
    at = bucket_place(memory, key, level)
    if not is_bucket_of(memory, at, hills, mole, level):
        write_header(memory, at, hills, mole, level)
    slot = at + FIRST + 3 * (number % PROOFS)
    memory[slot] = word
    memory[slot + 1] = need_east
    memory[slot + 2] = need_north
    memory[first + STORED] += 1


@kernel
def hint(memory: MutableSequence[int], key: int, hills: int, mole: int, gardener_acts: bool) -> int:
    """The last action that decided here, or one that does not exist."""
    at = bucket_place(memory, key, 0)
    if not is_bucket_of(memory, at, hills, mole, 0):
        return NO_HINT
    return (memory[at + HINTS] >> (HINT_AT if gardener_acts else 0)) & 255


@kernel
def store_hint(
    memory: MutableSequence[int], key: int, hills: int, mole: int, gardener_acts: bool, action: int
) -> None:
    """Keep the action that decided, if the place has a bucket."""
    at = bucket_place(memory, key, 0)
    if is_bucket_of(memory, at, hills, mole, 0):
        shift = HINT_AT if gardener_acts else 0
        memory[at + HINTS] = (memory[at + HINTS] & ~(255 << shift)) | (action << shift)
