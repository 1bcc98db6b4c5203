"""Compiles what most tests need, once, before they start: `python -m tests.kernels`.

Otherwise every process that a test starts compiles the same for itself, two and more of them at a time, and
most end before they have got anywhere. What is compiled is kept on disk: another run finds it there.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from moleworks import players
from moleworks.games import CHANCE, GAMES
from moleworks.games.kernel import available
from moleworks.players import ladder, lots
from moleworks.record import Match

COMPILING = 300.0


def computer(game: str) -> None:
    """The searches of the computer player."""
    if not players.player(game).warm_up(COMPILING):
        raise RuntimeError("they are not compiled")


def references(game: str) -> None:
    """The first moves of those it is measured against."""
    match = Match.begin(game)
    while match.game.actor(match.state) == CHANCE:
        match.act(lots.draw(match.game, match.state))
    for name in players.references(game):
        ladder.mover(game, name)(players.sight(match), 1)


def batches(game: str) -> None:
    """The loops over many games at once."""
    from moleworks.research import Batch

    games = Batch(Match.begin(game).setup, 2, native=True)
    games.step(games.sample())
    games.observe(-1)


JOBS: tuple[Callable[[str], None], ...] = (computer, batches, references)


def main() -> None:
    """One process a core: the longest work first, so that all end at about the same time."""
    if not available():
        return
    spawn, began = multiprocessing.get_context("spawn"), time.monotonic()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=spawn) as pool:
        waiting = {pool.submit(job, game): f"{job.__name__} of {game}" for job in JOBS for game in GAMES}
        for done in as_completed(waiting):
            if error := done.exception():  # the test that needs it says more
                print(f"{waiting[done]}: {error!r}", file=sys.stderr)
    print(
        f"What is compiled for the tests was there after {time.monotonic() - began:.0f} s.", file=sys.stderr
    )


if __name__ == "__main__":
    main()
