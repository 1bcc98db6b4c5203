"""Whole matches over the network, by people with different cookies."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from moleworks.matches.message_types import ServerMessage
from tests.web.people import Connection, Json, Party, RunningServer

BOARDS = [("mole-hill", "patch"), ("mole-company", "burrow"), ("buddel-bande", "stroll")]


def played(lines: list[Connection], random: Random) -> list[Json]:
    """Everybody plays legal actions until it is over; what each was told last."""
    reply = [line.at() for line in lines]
    while reply[0]["status"] == "playing":
        seat = reply[0]["actor"]
        action = random.choice(reply[seat]["eyes"][0]["legal"])
        lines[seat].send("play", action=action, seq=reply[seat]["seq"], id=f"{seat}-{reply[seat]['seq']}")
        reply = [line.at(reply[seat]["seq"] + 1) for line in lines]
        assert len({message["seq"] for message in reply}) == 1
    return reply


def shape(message: Json) -> None:
    """Messages are as the OpenAPI document has them, with nothing left over."""
    nothing_left_over(message, msgspec.to_builtins(msgspec.convert(message, ServerMessage)))


def nothing_left_over(reply: Any, known: Any) -> None:
    """Whatever is told is known, however deep."""
    if isinstance(reply, dict):
        assert reply.keys() <= known.keys()
        for name, part in reply.items():
            nothing_left_over(part, known[name])
    elif isinstance(reply, list):
        for part, other in zip(reply, known, strict=True):
            nothing_left_over(part, other)


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_a_whole_match_by_websocket(server: RunningServer, game: str, board: str) -> None:
    party = server.table(game, board)
    with ExitStack() as stack:
        lines = [stack.enter_context(person.live(party.id)) for person in party.people]
        reply = played(lines, Random(1))
        assert reply[0]["status"] == "over"
        assert lines[0].hear("table")["outcome"] is not None
        for line in lines:
            for text in line.heard:
                shape(json.loads(text))
    # Everything that was acknowledged is in the log, in order and once.
    again = party.people[0].get(f"/matches/{party.id}")
    assert [entry["seq"] for entry in again["news"]] == list(range(1, again["seq"] + 1))
    assert again["ply"] == again["seq"] - 3  # what came before was seating two people, one of them twice


def test_a_whole_match_by_single_requests_of_bots(server: RunningServer) -> None:
    host = server.person()
    opened = host.post("/matches", game="mole-hill", board="patch", seats=[{"kind": "bot"}, {"kind": "bot"}])
    bots = []
    for seat in opened["seats"]:
        bot = server.person(authorization=f"Bearer {seat['token']}")
        assert bot.post("/join", token=seat["token"], bot=True) == {
            "match": opened["id"],
            "seat": seat["seat"],
        }
        assert not bot.http.cookies
        bots.append(bot)
    random, at = Random(2), bots[0].get(f"/matches/{opened['id']}")
    while at["status"] == "playing":
        bot = bots[at["actor"]]
        mine = bot.get(f"/matches/{opened['id']}", seq=at["seq"])
        (eye,) = mine["eyes"]
        assert bot.get(f"/matches/{opened['id']}/legal") == [eye]
        at = bot.post(
            f"/matches/{opened['id']}/commands",
            do="play", action=random.choice(eye["legal"]), seq=mine["seq"], id=str(mine["seq"]),
        )  # fmt: skip
        assert at["id"] == str(mine["seq"])
    assert at["status"] == "over"
    table = host.get(f"/matches/{opened['id']}/table")
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "bot"]


def test_stale_and_repeated_by_websocket(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    with lina.live(party.id) as one, max_.live(party.id) as two:
        at = one.at()
        action = at["eyes"][0]["legal"][0]
        for _ in range(3):
            one.send("play", action=action, seq=at["seq"], id="first")
        assert one.at(at["seq"] + 1)["news"][0]["id"] == "first"
        for _ in range(2):
            again = one.hear("at", why="repeated")
            assert (again["id"], again["ply"]) == ("first", 1)
            assert again["news"][-1]["id"] == "first"
        here = two.at(at["seq"] + 1)
        two.send("play", action=here["eyes"][0]["legal"][0], seq=at["seq"], id="behind")
        stale = two.hear("at", why="stale")
        assert (stale["id"], stale["ply"], stale["seq"]) == ("behind", 1, here["seq"])
        assert stale["eyes"] == here["eyes"]
        two.send("play", action=stale["eyes"][0]["legal"][0], seq=stale["seq"], id="abreast")
        assert two.at(stale["seq"] + 1)["ply"] == 2


def test_stale_and_repeated_by_single_requests(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    at = lina.get(f"/matches/{party.id}")
    first = {"do": "play", "action": at["eyes"][0]["legal"][0], "seq": at["seq"], "id": "first"}
    done = lina.post(f"/matches/{party.id}/commands", **first)
    assert done["ply"] == 1
    again = lina.post(f"/matches/{party.id}/commands", **first)
    assert (again["why"], again["ply"], again["seq"]) == ("repeated", 1, done["seq"])
    theirs = max_.get(f"/matches/{party.id}")["eyes"][0]["legal"][0]
    late = max_.http.post(
        f"/matches/{party.id}/commands", json={"do": "play", "action": theirs, "seq": at["seq"]}
    )
    assert (late.status_code, late.headers["content-type"]) == (409, "application/problem+json")
    current = late.json()["current"]
    assert (current["seq"], current["eyes"][0]["legal"][0]) == (done["seq"], theirs)


def test_a_client_comes_back_after_a_gap(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    with lina.live(party.id) as one, max_.live(party.id) as two:
        before = two.at()["seq"]
        at = one.at()
        one.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"])
        two.at(before + 1)
        assert one.hear("table")["seats"][1]["here"]
    with lina.live(party.id, seq=before) as one:
        first = json.loads(one.connection.recv(timeout=9))
        assert first["type"] == "table"
        assert [seat["here"] for seat in first["seats"]] == [True, False]
        at = one.at()
        assert [entry["seq"] for entry in at["news"]] == list(range(before + 1, at["seq"] + 1))
        one.send("look", seq=at["seq"], id="look")
        assert one.hear("at", id="look")["news"] == []


def test_presence_is_told(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    with lina.live(party.id) as one:
        with max_.live(party.id) as two:
            two.at()
            while not one.hear("table")["seats"][1]["here"]:
                pass
        while one.hear("table")["seats"][1]["here"]:
            pass


def test_watchers_see_what_all_see_and_do_nothing(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    watcher = server.person()
    assert watcher.post("/join", token=party.opened["watch"]["token"]) == {"match": party.id, "seat": None}
    with watcher.live(party.id) as line:
        (eye,) = line.at()["eyes"]
        assert (eye["seat"], eye["legal"]) == (None, [])
        assert all("owner" not in mole or mole["owner"] is None for mole in eye["view"]["moles"].values())
        line.send("play", action="S1>1", seq=99, id="x")
        assert line.hear("refused", id="x")["reason"] == "You only watch this match."
    token = {"authorization": f"Bearer {party.opened['watch']['token']}"}
    assert server.person(**token).get(f"/matches/{party.id}")["eyes"][0]["seat"] is None


def test_strangers_see_nothing(server: RunningServer) -> None:
    party, stranger = server.table(), server.person()
    for path in ("", "/table", "/legal", "/record", "/replay", "/text", "/analysis"):
        assert stranger.http.get(f"/matches/{party.id}{path}").status_code == 403
    assert stranger.http.get("/matches/nothing").status_code == 404
    with pytest.raises(InvalidStatus) as refused, stranger.live(party.id):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["status"] == 403
    with pytest.raises(InvalidStatus) as refused, stranger.live("nothing"):
        pass
    assert refused.value.response.status_code == 404


def test_a_code_that_was_read_out(server: RunningServer) -> None:
    host, guest, late = (server.person() for _ in range(3))
    opened = host.post("/matches", game="mole-hill", seats=[{"kind": "here"}, {"kind": "link"}])
    code = opened["code"]
    assert guest.post("/join", code=f"{code[:4]}-{code[4:]}", name="Max")["seat"] == 1
    assert late.http.post("/join", json={"code": code}).status_code in {404, 422}
    assert late.http.post("/join", json={"code": "00000000"}).status_code == 404
    assert late.http.post("/join", json={}).status_code == 422
    assert [seat["name"] for seat in host.get(f"/matches/{opened['id']}/table")["seats"]][1] == "Max"


def test_a_code_is_told_to_who_may_read_it_out(server: RunningServer) -> None:
    host, guest, watcher = (server.person() for _ in range(3))
    seats = [{"kind": "link"}, {"kind": "link"}]
    opened = host.post("/matches", game="mole-hill", seats=seats)
    guest.post("/join", token=opened["seats"][0]["token"])
    watcher.post("/join", token=opened["watch"]["token"])
    codes = [person.get("/matches")[0]["code"] for person in (host, guest, watcher)]
    assert codes == [opened["code"], opened["code"], None]
    assert [person.get("/me")["matches"][0]["code"] for person in (host, watcher)] == [opened["code"], None]


def test_everything_that_is_kept_about_a_person(server: RunningServer) -> None:
    host = server.person()
    for _ in range(103):
        host.post("/matches", game="mole-hill", seats=[{"kind": "link"}, {"kind": "link"}])
    assert len(host.get("/matches")) == 100
    assert len(host.get("/me")["matches"]) == 103
    assert host.http.delete("/me").status_code == 204
    assert host.get("/me")["matches"] == []


def test_two_people_on_one_device(server: RunningServer) -> None:
    host = server.person()
    opened = host.post("/matches", game="mole-hill", board="patch", seats=[{"kind": "here"}] * 2)
    assert opened["code"] is None
    with host.live(opened["id"]) as line, host.live(opened["id"], seats=1) as second:
        at = line.at()
        assert [eye["seat"] for eye in at["eyes"]] == [0, 1]
        assert [eye["seat"] for eye in second.at()["eyes"]] == [1]
        line.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"], id="x")
        assert line.hear("refused", id="x")["reason"] == "Say which of your seats acts."
        line.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"], seat=0)
        assert line.at(at["seq"] + 1)["actor"] == 1
    with pytest.raises(InvalidStatus) as refused, host.live(opened["id"], seats=3):
        pass
    assert refused.value.response.status_code == 422


def ended(party: Party, one: Connection) -> None:
    one.send("resign")
    while one.hear("table")["outcome"] is None:
        pass


def test_rematch_with_the_seats_turned(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    with lina.live(party.id) as one, max_.live(party.id) as two:
        ended(party, one)
        one.send("offer", what="rematch")
        while not two.hear("table")["offers"]:
            pass
        two.send("answer", what="rematch", yes=True)
        while not (after := one.hear("table")["next"]):
            pass
    assert [eye["seat"] for eye in lina.get(f"/matches/{after}")["eyes"]] == [1]
    assert [eye["seat"] for eye in max_.get(f"/matches/{after}")["eyes"]] == [0]
    assert {match["id"] for match in lina.get("/matches")} == {party.id, after}


def test_undo_at_once_and_by_consent(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    with lina.live(party.id) as one, max_.live(party.id) as two:
        at = one.at()
        one.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"])
        at = one.at(at["seq"] + 1)
        one.send("undo", seq=at["seq"])
        at = one.at(at["seq"] + 1)
        assert (at["ply"], at["actor"]) == (0, 0)
        one.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"])
        at = two.at(at["seq"] + 1)
        two.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"])
        at = one.at(at["seq"] + 1)
        one.send("undo", seq=at["seq"])
        while not (offers := two.hear("table")["offers"]):
            pass
        assert offers == [{"what": "undo", "by": 0, "agreed": []}]
        two.send("answer", what="undo", yes=True)
        assert two.at(at["seq"] + 2)["ply"] == 0


def test_a_draw_is_agreed(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    with lina.live(party.id) as one, max_.live(party.id) as two:
        one.send("offer", what="draw")
        while not two.hear("table")["offers"]:
            pass
        two.send("answer", what="draw", yes=True)
        while not (outcome := one.hear("table")["outcome"]):
            pass
        assert (outcome["draw"], outcome["winner"]) == (True, None)


def test_emotes_and_names(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    with lina.live(party.id) as one, max_.live(party.id) as two:
        two.at()
        one.send("emote", name="hello")
        assert two.hear("emote") == {"type": "emote", "seat": 0, "name": "hello"}
        one.send("emote", name="insult", id="e")
        assert one.hear("refused", id="e")
        one.send("rename", name="  Lina  the\nFirst ")
        while two.hear("table")["seats"][0]["name"] != "Lina the First":
            pass


def test_a_resigned_seat_is_played_on_by_the_computer(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll", players=3, pace={"level": 1})
    with party.people[0].live(party.id) as one, party.people[1].live(party.id) as two:
        seq = two.at()["seq"]
        one.send("resign")
        while (table := two.hear("table"))["seats"][0]["kind"] != "computer":
            pass
        assert (table["outcome"], table["seats"][0]["resigned"]) == (None, True)
        at = two.at(seq + 2)
        while at["actor"] != 1:  # the computer moves for seat 0, and seat 2 says nothing
            if at["actor"] == 2:
                legal = party.people[2].get(f"/matches/{party.id}/legal")[0]["legal"]
                party.people[2].post(
                    f"/matches/{party.id}/commands", do="play", action=legal[0], seq=at["seq"]
                )
            at = two.at(at["seq"] + 1)
        assert any(entry["seat"] == 0 and not entry["name"].startswith("!") for entry in _log(party, 1))


def test_a_computer_answers_and_can_be_replaced(server: RunningServer) -> None:
    host, guest = server.person(), server.person()
    seats = [{"kind": "here"}, {"kind": "computer", "level": 1}]
    opened = host.post("/matches", game="mole-hill", board="patch", seats=seats)
    with host.live(opened["id"]) as line:
        at = line.at()
        line.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"])
        at = line.at(at["seq"] + 2)
        assert (at["actor"], at["ply"]) == (0, 2)
        line.send("reseat", whose=1, kind="open", id="early")
        assert line.hear("refused", id="early")
        link = host.post(f"/matches/{opened['id']}/seats/1/link")
        assert link["link"] == f"{server.base}/#join={link['token']}"
        guest.post("/join", token=link["token"], name="Max")
        while line.hear("table")["seats"][1]["kind"] != "person":
            pass


def test_forgetting(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    assert lina.get("/me")["matches"][0]["id"] == party.id
    with max_.live(party.id) as line:
        assert lina.http.delete(f"/matches/{party.id}").status_code == 204
        while line.hear("table")["seats"][0]["name"]:
            pass
    assert lina.get("/matches") == []
    assert max_.http.delete("/me").status_code == 204
    assert max_.get("/me") == {"name": None, "matches": []}
    assert max_.http.get(f"/matches/{party.id}").status_code == 404


def _log(party: Party, seat: int) -> list[Any]:
    news: list[Any] = party.people[seat].get(f"/matches/{party.id}")["news"]
    return [entry for entry in news if entry["name"]]


def test_an_invitation_tells_who_is_there_and_whether_one_has_accepted(server: RunningServer) -> None:
    host, guest = server.person(), server.person()
    seats = [{"kind": "here", "name": "Lina"}, {"kind": "link"}]
    opened = host.post("/matches", game="mole-hill", board="patch", seats=seats)
    token = opened["seats"][1]["token"]
    before = guest.post("/invitation", token=token)
    assert (before["game"], before["seat"], before["held"]) == ("mole-hill", 1, False)
    assert [(seat["kind"], seat["name"]) for seat in before["seats"]] == [("person", "Lina"), ("open", "")]
    guest.post("/join", token=token, name="Max")
    assert guest.post("/invitation", token=token)["held"]
    assert not host.post("/invitation", token=token)["held"]
    assert not guest.post("/invitation", token=opened["watch"]["token"])["held"]
