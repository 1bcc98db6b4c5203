"""No byte that is sent to a seat tells what that seat may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from moleworks.matches.tokens import digest
from moleworks.speech import places
from moleworks.speech.questions import QUESTIONS
from tests.web.people import Json, Person, RunningServer

PATHS = ("", "/table", "/legal", "/record", "/replay", "/text", "/setup", "/said", "/around")


def views(reply: Any) -> Iterator[Json]:
    """Every view of a position in an answer, however deep."""
    if isinstance(reply, dict):
        if "moles" in reply and isinstance(reply["moles"], dict):
            yield reply
        reply = list(reply.values())
    if isinstance(reply, list):
        for part in reply:
            yield from views(part)


def known(view: Json) -> set[str]:
    """The moles whose owner a view tells."""
    return {name for name, mole in view["moles"].items() if mole.get("owner") is not None}


def overheard(person: Person) -> list[str]:
    """Everything that somebody is told over HTTP from now on."""
    texts: list[str] = []

    def note(answer: httpx.Response) -> None:
        answer.read()
        texts.append(answer.text)

    person.http.event_hooks["response"].append(note)
    return texts


def test_no_seat_learns_owners_deals_or_tokens(server: RunningServer) -> None:
    party = server.table("buddel-bande", "classic", players=3)
    watcher = server.person()
    watcher.post("/join", token=party.opened["watch"]["token"])
    everybody = [*party.people, watcher]
    texts = [overheard(person) for person in everybody]
    random = Random(3)
    log = server.app.context.match_server.live_matches[party.id].log
    space = next(iter(places(log.match.game, log.state)))
    notes: set[str] = set()
    with ExitStack() as stack:
        lines = [stack.enter_context(person.live(party.id, words=1)) for person in everybody]
        hiding = [stack.enter_context(person.live(party.id, words=1, hide="all")) for person in everybody]
        reply = [line.at() for line in lines]
        assert [len(known(message["eyes"][0]["view"])) for message in reply] == [3, 3, 3, 0]
        for turn in range(24):
            if reply[0]["status"] == "over":
                break
            actor = reply[0]["actor"]
            action = random.choice(reply[actor]["eyes"][0]["legal"])
            lines[actor].send("play", action=action, seq=reply[actor]["seq"])
            reply = [line.at(reply[actor]["seq"] + 1) for line in lines]
            for line in hiding:
                line.at(reply[0]["seq"])
            if turn % 10 == 0:
                for person in everybody:
                    for path in PATHS:
                        person.get(
                            f"/matches/{party.id}{path}", **({"space": space} if path == "/around" else {})
                        )
                for seat, person in enumerate(party.people):
                    told_alone = person.get(f"/matches/{party.id}/secret", seat=seat)["said"]
                    notes |= {note for note in told_alone if not note.startswith("Not known yet")}
                    for path in ("/secret", "/said", "/around"):
                        asked: dict[str, str | int] = {"seat": (seat + 1) % 3, "space": space}
                        answer = person.http.get(f"/matches/{party.id}{path}", params=asked)
                        assert answer.status_code == 422
                for whose, person in (*enumerate(party.people), (None, watcher)):
                    for text in (*QUESTIONS, "what if pass", "why pass", *places(log.match.game, log.state)):
                        for through in (whose, None):
                            person.http.post(f"/matches/{party.id}/ask", json={"text": text, "seat": through})
                    other = {"text": "show", "seat": ((whose or 0) + 1) % 3}
                    assert person.http.post(f"/matches/{party.id}/ask", json=other).status_code == 422
                party.people[reply[0]["actor"]].post(f"/matches/{party.id}/hint", lines=1)
        assert reply[0]["status"] == "playing"
        for seat, line in enumerate(lines):
            texts[seat] += line.heard
        # On a device that several share, everybody hears what a watcher may know.
        texts += [line.heard for line in hiding]
    match = server.app.context.match_server.live_matches[party.id].log.match
    allowed = [known(dict(match.game.view(match.state, seat))) for seat in (0, 1, 2, *(None,) * 5)]
    assert all(names != allowed[3] for names in allowed[:3])
    deals = [name for name in match.names if not match.game.is_public(name)]
    assert deals, "something was dealt in secret"
    secrets = _secrets(party.people, party.opened)
    assert len(notes) >= 3
    for seat, heard in enumerate(texts):
        assert len(heard) > 20
        for text in heard:
            assert not any(deal in text for deal in deals)
            # A seat may come to know what another has noted; who only watches does not.
            assert seat < 3 or not any(note in text for note in notes)
            assert not any(secret in text for whose, secret in secrets if whose != seat)
            for view in views(json.loads(text)):
                assert known(view) <= allowed[seat]


def test_nobody_looks_through_others_eyes_before_the_end(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    lina, max_ = party.people
    for path in ("replay", "text", "record"):
        answer = lina.http.get(f"/matches/{party.id}/{path}", params={"seat": 1})
        assert answer.status_code == 422
        assert answer.json()["detail"] == "What others see is shown once the match is over."
    hidden = lina.get(f"/matches/{party.id}/replay")
    assert hidden[1]["name"] is None
    max_.post(f"/matches/{party.id}/commands", do="resign")
    theirs = lina.get(f"/matches/{party.id}/replay", seat=1)
    assert theirs[1]["name"] is not None
    assert theirs[-1]["view"] != hidden[-1]["view"]
    record = lina.http.get(f"/matches/{party.id}/record")
    assert record.text.startswith('[Game "buddel-bande"]')
    assert theirs[1]["name"] in record.text


def _secrets(people: list[Person], opened: Json) -> list[tuple[int, str]]:
    """By whose they are: cookies and tokens, and their digests; links were given to the host alone."""
    own = [(seat, person.http.cookies["moleworks"]) for seat, person in enumerate(people)]
    own += [(-1, seat["token"]) for seat in opened["seats"] if "token" in seat]
    own.append((-1, opened["watch"]["token"]))
    return own + [(-1, digest(secret)) for _, secret in own]


def test_a_taken_seat_s_link_opens_it_to_nobody_else(server: RunningServer) -> None:
    """The host has the link, and tries it in every way; who has the seat notices nothing."""
    party = server.table("buddel-bande", "stroll", 3)
    host, lina, max_ = party.people
    token, match = party.opened["seats"][1]["token"], party.id
    bare = server.person(authorization=f"Bearer {token}")
    for path in (f"/matches/{match}", f"/matches/{match}/secret?seat=1", f"/matches/{match}/legal"):
        assert bare.http.get(path).status_code == 403
    for way in ({"bot": True}, {}):
        answer = host.http.post("/join", json={"token": token, **way}, headers={"accept-language": "de"})
        assert answer.status_code == 403
        assert "Platz" in answer.json()["detail"]
    assert host.http.get(f"/matches/{match}/secret", params={"seat": 1}).status_code == 422
    with lina.live(match, words=1) as line, max_.live(match, words=1, lang="en") as other:
        seq, _ = line.at()["seq"], other.at()
        link = lina.post(f"/matches/{match}/seats/1/link")
        assert lina.post("/join", token=link["token"])["seat"] == 1
        phone = server.person()
        assert phone.post("/join", token=link["token"], name="Lina")["seat"] == 1
        said = [text for step in other.at(seq + 3)["words"]["eyes"][0]["steps"] for text in step["said"]]
        assert said[-1] == "Lina joins the game."
        with pytest.raises(ConnectionClosed) as closed:
            line.hear("at", seq=seq + 99)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    assert lina.http.get(f"/matches/{match}").status_code == 403
    assert phone.get(f"/matches/{match}")["eyes"][0]["seat"] == 1
