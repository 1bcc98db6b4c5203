"""Mole Hill near the end of a round: is the player's move right?"""

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
from benchmarks.players import kept, mole_hill_endgames
from benchmarks.report import Row, say
from moleworks.arena.pool import cores
from moleworks.players import player

GAME = "mole-hill"
CHUNK = 10
"""Positions that are judged before they are kept."""


class Set(NamedTuple):
    """Positions of our own making, with the time that the player gets for each."""

    what: str
    hills: range
    seconds: float
    wanted: str
    right: float
    """The share that has to be right."""
    number: int
    minutes: float


SETS = (
    Set("15 to 20 hills down", range(15, 21), 1.0, "0 wrong", 1.0, 300, 3),
    Set("12 to 14 hills down", range(12, 15), 3.0, "≥ 95 % right", 0.95, 100, 5),
)

Judged = tuple[str, bool]
"""By whom, and whether the move is right."""


def rows(some: Set, wish: argparse.Namespace) -> Iterable[Row]:
    found = [judged for chunk in _chunks(some, wish) for judged in chunk]
    judges = Counter(judge for judge, _ in found)
    judged = [right for judge, right in found if judge != mole_hill_endgames.NOBODY]
    share = sum(judged) / max(1, len(judged))
    by = ", ".join(f"{count} judged by {judge}" for judge, count in judges.items())
    yield Row(
        f"{GAME}: endgames, {some.what}, {some.seconds:g} s",
        some.wanted,
        f"{len(judged) - sum(judged)} wrong, {100 * share:.1f} % right",
        f"{len(found)} positions; {by}",
        share >= some.right,
    )


def _chunks(some: Set, wish: argparse.Namespace) -> Iterable[list[Judged]]:
    """In as many processes as may play at once; what each has done is kept."""
    numbers = range(-(-some.number // CHUNK))
    count = cores() if wish.processes is None else wish.processes
    if not count:
        return [chunk(some, wish.folder, number, CHUNK) for number in numbers]
    player(GAME).warm_up(kept.COMPILING)  # once, not in every process
    found = {}
    with _helpers(count) as pool:
        waiting = {pool.submit(chunk, some, wish.folder, number, CHUNK): number for number in numbers}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            say(f"{GAME}: endgames, {some.what}, {len(found) * CHUNK} of {some.number}")
    return [found[number] for number in numbers]


@contextmanager
def _helpers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end at once when the benchmark does."""
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


def chunk(some: Set, folder: Path, number: int, size: int) -> list[Judged]:
    """A few positions; once judged they are not judged again."""
    name = f"endgames-{some.hills.start}-{some.seconds:g}s-{size}-{number}"
    found = kept.once(folder, name, GAME, partial(_judged, some, number, size))
    return [(str(judge), bool(right)) for judge, right in found]


def _judged(some: Set, number: int, size: int) -> list[Judged]:
    made = mole_hill_endgames.endgames(size, number + 1, some.hills, some.seconds)
    return [(row.judge, row.right) for row in made]


MEASURES = tuple(
    Measure(
        "endgames",
        partial(rows, some),
        what=f"{GAME}: endgames, {some.what}",
        minutes=some.minutes,
        game=GAME,
    )
    for some in SETS
)
