"""What the match service carries: measured on real servers, printed as one table."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.report import Row, rows_of, say, table
from benchmarks.service import connections, cpu, kills, malformed, throughput, workers
from benchmarks.service.servers import more_files

PARTS = ("cpu", "throughput", "connections", "kill", "workers", "malformed")


def main(arguments: list[str]) -> None:
    """Measure what is asked for, and print what there is even if it was interrupted."""
    wish = _wish(arguments)
    folder = (wish.folder / "service").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    more_files()
    measures: dict[str, Callable[[], Iterable[Row]]] = {
        "cpu": lambda: cpu.measure(folder, wish.times),
        "throughput": lambda: throughput.measure(folder),
        "connections": lambda: connections.measure(folder, wish.connections),
        "kill": lambda: kills.measure(folder, wish.kills),
        "workers": lambda: workers.measure(folder, wish.worker_kills),
        "malformed": lambda: malformed.measure(folder, wish.messages),
    }
    rows: list[Row] = []
    try:
        for part in wish.parts or PARTS:
            rows += rows_of(part, measures[part])
    except KeyboardInterrupt:
        say("Interrupted: this is what was measured before.")
    say(table(rows, "what the match service carries"))


def _wish(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench service", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; else all")
    parser.add_argument("--times", type=int, default=3, help="cpu: how often both are measured, by turns")
    parser.add_argument("--connections", type=int, default=connections.CONNECTIONS, help="so many are open")
    parser.add_argument("--kills", type=int, default=200, help="kill: how often, on each database")
    parser.add_argument("--worker-kills", type=int, default=10, help="workers: how often one is killed")
    parser.add_argument("--messages", type=int, default=100_000, help="malformed: how many are sent")
    parser.add_argument("--folder", type=Path, default=Path(".bench"), help="where servers keep their files")
    wish = parser.parse_args(arguments)
    if unknown := set(wish.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return wish
