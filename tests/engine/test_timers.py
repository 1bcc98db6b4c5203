"""Timers: one thread calls back in order and in time, and skips cancelled timers."""

from __future__ import annotations

import threading

from moleworks.engine.timers import TimerThread


def test_timers_call_back_in_the_order_of_their_times() -> None:
    timers, done = TimerThread(), threading.Event()
    called: list[str] = []
    timers.call_later(0.06, done.set)
    timers.call_later(0.03, lambda: called.append("later"))
    timers.call_later(0.0, lambda: called.append("now"))
    assert done.wait(30)
    assert called == ["now", "later"]


def test_a_cancelled_timer_makes_no_call() -> None:
    timers, done = TimerThread(), threading.Event()
    called: list[str] = []
    cancelled = [timers.call_later(2.0, lambda: called.append("no")) for _ in range(100)]
    for timer in cancelled:
        timer.cancel()
    timers.call_later(2.1, done.set)
    assert done.wait(30)
    assert not called
    again = threading.Event()
    timers.call_later(0.0, again.set)
    assert again.wait(30), "it goes on after a while without anything to do"


def test_any_number_of_timers_needs_one_thread() -> None:
    before = threading.active_count()
    timers = TimerThread()
    for _ in range(50):
        timers.call_later(3600, print).cancel()
    assert threading.active_count() == before + 1
