"""Plays per second of each game, interpreted and compiled, on one core; and how long a start takes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from moleworks import boards
from moleworks.games import GAMES
from moleworks.games.kernel import arrays, available, compiled
from moleworks.players import playouts

SECONDS = 2.0
"""How long each line is measured, more or less."""
TRIES = 3
"""The best of so many counts: other work on the machine only ever slows one down."""


class Race(NamedTuple):
    """One game played to the end, again and again."""

    what: str
    play: Callable[..., tuple[int, int, int]]
    game: str
    options: dict[str, Any]
    players: int
    wanted: dict[str, int]


RACES = (
    Race("Mole Hill, rounds, uniformly random", playouts.mole_hill_rounds, "mole-hill", {"rounds": 1}, 2,
         {"interpreted": 4_000, "compiled": 3_000_000}),
    Race("Mole Company, whole games, digging, 2 players", playouts.mole_company_games, "mole-company", {}, 2,
         {"compiled": 30_000}),
    Race("Buddel Bande, whole games, random, 4 players", playouts.buddel_bande_games, "buddel-bande", {}, 4,
         {"compiled": 100_000}),
)  # fmt: skip

STARTS = (
    ("import moleworks.games", [sys.executable, "-c", "import moleworks.games"], 0.1, True),
    ("moleworks rpc, start to first reply", [sys.executable, "-m", "moleworks", "rpc"], 0.5, False),
)


def main() -> None:
    console = Console()
    table = Table(title="Moleworks: plays per second, one core", title_justify="left")
    for column in ("what", "how", "plays/s", "actions/s", "wanted", "reached"):
        table.add_column(column, justify="left" if column in ("what", "how") else "right")
    jobs = [
        (race, how)
        for race in RACES
        for how in ("interpreted", "compiled")
        if how == "interpreted" or available()
    ]
    for race, how in track(jobs, "Playing", console=console, transient=True):
        plays, actions = measured(race, how)
        wanted = race.wanted.get(how)
        reached = f"{plays / wanted:.2f}" if wanted else ""
        table.add_row(
            race.what, how, f"{plays:,.0f}", f"{actions:,.0f}", f"{wanted:,}" if wanted else "", reached
        )
    console.print(table)
    console.print(starts())


def measured(race: Race, how: str) -> tuple[float, float]:
    """Plays and actions a second, the best of a few tries."""
    game = GAMES[race.game]
    setup = game.setup(boards.named(race.game, "classic"), race.players, options=race.options)
    table: Any = game.start(setup).table
    play: Any = race.play
    if how == "compiled":
        table, play = arrays(table), compiled(race.play)
    play(table, 1, 1)
    plays = fitting(lambda count: timed(play, table, count)[0])
    best = min(timed(play, table, plays) for _ in range(TRIES))
    return plays / best[0], best[1] / best[0]


def fitting(seconds: Callable[[int], float]) -> int:
    """How many plays take about as long as one try should."""
    count = 1
    while (took := seconds(count)) < SECONDS / TRIES / 8:
        count *= 4
    return max(1, int(count * SECONDS / TRIES / took))


def timed(play: Any, table: Any, count: int) -> tuple[float, int]:
    """Seconds of this process's own core, and how many actions were played in them."""
    began = time.process_time()
    _, actions, _ = play(table, 12345, count)
    return time.process_time() - began, actions


def starts() -> Table:
    """How long until something happens: the best of a few starts; an import less an empty Python."""
    table = Table(title="Starting", title_justify="left")
    for column in ("what", "seconds", "wanted"):
        table.add_column(column, justify="left" if column == "what" else "right")
    empty = start([sys.executable, "-c", "pass"])
    for what, command, wanted, is_import in STARTS:
        table.add_row(what, f"{start(command) - (empty if is_import else 0):.3f}", f"< {wanted}")
    return table


def start(command: list[str]) -> float:
    """Seconds until the program answers or ends."""

    def once() -> float:
        began = time.perf_counter()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "games"}\n')
            process.stdin.flush()
            process.stdout.readline()
            return time.perf_counter() - began

    return min(once() for _ in range(5))


if __name__ == "__main__":
    main()
