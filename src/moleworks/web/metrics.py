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
    """What one process has done so far."""

    def __init__(self) -> None:
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
            yield f"moleworks_{name} {value}"
        yield from _kind("moleworks_matches", "gauge")
        for status, count in sorted(matches.items()):
            yield f'moleworks_matches{{status="{status}"}} {count}'
        yield from _kind("moleworks_commands_total", "counter")
        for (kind, result), count in sorted(self.commands.items()):
            yield f'moleworks_commands_total{{kind="{kind}",result="{result}"}} {count}'
        yield from _kind("moleworks_http_answers_total", "counter")
        for code, count in sorted(self.answers.items()):
            yield f'moleworks_http_answers_total{{status="{code}"}} {count}'
        yield from self._histogram("moleworks_command_seconds")
        used = time.process_time()
        yield from _kind("process_cpu_seconds_total", "counter")
        yield f"process_cpu_seconds_total {used:.3f}"
        yield from _kind("process_resident_memory_bytes", "gauge")
        yield f"process_resident_memory_bytes {_memory()}"

    def _histogram(self, name: str) -> Iterator[str]:
        yield from _kind(name, "histogram")
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._slots, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {total}"


def _kind(name: str, kind: str) -> Iterator[str]:
    yield f"# TYPE {name} {kind}"


def _memory() -> int:
    """Bytes of memory in use; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file, a window
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
