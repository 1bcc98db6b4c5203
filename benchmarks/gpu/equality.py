"""Compare batches on a GPU with batches on the processor, bit by bit."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from benchmarks.bench import Measure, Option
from benchmarks.report import Row
from moleworks.games import GAMES
from moleworks.research import Batch, batch


class Trial(NamedTuple):
    """So many steps that games end and begin again."""

    steps: int
    options: Mapping[str, object]


TRIALS = {
    "mole-hill": Trial(150, {}),
    # Random games hardly ever end before the limit.
    "mole-company": Trial(100, {"turn_limit": 60}),
    "buddel-bande": Trial(150, {}),
}
EVERY = 10
"""Steps between two comparisons of all arrays."""


def differences(one: Batch, other: Batch) -> list[str]:
    """The names of the arrays in which two batches differ; one device only keeps the numbers of planes."""
    (mine, my_seeds), (its, its_seeds) = one._fetched(), other._fetched()
    names = (name for name in mine._fields if name not in {"numbers", "kept"})
    found = [name for name in names if not np.array_equal(getattr(mine, name), getattr(its, name))]
    return found if np.array_equal(my_seeds, its_seeds) else [*found, "sample seeds"]


def numbers(array: object) -> np.ndarray:
    """An array of a batch as one of NumPy."""
    return array if isinstance(array, np.ndarray) else array.numpy()  # type: ignore[attr-defined]


def play_both(host: Batch, gpu: Batch, steps: int, every: int = 1) -> list[str]:
    """Play the same random games on both; the first differences."""
    for step in range(1, steps + 1):
        actions, its_actions = host.sample(), gpu.sample()
        if not np.array_equal(actions, numbers(its_actions)):
            return [f"actions of step {step}"]
        host.step(actions)
        gpu.step(its_actions)
        if (step % every == 0 or step == steps) and (found := differences(host, gpu)):
            return [f"{name} after step {step}" for name in found]
    for seat in range(-1, host.setup.players):
        if not np.array_equal(host.observe(seat), numbers(gpu.observe(seat))):
            return [f"planes of seat {seat}"]
    return []


def change_some(host: Batch, gpu: Batch) -> list[str]:
    """Step, save, load and begin some games on both; the differences."""
    for games in (host, gpu):
        some = np.arange(len(games)) % 3 == 0
        games.step(games.sample(), where=some)
        rows = games.save(np.arange(0, len(games), 7))
        games.load(rows, where=np.arange(len(rows))[::-1].copy())
        games.reset(np.arange(len(games)), where=~some)
        games.reseed(np.arange(len(games)))
    return [f"{name} after changes of some games" for name in differences(host, gpu)]


def measure(wish: argparse.Namespace) -> Iterator[Row]:
    """Each game: the same keys, the same games."""
    for game, (steps, options) in TRIALS.items():
        host, gpu = (
            batch(game, wish.games, seed=22, options=options, device=device) for device in ("cpu", "cuda")
        )
        found = differences(host, gpu) or play_both(host, gpu, steps, EVERY) or change_some(host, gpu)
        found = found or play_both(host, gpu, EVERY, EVERY)
        ended = int((host.lengths > 0).sum())
        yield Row(
            f"{GAMES[game].title}: {wish.games:,} games, {steps} steps, against the processor",
            "the same bits",
            "; ".join(found) or "the same bits",
            f"{ended:,} places have seen the end of a game",
            not found and ended > 0,
        )


MEASURE = Measure(
    "equality", measure, (Option("--games", 100_000, "games that are compared"),), "the same games", 4
)
