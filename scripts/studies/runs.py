"""What all studies share: runs that are kept, players of equal strength, pages with figures."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import moleworks
from moleworks import arena
from moleworks.arena import store
from moleworks.arena.plans import Plan
from moleworks.arena.play import Played
from moleworks.arena.progress import Display
from moleworks.games import GAMES
from moleworks.players import ladder
from moleworks.players.ladder import Mover
from moleworks.terminal.pages import plots

TWIN = "'"
SAMPLES = 1000


class Figure(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


def twins(game: str, name: str) -> Mover:
    """`level2'` plays as `level2` does, but decides by lot in another way: two who are exactly as strong."""
    other = name.count(TWIN)
    mover = ladder.mover(game, name.rstrip(TWIN))
    return (lambda sight, seed: mover(sight, seed ^ (0x5EED * other))) if other else mover


def equals(level: str, count: int) -> list[str]:
    return [level + TWIN * number for number in range(count)]


class Bench:
    """Where games are kept, where pages go, and how much is played."""

    def __init__(self, folder: Path, docs: Path, games: int, processes: int) -> None:
        self.folder, self.docs, self.games, self.processes = folder, docs, games, processes
        folder.mkdir(parents=True, exist_ok=True)
        docs.mkdir(parents=True, exist_ok=True)

    def planned(self, game: str, players: Sequence[str], **rest: Any) -> Plan:
        return arena.plan(game, players, self.games, movers=twins, **rest)

    def played(self, game: str, players: Sequence[str], **rest: Any) -> list[Played]:
        """The games of a plan, played now or another day."""
        plan = self.planned(game, players, **rest)
        parts = json.dumps([store.plan_data(plan), store.source(game)], sort_keys=True)
        name = f"{game}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}.json"
        arena.run(plan, self.folder / name, processes=self.processes, movers=twins, watch=Display())
        return store.games(self.folder / name)

    def made(self, study: str, games: Iterable[str]) -> str:
        """The last words of a page: how it was made, and with which rules and players."""
        return f"""Made by `python -m scripts.studies {study} --games {self.games}` with the rules and players of Moleworks
{moleworks.__version__} as of {", ".join(map(fingerprint, games))}. These marks change whenever the rules or the players of a game do;
`python -m scripts.studies --check` tells which pages were made with others than yours."""

    def write(self, name: str, text: str) -> None:
        (self.docs / f"{name}.md").write_text(text, "utf-8")
        print(self.docs / f"{name}.md")

    def figure(self, name: str, drawing: str) -> None:
        (self.docs / f"{name}.svg").write_text(drawing + "\n", "utf-8")


def fingerprint(game: str) -> str:
    """Of the rules and the players of a game, as the files of an arena know them."""
    return f"{title(game)} `{store.source(game)}`"


def stale(page: str) -> list[str]:
    """The games whose rules or players are not those any more that a page was made with; all if it does not say.

    >>> stale(f"as of {fingerprint('mole-hill')}, {title('buddel-bande')} `0123456789abcdef`.")
    ['Buddel Bande']
    """
    named = {game: re.search(rf"{title(game)} `[0-9a-f]{{16}}`", page) for game in GAMES}
    if not any(named.values()):
        return [title(game) for game in GAMES]
    return [title(game) for game, found in named.items() if found and found[0] != fingerprint(game)]


def resampled(sets: Sequence[Any], figure: Callable[[Sequence[Any]], float]) -> Figure:
    """A figure of some sets, and how much it changes if others of their kind had been played."""
    random = Random(1)
    again = sorted(figure(random.choices(sets, k=len(sets))) for _ in range(SAMPLES))
    return Figure(figure(sets), again[round(0.025 * SAMPLES)], again[round(0.975 * SAMPLES) - 1])


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def told(figure: Figure | Sequence[float]) -> str:
    """
    >>> told(Figure(0.512, 0.47, 0.55))
    '51 % (47-55)'

    A range that is narrower than its figures can tell is not shown as none:

    >>> told(Figure(0.0, 0.0, 0.004))
    '0 % (0-0.4)'
    >>> told(Figure(0.0, 0.0, 0.0))
    '0 % (under 0.1)'
    >>> told(Figure(-0.02, -0.05, 0.01))
    '-2 % (-5 to 1)'
    >>> told(Figure(-0.001, -0.02, 0.01))
    '0 % (-2 to 1)'
    """
    value, low, high = figure
    if low >= 0 and high < 0.0005:
        return "0 % (under 0.1)"
    digits = 0 if round(100 * low) < round(100 * high) else 1
    ends = [_rounded(end, digits) for end in (low, high)]
    return f"{_rounded(value, 0)} % ({(' to ' if low < 0 else '-').join(ends)})"


def _rounded(share: float, digits: int) -> str:
    """In percent; nothing is nothing, from whichever side it comes."""
    return f"{round(100 * share, digits) + 0.0:.{digits}f}".removesuffix(".0")


def above(one: Figure, other: Figure) -> bool:
    """Whether it is seen that one figure is larger than the other."""
    return one.low > other.high


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def title(game: str) -> str:
    return GAMES[game].title


Mark = plots.Mark
