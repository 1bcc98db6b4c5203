"""The result of an arena run in figures: standings, ratings, thinking times."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from moleworks.arena.plans import ArenaPlan, line_ups, seat_rotations
from moleworks.arena.play import FinishedGame
from moleworks.arena.pool import FailedGame
from moleworks.arena.ratings import LineUpResults, Rating, SetTally, ratings
from moleworks.arena.schedule import planned_games
from moleworks.arena.sprt import Hypotheses, Sprt, Verdict
from moleworks.arena.statistics import Estimate, estimate

Sets = dict[int, list[FinishedGame]]


class PlayerStanding(NamedTuple):
    """The result of a player in one line-up."""

    line_up: tuple[str, ...]
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    estimate: Estimate
    sets: Mapping[float, int]
    """The number of sets by score, from 0 to 1."""


class ThinkingTime(NamedTuple):
    """Actions, thinking time and points of a player over all its games."""

    moves: int
    seconds: float
    """The average for a move."""
    longest: float
    points: float | None
    """The average for a game."""


class Report(NamedTuple):
    """The result of a run."""

    plan: ArenaPlan
    games: int
    """Games that count: those of complete sets, and with an SPRT up to its verdict."""
    planned: int
    standings: tuple[PlayerStanding, ...]
    """One for each player of each line-up."""
    ratings: Mapping[str, Rating]
    """Given for three or more different players."""
    thinking: Mapping[str, ThinkingTime]
    seats: tuple[float, ...]
    """The share of the games that each seat won."""
    plies: float
    """The average length of a game."""
    different: int
    """The number of games with different actions."""
    sprt: Verdict | None
    failed: tuple[FailedGame, ...] = ()
    forfeited: tuple[FinishedGame, ...] = ()
    """Games that were lost by a failure; they count."""

    @property
    def complete(self) -> bool:
        """Whether no game is left to play."""
        return self.games == self.planned or (self.sprt is not None and self.sprt.better is not None)

    def standing(self, name: str) -> PlayerStanding:
        """The result of a player in its first line-up."""
        return next(standing for standing in self.standings if standing.name == name)


def report(plan: ArenaPlan, games: Iterable[FinishedGame], failed: Iterable[FailedGame] = ()) -> Report:
    """The figures; games of incomplete sets do not count yet."""
    failures = tuple(failed)
    sets = complete_sets(games)
    verdict = None
    if plan.sprt:
        verdict, counted = _apply_sprt(plan, sets, {failure.job.set for failure in failures})
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
        planned_games(plan),
        standings,
        _ratings(plan, by_line_up) if len(set(plan.players)) > 2 and counting else {},
        {name: _thinking_time(name, counting) for name in dict.fromkeys(plan.players)},
        tuple(_mean([seat_share(game, seat) for game in counting]) for seat in range(plan.seats)),
        _mean([game.plies for game in counting]),
        len({game.digest for game in counting}),
        verdict,
        failures,
        tuple(game for game in counting if game.forfeit is not None),
    )


def complete_sets(games: Iterable[FinishedGame]) -> Sets:
    """By number, the sets whose games are all finished."""
    sets: Sets = defaultdict(list)
    for game in games:
        sets[game.set].append(game)
    return {
        number: sorted(played, key=lambda game: game.rotation)
        for number, played in sorted(sets.items())
        if len(played) == len(seat_rotations(played[0].seats))
    }


def set_score(name: str, games: Sequence[FinishedGame]) -> float:
    """The mean share that a player won in a set."""
    return _mean([game.share(name) for game in games])


def new_sprt(plan: ArenaPlan) -> Sprt:
    """A new SPRT for the first player of the plan."""
    assert plan.sprt
    first = plan.players[0]
    size = len(seat_rotations(line_ups(plan)[0]))
    return Sprt(Hypotheses(*plan.sprt), plan.players.count(first) / len(plan.players), size)


def _apply_sprt(plan: ArenaPlan, sets: Sets, failed: set[int]) -> tuple[Verdict, list[int]]:
    """The verdict and the sets that led to it, in the order of their numbers."""
    sprt, counted = new_sprt(plan), []
    for number in range(max(sets, default=-1) + 1):
        if sprt.verdict.better is not None or (number not in sets and number not in failed):
            break
        if number in sets:
            sprt.add(set_score(plan.players[0], sets[number]))
            counted.append(number)
    return sprt.verdict, counted


def _by_line_up(plan: ArenaPlan, sets: Sets) -> dict[tuple[str, ...], Sets]:
    """The sets of each line-up; in a Swiss tournament only of those that met."""
    found: dict[tuple[str, ...], Sets] = {line_up: {} for line_up in line_ups(plan)}
    for number, games in sets.items():
        found.setdefault(games[0].seats, {})[number] = games
    if plan.pairing == "swiss":
        return {line_up: played for line_up, played in found.items() if played}
    return found


def _standing(line_up: tuple[str, ...], name: str, sets: Sets) -> PlayerStanding:
    games = [game for played in sets.values() for game in played]
    shares = [game.share(name) for game in games]
    drawn = sum(game.winner is None for game in games)
    won = sum(game.winner is not None and share == 1 for game, share in zip(games, shares, strict=True))
    scores = [set_score(name, played) for played in sets.values()]
    even = line_up.count(name) / len(line_up)
    return PlayerStanding(
        line_up,
        name,
        len(games),
        won,
        drawn,
        len(games) - won - drawn,
        estimate(scores, len(seat_rotations(line_up)), even),
        dict(sorted(Counter(round(score, 6) for score in scores).items())),
    )


def _ratings(plan: ArenaPlan, by_line_up: Mapping[tuple[str, ...], Sets]) -> dict[str, Rating]:
    results = [
        LineUpResults(line_up, len(seat_rotations(line_up)), [tally(games) for games in sets.values()])
        for line_up, sets in by_line_up.items()
    ]
    return ratings(plan.players, results)


def tally(games: Sequence[FinishedGame]) -> SetTally:
    """How many games of a set each player won, and how many were drawn."""
    won: dict[str, float] = {}
    drawn = 0.0
    for game in games:
        if game.winner is None and game.forfeit is None:
            drawn += 1
            continue
        for name in set(game.seats):
            won[name] = won.get(name, 0.0) + game.share(name)
    return SetTally(won, drawn)


def _thinking_time(name: str, games: Sequence[FinishedGame]) -> ThinkingTime:
    own = [(game, seat) for game in games for seat, player in enumerate(game.seats) if player == name]
    moves = sum(game.moves[seat] for game, seat in own)
    seconds = math.fsum(game.seconds[seat] for game, seat in own)
    points = [game.points[seat] for game, seat in own if game.points is not None]
    return ThinkingTime(
        moves,
        seconds / max(moves, 1),
        max((game.longest[seat] for game, seat in own), default=0.0),
        _mean(points) if points else None,
    )


def seat_share(game: FinishedGame, seat: int) -> float:
    """The share of a game that a seat won."""
    return 1 / len(game.seats) if game.winner is None else float(game.winner == seat)


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers) if numbers else 0.0


def report_data(report: Report) -> dict[str, Any]:
    """The summary for an arena file; infinite numbers become null. Its keys are part of the file format."""
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
        "habits": {name: _finite(own._asdict()) for name, own in report.thinking.items()},
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
