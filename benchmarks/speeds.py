"""Measure play-outs per second of each game, interpreted and compiled, on one core; and start times."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

from moleworks import boards
from moleworks.core.kernel import arrays, available, compiled
from moleworks.games import GAMES
from moleworks.games.buddel_bande.playouts import random_games
from moleworks.games.mole_company.playouts import digging_games
from moleworks.games.mole_hill.playouts import random_rounds

SECONDS = 2.0
"""About how long each line is measured."""
TRIES = 3
"""The best of these counts: other work on the machine only slows one down."""


class Race(NamedTuple):
    """A game whose play-outs are measured."""

    what: str
    play: Callable[..., tuple[int, int, int]]
    game: str
    options: dict[str, Any]
    players: int
    wanted: dict[str, int]


RACES = (
    Race("Mole Hill, random rounds", random_rounds, "mole-hill", {"rounds": 1}, 2,
         {"interpreted": 4_000, "compiled": 3_000_000}),
    Race("Mole Company, digging, 2 seats", digging_games, "mole-company", {}, 2,
         {"compiled": 30_000}),
    Race("Buddel Bande, random, 4 seats", random_games, "buddel-bande", {}, 4,
         {"compiled": 100_000}),
)  # fmt: skip

STARTS = (
    ("import moleworks.games", [sys.executable, "-c", "import moleworks.games"], 0.1, True),
    ("moleworks rpc, first reply", [sys.executable, "-m", "moleworks", "rpc"], 0.5, False),
)


class Row(NamedTuple):
    """One line of the table."""

    what: str
    how: str
    measured: str
    wanted: str
    actions: str = ""


def main() -> None:
    """Measure everything and print one table."""
    console = Console()
    jobs = [
        (race, how)
        for race in RACES
        for how in ("interpreted", "compiled")
        if how == "interpreted" or available()
    ]
    playing = track(jobs, "Playing", console=console, transient=True)
    rows = [raced(race, how, *measured(race, how)) for race, how in playing]
    console.print(table([*rows, *starts()]))


def table(rows: Iterable[Row]) -> Table:
    """All rows, at most 80 characters wide."""
    title = "Moleworks: plays a second on one core, and seconds to start"
    tight: Any = {"show_edge": False, "pad_edge": False, "padding": (0, 1, 0, 0)}
    drawn = Table(title=title, title_justify="left", box=SIMPLE, **tight)
    for column in ("what", "how", "plays/s", "wanted", "actions/s"):
        drawn.add_column(column, justify="left" if column in ("what", "how") else "right", no_wrap=True)
    for row in rows:
        drawn.add_row(*row)
    return drawn


def raced(race: Race, how: str, plays: float, actions: float) -> Row:
    wanted = race.wanted.get(how)
    return Row(race.what, how, f"{plays:,.0f}", f"{wanted:,}" if wanted else "", f"{actions:,.0f}")


def measured(race: Race, how: str) -> tuple[float, float]:
    """Play-outs and actions per second, the best of a few tries."""
    game = GAMES[race.game]
    setup = game.setup(boards.named(race.game, "classic"), race.players, options=race.options)
    state: Any = game.start(setup)
    table = state.table
    play: Any = race.play
    if how == "compiled":
        table, play = arrays(table), compiled(race.play)
    play(table, 1, 1)
    plays = fitting(lambda count: timed(play, table, count)[0])
    best = min(timed(play, table, plays) for _ in range(TRIES))
    return plays / best[0], best[1] / best[0]


def fitting(seconds: Callable[[int], float]) -> int:
    """The number of play-outs that take about as long as one try should."""
    count = 1
    while (took := seconds(count)) < SECONDS / TRIES / 8:
        count *= 4
    return max(1, int(count * SECONDS / TRIES / took))


def timed(play: Any, table: Any, count: int) -> tuple[float, int]:
    """The processor time in seconds, and the number of actions played."""
    began = time.process_time()
    _, actions, _ = play(table, 12345, count)
    return time.process_time() - began, actions


def starts() -> list[Row]:
    """Start times: the best of a few starts; an import less an empty Python."""
    empty = start([sys.executable, "-c", "pass"])
    return [
        Row(what, "start", f"{start(command) - (empty if is_import else 0):.3f} s", f"< {wanted} s")
        for what, command, wanted, is_import in STARTS
    ]


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
