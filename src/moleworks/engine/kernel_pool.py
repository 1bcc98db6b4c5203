"""Compile kernels in the background, and lend each search a set of kernels with buffers of its own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar, cast

from moleworks.core import work
from moleworks.core.kernel import available, back_end, compiled
from moleworks.engine.timers import TIMERS

logger = logging.getLogger(__name__)

IntArray = MutableSequence[int]


def int_array(native: bool, size: int) -> IntArray:
    """Zeros for a kernel to write to: an array if it is compiled, else a list."""
    return back_end().zeros(size) if native else [0] * size


def float_array(native: bool, size: int) -> MutableSequence[float]:
    """Zeros for a kernel to write to, as `int_array`."""
    return back_end().float_zeros(size) if native else [0.0] * size


def clear(values: IntArray) -> None:
    """Set all items of an array or list to 0."""
    if isinstance(values, list):
        values[:] = [0] * len(values)
    else:
        memoryview(cast(Any, values)).cast("B")[:] = bytes(8 * len(values))


def to_list(values: Sequence[int]) -> list[int]:
    """An array or list as a list of Python ints."""
    found: list[int] = values.tolist() if hasattr(values, "tolist") else list(values)
    return found


class Stop:
    """A flag that ends a search, or several in a row; any thread may set it."""

    def __init__(self) -> None:
        # Compiled and interpreted kernels can both read an array; it is not known yet which will run.
        self.flag: IntArray = int_array(back_end().has_arrays(), 1)
        self._inner: list[Stop] = []

    def set(self) -> None:
        """Stop the search, and every search within it, as soon as possible."""
        self.flag[0] = 1
        for inner in tuple(self._inner):
            inner.set()

    @property
    def is_set(self) -> bool:
        """Whether the search shall stop."""
        TIMERS.call_due()
        return bool(self.flag[0])

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[Stop]:
        """A flag for one search: it is set when this one is, or when the time is up."""
        inner = Stop()
        self._inner.append(inner)
        if self.is_set:
            inner.set()
        timer = None if seconds is None else TIMERS.call_later(seconds, inner.set)
        try:
            yield inner
        finally:
            if timer:
                timer.cancel()
            self._inner.remove(inner)


class SearchKernels(Protocol):
    """The kernels of a search, compiled or interpreted, with the buffers of one search."""

    native: bool

    def compile(self) -> None:
        """Call each kernel once, so that Numba compiles it or loads it from the cache."""


K = TypeVar("K", bound=SearchKernels)


LOAD_SECONDS = 1.5
"""The longest wait of the first search for kernels that only have to be loaded from the cache."""
COMPILE_SECONDS = 90.0
"""The longest wait for the compiler by a search whose answer has to be reproducible."""
POLL_SECONDS = 0.05


class KernelPool(Generic[K]):
    """Lends sets of kernels: compiled ones once they are ready, interpreted ones until then or without Numba.

    The pool keeps one set for each search that ran at the same time. `kernel` is one of the kernels: if that
    one is in the compiler's cache, so are the others.
    """

    def __init__(self, make: Callable[[bool], K], kernel: Callable[..., Any]) -> None:
        self._make, self._kernel = make, kernel
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._native = False
        self._begun = False
        self._waited = False
        self._free: dict[bool, list[K]] = {True: [], False: []}

    def warm_up(self, wait: float = 0.0, stop: Stop | None = None) -> bool:
        """Begin to compile in the background, once; return whether that is done within `wait` seconds.

        Another thread may set `stop` to end the wait.
        """
        with self._lock:
            begun, self._begun = self._begun, True
        if not begun:
            work.start(self._compile, "kernels")
        until = time.monotonic() + wait
        while not (self._done.is_set() or (stop and stop.is_set) or time.monotonic() >= until):
            self._done.wait(min(POLL_SECONDS, wait))
        return self._done.is_set() and self._native

    @property
    def compiling(self) -> bool:
        """Whether compilation has begun and is not done."""
        return self._begun and not self._done.is_set()

    @contextmanager
    def borrow(
        self,
        patience: float | None = None,
        seconds: float | None = None,
        *,
        reproducible: bool = False,
        stop: Stop | None = None,
    ) -> Iterator[K]:
        """Kernels for one search: compiled ones if they are ready within `patience` seconds.

        Without `patience`, the first search waits for kernels that only have to be loaded. A search with
        `seconds` to spend waits for half of them at most. A `reproducible` search waits for the compiler,
        because interpreted kernels have a smaller budget. `stop` ends any wait.
        """
        if patience is None and reproducible:
            patience = COMPILE_SECONDS
        elif patience is None:
            loading = LOAD_SECONDS if not self._waited and back_end().is_ready(self._kernel) else 0.0
            patience = max(loading, (seconds or 0.0) / 2)
            self._waited = True
        native = self.warm_up(patience, stop)
        with self._lock:
            kernels = self._free[native].pop() if self._free[native] else None
        kernels = kernels or self._make(native)
        try:
            yield kernels
        finally:
            with self._lock:
                self._free[native].append(kernels)

    def _compile(self) -> None:
        try:
            if not available() or compiled(self._kernel) is self._kernel:
                return
            kernels = self._make(True)
            kernels.compile()
            self._free[True].append(kernels)
            self._native = True
        except Exception as error:  # noqa: BLE001 - interpreted kernels work whatever made the compiler fail
            logger.warning("The kernels could not be compiled, players think more slowly: %r", error)
        finally:
            self._done.set()
