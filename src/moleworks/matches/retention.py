"""How long matches are kept."""

from __future__ import annotations

from typing import NamedTuple


class Retention(NamedTuple):
    """How long matches stay in the store, in days, and in memory, in seconds."""

    archive: float = 30
    """Days after which a match that is over is archived as one record."""
    records: float = 365
    """Days after which a record is deleted."""
    abandoned: float = 60
    """Days after which an unfinished match is deleted if nobody plays on; a tenth of it if it never began."""
    idle: float = 120
    """Seconds after which a match without listeners is unloaded from memory."""
    away: float = 60
    """Seconds after which the seat of a disconnected player may be given to a computer."""
