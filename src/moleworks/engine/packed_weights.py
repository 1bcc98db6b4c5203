"""Store learned weights as a short text: little-endian 16-bit integers, deflated, in base 85."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence


def pack_weights(numbers: Sequence[int]) -> str:
    """The text for a module of weights, after a training."""
    return base64.b85encode(zlib.compress(struct.pack(f"<{len(numbers)}h", *numbers), 9)).decode()


def unpack_weights(text: str) -> tuple[int, ...]:
    """The numbers behind a text of `pack_weights`.

    >>> unpack_weights(pack_weights([3, -20_000, 3]))
    (3, -20000, 3)
    """
    numbers = zlib.decompress(base64.b85decode(text))
    return struct.unpack(f"<{len(numbers) // 2}h", numbers)
