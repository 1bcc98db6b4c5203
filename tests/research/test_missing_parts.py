"""Games that bring no observations, pictures, drawings or batches: a sentence says so, the rest works."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import gymnasium
import numpy as np
import pytest

import moleworks.research.gymnasium  # noqa: F401 - registers the games
from moleworks.core import registry
from moleworks.core.registry import MissingPart
from moleworks.games import GAMES
from moleworks.record import Match
from moleworks.research import Batch, dataset, encoding
from moleworks.research.batches.batch_kernels import BatchKernels
from moleworks.research.openspiel import game_of, games
from moleworks.research.pettingzoo import env

GAME = "mole-hill"
Remove = Callable[[str], None]


@pytest.fixture
def remove(monkeypatch: pytest.MonkeyPatch) -> Iterator[Remove]:
    """Take a part away from the game."""
    caches = (encoding._shared_parts, encoding._cached, game_of)

    def without(part: str) -> None:
        monkeypatch.setitem(registry._parts, (GAME, part), (None,))

    for function in caches:
        function.cache_clear()
    yield without
    for function in caches:
        function.cache_clear()


def missing(part: str) -> str:
    return f"The game {GAME} does not bring what is needed for this: {part}."


@pytest.mark.parametrize(
    "make",
    [
        lambda: env(GAME),
        lambda: gymnasium.make(f"moleworks/{GAME}-v0"),
        lambda: game_of(Match.begin(GAME, board="patch").setup),
    ],
    ids=["pettingzoo", "gymnasium", "openspiel"],
)
def test_without_observations_there_is_no_environment(make: Callable[[], object], remove: Remove) -> None:
    remove("observation")
    with pytest.raises(MissingPart, match=missing("observation")):
        make()


def test_openspiel_skips_a_game_without_observations(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, remove: Remove
) -> None:
    remove("observation")
    monkeypatch.setattr(games, "GAMES", {GAME: GAMES[GAME]})
    assert games._register_all() == {}
    assert caplog.messages == [f"{GAME} is not registered with OpenSpiel: {missing('observation')}"]


def test_without_a_picture_part_only_pixels_are_missing(remove: Remove) -> None:
    remove("picture")
    pixels, text = env(GAME, "rgb_array", board="patch"), env(GAME, "ansi", board="patch")
    for table in (pixels, text):
        table.reset(seed=1)
    with pytest.raises(MissingPart, match=missing("picture")):
        pixels.render()
    assert "Seat 0 is to act (place)." in text.render()


def test_without_a_drawing_the_position_is_told_in_sentences(remove: Remove) -> None:
    remove("terminal")
    table = env(GAME, "ansi", board="patch")
    table.reset(seed=1)
    table.step(table.encoding.seats.number["b2"])
    told = table.render()
    assert "There are no rods yet." in told
    assert told.splitlines()[-1] == "Seat 1 is to act (rod)."


def test_without_kernels_there_are_no_batches(remove: Remove) -> None:
    remove("batch")
    with pytest.raises(MissingPart, match=missing("batch")):
        registry.required_part(GAME, "batch", BatchKernels)
    plan = dataset.plan(GAME, "random", nodes=0, board="patch")
    assert dataset.play(plan, 1).match().game is GAMES[GAME], "data sets need none"


@pytest.mark.parametrize("game", ["mole-hill", "mole-company", "buddel-bande"])
def test_the_batch_part_fits_its_protocol(game: str) -> None:
    part = registry.required_part(game, "batch", BatchKernels)
    setup = Match.begin(game).setup
    batch = Batch(setup, 1, native=False)
    assert batch.plane_names == part.encoder.planes
    assert batch.shape[0] == len(part.encoder.planes)
    assert np.issubdtype(batch.planes.dtype, np.uint8)
