"""What all studies share: stored runs, players of equal strength, intervals, pages and figures."""

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
from moleworks.arena.plans import ArenaPlan
from moleworks.arena.play import FinishedGame
from moleworks.arena.progress import Display
from moleworks.engine import player_names
from moleworks.engine.player_names import ChooseAction
from moleworks.games import GAMES
from moleworks.reports import plots

TWIN = "'"
LEVEL = "level2"
"""The players of most studies: good enough to play sensibly, quick enough to play thousands of games."""
SAMPLES = 1000


class Figure(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


def twin_player(game: str, name: str) -> ChooseAction:
    """`level2'` plays like `level2`, but with other random numbers: a second player of the same strength."""
    other = name.count(TWIN)
    choose = player_names.player_named(game, name.rstrip(TWIN))
    return (lambda knowledge, seed: choose(knowledge, seed ^ (0x5EED * other))) if other else choose


def equal_players(level: str, count: int) -> list[str]:
    return [level + TWIN * number for number in range(count)]


class StudyRun:
    """Plays the games of a study, stores them, and writes its page."""

    def __init__(self, folder: Path, docs: Path, games: int, processes: int, level: str = LEVEL) -> None:
        self.folder, self.docs, self.games, self.processes = folder, docs, games, processes
        self.level = level
        folder.mkdir(parents=True, exist_ok=True)
        docs.mkdir(parents=True, exist_ok=True)

    def plan(self, game: str, players: Sequence[str], **rest: Any) -> ArenaPlan:
        return arena.plan(game, players, self.games, find_player=twin_player, **rest)

    def play(self, game: str, players: Sequence[str], **rest: Any) -> list[FinishedGame]:
        """The games of a plan, from the store or played now."""
        plan = self.plan(game, players, **rest)
        parts = json.dumps([store.plan_data(plan), store.source_digest(game)], sort_keys=True)
        name = f"{game}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}.json"
        arena.run(
            plan, self.folder / name, processes=self.processes, find_player=twin_player, watch=Display()
        )
        return store.read_games(self.folder / name)

    def provenance(self, study: str, games: Iterable[str]) -> str:
        """The last paragraph of a page: the command, and the version of rules and players."""
        level = "" if self.level == LEVEL else f" --level {self.level}"
        return f"""Made by `python -m scripts.studies {study} --games {self.games}{level}` with the rules and players of Moleworks
{moleworks.__version__} as of {", ".join(map(fingerprint, games))}. These fingerprints change whenever the rules or the players of a game change;
`python -m scripts.studies --check` lists the pages that were made with other versions than yours."""

    def write(self, name: str, text: str) -> None:
        (self.docs / f"{name}.md").write_text(text, "utf-8")
        print(self.docs / f"{name}.md")

    def figure(self, name: str, drawing: str) -> None:
        (self.docs / f"{name}.svg").write_text(drawing + "\n", "utf-8")


def fingerprint(game: str) -> str:
    """The title of a game and the digest of its rules and players, as in the arena's files."""
    return f"{title(game)} `{store.source_digest(game)}`"


def outdated_games(page: str) -> list[str]:
    """The games whose rules or players have changed since a page was made; all if the page does not say.

    >>> outdated_games(f"as of {fingerprint('mole-hill')}, {title('buddel-bande')} `0123456789abcdef`.")
    ['Buddel Bande']
    """
    named = {game: re.search(rf"{title(game)} `[0-9a-f]{{16}}`", page) for game in GAMES}
    if not any(named.values()):
        return [title(game) for game in GAMES]
    return [title(game) for game, found in named.items() if found and found[0] != fingerprint(game)]


def bootstrap(sets: Sequence[Any], figure: Callable[[Sequence[Any]], float]) -> Figure:
    """A figure with its bootstrap interval over the sets."""
    random = Random(1)
    again = sorted(figure(random.choices(sets, k=len(sets))) for _ in range(SAMPLES))
    return Figure(figure(sets), again[round(0.025 * SAMPLES)], again[round(0.975 * SAMPLES) - 1])


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def with_interval(figure: Figure | Sequence[float]) -> str:
    """
    >>> with_interval(Figure(0.512, 0.47, 0.55))
    '51 % (47-55)'

    A narrow range gets another digit, so that it does not look empty:

    >>> with_interval(Figure(0.0, 0.0, 0.004))
    '0 % (0-0.4)'
    >>> with_interval(Figure(0.0, 0.0, 0.0))
    '0 % (under 0.1)'
    >>> with_interval(Figure(-0.02, -0.05, 0.01))
    '-2 % (-5 to 1)'
    >>> with_interval(Figure(-0.001, -0.02, 0.01))
    '0 % (-2 to 1)'
    """
    value, low, high = figure
    if low >= 0 and high < 0.0005:
        return "0 % (under 0.1)"
    digits = 0 if round(100 * low) < round(100 * high) else 1
    ends = [_rounded(end, digits) for end in (low, high)]
    return f"{_rounded(value, 0)} % ({(' to ' if low < 0 else '-').join(ends)})"


def _rounded(share: float, digits: int) -> str:
    """In percent, without a minus sign before zero."""
    return f"{round(100 * share, digits) + 0.0:.{digits}f}".removesuffix(".0")


def clearly_above(one: Figure, other: Figure) -> bool:
    """Whether one figure is larger than the other beyond their intervals."""
    return one.low > other.high


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def title(game: str) -> str:
    return GAMES[game].title


Mark = plots.IntervalMark
