"""How much of a result is skill, how much dice and discs?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from moleworks.arena.play import Played
from moleworks.arena.reports import whole_sets
from moleworks.arena.statistics import estimate
from moleworks.games import GAMES
from moleworks.terminal.pages import plots
from scripts.studies.runs import Bench, Figure, Mark, percent, table, title, told

DUELS = (
    ("level1", "random"),
    ("level2", "level1"),
    ("level3", "level2"),
    ("level3", "level1"),
    ("level2", "level2'"),
)

Pair = tuple[float, float]
"""What the stronger made of the two games of a set: 1 won, -1 lost, 0 drawn; first in seat 0, then in seat 1."""

Odds = Mapping[Pair, float]
"""How likely each such pair is."""

DECIDED: tuple[Pair, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
UNSEEN = 0.5
"""So many sets of each kind are taken as seen before the first: what did not happen yet may happen."""
SAMPLES = 2000


class Parts(NamedTuple):
    stronger: Figure
    skill: Figure
    luck: Figure
    rest: Figure


def pairs(games: Sequence[Played], name: str) -> list[Pair]:
    return [(2 * one.share(name) - 1, 2 * other.share(name) - 1) for one, other in whole_sets(games).values()]


def mean(odds: Odds) -> float:
    return sum(chance * (one + other) for (one, other), chance in odds.items()) / 2


def skill(odds: Odds) -> float:
    """What is explained by who is who."""
    return mean(odds) ** 2 / _whole(odds)


def luck(odds: Odds) -> float:
    """What is explained by the dice and discs of the seats: they favour one in one game, the other in the other.

    So what the same luck does to both games makes them differ, and the covariance is minus its part.
    """
    first = sum(chance * one for (one, _), chance in odds.items())
    second = sum(chance * other for (_, other), chance in odds.items())
    together = sum(chance * (one - first) * (other - second) for (one, other), chance in odds.items())
    return max(0.0, -together) / _whole(odds)


def rest(odds: Odds) -> float:
    return max(0.0, 1 - skill(odds) - luck(odds))


def _whole(odds: Odds) -> float:
    return sum(chance * (one * one + other * other) for (one, other), chance in odds.items()) / 2 or 1.0


def parts(sets: Sequence[Pair]) -> Parts:
    score = estimate([(one + other + 2) / 4 for one, other in sets], games=2)
    stronger = Figure(score.share, score.low, score.high)
    return Parts(stronger, *(likely(sets, part) for part in (skill, luck, rest)))


def likely(sets: Sequence[Pair], figure: Callable[[Odds], float]) -> Figure:
    """A figure of some sets, and where it lies for 95 of 100 odds that could have led to these sets.

    To draw the sets again would find no doubt at all where all of them ended alike. So odds are drawn, as
    likely as the sets make them, and no pair of results has none.

    >>> value, low, high = likely([(1, 1)] * 18, luck)
    >>> value, low, high > 0.005
    (0.0, 0.0, True)
    """
    seen = Counter(sets)
    random = Random(1)
    drawn = sorted(figure(_drawn(seen, random)) for _ in range(SAMPLES))
    value = figure({pair: times / len(sets) for pair, times in seen.items()})
    low, high = drawn[round(0.025 * SAMPLES)], drawn[round(0.975 * SAMPLES) - 1]
    return Figure(value, min(low, value), max(high, value))


def _drawn(seen: Counter[Pair], random: Random) -> Odds:
    """Odds of all pairs: Dirichlet's distribution, made of shares of gamma's."""
    kinds = dict.fromkeys([*DECIDED, *seen])
    parts = {pair: random.gammavariate(seen[pair] + UNSEEN, 1.0) for pair in kinds}
    total = sum(parts.values())
    return {pair: part / total for pair, part in parts.items()}


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

Shares of the variance of the results, with the range in which the true figure lies in 95 of 100 such studies. No range is empty: where something never
happened in so many sets, it may still happen in the next one.
How to read it: between players who are far apart skill explains nearly all, between equals nothing: how much luck there is in a game hangs on who
plays it. Mole Hill has no dice: its luck is that of the seat alone, and its figure shows how much chance there is in such figures.

*Its equal* is the same player once more, who only decides by lot in another way. It can be neither better nor worse, so the true score of that row is 50 % and its skill
0 %: whatever it shows beside that is chance, and tells how far the other rows can be off too. Of twenty such rows one will lie outside its range.

Made by `python -m scripts.studies luck --games {bench.games}`.
""",
    )
