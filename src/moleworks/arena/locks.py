"""One run at a time: whoever writes a file or a folder holds it, and a newcomer is turned away.

The system keeps the lock, not the file that carries it: however a run ends, `kill -9` and power cuts
included, what it held is free again at once, and a lock file that was left behind means nothing.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from moleworks.games.game import N_, Complaint

SUFFIX = ".lock"
FAR = 1 << 30
"""Windows locks bytes, and lets nobody read those: one that is never written will do."""

if sys.platform == "win32":
    import msvcrt

    def _grip(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _grip(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def beside(path: Path) -> Path:
    """The file that carries the lock; the same by whatever links a path is reached."""
    real = Path(os.path.realpath(path))
    return real.with_name(f"{real.name}{SUFFIX}")


def gripped(file: int) -> bool:
    """Whether an open file is ours until it is closed. Where a file system knows no locks, it always is."""
    try:
        _grip(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


class Lock:
    """Holds a file or a folder from the moment it is made until it is closed; a complaint if another does.

    The lock is a file beside it. Where a file system knows no locks nobody is kept out.
    """

    def __init__(self, path: Path) -> None:
        self._beside = beside(path)
        self._file: int | None = None
        while self._file is None:
            self._file = self._taken(path)

    def close(self) -> None:
        """Let go; a second time does nothing."""
        if self._file is None:
            return
        file, self._file = self._file, None
        # Windows removes nothing that is open; elsewhere it has to go while it is held.
        if sys.platform == "win32":
            os.close(file)
            with contextlib.suppress(OSError):
                self._beside.unlink(missing_ok=True)
            return
        with contextlib.suppress(OSError):
            self._beside.unlink(missing_ok=True)
        os.close(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _taken(self, path: Path) -> int | None:
        """The open file; none if it was removed by its last holder while we waited for it."""
        try:
            file = os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            text = N_("{path} cannot be written: {reason}.")
            raise Complaint(text, path=path, reason=error.strerror or error) from error
        if not gripped(file):
            os.close(file)
            raise Complaint(
                N_("{path} is in use by another run: wait until it is over, or name another."), path=path
            )
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(file), self._beside.stat()):
                return file
        os.close(file)
        return None
