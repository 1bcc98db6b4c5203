"""Seats of the computer: how well it plays, from what it knows, and what happens while it thinks."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moleworks import players
from moleworks.players import lots
from moleworks.record import read
from moleworks.terminal import play as plays
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import Play
from moleworks.terminal.screen import Screen
from moleworks.terminal.session import session
from moleworks.texts import language
from tests.terminal.desk import Keyboard, diligent, screen, sit_down, thinking, typed, written
from tests.terminal.stand_in import StandIn

SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}


def test_each_computer_plays_at_its_level_from_its_own_view(stand_in: StandIn) -> None:
    seats = ("human", "computer:2", "computer:7")
    play, _, _ = thinking(diligent(1), game="buddel-bande", board="stroll", seats=seats)
    assert {(asked.sight.seat, asked.effort) for asked in stand_in.asked} == {
        (1, players.Effort(level=2)),
        (2, players.Effort(level=7)),
    }
    for asked in stand_in.asked:
        assert asked.sight.setup == play.match.setup
        assert not any(name.startswith("deal:") for name in asked.sight.heard)
        known = {seen.get("owner") for seen in asked.sight.view["moles"].values() if 0 < seen["at"] < 9}
        assert known <= {None, 0, 1, 2}


def test_a_seed_makes_the_same_moves_again(stand_in: StandIn) -> None:
    def seeds(random: Random) -> list[int]:
        stand_in.asked.clear()
        on = screen()
        wishes: dict[str, Any] = {"game": "mole-hill", "board": "patch", "seats": ("computer", "computer")}
        Play(on, sit_down(on, **wishes), HANDLERS, random).run()
        return [asked.seed for asked in stand_in.asked]

    assert seeds(Random(3)) == seeds(Random(3))
    assert len(set(seeds(Random(3)))) > 5
    assert seeds(lots.SYSTEM)[:4] != seeds(lots.SYSTEM)[:4]


def test_a_game_with_a_seed_waits_for_the_compiler(stand_in: StandIn) -> None:
    """Interpreted players search less, so a game begun without the compiler would be another one."""
    for random, waits in ((lots.SYSTEM, False), (Random(1), True)):
        on = screen()
        table = sit_down(on, game="mole-hill", board="patch", seats=("computer", "computer"))
        stand_in.warmed = 0
        Play(on, table, HANDLERS, random).run()
        assert bool(stand_in.warmed) == waits


def test_level_tells_and_changes_how_well_the_computer_plays(stand_in: StandIn) -> None:
    lines = ["level", "level 2", "e4", "level Computer 6", "level 7 computer", "level 3 Lina", "level 9"]
    text = typed([*lines, "level max"], game="mole-hill", names=("Lina", "Computer"), plain=True)
    told = [line for line in text.splitlines() if line.startswith("Played by the computer")]
    assert told == [f"Played by the computer: Computer (level {level})." for level in (4, 4, 2, 6, 7)]
    assert "No computer player here is called Lina." in text
    assert text.count("A level is a number from 1 to 7, for example: level 3") == 2
    assert [asked.effort.level for asked in stand_in.asked] == [2]
    assert '[Seat1 "Computer (level 7)"]' in text


def test_level_of_one_of_several() -> None:
    names = ("Lina", "computer", "computer")
    lines = ["level Computer 2 7", "level 1 Computer 1", "level 5 3", "level 5 1"]
    text = typed(lines, game="mole-company", names=names, plain=True)
    assert "Played by the computer: Computer 1 (level 1), Computer 2 (level 7)." in text
    assert "Played by the computer: Computer 1 (level 1), Computer 2 (level 5)." in text
    assert "No computer player here is called 1." in text


def test_level_without_a_computer() -> None:
    text = typed(["level 3"], game="mole-hill", names=("Lina", "Max"), plain=True)
    assert "Nobody here is played by the computer." in text


def at_a_terminal(stand_in: StandIn, think: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Somebody sits there, the computer thinks in some way, and then the input ends."""
    advise = stand_in.advise

    def thinks(*given: Any, **more: Any) -> Any:
        think()
        return advise(*given, **more)

    monkeypatch.setattr(stand_in, "advise", thinks)
    keyboard = Keyboard(iter(["e4", None]).__next__)
    keyboard.isatty = lambda: True  # type: ignore[method-assign]
    on = Screen(language("en"), plain=True, stdin=keyboard, stdout=io.StringIO())
    wishes: dict[str, Any] = {"game": "mole-hill", "board": "classic", "seats": ("human", "computer:3")}
    on.code = session(on, sit_down(on, begin="first", **wishes), lots.SYSTEM)  # type: ignore[attr-defined]
    return on


def test_that_the_computer_thinks_is_told_if_it_takes_long(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "thinks..." not in written(at_a_terminal(stand_in, lambda: None, monkeypatch))

    def impatient(work: Any, late: Any) -> Any:
        late()
        return work(players.Stop())

    monkeypatch.setattr(plays, "apart", impatient)
    text = written(at_a_terminal(stand_in, lambda: None, monkeypatch))
    assert text.index("Computer thinks...") < text.index("Computer (gardener) lays")
    # A transcript through pipes says the same however long it took.
    assert "thinks..." not in typed(["e4"], game="mole-hill", names=("Lina", "Computer"), plain=True)


def test_ctrl_c_while_the_computer_thinks_loses_nothing(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    on = at_a_terminal(stand_in, interrupted, monkeypatch)
    assert on.code == 130  # type: ignore[attr-defined]
    assert "Keep the record?" in written(on)
    on = at_a_terminal(stand_in, interrupted, monkeypatch)
    assert "Traceback" not in written(on)
    assert list(Path().iterdir()) == []


@pytest.mark.usefixtures("real_players")
@pytest.mark.parametrize("game", SMALL)
def test_a_whole_game_of_real_players(game: str) -> None:
    """Two levels against each other on a small board, and the same again from the same seed."""
    wishes: dict[str, Any] = {"game": game, "board": SMALL[game], "seats": ("computer:1", "computer:2")}
    play, lines, text = thinking(diligent(1), plain=True, seed=4, **wishes)
    assert play.game.outcome(play.state) is not None
    assert lines == []
    assert thinking(diligent(1), plain=True, seed=4, **wishes)[2] == text
    assert read_back(play) == play.match.names


def read_back(play: Play) -> list[str]:
    from moleworks.record import write

    return read(write(play.table.record())).match.names
