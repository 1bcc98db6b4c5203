"""One thread rings for all: in order, in time, and not what was put off."""

from __future__ import annotations

import threading

from moleworks.players.alarms import Alarms


def test_alarms_ring_in_the_order_of_their_times() -> None:
    alarms, done = Alarms(), threading.Event()
    rung: list[str] = []
    alarms.after(0.06, done.set)
    alarms.after(0.03, lambda: rung.append("later"))
    alarms.after(0.0, lambda: rung.append("now"))
    assert done.wait(30)
    assert rung == ["now", "later"]


def test_an_alarm_that_was_put_off_stays_silent() -> None:
    alarms, done = Alarms(), threading.Event()
    rung: list[str] = []
    quiet = [alarms.after(2.0, lambda: rung.append("no")) for _ in range(100)]
    for alarm in quiet:
        alarm.cancel()
    alarms.after(2.1, done.set)
    assert done.wait(30)
    assert not rung
    again = threading.Event()
    alarms.after(0.0, again.set)
    assert again.wait(30), "it goes on after a while without anything to do"


def test_any_number_of_alarms_needs_one_thread() -> None:
    before = threading.active_count()
    alarms = Alarms()
    for _ in range(50):
        alarms.after(3600, print).cancel()
    assert threading.active_count() == before + 1
