"""How long things are kept."""

from __future__ import annotations

from typing import NamedTuple


class Keep(NamedTuple):
    """How long things are kept, in days, and how many rooms stay in memory."""

    archive: float = 30
    """A match that is over becomes a record after so long."""
    records: float = 365
    """A record is deleted after so long."""
    abandoned: float = 60
    """A match that nobody goes on with is deleted after so long; one that never began after a tenth of it."""
    idle: float = 120
    """Seconds after which a room that nobody listens to leaves the memory."""
    away: float = 60
    """Seconds after which the computer may be given the seat of who has gone."""
