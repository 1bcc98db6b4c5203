"""Analyse games, in processes, for their luck and the cost of choices; store the results in a file."""

from __future__ import annotations

import hashlib
import json
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from moleworks.arena import store
from moleworks.arena.plans import ArenaPlan
from moleworks.arena.play import FinishedGame
from moleworks.arena.schedule import board_rotations
from moleworks.engine import Effort, analysis
from moleworks.record import Record

EFFORTS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"mole-hill": (50_000, 20_000), "mole-company": (300, 200), "buddel-bande": (200, 50)}
)
"""By game, nodes for a choice and for an outlook.

More nodes did not change the figures of 40 games of Mole Company and Buddel Bande. In Mole Hill more would be better, but slower.
"""
REPORT_SECONDS = 10.0
"""Seconds between two progress messages."""


class AnalysedGame(NamedTuple):
    """A two-player game from the side of seat 0; all values are chances of winning."""

    start: float
    end: float
    luck: float
    """What chance gave to this seat, and took from the other."""
    given: float
    received: float
    """What the other seat gave away."""

    @property
    def from_other_seat(self) -> AnalysedGame:
        """The same game from the other side."""
        return AnalysedGame(1 - self.start, 1 - self.end, -self.luck, self.received, self.given)

    @property
    def choices(self) -> float:
        return self.received - self.given


def analyse_games(
    plan: ArenaPlan, games: Sequence[FinishedGame], folder: Path, processes: int
) -> dict[str, AnalysedGame]:
    """The analysed games, by digest; stored ones are not analysed again."""
    path = folder / f"{plan.game}-looks-{_version(plan.game)}.jsonl"
    found = dict(_read(path))
    missing = list({game.digest: game for game in games if game.digest not in found}.values())
    if not missing:
        return found
    print(f"{plan.game}: {len(missing)} games to analyse.")
    reported = time.monotonic()
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _ignore_interrupts)
    try:
        results = pool.map(_analyse, [plan] * len(missing), missing)
        with path.open("a", encoding="utf-8") as file:
            for done, (game, analysed) in enumerate(zip(missing, results, strict=True), 1):
                found[game.digest] = analysed
                file.write(json.dumps([game.digest, *analysed]) + "\n")
                file.flush()
                if time.monotonic() - reported > REPORT_SECONDS or done == len(missing):
                    reported = time.monotonic()
                    print(f"{done}/{len(missing)} analysed", flush=True)
    finally:
        pool.shutdown(cancel_futures=True)
    return found


def _analyse(plan: ArenaPlan, game: FinishedGame) -> AnalysedGame:
    match = plan.begin(board_rotations(plan, game.set))
    assert game.actions, "records are kept"
    match.play(game.actions)
    choice, outlook = (Effort(nodes=nodes) for nodes in EFFORTS[plan.game])
    first = analysis.seat_totals(analysis.analyse(Record(match, game.seats), choice, glance=outlook))[0]
    return AnalysedGame(
        *(round(value, 6) for value in (first.start, first.end, first.luck, first.given, first.received))
    )


def _read(path: Path) -> Iterator[tuple[str, AnalysedGame]]:
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            digest, *numbers = json.loads(line)
        except ValueError:  # cut off when a run was killed
            continue
        yield digest, AnalysedGame(*numbers)


def _version(game: str) -> str:
    """A digest of all code and settings that an analysis depends on."""
    texts = [path.read_bytes() for path in sorted(Path(analysis.__file__).parent.glob("*.py"))]
    parts = repr((store.source_digest(game), EFFORTS[game])).encode()
    return hashlib.sha256(b"".join([parts, *texts])).hexdigest()[:12]


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
