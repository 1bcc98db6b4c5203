"""Whether anybody still wants what a process is at work on: a file says so for as long as it is there.

Whoever asked cannot reach into another process. What takes long there looks for the file now and then.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from moleworks.players import Stop

TICK = 0.05
"""Seconds between two looks."""


class Unwanted(Exception):
    """Raised where work is done that nobody wants any more."""


class Notes:
    """Files, one for each work that somebody wants; the work may note down there how far it is."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._numbers = count()

    def new(self, name: str = "") -> Path:
        """A file that says: this is wanted. Work that is begun anew has another: the old may still be on."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="moleworks-")
        folder = Path(self._folder.name)
        folder.mkdir(mode=0o700, exist_ok=True)  # systems tidy up what lies about for weeks
        notes = folder / f"{name}-{next(self._numbers)}"
        notes.touch()
        return notes

    def close(self) -> None:
        """Nothing is wanted any more."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def note(notes: Path, text: str) -> None:
    """How far the work is, written by itself: whole, and only as long as somebody wants it."""
    if not notes.exists():
        raise Unwanted
    fresh = notes.with_suffix(".new")
    with suppress(OSError):
        fresh.write_text(text, "ascii")
        fresh.replace(notes)


@contextmanager
def search(notes: Path) -> Iterator[Stop]:
    """A flag for searches, which end as soon as nobody wants what they find."""
    if not notes.exists():
        raise Unwanted
    stop, done = Stop(), threading.Event()

    def look() -> None:
        while not done.wait(TICK):
            if not notes.exists():
                stop.set()
                return

    looking = threading.Thread(target=look, name="wanted", daemon=True)
    looking.start()
    try:
        yield stop
    finally:
        done.set()
        looking.join()
