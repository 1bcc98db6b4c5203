"""The file of an arena run: everything that is needed to continue it or to make other reports of it.

It is JSON with one line for each game. It is replaced atomically, so it is always complete.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import math
import os
import platform
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import moleworks
from moleworks.arena.plans import ArenaPlan
from moleworks.arena.play import FinishedGame
from moleworks.arena.player_finder import PATIENCE, module_source
from moleworks.arena.pool import FailedGame
from moleworks.arena.schedule import GameJob, round_of, schedule
from moleworks.core.messages import N_, Complaint
from moleworks.core.plugin import Plugin
from moleworks.core.registry import GAMES, plugin

FORMAT = "moleworks-arena-1"
NO_INFLUENCE = (
    "words",
    "understand",
    "setup_texts",
    "page_texts",
    "terminal",
    "observation",
    "picture",
    "batch",
    "press",
    "solids",
)
"""Parts of a plug-in that cannot change how a match is played."""
WRITE_SECONDS = 1.0
"""Least seconds between two writes."""
DECISIVE = ("moleworks", "source", "classes")
"""The versions that must be the same to continue a run; the others are only noted."""
PLAN_DEFAULTS: Mapping[str, Any] = {
    "rounds": 0,
    "engines": {},
    "patience": PATIENCE,
    "forfeits": False,
    "book": [],
    "clock": None,
    "resign": None,
    "longest": 0,
    "engine_options": {},
    "draw": None,
}
"""Fields of a plan that the oldest files do not have."""
TUPLE_FIELDS = ("seats", "points", "moves", "seconds", "longest", "actions", "values")


class ArenaStore:
    """The finished games of a run, stored in a file if there is a path."""

    def __init__(self, plan: ArenaPlan, path: Path | None) -> None:
        self.plan, self.path = plan, path
        self.games: dict[tuple[int, int], FinishedGame] = {}
        self.failed: dict[tuple[int, int], FailedGame] = {}
        self._lines: dict[tuple[int, int], str] = {}
        self._next_write = -math.inf
        self._changed = False
        self._file_stamp: tuple[int, ...] | None = None
        self._versions = versions(plan.game, plan.players)
        if path is not None:
            check_writable(path)
            self._file_stamp = _file_stamp(path)
            if self._file_stamp is not None:
                self._load(read(path))

    def add(self, game: FinishedGame) -> None:
        """Keep a finished game; it replaces an earlier failure."""
        at = game.set, game.rotation
        self.games[at] = game
        self.failed.pop(at, None)
        self._lines[at] = json.dumps(_game_to_json(game), separators=(",", ":"))
        self._changed = True

    def fail(self, failed: FailedGame) -> None:
        """Remember why a game could not be played."""
        self.failed[failed.job.set, failed.job.rotation] = failed
        self._changed = True

    def write(self, summary: Mapping[str, Any] | None = None, *, now: bool = False) -> None:
        """Write the file if something changed and the last write is old enough, or `now`."""
        if self.path is None or not (now or self._changed):
            return
        if not now and time.monotonic() < self._next_write:
            return
        began = time.monotonic()
        if _file_stamp(self.path) not in {None, self._file_stamp}:
            text = N_("{path} was changed by somebody else meanwhile, so nothing is written there any more.")
            raise Complaint(text, path=self.path)
        write_atomically(self.path, self._text(summary))
        self._file_stamp = _file_stamp(self.path)
        # Large files are written less often, so that most of the time goes to the games.
        took = time.monotonic() - began
        self._next_write = time.monotonic() + max(WRITE_SECONDS, 20 * took)
        self._changed = False

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

    def _load(self, data: Mapping[str, Any]) -> None:
        """Continue the run of a file."""
        assert self.path is not None
        stored, now = _upgrade_plan(data["plan"]), plan_data(self.plan)
        _refuse_other(
            self.path, "plan", stored | {name: now[name] for name in _changeable_fields(stored, now)}, now
        )
        current = {name: self._versions.get(name) for name in DECISIVE}
        stored = {name: data["versions"].get(name) for name in DECISIVE}
        _refuse_other(self.path, "versions", stored, current)
        self._versions = data["versions"]
        games = [_game_from_json(self.path, entry) for entry in data["games"]]
        failures = _failures(self.path, self.plan, games, data)
        jobs = {job[:2]: job.seats for job in schedule(self.plan, games, [one.job[:2] for one in failures])}
        for game in games:
            at = game.set, game.rotation
            if jobs.get(at) != game.seats or at in self.games:
                raise damaged_file(self.path, f"set {game.set}, rotation {game.rotation}")
            self.add(game)
        for failure in failures:
            if self._is_final(failure.job):
                self.fail(failure)
        self._changed = False

    def _is_final(self, job: GameJob) -> bool:
        """Whether a failed game stays failed: only if a later Swiss round was paired without it."""
        if self.plan.pairing != "swiss":
            return False
        return round_of(self.plan, job.set) < max(
            (round_of(self.plan, at) for at, _ in self.games), default=0
        )


def read(path: Path) -> dict[str, Any]:
    """The content of a file; a complaint if it is no arena file or is damaged."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        text = N_("{path} cannot be read: {reason}.")
        raise Complaint(text, path=path, reason=error.strerror or error) from error
    except (ValueError, RecursionError) as error:
        raise damaged_file(path, str(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Complaint(
            N_("{path} is not the file of an arena, so nothing is written there: name another."), path=path
        )
    for name, kind in (("plan", dict), ("versions", dict), ("games", list)):
        if not isinstance(data.get(name), kind):
            raise damaged_file(path, name)
    return data


def read_games(path: Path) -> list[FinishedGame]:
    """The games in a file."""
    return [_game_from_json(path, entry) for entry in read(path)["games"]]


class ArenaFile(NamedTuple):
    """The content of an arena file."""

    plan: ArenaPlan
    games: list[FinishedGame]
    failed: list[FailedGame]


def load(path: Path) -> ArenaFile:
    """The plan, the games and the failures in a file."""
    data = read(path)
    parts = _upgrade_plan(data["plan"])
    try:
        lists = {
            "players": tuple(parts["players"]),
            "sprt": parts["sprt"] and tuple(parts["sprt"]),
            "book": tuple(map(tuple, parts["book"])),
            "clock": parts["clock"] and tuple(parts["clock"]),
            "resign": parts["resign"] and tuple(parts["resign"]),
            "draw": parts["draw"] and tuple(parts["draw"]),
        }
        plan = ArenaPlan(**{**parts, **lists})
        GAMES[plan.game].presets[plan.preset]
    except (TypeError, KeyError) as error:
        raise damaged_file(path, "plan") from error
    games = [_game_from_json(path, entry) for entry in data["games"]]
    return ArenaFile(plan, games, _failures(path, plan, games, data))


def _failures(
    path: Path, plan: ArenaPlan, games: Iterable[FinishedGame], data: Mapping[str, Any]
) -> list[FailedGame]:
    """The games that failed. The oldest files have none."""
    try:
        why = {(entry["set"], entry["rotation"]): str(entry["why"]) for entry in data.get("failed") or ()}
    except (TypeError, KeyError) as error:
        raise damaged_file(path, "failed") from error
    return (
        [FailedGame(job, why[job[:2]]) for job in schedule(plan, games, why) if job[:2] in why] if why else []
    )


def damaged_file(path: Path, reason: str) -> Complaint:
    """The complaint about a file that cannot be read on."""
    return Complaint(
        N_("{path} is damaged ({reason}). It is left as it is: move it away, or name another file."),
        path=path,
        reason=reason,
    )


def plan_data(plan: ArenaPlan) -> dict[str, Any]:
    """A plan as JSON reads it back."""
    parts = {
        **plan._asdict(),
        "engines": dict(plan.engines),
        "engine_options": {name: dict(options) for name, options in plan.engine_options.items()},
    }
    data: dict[str, Any] = json.loads(json.dumps(parts))
    return data


def _upgrade_plan(plan: Mapping[str, Any]) -> dict[str, Any]:
    """A plan in today's form, from a file of any age."""
    data = {**PLAN_DEFAULTS, **plan}
    if plan.get("game") in GAMES and isinstance(plan.get("options"), dict):
        data["options"] = GAMES[plan["game"]].complete_options(plan["options"])
    if "steps" in data:
        data.setdefault("pairing", "steps" if data["steps"] else "all")
        del data["steps"]
    return data


def _changeable_fields(stored: Mapping[str, Any], current: Mapping[str, Any]) -> list[str]:
    """The fields of a plan that may differ from the stored ones.

    More games for each line-up are added after the existing ones. In a Swiss tournament each round depends on
    all games of the one before it, so more games would make another tournament.
    """
    if (
        current["pairing"] != "swiss"
        and type(stored.get("games")) is int
        and stored["games"] < current["games"]
    ):
        return ["patience", "games"]
    return ["patience"]


def versions(game: str, players: Sequence[str] = ()) -> dict[str, str]:
    """What the result depends on beside the plan: the versions of rules, players and libraries."""
    found = {
        "moleworks": moleworks.__version__,
        "source": source_digest(game),
        "python": platform.python_version(),
        "numba": _installed("numba"),
        "numpy": _installed("numpy"),
    }
    own = sorted({name for name in players if ":" in name})
    if own:
        digest = hashlib.sha256(b"".join(map(module_source, own)))
        found["classes"] = digest.hexdigest()[:16]
    return found


def write_atomically(path: Path, text: str) -> None:
    """Replace a file in one step: at any moment it is the old one or the new one, never a part."""
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


def _game_to_json(game: FinishedGame) -> dict[str, Any]:
    return {name: value for name, value in game._asdict().items() if value is not None or name == "winner"}


def _game_from_json(path: Path, entry: object) -> FinishedGame:
    try:
        lists = {name: tuple(value) for name, value in dict(entry).items() if name in TUPLE_FIELDS}  # type: ignore[call-overload]
        game = FinishedGame(**{"points": None, **dict(entry), **lists})  # type: ignore[call-overload]
        valid = _is_valid(game)
    except (TypeError, ValueError):
        valid = False
    if not valid:
        raise damaged_file(path, json.dumps(entry)[:60])
    return game


def _is_valid(game: FinishedGame) -> bool:
    seats = len(game.seats)
    by_seat = (game.moves, game.seconds, game.longest, *([] if game.points is None else [game.points]))
    numbers = [number for numbers in by_seat for number in numbers]
    return (
        all(type(number) is int for number in (game.set, game.rotation, game.plies))
        and all(seat is None or seat in range(seats) for seat in (game.winner, game.forfeit))
        and all(len(numbers) == seats for numbers in by_seat)
        and all(type(number) in {int, float} for number in numbers)
    )


def check_writable(path: Path) -> None:
    """Raise a `Complaint` if there cannot be a file of this name."""
    if path.is_dir():
        raise Complaint(N_("{path} is a folder: name a file in it."), path=path)
    if not path.parent.is_dir():
        raise Complaint(N_("{path} cannot be written: there is no such folder."), path=path)


def _file_stamp(path: Path) -> tuple[int, ...] | None:
    """Changes whenever the file is written."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _refuse_other(path: Path, part: str, stored: Mapping[str, Any], current: Mapping[str, Any]) -> None:
    """A complaint if a file was made with another plan or other versions."""
    if not (found := differences(stored, current)):
        return
    text = N_("{path} holds another plan; there and here: {differing}. Name another file.")
    if part == "versions":
        text = N_(
            "{path} was played with another version of the rules or the players; there and here:"
            " {differing}. Name another file."
        )
    raise Complaint(text, path=path, differing=found)


def differences(stored: Mapping[str, Any], current: Mapping[str, Any]) -> str:
    """The entries in which two mappings differ, as text.

    >>> differences({"seed": 1, "games": 2}, {"seed": 1, "games": 4})
    'games 2 / 4'
    """
    return ", ".join(
        f"{name} {json.dumps(stored.get(name))} / {json.dumps(current.get(name))}"
        for name in dict.fromkeys([*stored, *current])
        if stored.get(name) != current.get(name)
    )


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def source_digest(game: str) -> str:
    """A hash of the source code and the weights of a game's rules and players, and of all that they share.

    Modules of the game that cannot change a result, such as its texts and drawings, are left out.
    """
    own = Path(moleworks.__file__).parent
    files = [file for folder in ("core", "engine", "games") for file in (own / folder).glob("*.py")]
    files += _rules_and_player(plugin(game))
    digest = hashlib.sha256()
    for file in sorted(files, key=str):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _rules_and_player(record: Plugin) -> Iterator[Path]:
    """The modules and weights of a game, but for those of parts that have no influence on a match."""
    skipped = tuple(str(path).partition(":")[0] for name in NO_INFLUENCE if (path := getattr(record, name)))
    spec = importlib.util.find_spec(record.package)
    for folder in (spec and spec.submodule_search_locations) or ():
        for file in (*Path(folder).rglob("*.py"), *Path(folder).rglob("*.json")):
            module = ".".join((record.package, *file.relative_to(folder).with_suffix("").parts))
            if not any(module == part or module.startswith(f"{part}.") for part in skipped):
                yield file
