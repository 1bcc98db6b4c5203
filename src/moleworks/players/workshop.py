"""Where kernels are compiled, in the background, and where searches find something to write on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Any, Generic, Protocol, TypeVar, cast

from moleworks.games.kernel import available, kept
from moleworks.players.alarms import ALARMS

logger = logging.getLogger(__name__)

Numbers = MutableSequence[int]


def numbers(native: bool, size: int) -> Numbers:
    """So many zeros, for a kernel to write on: an array if it is compiled."""
    if not native:
        return [0] * size
    import numpy  # noqa: PLC0415

    return cast(Numbers, numpy.zeros(size, dtype=numpy.int64))


def plain(some: Sequence[int]) -> list[int]:
    """What a kernel has written, as Python's own numbers."""
    found: list[int] = some.tolist() if hasattr(some, "tolist") else list(some)
    return found


class Stop:
    """A flag that ends a search, or several one after the other; any thread may set it."""

    def __init__(self) -> None:
        # Kernels of both kinds can look at an array; to find out which kind it will be takes too long here.
        self.flag: Numbers = numbers(_numpy(), 1)
        self._inner: list[Stop] = []

    def set(self) -> None:
        self.flag[0] = 1
        for inner in tuple(self._inner):
            inner.set()

    @property
    def is_set(self) -> bool:
        return bool(self.flag[0])

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[Stop]:
        """A flag for one search: it is set when this one is, and when the time is up."""
        inner = Stop()
        self._inner.append(inner)
        if self.is_set:
            inner.set()
        alarm = None if seconds is None else ALARMS.after(seconds, inner.set)
        try:
            yield inner
        finally:
            if alarm:
                alarm.cancel()
            self._inner.remove(inner)


@cache
def _numpy() -> bool:
    return find_spec("numpy") is not None


class Kit(Protocol):
    """The kernels of a search, compiled or not, with all that one search writes on."""

    native: bool

    def try_out(self) -> None:
        """Call each kernel once: Numba compiles it then, or loads what it compiled another day."""


K = TypeVar("K", bound=Kit)


LOADING = 1.5
"""Seconds that the first search waits for kernels that were compiled another day. They come sooner."""
COMPILING = 90.0
"""Seconds that a search waits for the compiler, where its answer has to be the same every time."""
TICK = 0.05


class Workshop(Generic[K]):
    """Hands out kits: compiled ones once they are there, plain ones before that and without Numba.

    As many kits are kept as searches ran at once. `kernel` is one of those that a kit holds: where that one
    is kept compiled, the others are too.
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
        """Begin to compile in the background, once; whether that is done within so many seconds.

        Whoever sets `stop` has waited long enough.
        """
        with self._lock:
            begun, self._begun = self._begun, True
        if not begun:
            threading.Thread(target=self._compile, name="kernels", daemon=True).start()
        until = time.monotonic() + wait
        while not (self._done.is_set() or (stop and stop.is_set) or time.monotonic() >= until):
            self._done.wait(min(TICK, wait))
        return self._done.is_set() and self._native

    @property
    def compiling(self) -> bool:
        """Whether compiled kits are still on their way."""
        return self._begun and not self._done.is_set()

    @contextmanager
    def lent(
        self,
        patience: float | None = None,
        seconds: float | None = None,
        *,
        always: bool = False,
        stop: Stop | None = None,
    ) -> Iterator[K]:
        """A kit for one search: a compiled one if that is ready within so many seconds of patience.

        Where nothing is said the first search waits for a compiled kit that just has to be loaded. Nobody
        waits for a compiler; but who has `seconds` to think may wait for half of them, and what has to be
        the same `always`, today as tomorrow, needs a compiled kit if there can be one. `stop` ends any wait.
        """
        if patience is None and always:
            patience = COMPILING
        elif patience is None:
            loading = LOADING if not self._waited and kept(self._kernel) else 0.0
            patience = max(loading, (seconds or 0.0) / 2)
            self._waited = True
        native = self.warm_up(patience, stop)
        with self._lock:
            kit = self._free[native].pop() if self._free[native] else None
        kit = kit or self._make(native)
        try:
            yield kit
        finally:
            with self._lock:
                self._free[native].append(kit)

    def _compile(self) -> None:
        try:
            if not available():
                return
            kit = self._make(True)
            kit.try_out()
            self._free[True].append(kit)
            self._native = True
        except Exception as error:  # noqa: BLE001 - whatever a compiler stumbles over, plain kits still serve
            logger.warning("The kernels could not be compiled, players think more slowly: %r", error)
        finally:
            self._done.set()
