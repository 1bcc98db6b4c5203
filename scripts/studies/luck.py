"""How much of a result is skill, how much dice and discs?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.arena.play import Played
from moleworks.arena.reports import whole_sets
from moleworks.games import GAMES
from moleworks.terminal.pages import plots
from scripts.studies.runs import Bench, Figure, Mark, percent, resampled, table, title, told

DUELS = (
    ("level1", "random"),
    ("level2", "level1"),
    ("level3", "level2"),
    ("level3", "level1"),
    ("level2", "level2'"),
)

Pair = tuple[float, float]
"""What the stronger made of the two games of a set: 1 won, -1 lost, 0 drawn; first in seat 0, then in seat 1."""


class Parts(NamedTuple):
    stronger: Figure
    skill: Figure
    luck: Figure
    rest: Figure


def pairs(games: Sequence[Played], name: str) -> list[Pair]:
    return [(2 * one.share(name) - 1, 2 * other.share(name) - 1) for one, other in whole_sets(games).values()]


def mean(sets: Sequence[Pair]) -> float:
    return sum(one + other for one, other in sets) / (2 * len(sets))


def skill(sets: Sequence[Pair]) -> float:
    """What is explained by who is who."""
    return mean(sets) ** 2 / _whole(sets)


def luck(sets: Sequence[Pair]) -> float:
    """What is explained by the dice and discs of the seats: they favour one in one game, the other in the other.

    So what the same luck does to both games makes them differ, and the covariance is minus its part.
    """
    first, second = sum(one for one, _ in sets) / len(sets), sum(other for _, other in sets) / len(sets)
    together = sum((one - first) * (other - second) for one, other in sets) / max(1, len(sets) - 1)
    return max(0.0, -together) / _whole(sets)


def rest(sets: Sequence[Pair]) -> float:
    return max(0.0, 1 - skill(sets) - luck(sets))


def _whole(sets: Sequence[Pair]) -> float:
    return sum(one * one + other * other for one, other in sets) / (2 * len(sets)) or 1.0


def parts(sets: Sequence[Pair]) -> Parts:
    return Parts(*(resampled(sets, part) for part in (lambda some: (mean(some) + 1) / 2, skill, luck, rest)))


def page(bench: Bench) -> None:
    rows, marks = [], []
    for game in GAMES:
        for stronger, weaker in DUELS:
            games = bench.played(game, [stronger, weaker])
            found = parts(pairs(games, stronger))
            name = f"{title(game)}: {stronger} - {weaker.replace(chr(39), ' (its equal)')}"
            rows.append((name, len(games), *map(told, found)))
            marks.append(Mark(name, *found.luck))
    label = "How much of the results the dice, discs, boards and deal explain"
    bench.figure("luck", plots.intervals(marks, label, percent, bounds=(0, 1), alone=True))
    bench.write(
        "luck",
        f"""# How much luck is in each game?

We let a stronger computer player meet a weaker one, two players at a table. Each pair of games has **the same luck**: the dice and discs of a seat fall
in the same order, and the boards lie alike; only the players change seats. So we can tell three things apart:

- **skill**: the stronger wins, whatever falls;
- **luck**: the *same seat* wins both games, whoever sits there: the dice, the discs, the deal (and the seat itself) have decided;
- **the rest**: neither. The players decide some things by lot too, people no less, and a small difference early grows.

![What luck explains](luck.svg)

{table(("who", "games", "the stronger scores", "skill", "luck", "the rest"), rows)}

Shares of the variance of the results, with the range in which the true figure lies in 95 of 100 such studies (the sets drawn again a thousand times).
How to read it: between players who are far apart skill explains nearly all, between equals nothing: how much luck there is in a game hangs on who
plays it. Mole Hill has no dice: its luck is that of the seat alone, and its figure shows how much chance there is in such figures.

Made by `python -m scripts.studies luck --games {bench.games}`.
""",
    )
