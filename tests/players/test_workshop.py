"""Kits of kernels: handed out compiled once they are ready, plain until then."""

from __future__ import annotations

import threading

import pytest

from moleworks.games.kernel import kernel
from moleworks.players import workshop
from moleworks.players.workshop import Stop, Workshop, numbers


@kernel
def dug(holes: int) -> int:
    return holes + 1


class Hoe:
    """A kit that takes as long to compile as a test likes."""

    ready = threading.Event()
    fails = False

    def __init__(self, native: bool) -> None:
        self.native = native

    def try_out(self) -> None:
        assert Hoe.ready.wait(20)
        if Hoe.fails:
            raise RuntimeError("the compiler gave up")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hoe, "ready", threading.Event())
    monkeypatch.setattr(Hoe, "fails", False)


def is_native(shop: Workshop[Hoe], patience: float | None) -> bool:
    with shop.lent(patience) as kit:
        return kit.native


def test_plain_kits_serve_until_compiled_ones_are_ready() -> None:
    shop = Workshop(Hoe, dug)
    assert not shop.compiling
    assert not shop.warm_up()
    assert shop.compiling
    assert not is_native(shop, 0)
    Hoe.ready.set()
    assert is_native(shop, 20)
    assert shop.warm_up()
    assert not shop.compiling


def test_only_the_first_search_waits_unasked_and_only_for_what_was_compiled_another_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    another_day = False
    monkeypatch.setattr(workshop, "kept", lambda _: another_day)
    shop, waits = Workshop(Hoe, dug), list[float]()

    def warm_up(wait: float = 0.0) -> bool:
        waits.append(wait)
        return False

    monkeypatch.setattr(Workshop, "warm_up", lambda _, wait=0.0, stop=None: warm_up(wait))
    assert not any(is_native(shop, patience) for patience in (None, None, 0.25))
    assert waits == [0.0, 0.0, 0.25]
    another_day, shop = True, Workshop(Hoe, dug)
    assert not any(is_native(shop, patience) for patience in (None, None, 0.25, None))
    assert waits[3:] == [workshop.LOADING, 0.0, 0.25, 0.0]
    with shop.lent(None, 7.0):
        assert waits[-1] == 3.5


def test_what_has_to_be_the_same_always_waits_for_the_compiler() -> None:
    shop = Workshop(Hoe, dug)
    threading.Timer(0.2, Hoe.ready.set).start()
    with shop.lent(always=True) as kit:
        assert kit.native


def test_nobody_has_to_wait_for_the_compiler_to_its_end() -> None:
    shop, stop = Workshop(Hoe, dug), Stop()
    threading.Timer(0.2, stop.set).start()
    with shop.lent(always=True, stop=stop) as kit:
        assert not kit.native
    with shop.lent(seconds=3600, stop=stop) as kit:  # who has long to think waits for half of that else
        assert not kit.native
    Hoe.ready.set()


def test_without_numba_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "available", lambda: False)
    with Workshop(Hoe, dug).lent(always=True) as kit:
        assert not kit.native


def test_a_kit_that_came_back_is_used_again() -> None:
    Hoe.ready.set()
    shop = Workshop(Hoe, dug)
    with shop.lent(20) as kit, shop.lent(20) as other:
        assert kit is not other
    with shop.lent(20) as again:
        assert again in {kit, other}


def test_without_numba_there_are_plain_kits_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "available", lambda: False)
    assert not is_native(Workshop(Hoe, dug), 20)
    assert numbers(native=False, size=3) == [0, 0, 0]


def test_a_compiler_that_fails_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    Hoe.fails = True
    Hoe.ready.set()
    assert not is_native(Workshop(Hoe, dug), 20)
    assert "the compiler gave up" in caplog.text


def test_a_stop_is_seen_once_it_is_set() -> None:
    stop = Stop()
    assert not stop.is_set
    stop.set()
    assert stop.is_set
    assert stop.flag[0] == 1


def test_time_that_is_up_stops_one_search_only() -> None:
    stop = Stop()
    with stop.within(0.001) as first:
        for _ in range(2000):
            if first.is_set:
                break
            threading.Event().wait(0.01)
        assert first.is_set
    assert not stop.is_set
    with stop.within(None) as second, stop.within(60) as third:
        assert not second.is_set
        stop.set()
        assert second.is_set
        assert third.is_set
    with stop.within(60) as late:
        assert late.is_set
