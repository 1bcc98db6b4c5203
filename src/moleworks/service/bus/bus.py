"""What a bus is, and the bus of a process that is alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

Hear: TypeAlias = Callable[[str, bytes], None]
"""Called with a match and a note of another worker's; an empty note means: read the match again."""
Missed: TypeAlias = Callable[[], None]
"""Called when notes may have been missed: read every match again."""


class Bus(ABC):
    """Notes from worker to worker. One may come twice after trouble, so it must not matter if it does."""

    @abstractmethod
    async def open(self, hear: Hear, missed: Missed) -> None:
        """From now on everything the others tell is heard, in each worker's order."""

    @abstractmethod
    def tell(self, match: str, note: bytes) -> None:
        """Let the others hear it, soon. One's own notes are not heard."""

    @abstractmethod
    async def close(self) -> None:
        """Hear nothing more; what was told goes out if it can."""


class LocalBus(Bus):
    """There are no others."""

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Nothing will be heard."""

    def tell(self, match: str, note: bytes) -> None:
        """Nobody hears it."""

    async def close(self) -> None:
        """Nothing is left to do."""
