"""Reading somebody's file without being stalled or flooded by it: boards, and whatever else is small."""

from __future__ import annotations

import os
import stat
from pathlib import Path


class NoFile(OSError):
    """A device, a pipe or the like, that could be read for ever."""


class TooLarge(ValueError):
    """More bytes than asked for."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def read_bytes(path: Path, most: int) -> bytes:
    """All of a regular file of at most so many bytes; of a larger one, never more than one byte too many."""
    # A pipe that nobody writes to would keep `open` waiting; Windows has no such thing to ask for.
    with open(path, "rb", buffering=0, opener=_at_once) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise NoFile
        if about.st_size > most:
            raise TooLarge(about.st_size)
        content = bytearray()
        # Not every file knows its size: those of /proc have none until they are read.
        while len(content) <= most and (part := file.read(most + 1 - len(content))):
            content += part
    if len(content) > most:
        raise TooLarge(len(content))
    return bytes(content)


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
