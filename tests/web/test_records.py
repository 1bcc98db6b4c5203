"""Records that somebody brings along: looked at, described, varied and analysed, and nothing kept."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from moleworks.games import CHANCE, GAMES
from moleworks.record import Match, Record, write
from moleworks.web.examples import RECORD
from tests.web.people import TIMEOUT, Json, RunningServer


def played(game: str, board: str, actions: int, **setup: Any) -> Match:
    """A match of so many actions by lot; chance included."""
    match, random = Match.begin(game, board=board, **setup), Random(7)
    for _ in range(actions):
        rules, state = match.game, match.state
        if rules.actor(state) is None:
            break
        choices = list(rules.odds(state)) if rules.actor(state) == CHANCE else list(rules.legal(state))
        match.play([rules.name(state, random.choice(choices))])
    return match


@pytest.mark.parametrize("game", list(GAMES))
def test_every_position_of_a_record_is_shown_and_told(server: RunningServer, game: str) -> None:
    match = played(game, "classic", 40)
    record = write(Record(match, tuple(f"Mole {seat}" for seat in range(match.setup.players))))
    person = server.person()
    story = person.post("/records", record=record)
    assert story["setup"]["game"] == game
    assert story["setup"]["board"]["game"] == game
    assert story["names"][0] == "Mole 0"
    assert [step["name"] for step in story["steps"]] == [None, *match.names]
    assert [step["view"] for step in story["steps"]] == [
        match.game.view(match.before(ply), None) for ply in range(match.ply + 1)
    ]
    assert all(step["said"] for step in story["steps"][1:])
    assert person.post("/records", record=record, first=30)["steps"] == story["steps"][30:]
    assert "moleworks" not in person.http.cookies
    german = person.http.post("/records?lang=de", json={"record": record}).json()
    assert german["steps"][-1]["said"] != story["steps"][-1]["said"]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_player_who_reads_a_record_of_their_own_is_you(server: RunningServer, game: str) -> None:
    """In every sentence; the only computer is "the computer" there."""
    match = played(game, "classic", 40)
    record = write(Record(match, ("Bruno", "Computer (level 3)")))
    person = server.person()
    steps = person.post("/records", record=record, reader=0)["steps"]
    texts = [text for step in steps for text in step["said"]]
    for ply in (0, 39):
        position = person.post("/records/position", record=record, ply=ply, reader=0)
        texts += [position["ask"], *position["said"]]
    assert [text for text in texts if "Bruno" in text] == []
    assert any(text.startswith("You ") for text in texts)
    assert any(text.startswith("The computer ") for text in texts)
    others = person.post("/records", record=record)["steps"]
    assert any("Bruno" in text for step in others for text in step["said"])


def test_the_step_that_ends_a_game_says_how(server: RunningServer) -> None:
    match = played("mole-hill", "patch", 10**4)
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    person = server.person()
    told = {"winner": outcome.winner, "draw": outcome.draw, "rule": outcome.rule, "why": None}
    *before, last = person.post("/records", record=write(Record(match)))["steps"]
    assert last["outcome"] == told
    assert {step["outcome"] for step in before} == {None}
    position = {"game": "mole-hill", "board": "patch", "actions": match.names[:-1]}
    assert person.post("/try", position=position)["outcome"] is None
    assert person.post("/try", position=position, action=match.names[-1])["outcome"] == told


def test_computers_are_called_in_the_reader_s_language(server: RunningServer) -> None:
    match = played("mole-company", "burrow", 12, players=4)
    seats = ("Lina", "Computer 1 (level 3)", "Ada (computer, level 7)", "computer 2")
    reply = server.person().http.post("/records?lang=fr", json={"record": write(Record(match, seats))}).json()
    assert reply["names"] == ["Lina", "Ordinateur 1", "Ada", "Ordinateur 2"]
    assert reply["levels"] == [None, 3, 7, None]
    said = " ".join(sentence for step in reply["steps"] for sentence in step["said"])
    assert "Ordinateur 1" in said
    assert "computer" not in said


def test_who_has_no_name_is_called_player(server: RunningServer) -> None:
    reply = server.person().post("/records", record=write(Record(played("mole-hill", "patch", 4))))
    assert (reply["names"], reply["levels"]) == (["Player 1", "Player 2"], [None, None])


def test_eyes(server: RunningServer) -> None:
    match = played("buddel-bande", "stroll", 9, players=3)
    record, person = write(Record(match)), server.person()

    def owners(**eyes: Any) -> dict[str, int]:
        moles: Json = person.post("/records", record=record, **eyes)["steps"][-1]["view"]["moles"]
        return {name: mole["owner"] for name, mole in moles.items() if "owner" in mole}

    own = [owners(seat=seat) for seat in range(3)]
    assert owners() == {}
    assert all(own)
    assert owners(open=True) == own[0] | own[1] | own[2]
    refused = person.http.post("/records", json={"record": record, "seat": 3})
    assert refused.json()["detail"] == "There is no seat 3 at this table."


def test_a_position_in_words(server: RunningServer) -> None:
    person = server.person()
    reply = person.post("/records/position", record=RECORD, ply=1)
    assert "c3" in " ".join(reply["said"])
    assert reply["ask"].startswith("Player 2")
    late = person.http.post("/records/position", json={"record": RECORD, "ply": 4})
    assert late.json()["detail"] == "The record ends before that."


def test_what_might_have_been(server: RunningServer) -> None:
    lines = [
        {"ply": 1, "line": ["a2|b2", "c4"]},
        {"ply": 0, "line": ["b2", "b2|b3", "nonsense", "b4"]},
        {"ply": 1, "line": ["nonsense"]},
        {"ply": 2, "line": []},
    ]
    reply = server.person().http.post("/records/lines", json={"record": RECORD, "lines": lines}).json()
    assert [[step["name"] for step in line["steps"]] for line in reply] == [
        ["a2|b2", "c4"],
        ["b2", "b2|b3"],
        [],
        [],
    ]
    assert reply[0]["steps"][0]["view"]["rods"] == ["a2|b2"]
    assert reply[0]["action"] == "a rod between a2 and b2"
    assert reply[2]["action"] == ""


def test_an_analysis_of_a_record(server: RunningServer) -> None:
    person = server.person()
    deadline = time.monotonic() + TIMEOUT
    while (reply := person.post("/records/analysis", record=RECORD))["done"] < 1:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert [moment["ply"] for moment in reply["moments"]] == [0, 1, 2]
    assert len(reply["accounts"]) == 2


def test_what_cannot_be_analysed(server: RunningServer) -> None:
    empty = write(Record(Match.begin("mole-hill", board="patch")))
    refused = server.person().http.post("/records/analysis", json={"record": empty})
    assert refused.json()["detail"] == "Nothing has been played yet."
    assert refused.status_code == 422


def test_what_is_no_record_is_said_with_its_place(server: RunningServer) -> None:
    refused = server.person().http.post("/records", json={"record": '[Game "chess"]\n\n*'})
    assert refused.status_code == 422
    assert "line" in refused.json()["detail"]
