"""Thinking beside whatever else goes on: Ctrl-C is heard at once, and whoever waits can be told so."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from moleworks.players import Stop

T = TypeVar("T")

TICK = 0.2
"""Seconds between two moments at which an interruption is heard, on systems where waiting is deaf."""


def apart(
    work: Callable[[Stop], T],
    late: Callable[[], None] | None = None,
    after: float = 1.0,
    *,
    partly: bool = False,
) -> T:
    """What the work gives; it is done in a thread of its own, where compiled code holds up nobody.

    `late` is called if it takes longer than so many seconds. Whatever interrupts the waiting stops the work;
    if it is worth something `partly` done, Ctrl-C gives what it has by then.
    """
    done: Future[T] = Future()
    flags: list[Stop] = []
    given_up = threading.Event()

    def run() -> None:
        try:
            flags.append(Stop())
            if given_up.is_set():
                if not partly:
                    return
                flags[0].set()
            done.set_result(work(flags[0]))
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is waited for
            done.set_exception(error)

    thread = threading.Thread(target=run, name="thinking", daemon=True)
    try:
        thread.start()
        if not wait([done], after).done and late:
            late()
        while not wait([done], TICK).done:
            pass
    except BaseException as interruption:
        given_up.set()
        for flag in flags:
            flag.set()
        begun = thread.is_alive() or done.done()
        if not (partly and begun and isinstance(interruption, KeyboardInterrupt)):
            raise
    return done.result()
