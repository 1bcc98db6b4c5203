"""Games looked over by the analysis: what chance gave in them, and what the choices gave away; kept like games."""

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
from moleworks.arena.plans import Plan
from moleworks.arena.play import Played
from moleworks.arena.schedule import turned_boards
from moleworks.players import Effort, analysis
from moleworks.record import Record

EFFORTS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"mole-hill": (50_000, 20_000), "mole-company": (300, 200), "buddel-bande": (200, 50)}
)
"""By game, nodes for a choice and for an outlook.

More of them left the figures of 40 games as they were in Mole Company and Buddel Bande. In Mole Hill more would judge better, in more time.
"""
EVERY = 10.0
"""Seconds between two words about how far it is."""


class Look(NamedTuple):
    """A game of two, as the first seat saw it; all are chances of winning."""

    start: float
    end: float
    luck: float
    """What chance gave to it, and so took from the other."""
    given: float
    received: float
    """What the other gave away."""

    @property
    def turned(self) -> Look:
        """The same game, as the other seat saw it."""
        return Look(1 - self.start, 1 - self.end, -self.luck, self.received, self.given)

    @property
    def choices(self) -> float:
        return self.received - self.given


def looks(plan: Plan, games: Sequence[Played], folder: Path, processes: int) -> dict[str, Look]:
    """By the digest of a game; what was looked over another day is not done again."""
    path = folder / f"{plan.game}-looks-{_version(plan.game)}.jsonl"
    found = dict(_read(path))
    missing = list({game.digest: game for game in games if game.digest not in found}.values())
    if not missing:
        return found
    print(f"{plan.game}: {len(missing)} games to look over.")
    said = time.monotonic()
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _deaf)
    try:
        results = pool.map(_look, [plan] * len(missing), missing)
        with path.open("a", encoding="utf-8") as file:
            for done, (game, look) in enumerate(zip(missing, results, strict=True), 1):
                found[game.digest] = look
                file.write(json.dumps([game.digest, *look]) + "\n")
                file.flush()
                if time.monotonic() - said > EVERY or done == len(missing):
                    said = time.monotonic()
                    print(f"{done}/{len(missing)} looked over", flush=True)
    finally:
        pool.shutdown(cancel_futures=True)
    return found


def _look(plan: Plan, game: Played) -> Look:
    match = plan.begin(turned_boards(plan, game.set))
    assert game.actions, "records are kept"
    match.play(game.actions)
    choice, outlook = (Effort(nodes=nodes) for nodes in EFFORTS[plan.game])
    first = analysis.accounts(analysis.analyse(Record(match, game.seats), choice, glance=outlook))[0]
    return Look(
        *(round(value, 6) for value in (first.start, first.end, first.luck, first.given, first.received))
    )


def _read(path: Path) -> Iterator[tuple[str, Look]]:
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            digest, *numbers = json.loads(line)
        except ValueError:  # cut off when somebody pulled the plug
            continue
        yield digest, Look(*numbers)


def _version(game: str) -> str:
    """The same as long as games would be looked over in the same way."""
    texts = [path.read_bytes() for path in sorted(Path(analysis.__file__).parent.glob("*.py"))]
    parts = repr((store.source(game), EFFORTS[game])).encode()
    return hashlib.sha256(b"".join([parts, *texts])).hexdigest()[:12]


def _deaf() -> None:
    """Whoever interrupts means the one who started this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
