"""How well the computer plays: against references, level against level, near the end and at the start.

Every match is an arena run whose file is kept, so an interrupted benchmark goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks import mole_company_methods, mole_hill_endgames
from moleworks import arena, players
from moleworks.arena import store
from moleworks.arena.progress import Display
from moleworks.games import CHANCE, GAMES, Complaint
from moleworks.players import Effort, ladder, lots
from moleworks.record import Match

LEVELS = tuple(f"level{level}" for level in players.LEVELS)
CONSOLE = Console(width=100)


class Row(NamedTuple):
    """One line of the table."""

    what: str
    wanted: str
    measured: str
    counted: str


class Duel(NamedTuple):
    """The player against references; T stands for the seconds a move that both sides get.

    Where the reference has its own measure, play-outs or a depth, T is as long as it takes for that.
    """

    game: str
    line_up: tuple[str, ...]
    options: dict[str, Any]
    wanted: str
    preset: str | None = None


DUELS = (
    Duel("mole-hill", ("best@T", "depth5"), {}, "90 %"),
    Duel("mole-hill", ("best@T", "depth5"), {}, "90 %", "short"),
    Duel("mole-company", ("best@T", "flat@400n"), {}, "75 %"),
    Duel("mole-company", ("best@T", "greedy"), {}, "90 %"),
    Duel("mole-company", ("best@T", "greedy", "greedy", "greedy"), {}, "60 %"),
    Duel("mole-company", ("best@T", "near"), {}, "90 %"),
    Duel("mole-company", ("best@T", "near", "near", "near"), {}, "60 %"),
    Duel("buddel-bande", ("best@T", "flat@3000n"), {"know_own": True}, "60 %"),
    Duel("buddel-bande", ("best@T", "flat@3000n"), {"know_own": False}, "60 %"),
    Duel("buddel-bande", ("best@T", "flat@3000n", "flat@3000n", "flat@3000n"), {}, "38 %"),
)
AT_ONCE = {"greedy", "near"}
"""References that hardly think: against them the player gets what `--seconds` says."""

CHUNK = 25
ENDGAMES = (
    ("15 to 20 hills down", range(15, 21), 1.0, "0 wrong", 300),
    ("12 to 14 hills down", range(12, 15), 3.0, "≥ 95 % right", 100),
)


class Bench:
    """Where results are kept, and how much is played."""

    def __init__(
        self, folder: Path, games: int, seconds: float, only: str | None, processes: int | None
    ) -> None:
        self.folder, self.games, self.seconds, self.only = folder, games, seconds, only
        self.processes = processes
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def played(self) -> list[str]:
        """The games that are measured."""
        return [game for game in GAMES if self.only in {None, game}]

    def run(self, plan: arena.Plan, name: str) -> arena.Report:
        CONSOLE.print(f"{plan.game}: {', '.join(plan.players)}, {plan.games} games each")
        out = self.folder / f"{name}.json"
        return arena.run(plan, out, processes=self.processes, watch=Display(CONSOLE))

    def duels(self) -> Iterable[Row]:
        for duel in DUELS:
            if duel.game not in self.played:
                continue
            pace = self._pace(duel)
            names = [name.replace("@T", f"@{pace:.4g}s") for name in duel.line_up]
            games = self.games - self.games % len(names)
            plan = arena.plan(duel.game, names, games, options=duel.options, preset=duel.preset)
            found = self.run(plan, f"duel-{self._number(duel)}")
            yield Row(
                f"{duel.game} {duel.preset or ''} {_said(duel.options)} {' '.join(duel.line_up)}",
                f"≥ {duel.wanted}",
                _share(found.standings[0]),
                f"{found.games} games; "
                + ", ".join(f"{name} {1000 * of.seconds:.0f} ms" for name, of in found.habits.items()),
            )

    def _pace(self, duel: Duel) -> float:
        """Seconds a move for both: as long as the reference takes."""
        if duel.line_up[1] in AT_ONCE:
            return self.seconds
        kept = self.folder / f"pace-{self._number(duel)}-{_version()}.json"
        if not kept.exists():
            kept.write_text(json.dumps(_pace_of(duel)))
        return float(json.loads(kept.read_text()))

    @staticmethod
    def _number(duel: Duel) -> str:
        return f"{DUELS.index(duel)}-{duel.game}"

    def levels(self) -> Iterable[Row]:
        for game in self.played:
            found = self.run(arena.plan(game, LEVELS, self.games, pairing="steps"), f"levels-{game}")
            for standing in found.standings[::2]:
                yield Row(
                    f"{game}: {standing.name} against {standing.line_up[1]}",
                    "70-81 %",
                    _share(standing),
                    f"{standing.games} games; at most {found.habits[standing.name].longest:.2f} s",
                )

    def first_moves(self) -> Iterable[Row]:
        for game in self.played:
            for level in (players.LEVELS[3], players.LEVELS[-1]):
                with tempfile.TemporaryDirectory() as empty:
                    cold = first_move(game, level, {"XDG_CACHE_HOME": empty, "NUMBA_CACHE_DIR": ""})
                players.player(game).warm_up(120)
                warm = min(first_move(game, level, {}) for _ in range(3))
                what = f"{game}: first move in a new process, level {level}"
                yield Row(f"{what}, cold", "≤ 3 s", f"{cold:.2f} s", "")
                yield Row(f"{what}, warm", "≤ 1 s", f"{warm:.2f} s", "best of 3")

    def tree(self) -> Iterable[Row]:
        if "mole-company" in self.played:
            for row in mole_company_methods.rows(self.folder, self.games):
                yield Row(*row[:4])

    def speed(self) -> Iterable[Row]:
        if "mole-hill" in self.played:
            rate, count = nodes_per_second()
            yield Row("mole-hill: nodes/s, one core", "≥ 8,000,000", f"{rate:,.0f}", f"{count} positions")

    def endgames(self) -> Iterable[Row]:
        if "mole-hill" not in self.played:
            return
        for what, hills, seconds, wanted, number in ENDGAMES:
            found: list[dict[str, Any]] = []
            for chunk in range(number // CHUNK):
                CONSOLE.print(f"mole-hill: endgames, {what}, {chunk * CHUNK} of {number}")
                found += self._endgames(chunk, hills, seconds)
            judges = Counter(row["judge"] for row in found)
            judged = [row for row in found if row["judge"] != mole_hill_endgames.NOBODY]
            right = sum(row["right"] for row in judged)
            yield Row(
                f"mole-hill: endgames, {what}, {seconds:g} s",
                wanted,
                f"{len(judged) - right} wrong, {100 * right / max(1, len(judged)):.1f} % right",
                f"{len(found)} positions; "
                + ", ".join(f"{count} judged by {judge}" for judge, count in judges.items()),
            )

    def _endgames(self, chunk: int, hills: range, seconds: float) -> list[dict[str, Any]]:
        """A few positions; once judged they are not judged again."""
        kept = self.folder / f"endgames-{hills.start}-{seconds:g}s-{chunk}-{_version()}.json"
        if not kept.exists():
            rows = mole_hill_endgames.endgames(CHUNK, chunk + 1, hills, seconds)
            kept.write_text(json.dumps([{"judge": row.judge, "right": row.right} for row in rows]))
        found: list[dict[str, Any]] = json.loads(kept.read_text())
        return found


def _version() -> str:
    """Another one for every other text of the player: what was measured of that one does not count."""
    return str(store.source("mole-hill"))[:12]


def _share(standing: Any) -> str:
    found = standing.estimate
    return f"{100 * found.share:.1f} % ({100 * found.low:.1f}-{100 * found.high:.1f})"


def _said(options: dict[str, Any]) -> str:
    return " ".join(f"{name}={str(value).lower()}" for name, value in options.items())


def _pace_of(duel: Duel) -> float:
    """Seconds a move of the reference, over a whole match against itself."""
    match = Match.begin(duel.game, preset=duel.preset, players=len(duel.line_up), options=duel.options)
    mover, luck = ladder.mover(duel.game, duel.line_up[1]), Random(1)
    took: list[float] = []
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(lots.draw(match.game, match.state, luck))
            continue
        sight, began = players.sight(match), time.process_time()
        action = mover(sight, match.ply)
        took.append(time.process_time() - began)
        match.play([action])
    return sum(took[1:]) / len(took[1:])  # the first compiles


def nodes_per_second() -> tuple[float, int]:
    """Of the search as it plays: over the positions of a match, by this process's own time."""
    player, match = players.player("mole-hill"), Match.begin("mole-hill")
    player.warm_up(120)
    nodes, took = 0, 0.0
    while match.game.outcome(match.state) is None:
        sight, began = players.sight(match), time.process_time()
        advice = player.advise(sight, Effort(nodes=3_000_000), seed=match.ply)
        if not advice.searched.exact:  # a proof may be over before it counts for much
            took += time.process_time() - began
            nodes += advice.searched.nodes
        match.play([advice.action])
    return nodes / took, match.ply


