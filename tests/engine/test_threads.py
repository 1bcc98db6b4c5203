"""Results and errors come back from the thread, a slow call is announced, an interruption stops it."""

from __future__ import annotations

import threading

import pytest

from moleworks.engine import Stop
from moleworks.engine.threads import run_in_thread


def test_what_the_work_gives() -> None:
    assert run_in_thread(lambda stop: (stop.is_set, threading.current_thread().name)) == (False, "thinking")


def test_an_error_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        run_in_thread(lambda _stop: 1 / 0)


def test_who_waits_long_is_told_and_nobody_else() -> None:
    received: list[str] = []
    waited = threading.Event()
    assert run_in_thread(lambda _stop: "quick", lambda: received.append("late"), slow_after=60) == "quick"
    assert received == []

    def late() -> None:
        received.append("late")
        waited.set()

    assert run_in_thread(lambda _stop: waited.wait(60), late, slow_after=0.01)
    assert received == ["late"]


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
        run_in_thread(work, interrupt, slow_after=0.01)
    assert ended.wait(60)


def test_work_that_was_given_up_before_it_began_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first `Stop` takes a while, because it looks for a compiler; Ctrl-C does not wait for it."""
    given_up, done = threading.Event(), threading.Event()
    made: list[Stop] = []

    def slow() -> Stop:
        assert given_up.wait(60)
        made.append(Stop())
        return made[0]

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("moleworks.engine.threads.Stop", slow)
    with pytest.raises(KeyboardInterrupt):
        run_in_thread(lambda _stop: done.set(), interrupt, slow_after=0.01)
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

    assert run_in_thread(work, interrupt, slow_after=0.01, partial=True) == "half of it"
