"""Pause coverage while a test plays thousands of games: other tests cover those lines, and this is faster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from coverage import Coverage


@contextmanager
def pause_coverage() -> Iterator[None]:
    """Stop coverage meanwhile, if it is running."""
    measuring = Coverage.current()
    if measuring is None:
        yield
        return
    measuring.stop()
    try:
        yield
    finally:
        measuring.start()
