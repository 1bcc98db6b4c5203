"""A game as a line of JSON: written, and read again with every field looked at, so that damage is told."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.research.dataset.plans import MOST_GAMES, Plan
from moleworks.research.dataset.play import Game

Line = dict[str, Any]
"""A game as JSON has it."""
CHECK = "check"
"""Where a text is not packed, and so carries no checksum, it holds one under this name."""
ALL = range(MOST_GAMES)
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""What comes of a text that is not what it should be."""


def entry(game: Game) -> Line:
    """A game as a line holds it."""
    data = {name: value for name, value in game._asdict().items() if name != "plan"}
    return plain({**data, "actions": " ".join(game.actions)})


def game(plan: Plan, line: Line) -> Game:
    """A game from its line; a ValueError names the field that cannot be right."""
    _look(plan, line)
    return Game(
        number=line["number"],
        rotations=_tuple(line["rotations"]),
        actions=tuple(line["actions"].split()),
        codes=tuple(line["codes"]),
        actors=tuple(line["actors"]),
        values=tuple(map(tuple, line["values"])),
        winner=line["winner"],
        rule=line["rule"],
        points=_tuple(line["points"]),
        plan=plan,
    )


def _look(plan: Plan, line: Line) -> None:
    if type(line) is not dict or line.keys() != set(Game._fields) - {"plan"}:
        raise ValueError("its fields")
    plies, seats = len(line["actions"].split()), plan.seats
    right = {
        "number": type(line["number"]) is int and line["number"] >= 0,
        "rotations": line["rotations"] is None or _whole(line["rotations"], len(line["rotations"])),
        "codes": _whole(line["codes"], plies),
        "actors": _whole(line["actors"], plies) and all(-1 <= seat < seats for seat in line["actors"]),
        "values": len(line["values"]) in {0, plies} and all(_chances(row, seats) for row in line["values"]),
        "winner": line["winner"] is None or (type(line["winner"]) is int and 0 <= line["winner"] < seats),
        "rule": type(line["rule"]) is str,
        "points": line["points"] is None or _whole(line["points"], seats),
    }
    if wrong := [name for name, fits in right.items() if not fits]:
        raise ValueError(", ".join(wrong))


def _whole(given: object, count: int) -> bool:
    return type(given) is list and len(given) == count and all(type(one) is int for one in given)


def _chances(given: object, count: int) -> bool:
    return type(given) is list and len(given) == count and all(type(one) in {int, float} for one in given)


def parsed(plan: Plan, file: Path, place: int, text: bytes, numbers: range = ALL) -> Line:
    """A line of a file, counted from 1, checked; a complaint names file and line if it is no game."""
    try:
        line: Line = unsealed(json.loads(text))
        game(plan, line)
        if line["number"] not in numbers:
            raise ValueError("number")
    except UNREADABLE as error:
        raise Complaint(
            N_("{path} is damaged: line {line} is no game of this data set ({reason})."),
            path=file,
            line=place,
            reason=error,
        ) from error
    return line


def text(line: Line) -> str:
    """A line as it is written."""
    return json.dumps(line, separators=(",", ":")) + "\n"


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """With a checksum."""
    return {**data, CHECK: _sum(data)}


def unsealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Without its checksum, if that is right; one that was written before there were any has none."""
    found = dict(data)
    if CHECK in found and found.pop(CHECK) != _sum(found):
        raise ValueError("its checksum")
    return found


def _sum(data: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(data).encode())


def plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """As JSON gives it back."""
    again: dict[str, Any] = json.loads(json.dumps(data))
    return again


def _tuple(given: list[int] | None) -> tuple[int, ...] | None:
    return None if given is None else tuple(given)
