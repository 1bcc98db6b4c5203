"""The interface of a bus, and the bus of a server with a single worker."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import TypeAlias

OnNotice: TypeAlias = Callable[[str, str, bytes], None]
"""Called with another worker, a match and its notice. An empty notice means: read the log again."""
OnMissed: TypeAlias = Callable[[], None]
"""Called when notices may be lost: read the logs of all matches again."""


class Bus(ABC):
    """Notices from worker to worker. After trouble one may come twice, which must not matter."""

    @abstractmethod
    async def open(self, on_notice: OnNotice, on_missed: OnMissed) -> None:
        """Start to receive the notices of the others, those of each worker in order."""

    @abstractmethod
    def publish(self, match: str, notice: bytes, to: Collection[str] | None = None) -> None:
        """Send a notice to these workers, soon; None: to all others. The sender does not receive it."""

    @abstractmethod
    async def close(self) -> None:
        """Stop receiving; what was published is still sent if possible."""


class LocalBus(Bus):
    """The bus of a server that has no other workers."""

    async def open(self, on_notice: OnNotice, on_missed: OnMissed) -> None:
        """Nothing will be received."""

    def publish(self, match: str, notice: bytes, to: Collection[str] | None = None) -> None:
        """Nobody receives it."""

    async def close(self) -> None:
        """Nothing to do."""
