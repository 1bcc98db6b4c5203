"""The engine protocol of `moleworks rpc`: JSON-RPC 2.0, one message a line. See docs/protocol.md."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, BinaryIO

from moleworks import catalogue, engine
from moleworks.core.game import CHANCE
from moleworks.core.messages import Complaint, Malformed, Refused
from moleworks.core.registry import GAMES, PluginError, UnknownGame
from moleworks.engine import LEVELS, Advice, chance
from moleworks.engine.threads import run_in_thread
from moleworks.record import CannotPlay, Match, Record, read, write
from moleworks.texts import LANGUAGES, Language, language

MAX_LINE_BYTES = 4_000_000
MAX_SECONDS, MAX_SIMULATIONS = 3600, 1_000_000_000
"""Limits of `best`; more must be a mistake."""
SEED_BITS = (1 << 31) - 1
"""The bits of a seed that the players use."""
WITHOUT_POSITION = ("games", "new", "load")
"""Methods that need no position. For the others this is checked before the parameters."""

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL, REFUSED = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
    1,
)

Params = Mapping[str, Any]


class RpcError(Exception):
    """An error reply."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code, self.data = code, data


class RpcServer:
    """The position of one process, and the methods on it."""

    def __init__(self) -> None:
        self._current: Record | None = None
        self._methods: dict[str, tuple[Callable[[Params], Any], tuple[str, ...], tuple[str, ...]]] = {
            "games": (self._games, (), ()),
            "new": (self._new, ("game",), ("players", "preset", "options", "board", "rotations")),
            "load": (self._load, ("record",), ()),
            "play": (self._play, ("actions",), ()),
            "roll": (self._roll, (), ("seed",)),
            "undo": (self._undo, (), ("count",)),
            "position": (self._position, (), ()),
            "legal": (self._legal, (), ()),
            "explain": (self._explain, ("action",), ("lang",)),
            "view": (self._view, ("seat",), ()),
            "best": (self._best, (), ("level", "seconds", "simulations", "lines", "seat", "seed", "lang")),
            "record": (self._record, (), ()),
        }

    def answer(self, line: bytes) -> str:
        """The reply to one line."""
        request: object = None
        try:
            request = _decode(line)
            result = self._call(request)
        except RpcError as error:
            return _reply(request, {"error": _error_body(error)})
        except Exception as error:  # noqa: BLE001 - no error may end the process
            # Unlike `traceback`, it needs no import, and does nothing without a standard error.
            sys.__excepthook__(type(error), error, error.__traceback__)
            return _reply(
                request,
                {"error": _error_body(RpcError(INTERNAL, f"Internal error: {type(error).__name__}."))},
            )
        return _reply(request, {"result": result})

    def _call(self, request: object) -> object:
        if isinstance(request, list):
            raise RpcError(INVALID_REQUEST, "Batches are not served: send one request a line.")
        if not isinstance(request, dict) or request.get("jsonrpc") != "2.0":
            raise RpcError(
                INVALID_REQUEST, 'A request is an object with "jsonrpc": "2.0", "id", "method" and "params".'
            )
        if "id" in request and not _is_id(request["id"]):
            raise RpcError(INVALID_REQUEST, "An id is a string, a number or null.")
        name = request.get("method")
        if not isinstance(name, str):
            raise RpcError(INVALID_REQUEST, "The method is missing, or is not a string.")
        if name not in self._methods:
            raise RpcError(
                NO_METHOD, f"There is no method {name[:40]!r}; there are {', '.join(self._methods)}."
            )
        method, needed, optional = self._methods[name]
        if self._current is None and name not in WITHOUT_POSITION:
            raise RpcError(INVALID_REQUEST, "There is no position yet: call new or load first.")
        params = request.get("params", {})
        if not isinstance(params, dict):
            raise RpcError(INVALID_PARAMS, "Parameters are given by name, as an object.")
        _check_names(params, needed, optional)
        try:
            return method(params)
        except CannotPlay as error:
            raise _cannot_play(error) from error
        except Complaint as error:
            raise RpcError(INVALID_PARAMS, str(error)) from error

    @property
    def match(self) -> Match:
        """The match that `new` or `load` began."""
        assert self._current is not None, "asked for only after the check in `_call`"
        return self._current.match

    def _games(self, _params: Params) -> object:
        return [catalogue.describe_game(game) for game in GAMES.values()]

    def _new(self, params: Params) -> object:
        game = _text(params, "game")
        try:
            rules = GAMES[game]
        except UnknownGame as error:
            known = ", ".join(GAMES)
            raise RpcError(INVALID_PARAMS, f"There is no game {game[:40]!r}; there are {known}.") from error
        except PluginError as error:
            raise RpcError(INVALID_PARAMS, str(error)) from error
        board = params.get("board")
        if not isinstance(board, str | dict | None):
            raise RpcError(INVALID_PARAMS, "A board is a name, or a whole board as an object.")
        options = params.get("options")
        if not isinstance(options, dict | None):
            raise RpcError(INVALID_PARAMS, "Options are an object: names with their values.")
        rotations = params.get("rotations")
        if not isinstance(rotations, list | None):
            raise RpcError(INVALID_PARAMS, "Rotations are a list of whole numbers.")
        preset = params.get("preset")
        if not isinstance(preset, str | None):
            raise RpcError(INVALID_PARAMS, "A preset is a name.")
        match = Match.begin(
            game,
            board="classic" if board is None else board,
            players=params.get("players"),
            preset=preset,
            options=options,
            rotations=chance.draw_rotations(rules) if rotations is None else rotations,
        )
        self._current = Record(match)
        return self._position({})

    def _load(self, params: Params) -> object:
        self._current = read(_text(params, "record"))
        return self._position({})

    def _play(self, params: Params) -> object:
        actions = params["actions"]
        match = self.match
        if not isinstance(actions, list) or not all(isinstance(name, str) for name in actions):
            raise RpcError(INVALID_PARAMS, "Actions are a list of names.")
        match.play(actions)
        return self._position({})

    def _roll(self, params: Params) -> object:
        match, seed = self.match, _seed(params)
        if match.game.actor(match.state) != CHANCE:
            raise RpcError(INVALID_PARAMS, "Chance does not act here.")
        action = chance.draw(match.game, match.state, chance.SYSTEM if seed is None else Random(seed))
        match.play([match.game.name(match.state, action)])
        return self._position({})

    def _undo(self, params: Params) -> object:
        count = params.get("count")
        if not (count is None or type(count) is int):
            raise RpcError(INVALID_PARAMS, "The count is a whole number.")
        assert self._current is not None
        self._current.undo(1 if count is None else count)
        return self._position({})

    def _position(self, _params: Params) -> object:
        match = self.match
        game, setup, state = match.game, match.setup, match.state
        outcome, actor, scores = game.outcome(state), game.actor(state), game.scores(state)
        position = {
            "game": game.id,
            "preset": setup.preset,
            "options": dict(setup.options),
            "board": match.board_data(),
            "players": setup.players,
            "rotations": setup.rotations,
            "ply": match.ply,
            "phase": game.phase(state),
            "actor": "chance" if actor == CHANCE else actor,
            "over": outcome is not None,
            "winner": outcome.winner if outcome else None,
            "draw": bool(outcome and outcome.draw),
            "scores": scores,
            "legal": len(game.legal(state)),
        }
        if setup.rotations is None:
            del position["rotations"]
        return position

    def _legal(self, _params: Params) -> object:
        game, state = self.match.game, self.match.state
        odds = game.odds(state)
        return {
            "actions": [
                {"name": game.name(state, action)} | ({"odds": float(odds[action])} if odds else {})
                for action in game.legal(state)
            ]
        }

    def _explain(self, params: Params) -> object:
        match, name, words = self.match, _text(params, "action"), _language(params)
        try:
            refusal = match.game.explain(match.state, name)
        except Malformed as error:
            raise RpcError(INVALID_PARAMS, words.tell(error)) from error
        if refusal is None:
            return {"legal": True}
        return {"legal": False, "rule": refusal.rule, "reason": words.tell(refusal)}

    def _view(self, params: Params) -> object:
        match, seat = self.match, params["seat"]
        if seat is not None and (type(seat) is not int or not 0 <= seat < match.setup.players):
            raise RpcError(
                INVALID_PARAMS,
                f"A seat is a number from 0 to {match.setup.players - 1}, or null for a watcher.",
            )
        return match.game.view(match.state, seat)

    def _best(self, params: Params) -> object:
        match = self.match
        knowledge = engine.knowledge(match)
        budget, seed, words = _budget(params), _seed(params), _language(params)
        seat = params.get("seat", knowledge.seat)
        if type(seat) is not int or seat != knowledge.seat:
            raise RpcError(INVALID_PARAMS, f"Seat {knowledge.seat} is to act.")
        count = params.get("lines", 1)
        if type(count) is not int or count < 1:
            raise RpcError(INVALID_PARAMS, "Lines are a whole number from 1.")
        lines = min(count, len(match.game.legal(match.state)))
        seed = None if seed is None else seed & SEED_BITS
        # In a thread, because compiled code does not react to Ctrl-C.
        advice = run_in_thread(
            lambda stop: engine.best(
                knowledge.view, knowledge.setup, knowledge.heard, lines=lines, seed=seed, stop=stop, **budget
            )
        )
        return _advice_body(advice, words)

    def _record(self, _params: Params) -> object:
        assert self._current is not None
        return {"record": write(self._current)}


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    server = RpcServer()
    while line := requests.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            while not line.endswith(b"\n") and (line := requests.readline(MAX_LINE_BYTES)):
                pass
            reply = _reply(
                None,
                {"error": _error_body(RpcError(PARSE_ERROR, f"A line has at most {MAX_LINE_BYTES} bytes."))},
            )
        elif line.strip():
            reply = server.answer(line)
        else:
            continue
        replies.write(reply.encode("ascii") + b"\n")
        replies.flush()


