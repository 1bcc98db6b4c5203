"""Read a data set, game by game or as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moleworks.research.dataset.folder import read_head, read_shard, read_waiting, shards
from moleworks.research.dataset.lines import game_from_line
from moleworks.research.dataset.plans import DatasetPlan, plan_from_data
from moleworks.research.dataset.play import SelfPlayGame
from moleworks.research.encoding import for_setup


class DatasetArrays(NamedTuple):
    """All games in a row; the actions of game i are those from starts[i] to starts[i + 1]."""

    starts: NDArray[np.int64]
    codes: NDArray[np.int32]
    """Actions as the rules' own numbers."""
    actors: NDArray[np.int8]
    """The actor of each action; -1 is chance."""
    values: NDArray[np.float32]
    """[action, seat]: the probability to win after it; no rows if the set has no values."""
    winners: NDArray[np.int8]
    """By game; -1 for nobody."""
    points: NDArray[np.int32] | None
    """[game, seat], in games that count points."""
    numbers: NDArray[np.int32]
    """The actions as numbers of a batch, those of chance after those of the seats."""
    perfect: NDArray[np.float32]
    """[action, seat]: what the position after it is worth with perfect play (1, 0.5, 0), NaN where that is
    not proven; no rows if the set has no proofs."""
    perfect_points: NDArray[np.int32]
    """[action, seat]: the points at the end with perfect play, -1 where they are not proven."""


def read(path: str | Path) -> Iterator[SelfPlayGame]:
    """The games of a data set in the order of their numbers; an unfinished set can be read too.

    A complaint names the file and the line that is damaged; no game of a damaged shard is returned.
    """
    folder = Path(path)
    plan = _plan(folder)
    # Waiting games first: if they move to a shard meanwhile, they are found twice, not lost.
    waiting = {line["number"]: line for line in read_waiting(folder, plan)}
    for file in shards(folder):
        for line in read_shard(file, plan):
            waiting.pop(line["number"], None)
            yield game_from_line(plan, line)
    for _, line in sorted(waiting.items()):
        yield game_from_line(plan, line)


def arrays(path: str | Path) -> DatasetArrays:
    """All games at once."""
    games = list(read(path))
    plan = _plan(Path(path))
    here = for_setup(plan.begin().setup)
    numbers = [here.numbers(played.actions, played.actors) for played in games]
    points = [played.points for played in games]
    return DatasetArrays(
        np.array([0, *accumulate(len(played.codes) for played in games)], np.int64),
        np.array([code for played in games for code in played.codes], np.int32),
        np.array([actor for played in games for actor in played.actors], np.int8),
        np.array([value for played in games for value in played.values], np.float32).reshape(-1, plan.seats),
        np.array([-1 if played.winner is None else played.winner for played in games], np.int8),
        None if None in points else np.array(points, np.int32).reshape(-1, plan.seats),
        np.array([number for its in numbers for number in its], np.int32),
        _perfect(games, plan.seats),
        _perfect_points(games, plan.seats),
    )


def _perfect(games: Sequence[SelfPlayGame], seats: int) -> NDArray[np.float32]:
    unknown = (np.nan,) * seats
    rows = [found.chances or unknown for played in games for found in played.perfect]
    return np.array(rows, np.float32).reshape(-1, seats)


def _perfect_points(games: Sequence[SelfPlayGame], seats: int) -> NDArray[np.int32]:
    rows = [found.points or (None,) * seats for played in games for found in played.perfect]
    known = [[-1 if points is None else points for points in row] for row in rows]
    return np.array(known, np.int32).reshape(-1, seats)


def _plan(folder: Path) -> DatasetPlan:
    return plan_from_data(read_head(folder)["plan"])
