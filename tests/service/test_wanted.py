"""Work that nobody wants any more: a real search, in a real process, ends before its time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from moleworks import players
from moleworks.games import GAMES
from moleworks.players import Sight, Stop, lots, sight
from moleworks.record import Match
from moleworks.service.thinkers import Thinkers
from moleworks.service.wanted import Notes, Unwanted, note, search
from tests.service.tables import until


def _searched(seen: Sight, wanted: Path, begun: Path) -> tuple[bool, int]:
    with search(wanted) as stop:
        begun.touch()
        advice = players.best(seen.view, seen.setup, seen.heard, seconds=3600, stop=stop)
        return stop.is_set, advice.searched.nodes


def first_choice(game: str) -> Sight:
    match = Match.begin(game)
    while match.game.actor(match.state) not in range(match.setup.players):
        match.act(lots.draw(match.game, match.state))
    return sight(match)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_of_an_hour_ends_when_it_is_not_wanted_any_more(game: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    async def story() -> None:
        thinkers, notes = Thinkers(1), Notes()
        try:
            wanted = notes.new()
            work = asyncio.ensure_future(thinkers.run(_searched, first_choice(game), wanted, begun))
            await until(begun.exists)
            assert not work.done()
            wanted.unlink()
            assert (await work)[0]
        finally:
            thinkers.close()
            notes.close()

    asyncio.run(story())


def test_what_nobody_wants_is_not_begun(tmp_path: Path) -> None:
    with pytest.raises(Unwanted), search(tmp_path / "nothing"):
        raise AssertionError("it was begun")
    with pytest.raises(Unwanted):
        note(tmp_path / "nothing", "half of it")


def test_a_flag_is_set_by_whoever_asked_and_by_nobody_else() -> None:
    notes = Notes()
    wanted = notes.new("work")
    with search(wanted) as stop:
        assert isinstance(stop, Stop)
        assert not stop.is_set
    assert not stop.is_set
    with search(wanted) as stop:
        notes.close()
        while not stop.is_set:
            pass
    assert notes.new("work") != wanted
    notes.close()
