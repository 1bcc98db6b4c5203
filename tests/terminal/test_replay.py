"""Stepping through a record."""

from __future__ import annotations

import io

import pytest

from moleworks.record import Match, Record, read, write
from moleworks.terminal.replay import ReplayViewer
from tests.terminal.sessions import digging_player, output_of, play_to_end, screen


def record() -> Record:
    match = Match.begin("mole-hill", board="patch")
    match.play(["c3", "c3|d3", "c4", "c4|c5"])
    return Record(match, ("Lina", "Max"), "2026-01-31", comments={1: "Bold.", 4: "And so on."})


def steps(*lines: str, plain: bool = True) -> str:
    on = screen(lines, plain=plain)
    ReplayViewer(on, record()).show_step_by_step()
    return output_of(on)


def test_enter_goes_on_and_b_goes_back() -> None:
    text = steps("", "", "b", "4", "", "0", "9", "what", "q")
    told = [line[:2] for line in text.splitlines() if line[:1].isdigit()]
    assert told == ["1.", "2.", "1.", "4."]
    assert "There is no turn 5: they go from 0 to 4." in text
    assert "There is no turn 9" in text
    assert "Enter, b, q, or the number of a turn, please." in text


def test_turns_are_counted() -> None:
    assert "Mole Hill: Lina, Max. 2026-01-31, 4 turns." in steps()
    match = Match.begin("mole-hill")
    match.play(["e4"])
    on = screen(plain=True)
    ReplayViewer(on, Record(match, ("Lina", "Max"), "2026-01-31")).show_all()
    assert "2026-01-31, 1 turn." in output_of(on)


def test_the_end_of_the_input_ends_it() -> None:
    assert "1. Lina starts on c3." in steps("")


def test_comments_stand_where_they_were_written() -> None:
    on = screen(plain=True)
    ReplayViewer(on, record()).show_all()
    lines = output_of(on).splitlines()
    assert lines.index("{Bold.}") < lines.index("2. Max lays a rod between c3 and d3.")
    assert lines.index("{And so on.}") > lines.index("4. Max lays a rod between c4 and c5.")


def test_every_turn_is_drawn() -> None:
    on = screen()
    ReplayViewer(on, record()).show_all()
    assert output_of(on).count("(•.•)") == 1 + 4  # the legend, and four turns


def test_an_empty_game() -> None:
    on = screen([""], plain=True)
    ReplayViewer(on, Record(Match.begin("mole-hill"))).show_step_by_step()
    assert "There is no turn 1: they go from 0 to 0." in output_of(on)


@pytest.mark.parametrize("game", ["mole-hill", "mole-company", "buddel-bande"])
def test_a_whole_game_is_told_as_it_was_played(game: str) -> None:
    board = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}[game]
    play, _, played = play_to_end(digging_player(1), game=game, board=board, names=("Lina", "Max"))
    on = screen(plain=True)
    ReplayViewer(on, read(write(play.seated.record()))).show_all()
    for line in output_of(on).splitlines():
        told = line.split(". ", 1)[1] if line[:1].isdigit() and ". " in line else None
        assert told is None or told in played


def test_an_unfinished_game_keeps_its_secrets() -> None:
    texts = []
    for deal in ("01", "10"):
        match = Match.begin("buddel-bande", board="stroll")
        match.play([f"deal:S={deal}", f"deal:M={deal}", f"deal:L={deal}", "=Sc", "S1>1"])
        on = screen()
        ReplayViewer(on, Record(match)).show_all()
        texts.append(output_of(on))
    assert texts[0] == texts[1]
    assert isinstance(on.console.file, io.StringIO)
