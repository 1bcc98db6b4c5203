"""End a child process when its parent has ended, however that was."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading

_PR_SET_PDEATHSIG = 1


def end_with_parent(how: signal.Signals) -> None:
    """Send this process a signal as soon as the process that started it has ended.

    Call it in a process that `multiprocessing` started.
    """
    import multiprocessing  # noqa: PLC0415 - a browser's Python has no processes

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), how)

    threading.Thread(target=watch, name="parent", daemon=True).start()
    if sys.platform == "linux":  # at once, even in the middle of a compiled search
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, how)
