"""A seat's secrets on a phone, over HTTP: what the phone is told, and what it is not."""

from __future__ import annotations

import httpx

from tests.web.people import RunningServer
from tests.web.test_narration import opened_here, owners


def test_a_phone_is_told_its_seats_secrets_and_no_others(server: RunningServer) -> None:
    person, match = opened_here(server, "buddel-bande", "stroll")
    made = person.post(f"/matches/{match}/seats/1/peek")
    base, _, once = made["link"].partition(f"/#peek={match}.")
    assert base == server.base
    last = len(person.get(f"/matches/{match}/setup")["board"]["track"]) + 1
    with httpx.Client(base_url=f"{server.base}/api", headers={"origin": server.base}) as phone:
        come = phone.post(f"/matches/{match}/peek", json={"token": once})
        assert come.status_code == 200
        assert come.json()["seat"] == 1
        assert "set-cookie" not in come.headers
        assert phone.post(f"/matches/{match}/peek", json={"token": once}).status_code == 422
        assert phone.get(f"/matches/{match}/setup").status_code == 403
        phone.headers["authorization"] = f"Bearer {come.json()['token']}"
        reply = phone.get(f"/matches/{match}/secret", params={"seat": 1, "lang": "en"}).json()
        assert {mole["owner"] for mole in owners(reply["view"], last)} == {1}
        assert reply["said"][0].startswith("Max (")
        assert "Not known yet: " in reply["said"][-1]
        assert phone.get(f"/matches/{match}/secret", params={"seat": 0}).status_code == 422
        assert phone.get(f"/matches/{match}/said", params={"seat": 1}).status_code == 422
        assert phone.get(f"/matches/{match}/setup").json()["seats"] == []
        command = {"do": "resign", "seat": 1}
        assert phone.post(f"/matches/{match}/commands", json=command).status_code == 422


def test_a_stranger_makes_no_link(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    assert party.people[1].http.post(f"/matches/{party.id}/seats/0/peek").status_code == 422
    assert server.person().http.post(f"/matches/{party.id}/seats/0/peek").status_code == 403


def test_the_notebook_is_what_a_seat_has_learned(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    with party.people[0].live(party.id, words=1) as line:
        known = line.at()["words"]["eyes"][0]["known"]
        assert known[0].startswith("You (")
        assert known[-1].startswith("Not known yet: ")
    with party.people[0].live(party.id, words=1, hide="old") as line:
        assert line.at()["words"]["eyes"][0]["known"] == []
    hill = server.table("mole-hill", "patch")
    with hill.people[0].live(hill.id, words=1) as line:
        assert line.at()["words"]["eyes"][0]["known"] == []
