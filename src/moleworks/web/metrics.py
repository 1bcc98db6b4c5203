"""Metrics in the text format of Prometheus."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping

BUCKET_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the histogram's buckets, in seconds."""


class Metrics:
    """Counts of one process. Several processes may share a port, so each sample names its worker."""

    def __init__(self) -> None:
        self._worker = os.getpid()
        self.commands: Counter[tuple[str, str]] = Counter()
        self.answers: Counter[int] = Counter()
        self._buckets = [0] * (len(BUCKET_BOUNDS) + 1)
        self._seconds = 0.0

    def command(self, kind: str, result: str, began: float) -> None:
        """Count a command that began at this time of `time.perf_counter`."""
        took = time.perf_counter() - began
        self.commands[kind, result] += 1
        self._buckets[bisect_left(BUCKET_BOUNDS, took)] += 1
        self._seconds += took

    def page(
        self, gauges: Mapping[str, float], counters: Mapping[str, int], matches: Mapping[str, int]
    ) -> str:
        """All metrics in the text format of Prometheus."""
        return "\n".join([*self._lines(gauges, counters, matches), ""])

    def _lines(
        self, gauges: Mapping[str, float], counters: Mapping[str, int], matches: Mapping[str, int]
    ) -> Iterator[str]:
        for name, value in gauges.items():
            yield from _type_line(f"moleworks_{name}", "gauge")
            yield self._sample(f"moleworks_{name}", value)
        for name, value in counters.items():
            yield from _type_line(f"moleworks_{name}_total", "counter")
            yield self._sample(f"moleworks_{name}_total", value)
        yield from _type_line("moleworks_matches", "gauge")
        for status, count in sorted(matches.items()):
            yield self._sample("moleworks_matches", count, status=status)
        yield from _type_line("moleworks_commands_total", "counter")
        for (kind, result), count in sorted(self.commands.items()):
            yield self._sample("moleworks_commands_total", count, kind=kind, result=result)
        yield from _type_line("moleworks_http_answers_total", "counter")
        for code, count in sorted(self.answers.items()):
            yield self._sample("moleworks_http_answers_total", count, status=code)
        yield from self._histogram("moleworks_command_seconds")
        yield from _type_line("process_cpu_seconds_total", "counter")
        yield self._sample("process_cpu_seconds_total", f"{time.process_time():.3f}")
        yield from _type_line("process_resident_memory_bytes", "gauge")
        yield self._sample("process_resident_memory_bytes", _memory())

    def _histogram(self, name: str) -> Iterator[str]:
        yield from _type_line(name, "histogram")
        total = 0
        for bound, count in zip((*map(str, BUCKET_BOUNDS), "+Inf"), self._buckets, strict=True):
            total += count
            yield self._sample(f"{name}_bucket", total, le=bound)
        yield self._sample(f"{name}_sum", f"{self._seconds:.6f}")
        yield self._sample(f"{name}_count", total)

    def _sample(self, name: str, value: object, **labels: object) -> str:
        pairs = ",".join(f'{label}="{text}"' for label, text in {**labels, "worker": self._worker}.items())
        return f"{name}{{{pairs}}} {value}"


def _type_line(name: str, kind: str) -> Iterator[str]:
    yield f"# TYPE {name} {kind}"


def _memory() -> int:
    """Bytes of memory in use; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file, a window
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
