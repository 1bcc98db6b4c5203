"""Compile the kernels that most tests need, once, before the tests start: `python -m tests.kernels`.

Otherwise every process that a test starts compiles them again, several at a time, and most end before they
are done. Compiled kernels are cached on disk for the next run.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from moleworks import engine
from moleworks.core.kernel import available
from moleworks.engine import chance, player_names
from moleworks.games import CHANCE, GAMES
from moleworks.record import Match

COMPILE_SECONDS = 300.0


def computer(game: str) -> None:
    """Compile the searches of the computer player."""
    if not engine.player(game).warm_up(COMPILE_SECONDS):
        raise RuntimeError("they are not compiled")


def references(game: str) -> None:
    """Compile the reference players, by a first move of each."""
    match = Match.begin(game)
    while match.game.actor(match.state) == CHANCE:
        match.act(chance.draw(match.game, match.state))
    for name in engine.references(game):
        player_names.player_named(game, name)(engine.knowledge(match), 1)


def batches(game: str) -> None:
    """Compile the loops over many games at once."""
    from moleworks.research import Batch

    games = Batch(Match.begin(game).setup, 2, native=True)
    games.step(games.sample())
    games.observe(-1)


JOBS: tuple[Callable[[str], None], ...] = (computer, batches, references)


def main() -> None:
    """Use one process for each core, the longest jobs first, so that all end at about the same time."""
    if not available():
        return
    spawn, began = multiprocessing.get_context("spawn"), time.monotonic()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=spawn) as pool:
        waiting = {pool.submit(job, game): f"{job.__name__} of {game}" for job in JOBS for game in GAMES}
        for done in as_completed(waiting):
            if error := done.exception():  # the test that needs it will say more
                print(f"{waiting[done]}: {error!r}", file=sys.stderr)
    print(f"The kernels for the tests were compiled after {time.monotonic() - began:.0f} s.", file=sys.stderr)


if __name__ == "__main__":
    main()
