"""Random numbers in kernels: the next seed, and a uniform choice.

A seed is a positive int below 2**63.
"""

from __future__ import annotations

from moleworks.core.kernel import kernel

WORD = 0xFFFFFFFF


@kernel
def next_seed(seed: int) -> int:
    """The next seed, by multiply-with-carry: results stay in the non-negative 63-bit integers."""
    return 2131995753 * (seed & WORD) + (seed >> 32)


@kernel
def pick(seed: int, count: int) -> int:
    """A number below `count`, each with the same probability.

    >>> pick(2**31, 10)
    5
    """
    return ((seed & WORD) * count) >> 32
