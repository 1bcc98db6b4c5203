"""The file of an arena: all that is needed to go on with it, and to look at it in another way.

It is JSON, one game a line. It is always whole: a new one takes the old one's place in one step.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import platform
import time
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import moleworks
from moleworks.arena.entrants import PATIENCE, text_of
from moleworks.arena.plans import Plan
from moleworks.arena.play import Played
from moleworks.arena.pool import Failed
from moleworks.arena.schedule import Job, round_of, schedule
from moleworks.games import GAMES, Complaint
from moleworks.games.game import N_

FORMAT = "moleworks-arena-1"
EVERY = 1.0
"""Seconds between two writings, at least."""
DECISIVE = ("moleworks", "source", "classes")
"""The versions that have to be the same to go on; the others are only told."""
ADDED: Mapping[str, Any] = {"rounds": 0, "engines": {}, "patience": PATIENCE, "forfeits": False}
"""Parts of a plan that the first files do not have."""
LISTS = ("seats", "points", "moves", "seconds", "longest", "actions")


class Store:
    """The games played so far, kept in a file if there is one."""

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self.plan, self.path = plan, path
        self.games: dict[tuple[int, int], Played] = {}
        self.failed: dict[tuple[int, int], Failed] = {}
        self._lines: dict[tuple[int, int], str] = {}
        self._next = -math.inf
        self._fresh = False
        self._mark: tuple[int, ...] | None = None
        self._versions = versions(plan.game, plan.players)
        if path is not None:
            check_place(path)
            self._mark = _mark(path)
            if self._mark is not None:
                self._take(read(path))

    def add(self, game: Played) -> None:
        at = game.set, game.rotation
        self.games[at] = game
        self.failed.pop(at, None)
        self._lines[at] = json.dumps(_entry(game), separators=(",", ":"))
        self._fresh = True

    def fail(self, failed: Failed) -> None:
        self.failed[failed.job.set, failed.job.rotation] = failed
        self._fresh = True

    def write(self, summary: Mapping[str, Any] | None = None, *, now: bool = False) -> None:
        """Write the file if there is something new and the last writing was a while ago, or `now`."""
        if self.path is None or not (now or self._fresh):
            return
        if not now and time.monotonic() < self._next:
            return
        began = time.monotonic()
        if _mark(self.path) not in {None, self._mark}:
            text = N_("{path} was changed by somebody else meanwhile, so nothing is written there any more.")
            raise Complaint(text, path=self.path)
        replace(self.path, self._text(summary))
        self._mark = _mark(self.path)
        # Large files are written more seldom, so that most of the time goes to the games.
        took = time.monotonic() - began
        self._next = time.monotonic() + max(EVERY, 20 * took)
        self._fresh = False

    def _text(self, summary: Mapping[str, Any] | None) -> str:
        head = {"format": FORMAT, "plan": plan_data(self.plan), "versions": self._versions}
        lines = [json.dumps(head, indent=1)[:-2] + ',\n "games": [']
        lines.append(",\n".join(f"  {self._lines[at]}" for at in sorted(self._lines)))
        rest = {
            "failed": [
                {"set": at[0], "rotation": at[1], "why": self.failed[at].why} for at in sorted(self.failed)
            ],
            "summary": summary,
        }
        lines.append(" ]," + json.dumps(rest, indent=1, allow_nan=False)[1:])
        return "\n".join(lines) + "\n"

    def _take(self, data: Mapping[str, Any]) -> None:
        """Go on with what is in a file."""
        assert self.path is not None
        theirs, now = _as_now(data["plan"]), plan_data(self.plan)
        _refuse_other(self.path, "plan", theirs | {name: now[name] for name in _free(theirs, now)}, now)
        ours = {name: self._versions.get(name) for name in DECISIVE}
        theirs = {name: data["versions"].get(name) for name in DECISIVE}
        _refuse_other(self.path, "versions", theirs, ours)
        self._versions = data["versions"]
        games = [_game(self.path, entry) for entry in data["games"]]
        failures = _failures(self.path, self.plan, games, data)
        jobs = {job[:2]: job.seats for job in schedule(self.plan, games, [one.job[:2] for one in failures])}
        for game in games:
            at = game.set, game.rotation
            if jobs.get(at) != game.seats or at in self.games:
                raise damaged(self.path, f"set {game.set}, rotation {game.rotation}")
            self.add(game)
        for failure in failures:
            if self._final(failure.job):
                self.fail(failure)
        self._fresh = False

    def _final(self, job: Job) -> bool:
        """A game that failed is tried again, unless a round of a Swiss tournament was drawn without it."""
        if self.plan.pairing != "swiss":
            return False
        return round_of(self.plan, job.set) < max(
            (round_of(self.plan, at) for at, _ in self.games), default=0
        )


def read(path: Path) -> dict[str, Any]:
    """A file as it was written; a complaint if it was not written here, or suffered since."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        text = N_("{path} cannot be read: {reason}.")
        raise Complaint(text, path=path, reason=error.strerror or error) from error
    except (ValueError, RecursionError) as error:
        raise damaged(path, str(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Complaint(
            N_("{path} is not the file of an arena, so nothing is written there: name another."), path=path
        )
    for name, kind in (("plan", dict), ("versions", dict), ("games", list)):
        if not isinstance(data.get(name), kind):
            raise damaged(path, name)
    return data


def games(path: Path) -> list[Played]:
    """The games in a file."""
    return [_game(path, entry) for entry in read(path)["games"]]


class Kept(NamedTuple):
    """All that is in a file."""

    plan: Plan
    games: list[Played]
    failed: list[Failed]


def load(path: Path) -> Kept:
    """The plan, the games and the failures in a file, to look at."""
    data = read(path)
    parts = _as_now(data["plan"])
    try:
        plan = Plan(
            **{**parts, "players": tuple(parts["players"]), "sprt": parts["sprt"] and tuple(parts["sprt"])}
        )
        GAMES[plan.game].presets[plan.preset]
    except (TypeError, KeyError) as error:
        raise damaged(path, "plan") from error
    games = [_game(path, entry) for entry in data["games"]]
    return Kept(plan, games, _failures(path, plan, games, data))


def _failures(path: Path, plan: Plan, games: Iterable[Played], data: Mapping[str, Any]) -> list[Failed]:
    """The games that could not be played. The first files of all have none."""
    try:
        why = {(entry["set"], entry["rotation"]): str(entry["why"]) for entry in data.get("failed") or ()}
    except (TypeError, KeyError) as error:
        raise damaged(path, "failed") from error
    return [Failed(job, why[job[:2]]) for job in schedule(plan, games, why) if job[:2] in why] if why else []


def damaged(path: Path, reason: str) -> Complaint:
    return Complaint(
        N_("{path} is damaged ({reason}). It is left as it is: move it away, or name another file."),
        path=path,
        reason=reason,
    )


def plan_data(plan: Plan) -> dict[str, Any]:
    """A plan as JSON gives it back."""
    parts = {**plan._asdict(), "engines": dict(plan.engines)}
    data: dict[str, Any] = json.loads(json.dumps(parts))
    return data


def _as_now(plan: Mapping[str, Any]) -> dict[str, Any]:
    """A plan of a file that is older than some of its parts."""
    data = {**ADDED, **plan}
    if "steps" in data:
        data.setdefault("pairing", "steps" if data["steps"] else "all")
        del data["steps"]
    return data


def _free(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> list[str]:
    """What may be another than before.

    More games of each line-up come after those that are there, with the same luck. In a Swiss tournament the
    next round hangs on all games of the one before it, so that more of them would be another tournament.
    """
    if ours["pairing"] != "swiss" and type(theirs.get("games")) is int and theirs["games"] < ours["games"]:
        return ["patience", "games"]
    return ["patience"]


def versions(game: str, players: Sequence[str] = ()) -> dict[str, str]:
    """What the result hangs on beside the plan: the rules and the players as they were."""
    found = {
        "moleworks": moleworks.__version__,
        "source": source(game),
        "python": platform.python_version(),
        "numba": _installed("numba"),
        "numpy": _installed("numpy"),
    }
    own = sorted({name for name in players if ":" in name})
    if own:
        digest = hashlib.sha256(b"".join(map(text_of, own)))
        found["classes"] = digest.hexdigest()[:16]
    return found


def replace(path: Path, text: str) -> None:
    """Write a file so that at any moment there is the old one or the new one, never a part."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        text = N_("{path} cannot be written: {reason}.")
        raise Complaint(text, path=path, reason=error.strerror or error) from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def _entry(game: Played) -> dict[str, Any]:
    return {name: value for name, value in game._asdict().items() if value is not None or name == "winner"}


def _game(path: Path, entry: object) -> Played:
    try:
        lists = {name: tuple(value) for name, value in dict(entry).items() if name in LISTS}  # type: ignore[call-overload]
        game = Played(**{"points": None, **dict(entry), **lists})  # type: ignore[call-overload]
        sound = _sound(game)
    except (TypeError, ValueError):
        sound = False
    if not sound:
        raise damaged(path, json.dumps(entry)[:60])
    return game


def _sound(game: Played) -> bool:
    seats = len(game.seats)
    by_seat = (game.moves, game.seconds, game.longest, *([] if game.points is None else [game.points]))
    numbers = [number for numbers in by_seat for number in numbers]
    return (
        all(type(number) is int for number in (game.set, game.rotation, game.plies))
        and all(seat is None or seat in range(seats) for seat in (game.winner, game.forfeit))
        and all(len(numbers) == seats for numbers in by_seat)
        and all(type(number) in {int, float} for number in numbers)
    )


def check_place(path: Path) -> None:
    if path.is_dir():
        raise Complaint(N_("{path} is a folder: name a file in it."), path=path)
    if not path.parent.is_dir():
        raise Complaint(N_("{path} cannot be written: there is no such folder."), path=path)


def _mark(path: Path) -> tuple[int, ...] | None:
    """The same as long as nobody writes the file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _refuse_other(path: Path, part: str, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
    """A file of another plan, or of other players by the same names, is not gone on with."""
    if not (told := differing(theirs, ours)):
        return
    text = N_("{path} holds another plan; there and here: {differing}. Name another file.")
    if part == "versions":
        text = N_(
            "{path} was played with another version of the rules or the players; there and here:"
            " {differing}. Name another file."
        )
    raise Complaint(text, path=path, differing=told)


def differing(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> str:
    """What is not the same in what was written down and in what is wanted now.

    >>> differing({"seed": 1, "games": 2}, {"seed": 1, "games": 4})
    'games 2 / 4'
    """
    return ", ".join(
        f"{name} {json.dumps(theirs.get(name))} / {json.dumps(ours.get(name))}"
        for name in dict.fromkeys([*theirs, *ours])
        if theirs.get(name) != ours.get(name)
    )


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def source(game: str) -> str:
    """The same for the same text of all rules and players that take part in a game."""
    house = Path(moleworks.__file__).parent
    room = game.replace("-", "_")
    digest = hashlib.sha256()
    files: list[Path] = []
    for folder in (house / "games", house / "players"):
        files += [*folder.glob("*.py"), *(folder / room).rglob("*.py")]
    for file in sorted(files, key=str):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
