"""Games as lines of JSON: write them, and read them with a check of every field."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moleworks.core.messages import N_, Complaint
from moleworks.engine.solving.game_solver import PerfectPlay
from moleworks.research.dataset.plans import MOST_GAMES, DatasetPlan
from moleworks.research.dataset.play import SelfPlayGame

Line = dict[str, Any]
"""A game as JSON."""
CHECK = "check"
"""The name of the checksum in texts that are not compressed (gzip has its own)."""
ALL = range(MOST_GAMES)
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""Errors that a damaged text may cause."""


def game_to_line(game: SelfPlayGame) -> Line:
    """A game as JSON."""
    without = {"plan"} if game.plan.proofs else {"plan", "perfect"}
    data = {name: value for name, value in game._asdict().items() if name not in without}
    return as_json({**data, "actions": " ".join(game.actions)})


def game_from_line(plan: DatasetPlan, line: Line) -> SelfPlayGame:
    """A game from JSON; a ValueError names a field that is wrong."""
    if not plan.proofs:
        line = {"perfect": [], **line}  # sets without proofs do not have it
    _check(plan, line)
    return SelfPlayGame(
        number=line["number"],
        rotations=_tuple(line["rotations"]),
        actions=tuple(line["actions"].split()),
        codes=tuple(line["codes"]),
        actors=tuple(line["actors"]),
        values=tuple(map(tuple, line["values"])),
        winner=line["winner"],
        rule=line["rule"],
        points=_tuple(line["points"]),
        perfect=tuple(PerfectPlay(_tuple(chances), _tuple(points)) for chances, points in line["perfect"]),
        plan=plan,
    )


def _check(plan: DatasetPlan, line: Line) -> None:
    if type(line) is not dict or line.keys() != set(SelfPlayGame._fields) - {"plan"}:
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
        "perfect": len(line["perfect"]) == (plies if plan.proofs else 0)
        and all(_worth(row, seats) for row in line["perfect"]),
    }
    if wrong := [name for name, fits in right.items() if not fits]:
        raise ValueError(", ".join(wrong))


def _whole(given: object, count: int) -> bool:
    return type(given) is list and len(given) == count and all(type(one) is int for one in given)


def _chances(given: object, count: int) -> bool:
    return type(given) is list and len(given) == count and all(type(one) in {int, float} for one in given)


def _worth(given: object, count: int) -> bool:
    if type(given) is not list or len(given) != 2:
        return False
    chances, points = given
    return (chances is None or _chances(chances, count)) and (
        points is None or _whole([one or 0 for one in points], count)
    )


def parse_line(plan: DatasetPlan, file: Path, place: int, text: bytes, numbers: range = ALL) -> Line:
    """A checked line of a file; a complaint names the file and the line (from 1) if it is no game."""
    try:
        line: Line = remove_checksum(json.loads(text))
        game_from_line(plan, line)
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


def line_text(line: Line) -> str:
    """A line as text."""
    return json.dumps(line, separators=(",", ":")) + "\n"


def add_checksum(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with a checksum."""
    return {**data, CHECK: _sum(data)}


def remove_checksum(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data without its checksum; a ValueError if that is wrong. The oldest files have none."""
    found = dict(data)
    if CHECK in found and found.pop(CHECK) != _sum(found):
        raise ValueError("its checksum")
    return found


def _sum(data: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(data).encode())


def as_json(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data as JSON reads it back."""
    again: dict[str, Any] = json.loads(json.dumps(data))
    return again


def _tuple(given: list[Any] | None) -> tuple[Any, ...] | None:
    return None if given is None else tuple(given)
