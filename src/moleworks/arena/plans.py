"""What is to be played: everything that the result hangs on, checked before anything starts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from moleworks.games import GAMES, BadSetup, Complaint
from moleworks.games.game import N_, Message, Value
from moleworks.players import ladder
from moleworks.players.ladder import Mover
from moleworks.record import Match

Movers = Callable[[str, str], Mover]
"""Finds a player: from the id of a game and a name."""

MOST_GAMES = 10_000_000
MOST_ELO = 2000.0


class Plan(NamedTuple):
    """Made by `plan`; two runs of the same plan play the same games."""

    game: str
    players: tuple[str, ...]
    games: int
    """Of each line-up."""
    seats: int
    """So many play at one table."""
    preset: str
    options: Mapping[str, Value]
    """All of them, resolved."""
    board: str | Mapping[str, Any]
    """Its name, or the whole board as data."""
    seed: int
    steps: bool
    """Whether only neighbours in the list of players meet; else all do."""
    opening: int
    """So many first actions of the seats are drawn by lot, the same for a whole set."""
    sprt: tuple[float, float] | None
    """Stop early: is the first player better by the first number of Elo, or by the second?"""
    keep_records: bool

    def begin(self, rotations: Sequence[int] | None = None) -> Match:
        """A new match as planned."""
        return Match.begin(
            self.game,
            board=self.board,
            players=self.seats,
            preset=self.preset,
            options=self.options,
            rotations=rotations,
        )


def plan(
    game: str,
    players: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    board: Any = "classic",
    seed: int = 1,
    steps: bool = False,
    opening: int = 0,
    sprt: tuple[float, float] | None = None,
    keep_records: bool = False,
    movers: Movers = ladder.mover,
) -> Plan:
    """A checked plan; a complaint says what is wrong.

    If as many players are named as can sit at one table, they sit there together; else `seats` at a time
    meet, two where nothing is said.

    >>> plan("mole-hill", ["random", "level1"], 100).seats
    2
    """
    seats = _seats(game, players, seats, steps)
    match = Match.begin(game, board=board, players=seats, preset=preset, options=options)
    for name in players:
        _check_name(game, name, movers)
    _check_company(players, seats, steps)
    if match.setup.options.get("rounds") == 1:
        raise BadSetup(N_("Nobody wins a single round: an arena needs both rounds."), "options")
    made = Plan(
        game,
        tuple(players),
        _number(N_("The number of games"), games, 1, MOST_GAMES),
        seats,
        match.setup.preset,
        dict(match.setup.options),
        match.board_data(),
        _number(N_("The seed"), seed, 0, 2**63 - 1),
        steps,
        _number(N_("The number of actions drawn by lot"), opening, 0, 1000),
        _checked_sprt(sprt, players),
        keep_records,
    )
    _check_sets(made)
    return made


def line_ups(plan: Plan) -> list[tuple[str, ...]]:
    """Who meets: all together, every combination, or neighbours (the later one of the list first)."""
    if plan.steps:
        return [(upper, lower) for lower, upper in pairwise(plan.players)]
    return list(combinations(plan.players, plan.seats))


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The games of one set: everybody sits in every seat once; none twice the same.

    >>> rotations(("a", "b", "b"))
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> rotations(("a", "b", "a", "b"))
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    turned = [line_up[-n:] + line_up[:-n] if n else line_up for n in range(len(line_up))]
    return list(dict.fromkeys(turned))


def _seats(game: str, players: Sequence[str], seats: int | None, steps: bool) -> int:
    if game not in GAMES:
        raise BadSetup(N_("There is no game {game}; there are {known}."), game=game, known=", ".join(GAMES))
    if steps:
        return 2
    if seats is not None:
        return seats
    return len(players) if len(players) in GAMES[game].seats else GAMES[game].seats[0]


def _check_name(game: str, name: str, movers: Movers) -> None:
    movers(game, name)
    amount = name.partition("@")[2].rstrip("sn")
    if amount and not 0 < float(amount) < math.inf:
        raise Complaint(N_("{name} has nothing to spend: give it more than 0."), name=name[:40])


def _check_company(players: Sequence[str], seats: int, steps: bool) -> None:
    if len(set(players)) < 2:
        raise Complaint(N_("An arena needs at least two different players."))
    if len(players) < seats:
        raise Complaint(
            N_("{seats} seats need as many players; {players} are named."), seats=seats, players=len(players)
        )
    if len(set(players)) < len(players) and (steps or len(players) != seats):
        raise Complaint(N_("Everybody is named once, unless all sit at one table together."))


def _number(what: str, given: object, low: int, high: int) -> int:
    if type(given) is not int or not low <= given <= high:
        raise Complaint(
            N_("{what} is a whole number from {low} to {high}, not {given}."),
            what=Message(what),
            low=low,
            high=high,
            given=str(given)[:40],
        )
    return given


def _checked_sprt(sprt: tuple[float, float] | None, players: Sequence[str]) -> tuple[float, float] | None:
    if sprt is None:
        return None
    low, high = (float(bound) for bound in sprt)
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise Complaint(
            N_("An SPRT tells two differences of Elo apart, the smaller one first, as in 0,20; not {given}."),
            given=f"{low:g},{high:g}",
        )
    if len(set(players)) > 2:
        raise Complaint(N_("An SPRT compares two players, not more."))
    return low, high


def _check_sets(plan: Plan) -> None:
    size = math.lcm(*(len(rotations(line_up)) for line_up in line_ups(plan)))
    if plan.games % size:
        raise Complaint(
            N_(
                "Everybody plays in every seat, so games come in sets of {size}:"
                " play {less} or {more}, not {games}."
            ),
            size=size,
            less=plan.games - plan.games % size or size,
            more=plan.games - plan.games % size + size,
            games=plan.games,
        )
