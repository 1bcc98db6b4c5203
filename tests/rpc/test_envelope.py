"""JSON-RPC itself: what counts as a request, and the one reply that every line gets."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from moleworks import rpc
from tests.rpc.client import METHOD, PARAMS, PARSE, REQUEST, Client, begun, strictly


def error(reply: dict[str, Any]) -> tuple[Any, int]:
    """Id and code."""
    return reply["id"], reply["error"]["code"]


def request(**fields: Any) -> str:
    whole = {"jsonrpc": "2.0", "id": 1, "method": "games"} | fields
    return json.dumps({name: value for name, value in whole.items() if value is not ...})


@pytest.mark.parametrize(
    "line",
    ["hello", "{", "}", "[", '"', "{'id': 1}", '{"id": 1,}', "nul", "0x1", "1 2", '{"id": NaN}', "NaN",
     "-Infinity", '{"jsonrpc": "2.0", "id": 1, "method": "games"} x', "\ufeff{}", '{"a": 01}', '{"a": "\t"}'],
)  # fmt: skip
def test_no_json(client: Client, line: str) -> None:
    assert error(client.line(line)) == (None, PARSE)


@pytest.mark.parametrize(
    "line", [b"\xff", b'{"id": "\xc3"}', b'"\xed\xa0\x80"', b"\x00", b"{\x00}", b"\xfe\xff"]
)
def test_no_utf_8(client: Client, line: bytes) -> None:
    assert error(client.line(line)) == (None, PARSE)


@pytest.mark.parametrize("depth", [100, 990, 1_000, 5_000, 100_000, 1_900_000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_deep_nesting(client: Client, depth: int, brackets: str) -> None:
    opening = "[" if brackets == "[]" else '{"a":'
    deep = opening * depth + "1" + brackets[1] * depth
    for line in (deep, request(id=...)[:-1] + f', "id": {deep}}}'):
        given, code = error(client.line(line[: rpc.MAX_LINE_BYTES]))
        assert (given, code in {PARSE, REQUEST}) == (None, True)
    for parameter in ("players", "options", "board", "rotations", "preset", "game"):
        line = (
            f'{{"jsonrpc":"2.0","id":7,"method":"new","params":{{"game":"mole-hill","{parameter}":{deep}}}}}'
        )
        given, code = error(client.line(line[: rpc.MAX_LINE_BYTES]))
        assert (given, code) in {(7, PARAMS), (None, PARSE)}


def test_huge_numbers(client: Client) -> None:
    assert error(client.line(request()[:-1] + f', "id": {"9" * 5_000}}}')) == (None, PARSE)
    large = int("9" * 4_000)
    assert client.line(request(id=large))["id"] == large
    begun_here = begun("mole-hill")
    for count in (large, -large):
        assert begun_here.fail("undo", count=count)[0] == PARAMS
    assert begun_here.fail("view", seat=large)[0] == PARAMS
    assert begun_here.fail("new", game="mole-hill", players=large)[0] == PARAMS
    assert begun_here.fail("new", game="mole-hill", options={"rounds": large})[0] == PARAMS
    assert error(begun_here.line(request(id=...)[:-1] + ', "id": 1e999}')) == (None, REQUEST)


@pytest.mark.parametrize("given", [1, 0, -5, 1.5, "", "a", "🦡", "\ud800", 10**30, None])
def test_ids_come_back_as_they_are(client: Client, given: Any) -> None:
    reply = client.line(request(id=given))
    assert (reply["id"], type(reply["id"])) == (given, type(given))
    assert "result" in reply
    assert client.line(request(id=given, method="no"))["id"] == given


@pytest.mark.parametrize("given", [True, False, [], [1], {}, {"id": 1}])
def test_ids_that_cannot_be(client: Client, given: Any) -> None:
    assert error(client.line(request(id=given))) == (None, REQUEST)


def test_a_notification_is_answered_too(client: Client) -> None:
    reply = client.line(request(id=...))
    assert reply["id"] is None
    assert len(reply["result"]) == 3


@pytest.mark.parametrize("line", ["[]", "[1]", f"[{request()}]", f"[{request()}, {request()}]", "[[]]"])
def test_a_batch_gets_one_refusal(client: Client, line: str) -> None:
    assert error(client.line(line)) == (None, REQUEST)


@pytest.mark.parametrize(
    "line", ["1", "null", "true", '"games"', "{}", '{"id": 5}', '{"id": 5, "method": "games"}']
)
def test_no_request(client: Client, line: str) -> None:
    reply = client.line(line)
    assert error(reply) == (5 if "5" in line else None, REQUEST)


@pytest.mark.parametrize("version", ["1.0", "2", 2, 2.0, None, ["2.0"], True, ""])
def test_another_version(client: Client, version: Any) -> None:
    assert error(client.line(request(jsonrpc=version))) == (1, REQUEST)


@pytest.mark.parametrize("method", [None, 1, True, ["games"], {}, ...])
def test_no_method(client: Client, method: Any) -> None:
    assert error(client.line(request(method=method))) == (1, REQUEST)


@pytest.mark.parametrize(
    "method", ["", "Games", "game", "_games", "__init__", "rpc.discover", "x" * 10_000, "\ud800"]
)
def test_an_unknown_method(client: Client, method: str) -> None:
    reply = client.line(request(method=method))
    assert error(reply) == (1, METHOD)
    assert len(reply["error"]["message"]) < 300


@pytest.mark.parametrize("params", [[], [1], None, 1, "x", True])
def test_parameters_come_by_name(client: Client, params: Any) -> None:
    assert error(client.line(request(params=params))) == (1, PARAMS)


def test_parameters_may_be_left_out_where_none_is_needed(client: Client) -> None:
    assert "result" in client.line(request())
    assert "result" in client.line(request(params={}))


def test_more_fields_than_are_needed_do_no_harm(client: Client) -> None:
    assert "result" in client.line(request(comment="hello", trace=[1, 2]))


NEEDED = {"new": ["game"], "load": ["record"], "play": ["actions"], "explain": ["action"], "view": ["seat"]}
METHODS = [
    "games",
    "new",
    "load",
    "play",
    "roll",
    "undo",
    "position",
    "legal",
    "explain",
    "view",
    "best",
    "record",
]


@pytest.mark.parametrize("method", METHODS)
def test_an_unknown_parameter(method: str) -> None:
    client = begun("mole-hill")
    good = dict.fromkeys(NEEDED.get(method, []), "x")
    code, message = client.fail(method, **good, colour="blue")
    assert code == PARAMS
    assert "no parameter 'colour'" in message


@pytest.mark.parametrize("method", NEEDED)
def test_a_missing_parameter(method: str) -> None:
    code, message = begun("mole-hill").fail(method)
    assert (code, message) == (PARAMS, f"The parameter {NEEDED[method][0]} is missing.")


@pytest.mark.parametrize("method", [name for name in METHODS if name not in {"games", "new", "load"}])
def test_what_needs_a_position_says_so_first(client: Client, method: str) -> None:
    good: dict[str, dict[str, Any]] = {
        "play": {"actions": []},
        "explain": {"action": "e1"},
        "view": {"seat": 0},
        "best": {"level": 1},
    }
    for params in (good.get(method, {}), {}, {"colour": 1}):
        code, message = client.fail(method, **params)
        assert (code, message) == (REQUEST, "There is no position yet: call new or load first.")


def serve(lines: bytes) -> list[Any]:
    """A whole conversation."""
    replies = io.BytesIO()
    rpc.serve(io.BytesIO(lines), replies)
    text = replies.getvalue().decode("ascii")
    assert text == "" or text.endswith("\n")
    return [strictly(line) for line in text.splitlines()]


def test_one_reply_for_each_line_that_is_not_blank() -> None:
    lines = ["", " ", "\t", "\r", "x", request(id=1), "", "[]", request(id=2), "\x0b\x0c", request(id=3)]
    replies = serve("\n".join(lines).encode())
    assert [reply["id"] for reply in replies] == [None, 1, None, 2, 3]


def test_line_ends_of_windows_and_a_last_line_without_an_end() -> None:
    replies = serve(f"{request(id=1)}\r\n\r\n{request(id=2)}".encode())
    assert [reply["id"] for reply in replies] == [1, 2]


def test_nothing_in_nothing_out() -> None:
    assert serve(b"") == serve(b"\n\n \n") == []


def test_a_line_that_is_too_long_gets_one_reply_and_the_next_is_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = request(id="a" * 100)
    for longest in (len(line), len(line) + 1):
        monkeypatch.setattr(rpc, "MAX_LINE_BYTES", longest)
        for end in ("\n", ""):
            for extra in (" " * 2, " " * 500):
                long = (line + extra + end + request(id=2) if end else line + extra).encode()
                replies = serve(long)
                assert [reply["id"] for reply in replies] == ([None, 2] if end else [None])
                assert replies[0]["error"]["code"] == PARSE
                assert str(longest) in replies[0]["error"]["message"]


def test_the_longest_line_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    line = request(id=1)
    monkeypatch.setattr(rpc, "MAX_LINE_BYTES", len(line) + 1)
    assert [reply["id"] for reply in serve(f"{line}\n{line} ".encode())] == [1, 1]


def test_the_position_lives_on_after_any_error() -> None:
    client = begun("mole-hill")
    client.ask("play", actions=["e1", "e1|f1"])
    before = client.stand()
    for line in (
        "x",
        "[]",
        "{}",
        request(method="no"),
        request(method="play"),
        request(method="new", params={"game": 5}),
    ):
        assert "error" in client.line(line)
        assert client.stand() == before


def test_an_accident_is_answered_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever goes wrong inside, the process goes on; no other test may ever see this code."""
    engine = rpc.RpcServer()
    monkeypatch.setattr(rpc, "GAMES", None)
    reply = strictly(engine.answer(request(id=9).encode()))
    assert (reply["id"], reply["error"]["code"]) == (9, -32603)
    assert reply["error"]["message"] == "Internal error: AttributeError."
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Traceback (most recent call last):\n")
    assert "AttributeError: 'NoneType' object has no attribute 'values'" in err
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", None)
        assert strictly(engine.answer(request(id=9).encode())) == reply
    assert capsys.readouterr() == ("", "")
