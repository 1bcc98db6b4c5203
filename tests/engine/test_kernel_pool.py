"""The pool lends compiled kernels once they are ready, and interpreted ones until then."""

from __future__ import annotations

import threading

import pytest

from moleworks.core.kernel import NumbaKernels, kernel
from moleworks.engine import kernel_pool
from moleworks.engine.kernel_pool import KernelPool, Stop, int_array


@kernel
def add_one(number: int) -> int:
    return number + 1


class FakeKernels:
    """A kit that takes as long to compile as a test likes."""

    ready = threading.Event()
    fails = False

    def __init__(self, native: bool) -> None:
        self.native = native

    def compile(self) -> None:
        assert FakeKernels.ready.wait(20)
        if FakeKernels.fails:
            raise RuntimeError("the compiler gave up")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeKernels, "ready", threading.Event())
    monkeypatch.setattr(FakeKernels, "fails", False)


def is_native(pool: KernelPool[FakeKernels], patience: float | None) -> bool:
    with pool.borrow(patience) as kernels:
        return kernels.native


def test_interpreted_kernels_serve_until_compiled_ones_are_ready() -> None:
    pool = KernelPool(FakeKernels, add_one)
    assert not pool.compiling
    assert not pool.warm_up()
    assert pool.compiling
    assert not is_native(pool, 0)
    FakeKernels.ready.set()
    assert is_native(pool, 20)
    assert pool.warm_up()
    assert not pool.compiling


def test_only_the_first_search_waits_and_only_for_cached_kernels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cached = False
    monkeypatch.setattr(NumbaKernels, "is_ready", lambda *_: cached)
    pool, waits = KernelPool(FakeKernels, add_one), list[float]()

    def warm_up(wait: float = 0.0) -> bool:
        waits.append(wait)
        return False

    monkeypatch.setattr(KernelPool, "warm_up", lambda _, wait=0.0, stop=None: warm_up(wait))
    assert not any(is_native(pool, patience) for patience in (None, None, 0.25))
    assert waits == [0.0, 0.0, 0.25]
    cached, pool = True, KernelPool(FakeKernels, add_one)
    assert not any(is_native(pool, patience) for patience in (None, None, 0.25, None))
    assert waits[3:] == [kernel_pool.LOAD_SECONDS, 0.0, 0.25, 0.0]
    with pool.borrow(None, 7.0):
        assert waits[-1] == 3.5


def test_a_reproducible_search_waits_for_the_compiler() -> None:
    pool = KernelPool(FakeKernels, add_one)
    threading.Timer(0.2, FakeKernels.ready.set).start()
    with pool.borrow(reproducible=True) as kernels:
        assert kernels.native


def test_a_stop_ends_the_wait_for_the_compiler() -> None:
    pool, stop = KernelPool(FakeKernels, add_one), Stop()
    threading.Timer(0.2, stop.set).start()
    with pool.borrow(reproducible=True, stop=stop) as kernels:
        assert not kernels.native
    with pool.borrow(seconds=3600, stop=stop) as kernels:  # who has long to think waits for half of that else
        assert not kernels.native
    FakeKernels.ready.set()


def test_without_numba_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_pool, "available", lambda: False)
    with KernelPool(FakeKernels, add_one).borrow(reproducible=True) as kernels:
        assert not kernels.native


def test_returned_kernels_are_used_again() -> None:
    FakeKernels.ready.set()
    pool = KernelPool(FakeKernels, add_one)
    with pool.borrow(20) as kernels, pool.borrow(20) as other:
        assert kernels is not other
    with pool.borrow(20) as again:
        assert again in {kernels, other}


def test_without_numba_kernels_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_pool, "available", lambda: False)
    assert not is_native(KernelPool(FakeKernels, add_one), 20)
    assert int_array(native=False, size=3) == [0, 0, 0]


def test_a_compiler_that_fails_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    FakeKernels.fails = True
    FakeKernels.ready.set()
    assert not is_native(KernelPool(FakeKernels, add_one), 20)
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