def first_move(game: str, level: int, environment: dict[str, str]) -> float:
    """Seconds from the start of a process to its first answer."""
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": game}},
        {"jsonrpc": "2.0", "id": 2, "method": "best", "params": {"level": level, "seed": 1}},
    ]
    if game == "buddel-bande":
        deal = ["deal:S=01", "deal:M=01", "deal:L=01", "=Ac"]
        asked.insert(1, {"jsonrpc": "2.0", "id": 3, "method": "play", "params": {"actions": deal}})
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "moleworks", "rpc"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | environment,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for request in asked:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
            assert "result" in reply, reply
        took = time.perf_counter() - began
        process.kill()
    return took


def table(rows: Iterable[Row]) -> Table:
    drawn = Table(title="Moleworks: how well the computer plays", title_justify="left", box=SIMPLE)
    for column in ("what", "wanted", "measured (95 %)", "counted"):
        drawn.add_column(column)
    for row in rows:
        drawn.add_row(*row)
    return drawn


def main(arguments: list[str]) -> None:
    """Measure what is asked for, print one table, and keep it."""
    parser = argparse.ArgumentParser(prog="scripts/bench players", description=__doc__)
    parts = ("speed", "first", "endgames", "duels", "levels", "tree")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(parts)}; else all")
    parser.add_argument("--game", choices=list(GAMES), help="one game only")
    parser.add_argument("--games", type=int, default=300, help="how many are played of each match")
    parser.add_argument("--seconds", type=float, default=0.02, help="a move, where both sides get the same")
    parser.add_argument("--processes", type=int, help="that play at once; else as many as there are cores")
    parser.add_argument("--folder", type=Path, default=Path(".bench"), help="where results are kept")
    wish = parser.parse_args(arguments)
    if unknown := set(wish.parts) - set(parts):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    bench = Bench(wish.folder, wish.games, wish.seconds, wish.game, wish.processes)
    measures: dict[str, Callable[[], Iterable[Row]]] = {
        "speed": bench.speed,
        "first": bench.first_moves,
        "endgames": bench.endgames,
        "duels": bench.duels,
        "levels": bench.levels,
        "tree": bench.tree,
    }
    rows: list[Row] = []
    try:
        for part in wish.parts or parts:
            for row in measures[part]():
                rows.append(row)
                CONSOLE.print("  ".join(row))
    except KeyboardInterrupt:
        CONSOLE.print("Interrupted: the same command goes on from here.")
    except Complaint as complaint:  # most likely a file of other players: the rest is still worth showing
        CONSOLE.print(str(complaint))
    CONSOLE.print(table(rows))
