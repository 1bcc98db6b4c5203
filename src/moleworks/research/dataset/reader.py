"""A data set back again: game by game, or as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moleworks.research.dataset.folder import head, lines, shards, waiting
from moleworks.research.dataset.lines import game
from moleworks.research.dataset.plans import Plan, again
from moleworks.research.dataset.play import Game


class Arrays(NamedTuple):
    """All games one after the other; the actions of game i are those from starts[i] to starts[i + 1]."""

    starts: NDArray[np.int64]
    codes: NDArray[np.int32]
    """Actions, as the rules number them."""
    actors: NDArray[np.int8]
    """Whose they were; -1 is chance."""
    values: NDArray[np.float32]
    """[action, seat]: the chance to win after it; no rows if the set has no values."""
    winners: NDArray[np.int8]
    """By game; -1 for nobody."""
    points: NDArray[np.int32] | None
    """[game, seat], in games that count points."""


def read(path: str | Path) -> Iterator[Game]:
    """The games of a data set by their numbers; one that is still being made may be read too.

    A complaint names the file and the line that is damaged; no game of a damaged file is given away.
    """
    folder = Path(path)
    plan = _plan(folder)
    # First those that wait: meanwhile they may come into a file, and then they are found twice, but not lost.
    more = {line["number"]: line for line in waiting(folder, plan)}
    for file in shards(folder):
        for line in lines(file, plan):
            more.pop(line["number"], None)
            yield game(plan, line)
    for _, line in sorted(more.items()):
        yield game(plan, line)


def arrays(path: str | Path) -> Arrays:
    """All games at once."""
    games = list(read(path))
    plan = _plan(Path(path))
    points = [played.points for played in games]
    return Arrays(
        np.array([0, *accumulate(len(played.codes) for played in games)], np.int64),
        np.array([code for played in games for code in played.codes], np.int32),
        np.array([actor for played in games for actor in played.actors], np.int8),
        np.array([value for played in games for value in played.values], np.float32).reshape(-1, plan.seats),
        np.array([-1 if played.winner is None else played.winner for played in games], np.int8),
        None if None in points else np.array(points, np.int32).reshape(-1, plan.seats),
    )


def _plan(folder: Path) -> Plan:
    return again(head(folder)["plan"])
