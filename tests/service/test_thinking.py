"""Thinking apart: results and errors come back, who waits is told, and an interruption ends the work."""

from __future__ import annotations

import threading

import pytest

from moleworks.players import Stop
from moleworks.service.thinking import apart


def test_what_the_work_gives() -> None:
    assert apart(lambda stop: (stop.is_set, threading.current_thread().name)) == (False, "thinking")


def test_an_error_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        apart(lambda _stop: 1 / 0)


def test_who_waits_long_is_told_and_nobody_else() -> None:
    told: list[str] = []
    waited = threading.Event()
    assert apart(lambda _stop: "quick", lambda: told.append("late"), after=60) == "quick"
    assert told == []

    def late() -> None:
        told.append("late")
        waited.set()

    assert apart(lambda _stop: waited.wait(60), late, after=0.01)
    assert told == ["late"]


def test_an_interruption_stops_the_work() -> None:
    ended = threading.Event()
    begun = threading.Event()

    def work(stop: Stop) -> None:
        begun.set()
        while not stop.is_set:
            pass
        ended.set()

    def interrupt() -> None:
        assert begun.wait(60)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        apart(work, interrupt, after=0.01)
    assert ended.wait(60)


def test_work_that_was_given_up_before_it_began_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find out whether there is a compiler takes a while; Ctrl-C does not wait for it."""
    given_up, done = threading.Event(), threading.Event()
    made: list[Stop] = []

    def slow() -> Stop:
        assert given_up.wait(60)
        made.append(Stop())
        return made[0]

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("moleworks.service.thinking.Stop", slow)
    with pytest.raises(KeyboardInterrupt):
        apart(lambda _stop: done.set(), interrupt, after=0.01)
    thread = next(thread for thread in threading.enumerate() if thread.name == "thinking")
    given_up.set()
    thread.join(60)
    assert made
    assert not done.is_set()


def test_what_is_partly_done_is_kept_if_it_is_worth_something() -> None:
    begun = threading.Event()

    def work(stop: Stop) -> str:
        begun.set()
        while not stop.is_set:
            pass
        return "half of it"

    def interrupt() -> None:
        assert begun.wait(60)
        raise KeyboardInterrupt

    assert apart(work, interrupt, after=0.01, partly=True) == "half of it"
