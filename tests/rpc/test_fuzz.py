"""Whatever comes in, exactly one good reply goes out, and never an internal error."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moleworks import engine, rpc
from moleworks.games import GAMES
from tests.boards.invalid_boards import LAWN, STACK, TRACK
from tests.games.action_names import NO_NAMES
from tests.record.record_examples import ALL
from tests.rpc.client import Client, begun, strictly

METHODS = list(rpc.RpcServer()._methods)
WORDS = st.sampled_from(
    ["mole-hill", "mole-company", "buddel-bande", "classic", "patch", "blatz", "tactile", "rounds",
     "turn_limit", "e4", "e4|f4", "=3", "c3-c6", "deal:S=01", "=Sc", "S1>1", "flip", "pass", "fr", "level",
     "game", "jsonrpc", "2.0"]
)  # fmt: skip
NUMBERS = st.integers(-3, 10) | st.integers() | st.floats() | st.sampled_from([1e999, -0.0, 2**63, 10**400])
LEAVES = st.none() | st.booleans() | NUMBERS | st.text(max_size=8) | WORDS
JSON: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5) | WORDS, inner, max_size=5)
    ),
    max_leaves=12,
)
PARAMETERS = {
    "game": st.sampled_from(list(GAMES)),
    "players": st.integers(0, 5),
    "preset": WORDS,
    "options": st.dictionaries(WORDS, LEAVES, max_size=2),
    "board": st.sampled_from(["classic", "stroll", LAWN, STACK, TRACK]),
    "rotations": st.lists(st.integers(0, 6), max_size=5),
    "record": st.sampled_from(ALL),
    "actions": st.lists(WORDS | st.sampled_from(NO_NAMES["mole-hill"]), max_size=3),
    "seed": st.integers(),
    "count": st.integers(-1, 3),
    "action": WORDS,
    "lang": st.sampled_from(["en", "fr", "de", "es"]),
    "seat": st.none() | st.integers(-1, 4),
    "level": st.integers(0, 8),
    "seconds": st.floats(0, 0.01),
    "simulations": st.integers(0, 3),
    "lines": st.integers(0, 3),
}
REQUESTS = st.fixed_dictionaries(
    {
        "jsonrpc": st.just("2.0") | JSON,
        "id": st.integers() | JSON,
        "method": st.sampled_from(METHODS) | JSON,
        "params": st.fixed_dictionaries({}, optional={name: good | JSON for name, good in PARAMETERS.items()})
        | JSON,
    }
)
GOOD_REQUESTS = st.fixed_dictionaries(
    {
        "jsonrpc": st.just("2.0"),
        "id": st.integers(),
        "method": st.sampled_from(METHODS),
        "params": st.lists(st.sampled_from(sorted(PARAMETERS)), max_size=3, unique=True).flatmap(
            lambda names: st.fixed_dictionaries({name: PARAMETERS[name] | JSON for name in names})
        ),
    }
)


@pytest.fixture(autouse=True, scope="module")
def _short_thoughts() -> Iterator[None]:
    """Nobody waits for an hour of thinking, if that is what is asked for."""
    really = engine.best

    def best(view: Any, setup: Any, heard: Any, **more: Any) -> Any:
        assert 1 <= more["lines"] <= 100
        assert more["seed"] is None or 0 <= more["seed"] < 2**31
        given = {name: more[name] for name in ("level", "seconds", "simulations") if name in more}
        assert len(given) == 1
        return really(view, setup, heard, simulations=1, lines=min(2, more["lines"]), seed=1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "best", best)
        yield


def every_engine_answers(line: bytes) -> None:
    """One with nothing on it, and one with each game."""
    for client in (Client(), *map(begun, GAMES)):
        client.line(line)


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


@settings(max_examples=200)
@given(REQUESTS)
@pytest.mark.slow
def test_requests_with_anything_in_them(request: Any) -> None:
    every_engine_answers(dumped(request))


@settings(max_examples=250)
@given(GOOD_REQUESTS)
def test_requests_that_are_almost_good(request: Any) -> None:
    every_engine_answers(dumped(request))


@given(st.binary())
def test_random_bytes(line: bytes) -> None:
    every_engine_answers(line)


@given(JSON)
def test_any_json(value: Any) -> None:
    every_engine_answers(dumped(value))


@settings(max_examples=200)
@given(GOOD_REQUESTS, st.data())
def test_mutated_lines(request: Any, data: st.DataObject) -> None:
    line = bytearray(dumped(request))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(line)))
        line[place : place + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    every_engine_answers(bytes(line))


@given(st.lists(st.binary(max_size=60) | GOOD_REQUESTS.map(dumped), max_size=12))
def test_as_many_replies_as_lines(lines: list[bytes]) -> None:
    text = b"\n".join(lines)
    replies = io.BytesIO()
    rpc.serve(io.BytesIO(text), replies)
    answered = replies.getvalue().decode("ascii").splitlines()
    assert len(answered) == sum(1 for line in text.split(b"\n") if line.strip())
    for reply in map(strictly, answered):
        assert ("result" in reply) != ("error" in reply)
        assert reply.get("error", {}).get("code") != rpc.INTERNAL
