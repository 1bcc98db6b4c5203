"""Random draws follow the exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm
from random import Random, SystemRandom
from typing import Any

import pytest

from moleworks.engine import chance
from moleworks.games import GAMES
from moleworks.record import Match

PLACED = ["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5"]
DEALT = ["deal:S=0123", "deal:M=0123", "deal:L=0123"]


class Ticket(Random):
    """Draws what it is told to, and remembers out of how many."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.tickets = 0

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert (stop, step) == (None, 1)
        self.tickets = start
        return self.number


def drawn(match: Match) -> Counter[int]:
    """What every single ticket draws."""
    draws: Counter[int] = Counter()
    odds = match.game.odds(match.state)
    tickets = lcm(*(chance.denominator for chance in odds.values()))
    for number in range(tickets):
        ticket = Ticket(number)
        draws[chance.draw(match.game, match.state, ticket)] += 1
        assert ticket.tickets == tickets
    return draws


@pytest.mark.parametrize(
    ("game", "players", "played"),
    [
        ("mole-company", 2, PLACED),
        ("mole-company", 2, [*PLACED, "=2", "c3-c5", "=1", "e5-e4", "=2", "c5-c3"]),
        ("buddel-bande", 2, []),
        ("buddel-bande", 3, []),
        ("buddel-bande", 4, []),
        ("buddel-bande", 4, DEALT),
    ],
)
def test_every_ticket_counts(game: str, players: int, played: list[str]) -> None:
    match = Match.begin(game, players=players, board="burrow" if game == "mole-company" else "classic")
    match.play(played)
    draws, odds = drawn(match), match.game.odds(match.state)
    assert {action: Fraction(count, draws.total()) for action, count in draws.items()} == odds


def test_discs_are_not_all_alike() -> None:
    match = Match.begin("mole-company", board="burrow")
    match.play(PLACED)
    draws = {match.game.name(match.state, action): count for action, count in drawn(match).items()}
    assert draws == {"=1": 1, "=2": 2, "=3": 2, "=4": 1}


@pytest.mark.parametrize("game", GAMES)
def test_a_draw_only_where_chance_acts(game: str) -> None:
    match = Match.begin(game)
    if match.game.odds(match.state):
        match.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Sc"])
    with pytest.raises(ValueError, match="chance does not act here"):
        chance.draw(match.game, match.state)


def test_the_random_mover_takes_any_legal_action() -> None:
    match = Match.begin("mole-hill", preset="short")
    legal = match.game.legal(match.state)
    random = Random(1)
    taken = Counter(chance.random_legal(match.game, match.state, random) for _ in range(800))
    assert set(taken) == set(legal)
    assert min(taken.values()) > 60  # of about 100, by a seed that stays


def test_turns_of_the_boards() -> None:
    turns: Any = [chance.draw_rotations(GAMES["mole-company"], Random(seed)) for seed in range(200)]
    assert {len(turn) for turn in turns} == {4}
    for board in range(4):
        assert {turn[board] for turn in turns} == set(range(6))
    assert chance.draw_rotations(GAMES["mole-hill"]) is None
    assert chance.draw_rotations(GAMES["buddel-bande"]) is None


def test_nothing_foretells_a_lot() -> None:
    assert isinstance(chance.SYSTEM, SystemRandom)
    match = Match.begin("buddel-bande", players=4)
    assert len({chance.draw(match.game, match.state) for _ in range(200)}) > 12
