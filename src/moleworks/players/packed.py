"""Many learned numbers as a short text: whole numbers of 16 bits, lowest byte first, deflated, in base 85."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence


def packed(numbers: Sequence[int]) -> str:
    """The text to write into a module of weights, after a training."""
    return base64.b85encode(zlib.compress(struct.pack(f"<{len(numbers)}h", *numbers), 9)).decode()


def unpacked(text: str) -> tuple[int, ...]:
    """The numbers again.

    >>> unpacked(packed([3, -20_000, 3]))
    (3, -20000, 3)
    """
    numbers = zlib.decompress(base64.b85decode(text))
    return struct.unpack(f"<{len(numbers) // 2}h", numbers)
