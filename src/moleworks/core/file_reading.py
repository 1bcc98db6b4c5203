"""Read a small file of the user, such as a board, with a limit on its size."""

from __future__ import annotations

import os
import stat
from pathlib import Path


class NotAFile(OSError):
    """A path that is not a regular file but, for example, a device or a pipe."""


class TooLarge(ValueError):
    """A file that is larger than the limit."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def read_bytes(path: Path, most: int) -> bytes:
    """Read a regular file of at most `most` bytes; raises `NotAFile` or `TooLarge`."""
    # Without O_NONBLOCK, `open` would wait for a writer if the path is a pipe.
    with open(path, "rb", buffering=0, opener=_open_without_waiting) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise NotAFile
        if about.st_size > most:
            raise TooLarge(about.st_size)
        content = bytearray()
        # The size can be wrong: files in /proc report 0.
        while len(content) <= most and (part := file.read(most + 1 - len(content))):
            content += part
    if len(content) > most:
        raise TooLarge(len(content))
    return bytes(content)


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
