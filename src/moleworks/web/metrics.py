"""Counts for Prometheus: one page of text."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds."""


class Counts:
    """What one process has done so far. Several may share a port: each sample says whose it is."""

    def __init__(self) -> None:
        self._worker = os.getpid()
        self.commands: Counter[tuple[str, str]] = Counter()
        self.answers: Counter[int] = Counter()
        self._slots = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def command(self, kind: str, result: str, began: float) -> None:
        """A command that was taken up at that moment of `time.perf_counter`."""
        took = time.perf_counter() - began
        self.commands[kind, result] += 1
        self._slots[bisect_left(BOUNDS, took)] += 1
        self._seconds += took

    def page(self, gauges: Mapping[str, float], matches: Mapping[str, int]) -> str:
        return "\n".join([*self._lines(gauges, matches), ""])

    def _lines(self, gauges: Mapping[str, float], matches: Mapping[str, int]) -> Iterator[str]:
        for name, value in gauges.items():
            yield from _kind(f"moleworks_{name}", "gauge")
            yield self._sample(f"moleworks_{name}", value)
        yield from _kind("moleworks_matches", "gauge")
        for status, count in sorted(matches.items()):
            yield self._sample("moleworks_matches", count, status=status)
        yield from _kind("moleworks_commands_total", "counter")
        for (kind, result), count in sorted(self.commands.items()):
            yield self._sample("moleworks_commands_total", count, kind=kind, result=result)
        yield from _kind("moleworks_http_answers_total", "counter")
        for code, count in sorted(self.answers.items()):
            yield self._sample("moleworks_http_answers_total", count, status=code)
        yield from self._histogram("moleworks_command_seconds")
        yield from _kind("process_cpu_seconds_total", "counter")
        yield self._sample("process_cpu_seconds_total", f"{time.process_time():.3f}")
        yield from _kind("process_resident_memory_bytes", "gauge")
        yield self._sample("process_resident_memory_bytes", _memory())

    def _histogram(self, name: str) -> Iterator[str]:
        yield from _kind(name, "histogram")
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._slots, strict=True):
            total += count
            yield self._sample(f"{name}_bucket", total, le=bound)
        yield self._sample(f"{name}_sum", f"{self._seconds:.6f}")
        yield self._sample(f"{name}_count", total)

    def _sample(self, name: str, value: object, **labels: object) -> str:
        told = ",".join(f'{label}="{text}"' for label, text in {**labels, "worker": self._worker}.items())
        return f"{name}{{{told}}} {value}"


def _kind(name: str, kind: str) -> Iterator[str]:
    yield f"# TYPE {name} {kind}"


def _memory() -> int:
    """Bytes of memory in use; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file, a window
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
