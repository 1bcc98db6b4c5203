"""Benchmarks of the match server: speed, memory, durability, malformed input; printed as one table."""

from __future__ import annotations

from benchmarks.bench import Bench, Measure, Option
from benchmarks.service import (
    attacks,
    connections,
    cpu,
    kills,
    malformed,
    throughput,
    watchers,
    websocket,
    workers,
)
from benchmarks.service.servers import raise_open_file_limit

BENCH = Bench(
    "service",
    __doc__,
    "what the match service carries",
    (
        Measure(
            "cpu",
            lambda options: cpu.measure(options.folder, options.times),
            (Option("--times", 3, "cpu: how often both are measured, by turns"),),
        ),
        Measure(
            "websocket",
            lambda options: websocket.measure(options.folder, options.times),
        ),
        Measure("throughput", lambda options: throughput.measure(options.folder)),
        Measure(
            "connections",
            lambda options: connections.measure(options.folder, options.connections),
            (Option("--connections", connections.CONNECTIONS, "so many are open"),),
        ),
        Measure(
            "kill",
            lambda options: kills.measure(
                options.folder, options.kills, options.databases.split(","), options.seed
            ),
            (Option("--kills", 200, "kill: how often, on each database"),),
        ),
        Measure(
            "workers",
            lambda options: workers.measure(options.folder, options.worker_kills),
            (Option("--worker-kills", 10, "workers: how often one is killed"),),
        ),
        Measure(
            "malformed",
            lambda options: malformed.measure(
                options.folder, options.messages, options.databases.split(","), options.seed
            ),
            (
                Option("--messages", 100_000, "malformed: how many are sent, on each database"),
                Option("--databases", ",".join(malformed.DATABASES), "malformed, kill: which", str),
                Option("--seed", 0, "malformed, kill: another number, other input and other moments"),
            ),
        ),
        Measure(
            "attack",
            lambda options: attacks.measure(options.folder, options.seconds, options.only),
            (
                Option("--seconds", 5, "attack: how long each lasts"),
                Option("--only", "", "attack: only those with this in their name", str),
            ),
        ),
        Measure(
            "watchers",
            lambda options: watchers.measure(options.folder, options.watchers),
            (Option("--watchers", watchers.WATCHERS, "watchers: so many watch one match"),),
        ),
    ),
    files="where servers keep their files",
)


def main(arguments: list[str]) -> int:
    """Run the benchmarks, with the highest limit of open files that this machine allows."""
    raise_open_file_limit()
    return BENCH.main(arguments)
