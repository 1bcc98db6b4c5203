"""Matches in words: what the page shows and says comes from the server, and tells a seat what it may know."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from moleworks import speech
from moleworks.matches import client_messages
from moleworks.matches.client_messages import SharedMessage
from moleworks.matches.position_cache import PositionCache
from moleworks.speech import places
from moleworks.texts import language
from moleworks.web import narration
from tests.web.people import Json, Party, RunningServer
from tests.web.test_matches import BOARDS, shape


def opened_here(server: RunningServer, game: str, board: str, **more: Any) -> tuple[Any, str]:
    """A match of two people who share a device."""
    person = server.person()
    seats = [{"kind": "here", "name": "Lina"}, {"kind": "here", "name": "Max"}]
    opened = person.post("/matches", game=game, board=board, seats=seats, **more)
    return person, opened["id"]


def play_any(party: Party) -> None:
    """Whoever is to act plays the first legal action, by a request of its own."""
    actor = party.people[0].get(f"/matches/{party.id}")["actor"]
    at = party.people[actor].get(f"/matches/{party.id}")
    action = at["eyes"][0]["legal"][0]
    party.people[actor].post(f"/matches/{party.id}/commands", do="play", action=action, seq=at["seq"])


def owners(thing: Any, last: int) -> list[Any]:
    if isinstance(thing, list):
        return [found for part in thing for found in owners(part, last)]
    if not isinstance(thing, dict):
        return []
    here = [thing] if "owner" in thing and thing["at"] < last else []
    return here + [found for part in thing.values() for found in owners(part, last)]


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_every_space_every_action_and_all_that_happens_has_words(
    server: RunningServer, game: str, board: str
) -> None:
    party = server.table(game, board)
    random, spaces, said = Random(7), dict[str, str](), 0
    with ExitStack() as stack:
        lines = [stack.enter_context(person.live(party.id, words=1)) for person in party.people]
        reply = [line.at() for line in lines]
        log = server.app.context.match_server.live_matches[party.id].log
        known = set(places(log.match.game, log.state))
        for _ in range(12):
            seat = reply[0]["actor"]
            mine = reply[seat]["words"]["eyes"][0]
            spaces |= reply[0]["words"]["eyes"][0]["spaces"]
            assert set(spaces) == known
            assert set(mine["actions"]) == set(reply[seat]["eyes"][0]["legal"])
            assert all(mine["actions"].values())
            assert mine["mine"]
            assert reply[seat]["words"]["standing"]
            action = random.choice(reply[seat]["eyes"][0]["legal"])
            lines[seat].send("play", action=action, seq=reply[seat]["seq"])
            reply = [line.at(reply[seat]["seq"] + 1) for line in lines]
            steps = reply[0]["words"]["eyes"][0]["steps"]
            assert [step["seq"] for step in steps] == [news["seq"] for news in reply[0]["news"]]
            assert all(step["said"] and step["view"] for step in steps)
            assert steps[-1]["view"] == reply[0]["eyes"][0]["view"]
            said += len(steps)
            if reply[0]["status"] != "playing":
                break
        for line in lines:
            for text in line.heard:
                shape(json.loads(text))
    assert said >= 12 or reply[0]["status"] == "over"


def test_who_does_not_ask_gets_no_words(server: RunningServer) -> None:
    party = server.table("mole-hill", "patch")
    with party.people[0].live(party.id) as line:
        assert "words" not in line.at()


def test_a_shared_device_is_told_no_secret(server: RunningServer) -> None:
    person, match = opened_here(server, "buddel-bande", "stroll")
    setup = person.get(f"/matches/{match}/setup")
    assert setup["seats"] == [0, 1]
    last, random = len(setup["board"]["track"]) + 1, Random(11)
    with person.live(match, words=1, hide="all") as line:
        at = line.at()
        for _ in range(10):
            action = random.choice(next(eye["legal"] for eye in at["eyes"] if eye["seat"] == at["actor"]))
            line.send("play", action=action, seq=at["seq"], seat=at["actor"])
            at = line.at(at["seq"] + 1)
        reply = [json.loads(text) for text in line.heard]
    assert at["status"] == "playing"
    assert all(eye["hidden"] for eye in at["words"]["eyes"])
    assert owners(reply, last) == []
    texts = [part for message in reply for part in sentences(message)]
    # A mole that has come home is turned up for all (BB8).
    hidden = [text for text in texts if "home" not in text]
    assert not [text for text in hidden if "(Lina)" in text or "(Max)" in text or "yours" in text]
    # Whoever looks is told, and only about their own seat.
    secret = person.get(f"/matches/{match}/secret", seat=1)
    assert owners(secret["view"], last)
    assert secret["said"]


@pytest.mark.parametrize(
    "number",
    ["\\" * 64, "\U0001f4a3" * 64, '"type":"table"'],
    ids=["backslashes", "emoji", "another kind"],
)
def test_no_number_of_a_command_makes_it_tell_one(server: RunningServer, number: str) -> None:
    """An answer is known to be an `at` whatever the client wrote into it."""
    person, match = opened_here(server, "buddel-bande", "stroll")
    last = len(person.get(f"/matches/{match}/setup")["board"]["track"]) + 1
    with person.live(match, words=1, hide="all") as line:
        at = line.at()
        legal = next(eye["legal"] for eye in at["eyes"] if eye["seat"] == at["actor"])
        for _ in range(2):  # done, and repeated
            line.send("play", action=legal[0], seq=at["seq"], seat=at["actor"], id=number)
        line.send("look", id=number)
        line.send("play", action=legal[0], seq=0, seat=at["actor"], id="stale")
        line.hear("at", id="stale")
        reply = [json.loads(text) for text in line.heard]
    assert [message.get("why") for message in reply if message.get("id") == number] == ["repeated", None]
    assert all("words" in message for message in reply if message["type"] == "at")
    assert owners(reply, last) == []


def test_a_memory_game_tells_a_secret_once(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    with ExitStack() as stack:
        lines = [stack.enter_context(person.live(party.id, words=1, hide="old")) for person in party.people]
        secrets, random = 0, Random(13)
        reply = [line.at() for line in lines]
        for _ in range(10):
            seat = reply[0]["actor"]
            action = random.choice(reply[seat]["eyes"][0]["legal"])
            lines[seat].send("play", action=action, seq=reply[seat]["seq"])
            reply = [line.at(reply[seat]["seq"] + 1) for line in lines]
            for message in reply:
                steps = message["words"]["eyes"][0]["steps"]
                secrets += sum(isinstance(step.get("secret"), str) for step in steps)
                assert owners(message["eyes"], 13) == owners(watched(steps), 99) == []
            if reply[0]["status"] != "playing":
                break
    assert secrets


def watched(steps: list[Json]) -> list[Json]:
    """What was seen after each step, less the moles that were turned up for all."""
    return [
        {name: mole for name, mole in step["view"]["moles"].items() if mole["at"] < 13}
        for step in steps
        if "view" in step
    ]


def sentences(thing: Any) -> list[str]:
    if isinstance(thing, str):
        return [thing]
    parts = thing if isinstance(thing, list) else list(thing.values()) if isinstance(thing, dict) else []
    return [text for part in parts for text in sentences(part)]


def test_another_seat_cannot_be_looked_at(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    for path in ("secret", "said"):
        answer = party.people[0].http.get(f"/matches/{party.id}/{path}", params={"seat": 1})
        assert answer.status_code == 422
    answer = party.people[0].http.get(f"/matches/{party.id}/around", params={"seat": 1, "space": "1"})
    assert answer.status_code == 422


def test_around_understand_log_and_who_begins(server: RunningServer) -> None:
    party = server.table("mole-hill", "patch")
    host = party.people[0]
    assert host.post(f"/matches/{party.id}/understand", text="jump to B2, please") == {"name": "b2"}
    around = host.get(f"/matches/{party.id}/around", space="b2", lang="de")["said"]
    assert around.startswith("b2, ringsum:")
    wrong = host.http.get(f"/matches/{party.id}/around", params={"space": "<b>"})
    assert wrong.status_code == 422
    at = host.post(
        f"/matches/{party.id}/commands", do="play", action="b2", seq=host.get(f"/matches/{party.id}")["seq"]
    )
    assert at["ply"] == 1
    (first,) = host.get(f"/matches/{party.id}/said")
    assert first["name"] == "b2"
    assert first["said"] == ["You start on b2."]
    (heard,) = party.people[1].get(f"/matches/{party.id}/said")
    assert heard["said"] == ["Lina starts on b2."]
    assert "mole" in host.get("/begins", game="buddel-bande")["said"]
    assert host.http.get("/begins", params={"game": "chess"}).status_code == 422


def test_questions_and_moves_in_one_box(server: RunningServer) -> None:
    party = server.table("mole-hill", "patch")
    host, guest = party.people
    box = f"/matches/{party.id}/ask"
    assert host.post(box, text="step to B2, please", seat=0) == {"said": [], "action": "b2"}
    assert host.post(box, text="b2 c2", seat=0) == {"said": [], "action": "b2|c2"}  # not now, but an action
    german = guest.http.post(box, json={"text": "Wo ist mein Maulwurf?", "seat": 1}, params={"lang": "de"})
    assert german.json()["said"][-1] == "Es liegen noch keine Stäbe."
    (turn,) = host.post(box, text="whose turn is it?", seat=0)["said"]
    assert turn.startswith("You are the mole")
    assert host.post(box, text="possible", seat=0)["said"][0].startswith("You can do 25 things now.")
    (waits,) = guest.post(box, text="possible", seat=1)["said"]
    assert waits.startswith("Lina (mole)")
    nonsense = host.http.post(box, json={"text": "xyzzy"})
    assert nonsense.status_code == 422
    assert "“xyzzy” is neither a move nor a question here" in nonsense.json()["detail"]
    assert guest.http.post(box, json={"text": "where am I", "seat": 0}).status_code == 422
    host.post(f"/matches/{party.id}/commands", do="resign")
    assert guest.post(box, text="possible", seat=1)["said"] == ["You have won!"]


def test_an_undo_and_an_offer_are_said_too(server: RunningServer) -> None:
    party = server.table("mole-hill", "patch")
    host, guest = party.people
    with host.live(party.id, words=1) as line, guest.live(party.id, words=1) as other:
        at = line.at()
        other.at()
        line.send("play", action="b2", seq=at["seq"])
        at = line.at(at["seq"] + 1)
        line.send("undo", seq=at["seq"])
        at = line.at(at["seq"] + 1)
        assert said(at) == ["You undo a move."]
        assert said(other.at(at["seq"])) == ["Lina undoes a move."]
        other.send("offer", what="draw")
        assert said(line.at(at["seq"] + 1)) == ["Max 1 proposes a draw."]


def said(at: Json) -> list[str]:
    return [text for step in at["words"]["eyes"][0]["steps"] for text in step["said"]]


def test_who_missed_something_is_told_all_spaces_anew(server: RunningServer) -> None:
    """Of the spaces only changes are sent, so a new connection begins with all of them."""
    party = server.table("mole-company", "burrow")
    with party.people[0].live(party.id, words=1) as line:
        whole = line.at()["words"]["eyes"][0]["spaces"]
        line.send("look", seq=0)
        assert line.at()["words"]["eyes"][0]["spaces"] == {}
    with party.people[0].live(party.id, words=1) as again:
        assert again.at()["words"]["eyes"][0]["spaces"] == whole


def test_a_wish_that_does_not_exist_is_refused(server: RunningServer) -> None:
    party = server.table("mole-hill", "patch")
    with (
        pytest.raises(InvalidStatus) as caught,
        party.people[0].live(party.id, words=1, hide="some") as line,
    ):
        line.at()
    assert caught.value.response.status_code == 422


def test_what_has_passed_is_not_shown_to_who_wants_no_secrets(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    live = server.app.context.match_server.live_matches[party.id]
    passed = client_messages.at_message(live.log, (0,), ())
    assert owners(msgspec.to_builtins(passed), 99), "the deal has told the seat something"
    late = SharedMessage(msgspec.structs.replace(passed, seq=live.log.seq - 1))
    narrator = narration.Narrator((0,), language("en"), narration.NarrationOptions("all"))
    reply = json.loads(narrator.add_words(late, live).text)
    assert owners(reply["eyes"], 99) == []
    assert reply["seq"] == live.log.seq


def test_a_message_is_encoded_once_for_all_browsers_of_one_seat_and_language(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = server.table("buddel-bande", "stroll")
    encoded: list[str] = []

    def encode(message: msgspec.Struct) -> bytes:
        encoded.append(str(message.__struct_config__.tag))
        return msgspec.json.encode(message)

    with ExitStack() as stack:
        open_line = party.people[0].live
        lines = [stack.enter_context(open_line(party.id, words=1, hide="old")) for _ in range(10)]
        for line in lines:
            line.at()
        monkeypatch.setattr(client_messages, "encode", encode)
        play_any(party)
        replies = [line.at() for line in lines]
        assert encoded == ["at"]
    assert all(reply == replies[0] for reply in replies)
    assert replies[0]["words"]["eyes"][0]["steps"]


def test_browsers_that_know_different_words_share_no_message(server: RunningServer) -> None:
    party = server.table("mole-hill", "classic")
    with party.people[0].live(party.id, words=1) as early:
        early.at()
        play_any(party)
        with party.people[0].live(party.id, words=1) as late:
            everything, changes = late.at()["words"]["eyes"][0], early.at()["words"]["eyes"][0]
            assert set(changes["spaces"]) < set(everything["spaces"])
            play_any(party)
            assert late.at() == early.at(), "from now on both know the same"


def test_how_people_ended_a_match_is_told_and_no_longer_what_to_do(server: RunningServer) -> None:
    party = server.table()
    party.people[0].post(f"/matches/{party.id}/commands", do="resign")
    for person, told in zip(party.people, ("Max 1 has won!", "You have won!"), strict=True):
        assert person.get(f"/matches/{party.id}/text")["ask"] == told
        with person.live(party.id, words=1) as line:
            assert line.at()["words"]["ask"] == told


def test_words_are_found_in_short_steps_before_they_are_sent(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = server.table("buddel-bande", "stroll")
    live = server.app.context.match_server.live_matches[party.id]
    monkeypatch.setattr(live, "cache", PositionCache())
    monkeypatch.setattr(narration, "WORTH_A_STEP", -1.0)
    said: list[int] = []
    turns = 0

    def noted(say: Callable[..., Any]) -> Callable[..., Any]:
        def saying(*args: Any, **options: Any) -> Any:
            said.append(turns)
            return say(*args, **options)

        return saying

    for name in ("space", "position", "tell"):
        monkeypatch.setattr(speech, name, noted(getattr(speech, name)))
    narrator = narration.Narrator((0, 1), language("en"), narration.NarrationOptions(""))

    async def prepare() -> None:
        nonlocal turns
        preparing = asyncio.create_task(narrator.prepare(live, 0))
        while not preparing.done():
            turns += 1
            await asyncio.sleep(0)

    asyncio.run(prepare())
    spaces = len(places(live.log.match.game, live.log.state))
    assert max(Counter(said).values()) <= spaces, "one seat's spaces at a time"
    assert len(set(said)) >= 4
    count = len(said)
    at = client_messages.at_message(live.log, (0, 1), live.entries)
    words = json.loads(narrator.add_words(SharedMessage(at), live).text)["words"]
    assert all(eye["spaces"] and eye["position"] for eye in words["eyes"])
    assert len(said) == count, "nothing was left to find"


def test_a_view_is_computed_once_for_all_spaces(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = server.table("buddel-bande", "stroll")
    live = server.app.context.match_server.live_matches[party.id]
    game, seen = live.log.match.game, Counter[tuple[int, int | None]]()
    view = game.view

    def counted(state: Any, seat: int | None) -> Any:
        seen[id(state), seat] += 1
        return view(state, seat)

    monkeypatch.setattr(type(game), "view", lambda _, state, seat: counted(state, seat))
    narrator = narration.Narrator((0,), language("en"), narration.NarrationOptions(""))
    at = client_messages.at_message(live.log, (0,), ())
    narrator.narrate(at, live.log, ("Lina", "Ben"))
    assert seen
    assert max(seen.values()) <= 2
