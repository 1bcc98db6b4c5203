"""What learning programs see stays the same to the bit: planes, action numbers and masks, by digests.

The digests were made before adapters and batches had a common encoder. They are never made again: whoever
trained a network needs the same numbers.
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
    ("mole-hill", 2): "20b215dfc700b101",
    ("mole-company", 2): "b8c4fc669e16b1fb",
    ("mole-company", 3): "dd62e92f6bf77761",
    ("mole-company", 4): "bc4c4d61ecdf38ce",
    ("buddel-bande", 2): "55df86d090aa120f",
    ("buddel-bande", 3): "e8cea0ec2a8d150b",
    ("buddel-bande", 4): "d38f3d118ee38c29",
}
BATCHES = {
    ("mole-hill", 2): "c1e70cf2088bdf2a",
    ("mole-company", 2): "3ea493739db192f9",
    ("mole-company", 3): "b0a5f6f882d9a285",
    ("mole-company", 4): "c7a3fc44c4a2e32e",
    ("buddel-bande", 2): "9cbbd51188576a8b",
    ("buddel-bande", 3): "c66c865a256a424f",
    ("buddel-bande", 4): "c99a34db65388f1b",
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
    numbered = [(table.names, table.actions) for table in (here.seats, here.chance)]
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
        name = table.names[random.choice(legal)]
        state = game.play(state, game.parse(state, name))
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
