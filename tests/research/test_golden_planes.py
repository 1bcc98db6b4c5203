"""What learning programs see stays the same to the bit: planes, action numbers and masks, by digests.

The digests were made when batches and all adapters got one format. They are never made again: whoever trained
a network needs the same numbers.
"""

from __future__ import annotations

import hashlib
from random import Random

import numpy as np
import pytest

from moleworks.games import CHANCE, GAMES
from moleworks.record import Match
from moleworks.research import Batch, encoding
from tests.games.kernel_setups import SETUPS

NEWER_BOARDS = {"funnel"}
NEWER_VALUES = {"pass": "unless-own"}
"""Boards and values of options that came after the digests."""
LONGEST = 150
"""Actions of a game that are looked at."""

ADAPTERS = {
    ("mole-hill", 2): "19afeecadc8f12bd",
    ("mole-company", 2): "a789d2ed33d41522",
    ("mole-company", 3): "c34133a2d2eb38ad",
    ("mole-company", 4): "d5c36d321e747f3c",
    ("buddel-bande", 2): "b0c60a03ce698471",
    ("buddel-bande", 3): "9c0816a6814faef0",
    ("buddel-bande", 4): "07df4a96b3bcfa4d",
}
BATCHES = {
    ("mole-hill", 2): "084b34f7c3bdd1e4",
    ("mole-company", 2): "6a5536b1b8de490e",
    ("mole-company", 3): "851b43acd42a21aa",
    ("mole-company", 4): "a1458ea783a25710",
    ("buddel-bande", 2): "03e44fd5b1888fe0",
    ("buddel-bande", 3): "c899bae5164c14c5",
    ("buddel-bande", 4): "c86507a8e4f9dd5c",
}


def matches(game: str, players: int) -> list[Match]:
    """A few set-ups of a game with so many players: large and small boards, all options."""
    return [
        match
        for match in SETUPS[game]
        if match.setup.players == players
        and match.setup.board.name not in NEWER_BOARDS
        and not NEWER_VALUES.items() & match.setup.options.items()
    ][::3]


def adapter_digest(match: Match) -> bytes:
    """Of names and numbers, and of a random game: the planes of all seats, and what is legal."""
    here, digest = encoding.for_setup(match.setup), hashlib.sha256()
    numbered = [(table.number, table.actions) for table in (here.seats, here.chance)]
    digest.update(repr((here.planes.names, here.planes.shape, here.max_actions, numbered)).encode())
    game, state, random = here.game, here.start, Random(1)
    for _ in range(LONGEST):
        for seat in (None, *range(here.players)):
            digest.update(np.ascontiguousarray(here.observe(state, seat)).tobytes())
        actor = game.actor(state)
        if actor is None:
            digest.update(repr(here.returns(state)).encode())
            break
        table = here.chance if actor == CHANCE else here.seats
        legal = table.legal(state)
        digest.update(repr(legal).encode() + table.mask(state).tobytes())
        state = game.play(state, table.actions[random.choice(legal)])
    return digest.digest()


def batch_digest(match: Match) -> bytes:
    """Of the arrays of some random games, step by step, and of what another seat sees."""
    games = Batch(match.setup, 3, seed=5, draw_chance=False)
    digest = hashlib.sha256(repr((games.plane_names, games.shape, games.actions)).encode())
    for step in range(LONGEST):
        seen = games.observe(step % (match.setup.players + 1) - 1)
        for part in (games.planes, games.mask, games.seats, games.rewards, games.plies, seen):
            digest.update(np.ascontiguousarray(part).tobytes())
        games.step(games.sample())
    return digest.digest()


def total(parts: list[bytes]) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


@pytest.mark.parametrize(("game", "players"), ADAPTERS)
def test_planes_and_numbers_of_the_adapters_are_as_ever(game: str, players: int) -> None:
    found = total([adapter_digest(match) for match in matches(game, players)])
    assert found == ADAPTERS[game, players]


@pytest.mark.parametrize(("game", "players"), BATCHES)
def test_the_arrays_of_batches_are_as_ever(game: str, players: int) -> None:
    found = total([batch_digest(match) for match in matches(game, players)])
    assert found == BATCHES[game, players]


def test_every_game_and_number_of_players_has_its_digest() -> None:
    expected = {(id_, players) for id_, game in GAMES.items() for players in game.player_counts}
    assert ADAPTERS.keys() == BATCHES.keys() == expected
