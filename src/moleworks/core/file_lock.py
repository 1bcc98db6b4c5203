"""File locks: one run at a time writes a file or a folder.

The operating system holds the lock. However a run ends, `kill -9` and power cuts included, the lock is free
again at once. A lock file that was left behind means nothing.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from moleworks.core.messages import N_, Complaint

SUFFIX = ".lock"
LOCKED_BYTE = 1 << 30
"""Windows locks bytes, and nobody can read a locked byte: this one is never written."""

if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: int) -> None:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock_file(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_path(path: Path) -> Path:
    """The lock file of a path; symbolic links are resolved, so that all paths to a file share one lock."""
    real = Path(os.path.realpath(path))
    return real.with_name(f"{real.name}{SUFFIX}")


def try_lock(file: int) -> bool:
    """Lock an open file until it is closed; False if another process has it.

    Always True on file systems without locks.
    """
    try:
        _lock_file(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


class Lock:
    """Locks a file or folder until it is closed; a complaint if another run has it.

    The lock is a file beside it. On file systems without locks it has no effect.
    """

    def __init__(self, path: Path) -> None:
        self._lock_path = lock_path(path)
        self._file: int | None = None
        while self._file is None:
            self._file = self._open_locked(path)

    def close(self) -> None:
        """Release the lock; a second call does nothing."""
        if self._file is None:
            return
        file, self._file = self._file, None
        # Windows removes no open file; elsewhere the file has to be removed while it is locked.
        if sys.platform == "win32":
            os.close(file)
            with contextlib.suppress(OSError):
                self._lock_path.unlink(missing_ok=True)
            return
        with contextlib.suppress(OSError):
            self._lock_path.unlink(missing_ok=True)
        os.close(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_locked(self, path: Path) -> int | None:
        """The open, locked file; None if its last holder removed it meanwhile."""
        try:
            file = os.open(self._lock_path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            text = N_("{path} cannot be written: {reason}.")
            raise Complaint(text, path=path, reason=error.strerror or error) from error
        if not try_lock(file):
            os.close(file)
            raise Complaint(
                N_("{path} is in use by another run: wait until it is over, or name another."), path=path
            )
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(file), self._lock_path.stat()):
                return file
        os.close(file)
        return None
