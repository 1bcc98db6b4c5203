"""Seats of the computer: how well it plays, from what it knows, and what happens while it thinks."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moleworks import engine
from moleworks.engine import chance
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.record import read
from moleworks.terminal import play as plays
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.session import run_session
from moleworks.texts import language
from tests.terminal.fake_player import FakePlayer
from tests.terminal.sessions import (
    Keyboard,
    digging_player,
    output_of,
    play_to_end,
    screen,
    set_up,
    transcript,
)

pytestmark = pytest.mark.slow

SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}


def test_each_computer_plays_at_its_level_from_its_own_view(fake_player: FakePlayer) -> None:
    seats = ("human", "computer:2", "computer:7")
    play, _, _ = play_to_end(digging_player(1), game="buddel-bande", board="stroll", seats=seats)
    assert {(asked.knowledge.seat, asked.effort) for asked in fake_player.requests} == {
        (1, engine.Effort(level=2)),
        (2, engine.Effort(level=7)),
    }
    for asked in fake_player.requests:
        assert asked.knowledge.setup == play.match.setup
        assert not any(name.startswith("deal:") for name in asked.knowledge.heard)
        known = {
            seen.get("owner")
            for seen in own_view(asked.knowledge.view)["moles"].values()
            if 0 < seen["at"] < 9
        }
        assert known <= {None, 0, 1, 2}


def test_a_seed_makes_the_same_moves_again(fake_player: FakePlayer) -> None:
    def seeds(random: Random) -> list[int]:
        fake_player.requests.clear()
        on = screen()
        wishes: dict[str, Any] = {"game": "mole-hill", "board": "patch", "seats": ("computer", "computer")}
        TerminalMatch(on, set_up(on, **wishes), HANDLERS, random).run()
        return [asked.seed for asked in fake_player.requests]

    assert seeds(Random(3)) == seeds(Random(3))
    assert len(set(seeds(Random(3)))) > 5
    assert seeds(chance.SYSTEM)[:4] != seeds(chance.SYSTEM)[:4]


def test_a_game_with_a_seed_waits_for_the_compiler(fake_player: FakePlayer) -> None:
    """Interpreted players search less, so a game begun without the compiler would be another one."""
    for random, waits in ((chance.SYSTEM, False), (Random(1), True)):
        on = screen()
        table = set_up(on, game="mole-hill", board="patch", seats=("computer", "computer"))
        fake_player.warm_ups = 0
        TerminalMatch(on, table, HANDLERS, random).run()
        assert bool(fake_player.warm_ups) == waits


def test_level_tells_and_changes_how_well_the_computer_plays(fake_player: FakePlayer) -> None:
    lines = ["level", "level 2", "e4", "level Computer 6", "level 7 computer", "level 3 Lina", "level 9"]
    text = transcript([*lines, "level max"], game="mole-hill", names=("Lina", "Computer"), plain=True)
    told = [line for line in text.splitlines() if line.startswith("Played by the computer")]
    assert told == [f"Played by the computer: Computer (level {level})." for level in (4, 4, 2, 6, 7)]
    assert "No computer player here is called Lina." in text
    assert text.count("A level is a number from 1 to 7, for example: level 3") == 2
    assert [asked.effort.level for asked in fake_player.requests] == [2]
    assert '[Seat1 "Computer (level 7)"]' in text


def test_level_of_one_of_several() -> None:
    names = ("Lina", "computer", "computer")
    lines = ["level Computer 2 7", "level 1 Computer 1", "level 5 3", "level 5 1"]
    text = transcript(lines, game="mole-company", names=names, plain=True)
    assert "Played by the computer: Computer 1 (level 1), Computer 2 (level 7)." in text
    assert "Played by the computer: Computer 1 (level 1), Computer 2 (level 5)." in text
    assert "No computer player here is called 1." in text


def test_level_without_a_computer() -> None:
    text = transcript(["level 3"], game="mole-hill", names=("Lina", "Max"), plain=True)
    assert "Nobody here is played by the computer." in text


def at_a_terminal(
    fake_player: FakePlayer, think: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> TerminalScreen:
    """Somebody sits there, the computer thinks in some way, and then the input ends."""
    advise = fake_player.advise

    def thinks(*given: Any, **more: Any) -> Any:
        think()
        return advise(*given, **more)

    monkeypatch.setattr(fake_player, "advise", thinks)
    keyboard = Keyboard(iter(["e4", None]).__next__)
    keyboard.isatty = lambda: True  # type: ignore[method-assign]
    on = TerminalScreen(language("en"), plain=True, stdin=keyboard, stdout=io.StringIO())
    wishes: dict[str, Any] = {"game": "mole-hill", "board": "classic", "seats": ("human", "computer:3")}
    on.code = run_session(on, set_up(on, begin="first", **wishes), chance.SYSTEM)  # type: ignore[attr-defined]
    return on


def test_that_the_computer_thinks_is_told_if_it_takes_long(
    fake_player: FakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "is thinking…" not in output_of(at_a_terminal(fake_player, lambda: None, monkeypatch))

    def impatient(work: Any, late: Any) -> Any:
        late()
        return work(engine.Stop())

    monkeypatch.setattr(plays, "run_in_thread", impatient)
    text = output_of(at_a_terminal(fake_player, lambda: None, monkeypatch))
    assert text.index("Computer is thinking…") < text.index("omputer lays")
    # A transcript through pipes says the same however long it took.
    assert "is thinking…" not in transcript(["e4"], game="mole-hill", names=("Lina", "Computer"), plain=True)


def test_ctrl_c_while_the_computer_thinks_loses_nothing(
    fake_player: FakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    on = at_a_terminal(fake_player, interrupted, monkeypatch)
    assert on.code == 130  # type: ignore[attr-defined]
    assert "Keep the record?" in output_of(on)
    on = at_a_terminal(fake_player, interrupted, monkeypatch)
    assert "Traceback" not in output_of(on)
    assert list(Path().iterdir()) == []


@pytest.mark.usefixtures("real_players")
@pytest.mark.parametrize("game", SMALL)
def test_a_whole_game_of_real_players(game: str) -> None:
    """Two levels against each other on a small board, and the same again from the same seed."""
    wishes: dict[str, Any] = {"game": game, "board": SMALL[game], "seats": ("computer:1", "computer:2")}
    play, lines, text = play_to_end(digging_player(1), plain=True, seed=4, **wishes)
    assert play.game.outcome(play.state) is not None
    assert lines == []
    assert play_to_end(digging_player(1), plain=True, seed=4, **wishes)[2] == text
    assert read_back(play) == play.match.names


def read_back(play: TerminalMatch) -> list[str]:
    from moleworks.record import write

    return read(write(play.seated.record())).match.names
