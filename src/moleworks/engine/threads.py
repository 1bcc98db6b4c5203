"""Run compiled code in a thread, so that Ctrl-C works at once and a waiting person can be told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from moleworks.engine.kernel_pool import Stop

T = TypeVar("T")

TICK = 0.2
"""Seconds between two checks for an interruption, on systems where waiting cannot be interrupted."""


def run_in_thread(
    function: Callable[[Stop], T],
    on_slow: Callable[[], None] | None = None,
    slow_after: float = 1.0,
    *,
    partial: bool = False,
) -> T:
    """Call the function in a thread, where compiled code blocks nobody, and return its result.

    `on_slow` is called after `slow_after` seconds. An interruption of the waiting stops the function. With
    `partial`, Ctrl-C returns what it has found by then.
    """
    done: Future[T] = Future()
    flags: list[Stop] = []
    interrupted = threading.Event()

    def run() -> None:
        try:
            flags.append(Stop())
            if interrupted.is_set():
                if not partial:
                    return
                flags[0].set()
            done.set_result(function(flags[0]))
        except BaseException as error:  # noqa: BLE001 - raised again by `result`
            done.set_exception(error)

    thread = threading.Thread(target=run, name="thinking", daemon=True)
    try:
        thread.start()
        if not wait([done], slow_after).done and on_slow:
            on_slow()
        while not wait([done], TICK).done:
            pass
    except BaseException as interruption:
        interrupted.set()
        for flag in flags:
            flag.set()
        begun = thread.is_alive() or done.done()
        if not (partial and begun and isinstance(interruption, KeyboardInterrupt)):
            raise
    return done.result()
