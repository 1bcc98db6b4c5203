"""One's own story over HTTP: what is told of a finished match, kept, saved as a file, and forgotten."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from moleworks.matches.nicknames import NICKNAMES
from moleworks.texts import LANGUAGES, language
from tests.web.people import Json, Person, RunningServer


def finished(server: RunningServer, game: str = "mole-hill", board: str = "patch", actions: int = 2) -> Any:
    """A match of two people, in which the host resigns after some actions."""
    party = server.table(game, board)
    for _ in range(actions):
        at = party.people[0].get(f"/matches/{party.id}")
        person = party.people[at["actor"]]
        eyes = person.get(f"/matches/{party.id}")["eyes"]
        play = {"do": "play", "action": eyes[0]["legal"][0], "seq": at["seq"]}
        person.post(f"/matches/{party.id}/commands", **play)
    party.people[0].post(f"/matches/{party.id}/commands", do="resign")
    return party


def story(person: Person) -> list[Json]:
    found: list[Json] = person.get("/story")["matches"]
    return found


def whole_file(person: Person) -> list[Json]:
    found: list[Json] = []
    while part := person.get(f"/story/file/{len(found)}")["matches"]:
        found += part
    return found


def test_a_finished_match_is_told_to_both_as_each_saw_it(server: RunningServer) -> None:
    party = finished(server)
    (told,), (others,) = (story(person) for person in party.people)
    assert (told["id"], told["game"], told["board"]) == (party.id, "mole-hill", "patch")
    assert [player["name"] for player in told["players"]] == ["Lina", "Max 1"]
    assert [player.get("mine", False) for player in told["players"]] == [True, False]
    assert [player.get("mine", False) for player in others["players"]] == [False, True]
    assert told["winner"] == others["winner"] == 1
    assert told["actions"] == 2
    assert all("score" in player for player in told["players"])


def test_why_people_ended_it_is_told(server: RunningServer) -> None:
    (told,) = story(finished(server).people[0])
    assert told["why"] == "resigned"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_drawn_name_of_the_only_player_is_not_their_own(server: RunningServer, lang: str) -> None:
    drawn = language(lang).say(NICKNAMES[3])
    shown = {}
    for name in ("", drawn, "Lina"):
        person = server.person(**{"accept-language": lang})
        seats = [{"kind": "here", "name": name}, {"kind": "computer", "level": 1}]
        match = person.post("/matches", game="mole-hill", board="patch", seats=seats)["id"]
        person.post(f"/matches/{match}/commands", do="resign", seat=0)
        (told,) = story(person)
        shown[name] = told["players"][0]["name"]
    # A rematch asks for the drawn name, so it may come as a chosen one.
    assert shown == {"": "", drawn: "", "Lina": "Lina"}


def test_a_match_that_goes_on_is_not_told(server: RunningServer) -> None:
    party = server.table()
    assert story(party.people[0]) == []
    assert story(server.person()) == []


def test_the_last_match_comes_first_and_all_are_told_in_parts(server: RunningServer) -> None:
    host = server.person()
    ids = []
    for _ in range(43):
        seats = [{"kind": "here", "name": "Lina"}, {"kind": "here", "name": "Max"}]
        opened = host.post("/matches", game="mole-hill", board="patch", seats=seats)
        host.post(f"/matches/{opened['id']}/commands", do="resign", seat=0)
        ids.append(opened["id"])
    first = host.get("/story")
    assert first["more"]
    assert len(first["matches"]) == 40
    second = host.get("/story")
    assert not second["more"]
    assert sorted(match["id"] for match in second["matches"]) == sorted(ids)
    ended = [match["ended"] for match in second["matches"]]
    assert ended == sorted(ended, reverse=True)


def test_a_file_brings_everything_back_as_it_was(server: RunningServer) -> None:
    party = finished(server, "mole-company", "burrow")
    host = party.people[0]
    before = story(host), whole_file(host)
    assert len(before[1]) == 1
    other = server.person()
    other.http.post("/story/file", json={"matches": before[1]}).raise_for_status()
    assert (story(other), whole_file(other)) == before
    record = other.get(f"/story/{party.id}")["record"]
    shown = other.post("/records", record=record, open=True, first=2)
    assert shown["ply"] == 2
    assert [step["ply"] for step in shown["steps"]] == [2]


def test_a_wrong_file_is_refused_and_changes_nothing(server: RunningServer) -> None:
    host = finished(server).people[0]
    before, (saved,) = story(host), whole_file(host)
    for wrong in (
        saved | {"match": saved["match"] | {"players": []}},
        saved | {"match": saved["match"] | {"secret": 1}},
        saved | {"match": saved["match"] | {"id": "../me"}},
        saved | {"record": "x" * 200_000},
    ):
        answer = host.http.post("/story/file", json={"matches": [wrong]})
        assert answer.status_code == 400, answer.text
    assert story(host) == before


def test_a_match_that_is_left_is_in_no_story_with_the_name(server: RunningServer) -> None:
    party = finished(server)
    host, guest = party.people
    assert len(story(host)) == len(story(guest)) == 1
    host.http.delete(f"/story/{party.id}").raise_for_status()
    assert story(host) == []
    (told,) = story(guest)
    assert [player["name"] for player in told["players"]] == ["", "Max 1"]
    assert "Lina" not in guest.http.get(f"/story/{party.id}").text
    guest.http.delete("/me").raise_for_status()
    assert story(guest) == []


def test_everything_is_forgotten_even_what_came_from_a_file(server: RunningServer) -> None:
    saved = whole_file(owner) if story(owner := finished(server).people[0]) else []
    other = server.person()
    other.http.post("/story/file", json={"matches": saved}).raise_for_status()
    other.http.delete("/me").raise_for_status()
    assert story(other) == []
    assert len(story(owner)) == 1


def test_a_story_is_for_its_person_alone(server: RunningServer) -> None:
    party = finished(server)
    assert story(party.people[0])
    for path in (f"/story/{party.id}", f"/story/{party.id}/analysis"):
        assert server.person().http.get(path).status_code == 404
        assert httpx.get(f"{server.base}/api{path}").status_code == 404


def test_an_analysis_adds_accuracy_and_luck(server: RunningServer) -> None:
    party = finished(server, actions=4)
    host = party.people[0]
    assert "accuracy" not in story(host)[0]["players"][0]
    while (reply := host.get(f"/story/{party.id}/analysis"))["done"] < 1:
        time.sleep(0.1)
    (told,) = story(host)
    assert reply["match"] == told
    for player in told["players"]:
        assert 0 <= player["accuracy"] <= 1
        assert 0 <= player["lowest"] <= 1
        assert "luck" in player
    assert "accuracy" not in story(party.people[1])[0]["players"][0]
    while party.people[1].get(f"/matches/{party.id}/analysis")["done"] < 1:
        time.sleep(0.1)
    assert "accuracy" in story(party.people[1])[0]["players"][0]
