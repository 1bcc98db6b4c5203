"""What the match service carries: measured on real servers, printed as one table."""

from __future__ import annotations

from benchmarks.bench import Bench, Measure, Option
from benchmarks.service import connections, cpu, kills, malformed, throughput, workers
from benchmarks.service.servers import more_files

BENCH = Bench(
    "service",
    __doc__,
    "what the match service carries",
    (
        Measure(
            "cpu",
            lambda wish: cpu.measure(wish.folder, wish.times),
            (Option("--times", 3, "cpu: how often both are measured, by turns"),),
        ),
        Measure("throughput", lambda wish: throughput.measure(wish.folder)),
        Measure(
            "connections",
            lambda wish: connections.measure(wish.folder, wish.connections),
            (Option("--connections", connections.CONNECTIONS, "so many are open"),),
        ),
        Measure(
            "kill",
            lambda wish: kills.measure(wish.folder, wish.kills),
            (Option("--kills", 200, "kill: how often, on each database"),),
        ),
        Measure(
            "workers",
            lambda wish: workers.measure(wish.folder, wish.worker_kills),
            (Option("--worker-kills", 10, "workers: how often one is killed"),),
        ),
        Measure(
            "malformed",
            lambda wish: malformed.measure(wish.folder, wish.messages),
            (Option("--messages", 100_000, "malformed: how many are sent"),),
        ),
    ),
    files="where servers keep their files",
)


def main(arguments: list[str]) -> int:
    """The bench, with as many connections as this machine lets us open."""
    more_files()
    return BENCH.main(arguments)
