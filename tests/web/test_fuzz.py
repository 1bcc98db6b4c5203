"""Anything at all comes over a WebSocket: it is refused or the line is closed, and the match goes on."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from moleworks.games.buddel_bande.view_types import own_view
from moleworks.matches.commands import AnyCommand, Resign
from moleworks.matches.tokens import digest
from tests.web.conftest import Start
from tests.web.people import Connection, Party, RunningServer
from tests.web.test_secrets import known, views

ME = 1
"""The seat of who sends all this."""
BAD_TEXT, TOO_MUCH, TOO_LARGE = 1007, 1008, 1009
BROKEN_OFF = 1006
"""As browsers call it: the line ended without a word."""
LARGEST = 4096
"""Bytes of a message, at this server."""


class Frame(NamedTuple):
    """Something that is sent, as text or not."""

    content: bytes
    text: bool


VALID: list[dict[str, Any]] = [
    {"do": "play", "action": "walk", "seq": 4, "id": "a"},
    {"do": "undo", "seq": 3},
    {"do": "resign", "seat": 1},
    {"do": "offer", "what": "draw"},
    {"do": "answer", "what": "undo", "yes": True},
    {"do": "emote", "name": "hello", "seat": 1},
    {"do": "reseat", "whose": 0, "kind": "computer", "level": 7},
    {"do": "rename", "name": "Mallory"},
    {"do": "look", "seq": 0},
]
things = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
keys = st.sampled_from(["do", "seat", "id", "seq", "action", "what", "yes", "name", "whose", "kind", "level"])


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A command with something else in it, as JSON."""
    command = dict(draw(st.sampled_from(VALID)))
    command |= draw(st.dictionaries(keys, things, max_size=2))
    for key in draw(st.lists(keys, max_size=1)):
        command.pop(key, None)
    return json.dumps(command).encode()


@st.composite
def torn(draw: st.DrawFn) -> bytes:
    """A command with bytes that are missing or wrong."""
    whole = json.dumps(draw(st.sampled_from(VALID))).encode()
    at = draw(st.integers(0, len(whole)))
    return whole[:at] + draw(st.binary(max_size=4)) + whole[at + draw(st.integers(0, 4)) :]


deep = st.builds(
    lambda opening, closing, depth: opening * depth + closing * depth,
    st.sampled_from([b"[", b'{"do":', b'{"do":"look","seq":[']),
    st.sampled_from([b"", b"]", b"}"]),
    st.integers(1, LARGEST // 40),
)
huge = st.builds(
    lambda byte, size: byte * size, st.sampled_from([b" ", b"[", b"\xff", b"9"]), st.integers(1, 9000)
)
contents = (
    mutated() | torn() | deep | huge | st.binary(max_size=60) | things.map(lambda x: json.dumps(x).encode())
)
frames = st.builds(Frame, contents, st.booleans())


class Sender:
    """Somebody who sends anything, comes back whenever the line is closed, and notes what is heard."""

    def __init__(self, party: Party) -> None:
        self.party = party
        self.heard: list[str] = []
        self.closed: set[int] = set()
        self.refused = self.asked = 0
        self._stack = ExitStack()
        self._line: Connection | None = None

    def send(self, frame: Frame) -> None:
        line = self._line = self._line or self._stack.enter_context(
            self.party.people[ME].live(self.party.id, seats=ME)
        )
        self.asked += 1
        name = f"sent {self.asked}"
        before = len(line.heard)
        try:
            line.connection.send(frame.content, text=frame.text)
            line.send("look", id=name, seq=0)
            line.hear("at", id=name)
            code = None
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else BROKEN_OFF
        self.heard += line.heard[before:]
        assert code == _code(frame)
        if code is None:
            self._check(frame, line.heard[before:])
        else:
            self.closed.add(code)
            self.close()

    def _check(self, frame: Frame, heard: list[str]) -> None:
        """What cannot be understood is refused, once; nothing makes the server fail."""
        reply = [json.loads(text) for text in heard]
        reasons = [message["reason"] for message in reply if message["type"] == "refused"]
        self.refused += len(reasons)
        assert all(reasons)
        assert not any("went wrong" in reason for reason in reasons)
        if _command(frame) is None:
            assert len(reasons) == 1

    def close(self) -> None:
        self._stack.close()
        self._line = None


def _code(frame: Frame) -> int | None:
    """With what a line that brought this is closed."""
    if len(frame.content) > LARGEST:
        return TOO_LARGE
    try:
        frame.content.decode()
    except UnicodeDecodeError:
        return BAD_TEXT if frame.text else None
    return None


def _command(frame: Frame) -> object | None:
    try:
        command: object = msgspec.json.decode(frame.content, type=AnyCommand)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return command


def go_on(party: Party, turns: int) -> None:
    """Everybody plays, by turns, and hears of it."""
    for _ in range(turns):
        at = party.people[0].get(f"/matches/{party.id}")
        assert at["status"] == "playing"
        person = party.people[at["actor"]]
        (eye,) = person.get(f"/matches/{party.id}")["eyes"]
        person.post(f"/matches/{party.id}/commands", do="play", action=eye["legal"][0], seq=at["seq"])


def check_nothing_leaked(server: RunningServer, party: Party, heard: list[str]) -> None:
    match = server.app.context.match_server.live_matches[party.id].log.match
    allowed = known(dict(match.game.view(match.state, ME)))
    deals = [name for name in match.names if not match.game.is_public(name)]
    others = [person for seat, person in enumerate(party.people) if seat != ME]
    secrets = [person.http.cookies["moleworks"] for person in others]
    secrets += [seat["token"] for seat in party.opened["seats"] if "token" in seat]
    secrets.append(party.opened["watch"]["token"])
    secrets += [digest(secret) for secret in secrets]
    assert len(allowed) < len(own_view(match.game.view(match.state, ME))["moles"])
    assert deals
    for text in heard:
        assert not any(secret in text for secret in [*deals, *secrets])
        for view in views(json.loads(text)):
            assert known(view) <= allowed


def test_whatever_comes_over_a_line(start: Start) -> None:
    server = start(message_bytes=LARGEST)
    party = server.table("buddel-bande", "classic", players=3)
    sender = Sender(party)

    @settings(
        max_examples=400,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(frame=frames)
    def examples(frame: Frame) -> None:
        assume(not isinstance(_command(frame), Resign))  # it would be done
        sender.send(frame)

    with party.people[0].live(party.id) as other:
        other.at()
        examples()
        sender.close()
        assert sender.closed == {BAD_TEXT, TOO_LARGE}
        assert sender.refused > 100
        go_on(party, 6)
        other.send("look", id="still there")
        other.hear("at", id="still there")
    assert server.healthy()
    check_nothing_leaked(server, party, sender.heard)


def test_who_sends_too_much_is_sent_away_alone(start: Start) -> None:
    server = start(message_rate=1.0, message_burst=20)
    party = server.table("buddel-bande", "classic", players=3)
    with party.people[0].live(party.id) as other, party.people[ME].live(party.id) as line:
        with suppress(ConnectionClosed):  # it may be sent away before it has sent all
            for _ in range(40):
                line.send("look", id="again")
        with pytest.raises(ConnectionClosed) as closed:
            line.hear("what never comes")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TOO_MUCH
        other.send("look", id="still there")
        other.hear("at", id="still there")
        go_on(party, 3)