def main() -> int:
    """Serve standard input; ends quietly when either end is closed or was never open."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Otherwise Python fails again when it flushes at exit.
        sys.stdout = None
    return 0


def _decode(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_reject_constant)
    except (ValueError, RecursionError) as error:
        raise RpcError(PARSE_ERROR, f"This line is not JSON: {error}.") from error


def _reject_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")


def _is_id(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str) or type(value) is int


def _reply(request: object, body: dict[str, object]) -> str:
    id_ = request.get("id") if isinstance(request, dict) else None
    return json.dumps({"jsonrpc": "2.0", "id": id_ if _is_id(id_) else None} | body, allow_nan=False)


def _error_body(error: RpcError) -> dict[str, object]:
    body: dict[str, object] = {"code": error.code, "message": str(error)}
    return body if error.data is None else body | {"data": error.data}


def _cannot_play(error: CannotPlay) -> RpcError:
    data = {"index": error.index, "action": error.name}
    if not isinstance(error.cause, Refused):
        return RpcError(INVALID_PARAMS, str(error), data)
    refusal = error.cause.refusal
    message = f"{error.name} is refused ({refusal.rule}): {refusal}"
    return RpcError(REFUSED, message, data | {"rule": refusal.rule, "reason": str(refusal)})


def _check_names(params: Params, needed: tuple[str, ...], optional: tuple[str, ...]) -> None:
    for name in needed:
        if name not in params:
            raise RpcError(INVALID_PARAMS, f"The parameter {name} is missing.")
    for name in params:
        if name not in needed and name not in optional:
            known = ", ".join((*needed, *optional)) or "none"
            raise RpcError(INVALID_PARAMS, f"There is no parameter {name[:40]!r} here; there are: {known}.")


def _budget(params: Params) -> dict[str, Any]:
    """How much to think: the one limit that is given."""
    given = [name for name in ("level", "seconds", "simulations") if name in params]
    if len(given) != 1:
        raise RpcError(INVALID_PARAMS, "Give one of level, seconds and simulations.")
    value = params[given[0]]
    valid = {
        "level": type(value) is int and value in LEVELS,
        "seconds": type(value) in {int, float} and 0 < value <= MAX_SECONDS,
        "simulations": type(value) is int and 0 < value <= MAX_SIMULATIONS,
    }
    if not valid[given[0]]:
        raise RpcError(
            INVALID_PARAMS,
            f"A level is a whole number from {LEVELS[0]} to {LEVELS[-1]}; seconds are more than 0 and at most"
            f" {MAX_SECONDS}; simulations are a whole number from 1 to {MAX_SIMULATIONS}.",
        )
    return {given[0]: value}


def _advice_body(advice: Advice, words: Language) -> dict[str, object]:
    lines = [
        {"action": line.action, "value": line.value, "line": line.line, "why": words.tell(line.why)}
        for line in advice.lines
    ]
    searched = advice.searched._asdict()
    return {"action": advice.action, "value": advice.value, "lines": lines, "searched": searched}


def _seed(params: Params) -> int | None:
    seed = params.get("seed")
    if not (seed is None or type(seed) is int):
        raise RpcError(INVALID_PARAMS, "A seed is a whole number.")
    return seed


def _language(params: Params) -> Language:
    lang = params.get("lang", "en")
    if lang not in LANGUAGES:
        raise RpcError(INVALID_PARAMS, f"A language is one of {', '.join(LANGUAGES)}.")
    return language(lang)


def _text(params: Params, name: str) -> str:
    value = params[name]
    if not isinstance(value, str):
        raise RpcError(INVALID_PARAMS, f"The parameter {name} is a string.")
    return value
