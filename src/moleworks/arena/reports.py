"""What came out: from the games to figures, and from those to tables."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from moleworks.arena.plans import Plan, line_ups, rotations
from moleworks.arena.play import Played
from moleworks.arena.pool import Failed
from moleworks.arena.ratings import Rating, Table, Tally, ratings
from moleworks.arena.schedule import planned
from moleworks.arena.statistics import Estimate, Sprt, Verdict, estimate

Sets = dict[int, list[Played]]


class Standing(NamedTuple):
    """A player in one line-up."""

    line_up: tuple[str, ...]
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    estimate: Estimate
    sets: Mapping[float, int]
    """How many sets ended with which score, from 0 to 1."""


class Habits(NamedTuple):
    """What a player took, over all its games."""

    moves: int
    seconds: float
    """A move, on average."""
    longest: float
    points: float | None
    """A game, on average; in Mole Hill everybody is the mole in one round of it."""


class Report(NamedTuple):
    """The result of a run."""

    plan: Plan
    games: int
    """That count: of whole sets, and with an SPRT up to its verdict."""
    planned: int
    standings: tuple[Standing, ...]
    """By line-up, one for each different player in it."""
    ratings: Mapping[str, Rating]
    """With three or more different players."""
    habits: Mapping[str, Habits]
    seats: tuple[float, ...]
    """The share of the games that each seat won."""
    plies: float
    """A game, on average."""
    different: int
    """Games of which no two have the same actions."""
    sprt: Verdict | None
    failed: tuple[Failed, ...] = ()
    forfeited: tuple[Played, ...] = ()
    """Games that somebody lost by going wrong; they count."""

    @property
    def complete(self) -> bool:
        """Whether nothing is left to play."""
        return self.games == self.planned or (self.sprt is not None and self.sprt.better is not None)

    def standing(self, name: str) -> Standing:
        """Of the first line-up that a player sits in."""
        return next(standing for standing in self.standings if standing.name == name)


def report(plan: Plan, games: Iterable[Played], failed: Iterable[Failed] = ()) -> Report:
    """The figures; games of sets that are not whole do not count yet."""
    failures = tuple(failed)
    sets = whole_sets(games)
    verdict = None
    if plan.sprt:
        verdict, counted = _judged(plan, sets, {failure.job.set for failure in failures})
        sets = {number: sets[number] for number in counted}
    counting = [game for number in sorted(sets) for game in sets[number]]
    by_line_up = _by_line_up(plan, sets)
    standings = tuple(
        _standing(line_up, name, played)
        for line_up, played in by_line_up.items()
        for name in dict.fromkeys(line_up)
    )
    return Report(
        plan,
        len(counting),
        planned(plan),
        standings,
        _ratings(plan, by_line_up) if len(set(plan.players)) > 2 and counting else {},
        {name: _habits(name, counting) for name in dict.fromkeys(plan.players)},
        tuple(_mean([seat_share(game, seat) for game in counting]) for seat in range(plan.seats)),
        _mean([game.plies for game in counting]),
        len({game.digest for game in counting}),
        verdict,
        failures,
        tuple(game for game in counting if game.forfeit is not None),
    )


def whole_sets(games: Iterable[Played]) -> Sets:
    """By number, the sets of which every game is played."""
    sets: Sets = defaultdict(list)
    for game in games:
        sets[game.set].append(game)
    return {
        number: sorted(played, key=lambda game: game.rotation)
        for number, played in sorted(sets.items())
        if len(played) == len(rotations(played[0].seats))
    }


def set_score(name: str, games: Sequence[Played]) -> float:
    """The mean share that a player won in a set."""
    return _mean([game.share(name) for game in games])


def first_sprt(plan: Plan) -> Sprt:
    """An SPRT for the first player of the plan, before its first set."""
    assert plan.sprt
    first = plan.players[0]
    return Sprt(*plan.sprt, plan.players.count(first) / len(plan.players))


def _judged(plan: Plan, sets: Sets, failed: set[int]) -> tuple[Verdict, list[int]]:
    """The verdict, and the sets that led to it: in their order, whichever was finished first."""
    sprt, counted = first_sprt(plan), []
    for number in range(max(sets, default=-1) + 1):
        if sprt.verdict.better is not None or (number not in sets and number not in failed):
            break
        if number in sets:
            sprt.add(set_score(plan.players[0], sets[number]))
            counted.append(number)
    return sprt.verdict, counted


def _by_line_up(plan: Plan, sets: Sets) -> dict[tuple[str, ...], Sets]:
    """In a Swiss tournament only those are told of who met."""
    found: dict[tuple[str, ...], Sets] = {line_up: {} for line_up in line_ups(plan)}
    for number, games in sets.items():
        found.setdefault(games[0].seats, {})[number] = games
    if plan.pairing == "swiss":
        return {line_up: played for line_up, played in found.items() if played}
    return found


def _standing(line_up: tuple[str, ...], name: str, sets: Sets) -> Standing:
    games = [game for played in sets.values() for game in played]
    shares = [game.share(name) for game in games]
    drawn = sum(game.winner is None for game in games)
    won = sum(game.winner is not None and share == 1 for game, share in zip(games, shares, strict=True))
    scores = [set_score(name, played) for played in sets.values()]
    even = line_up.count(name) / len(line_up)
    return Standing(
        line_up,
        name,
        len(games),
        won,
        drawn,
        len(games) - won - drawn,
        estimate(scores, len(rotations(line_up)), even),
        dict(sorted(Counter(round(score, 6) for score in scores).items())),
    )


def _ratings(plan: Plan, by_line_up: Mapping[tuple[str, ...], Sets]) -> dict[str, Rating]:
    tables = [
        Table(line_up, len(rotations(line_up)), [tally(games) for games in sets.values()])
        for line_up, sets in by_line_up.items()
    ]
    return ratings(plan.players, tables)


def tally(games: Sequence[Played]) -> Tally:
    """Who won how many games of a set, and how many nobody did."""
    won: dict[str, float] = {}
    drawn = 0.0
    for game in games:
        if game.winner is None and game.forfeit is None:
            drawn += 1
            continue
        for name in set(game.seats):
            won[name] = won.get(name, 0.0) + game.share(name)
    return Tally(won, drawn)


def _habits(name: str, games: Sequence[Played]) -> Habits:
    own = [(game, seat) for game in games for seat, who in enumerate(game.seats) if who == name]
    moves = sum(game.moves[seat] for game, seat in own)
    seconds = math.fsum(game.seconds[seat] for game, seat in own)
    points = [game.points[seat] for game, seat in own if game.points is not None]
    return Habits(
        moves,
        seconds / max(moves, 1),
        max((game.longest[seat] for game, seat in own), default=0.0),
        _mean(points) if points else None,
    )


def seat_share(game: Played, seat: int) -> float:
    """What a seat won of a game."""
    return 1 / len(game.seats) if game.winner is None else float(game.winner == seat)


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers) if numbers else 0.0


def data(report: Report) -> dict[str, Any]:
    """The figures for the file; what is infinite is left open."""
    return {
        "games": report.games,
        "planned": report.planned,
        "complete": report.complete,
        "standings": [
            {
                **standing._asdict(),
                "estimate": _finite(standing.estimate._asdict()),
                "sets": [[score, count] for score, count in standing.sets.items()],
            }
            for standing in report.standings
        ],
        "ratings": {name: _finite(rating._asdict()) for name, rating in report.ratings.items()},
        "habits": {name: _finite(habits._asdict()) for name, habits in report.habits.items()},
        "seats": [round(share, 6) for share in report.seats],
        "plies": round(report.plies, 3),
        "different": report.different,
        "forfeits": dict(Counter(game.seats[game.forfeit or 0] for game in report.forfeited)),
        "sprt": report.sprt and _finite(report.sprt._asdict()),
    }


def _finite(values: Mapping[str, Any]) -> dict[str, Any]:
    def shown(value: Any) -> Any:
        if not isinstance(value, float):
            return value
        return round(value, 6) if math.isfinite(value) else None

    return {name: shown(value) for name, value in values.items()}
