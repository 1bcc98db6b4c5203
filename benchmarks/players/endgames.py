"""Measure how often the player's move is right near the end of a round of Mole Hill."""

from __future__ import annotations

import argparse
import multiprocessing
import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench import Measure
from benchmarks.players import mole_hill_endgames, saved_results
from benchmarks.report import Row, say
from moleworks.arena.pool import cpu_count
from moleworks.engine import player

GAME = "mole-hill"
CHUNK = 10
"""The number of positions that are saved together."""


class EndgameSet(NamedTuple):
    """Generated positions, with the time that the player gets for each."""

    what: str
    hills: range
    seconds: float
    wanted: str
    right: float
    """The share that has to be right."""
    number: int
    minutes: float


SETS = (
    EndgameSet("15 to 20 hills down", range(15, 21), 1.0, "0 wrong", 1.0, 300, 3),
    EndgameSet("12 to 14 hills down", range(12, 15), 3.0, "≥ 95 % right", 0.95, 100, 5),
)

Verdict = tuple[str, bool]
"""The judge, and whether the move is right."""


def rows(endgames: EndgameSet, args: argparse.Namespace) -> Iterable[Row]:
    found = [judged for chunk in _chunks(endgames, args) for judged in chunk]
    judges = Counter(judge for judge, _ in found)
    judged = [right for judge, right in found if judge != mole_hill_endgames.NOBODY]
    share = sum(judged) / max(1, len(judged))
    by = ", ".join(f"{count} judged by {judge}" for judge, count in judges.items())
    yield Row(
        f"{GAME}: endgames, {endgames.what}, {endgames.seconds:g} s",
        endgames.wanted,
        f"{len(judged) - sum(judged)} wrong, {100 * share:.1f} % right",
        f"{len(found)} positions; {by}",
        share >= endgames.right,
    )


def _chunks(endgames: EndgameSet, args: argparse.Namespace) -> Iterable[list[Verdict]]:
    """Judge chunks of positions in several processes; each saves its chunks."""
    numbers = range(-(-endgames.number // CHUNK))
    count = cpu_count() if args.processes is None else args.processes
    if not count:
        return [chunk(endgames, args.folder, number, CHUNK) for number in numbers]
    player(GAME).warm_up(saved_results.COMPILING)  # once, not in every process
    found = {}
    with _helpers(count) as pool:
        waiting = {pool.submit(chunk, endgames, args.folder, number, CHUNK): number for number in numbers}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            say(f"{GAME}: endgames, {endgames.what}, {len(found) * CHUNK} of {endgames.number}")
    return [found[number] for number in numbers]


@contextmanager
def _helpers(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that end with the benchmark."""
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        count, mp_context=spawn, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    try:
        yield pool
    except BaseException:
        for process in list(pool._processes.values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def chunk(endgames: EndgameSet, folder: Path, number: int, size: int) -> list[Verdict]:
    """Judge a few positions, or load their saved verdicts."""
    name = f"endgames-{endgames.hills.start}-{endgames.seconds:g}s-{size}-{number}"
    found = saved_results.measure_once(folder, name, GAME, partial(_judge, endgames, number, size))
    return [(str(judge), bool(right)) for judge, right in found]


def _judge(endgames: EndgameSet, number: int, size: int) -> list[Verdict]:
    made = mole_hill_endgames.endgames(size, number + 1, endgames.hills, endgames.seconds)
    return [(row.judge, row.right) for row in made]


MEASURES = tuple(
    Measure(
        "endgames",
        partial(rows, endgames),
        what=f"{GAME}: endgames, {endgames.what}",
        minutes=endgames.minutes,
        game=GAME,
    )
    for endgames in SETS
)
