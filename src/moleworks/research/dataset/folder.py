"""The folder of a data set: `dataset.json` says what it is, `games-00000.jsonl.gz` holds games, a line each.

Such a file has 100 games, the last one of a finished set may have fewer. Until then they wait in
`waiting.jsonl`. Whatever happens, a file is whole or not there; only the last line of those that wait may be
torn, and that game is played again. The same plan makes the same files, byte by byte, in any number of
processes.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from moleworks.arena.store import differing, replace, versions
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.research.dataset.plans import Plan
from moleworks.research.dataset.play import Game

FORMAT = "moleworks-selfplay-1"
HEAD, WAITING = "dataset.json", "waiting.jsonl"
SHARD = 100
"""Games in a file."""
DECISIVE = ("moleworks", "source")
"""The versions that have to be the same to go on."""

Line = dict[str, Any]
"""A game as JSON has it."""


class Folder:
    """A data set that grows."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self._open()
        files = shards(path)
        self._files = {shard_of(file) for file in files}
        self._waiting: dict[int, Line] = {line["number"]: line for line in waiting(path)}
        if files and len(last := list(lines(files[-1]))) < SHARD:
            self._reopen(files[-1], last)
        self._tidy()

    def __contains__(self, number: int) -> bool:
        return number // SHARD in self._files or number in self._waiting

    def add(self, game: Game) -> None:
        """Keep a game; a file is written once it is full."""
        self._waiting[game.number] = line = entry(game)
        try:
            with (self.path / WAITING).open("a", encoding="utf-8", newline="\n") as file:
                file.write(_text(line))
        except OSError as error:
            raise _unwritable(self.path, error) from error
        shard = game.number // SHARD
        numbers = range(shard * SHARD, (shard + 1) * SHARD)
        if all(number in self._waiting for number in numbers):
            self._write(shard, [self._waiting[number] for number in numbers])

    def close(self) -> None:
        """The set is finished: whatever waits makes a last, smaller file.

        Unless a larger set was begun before and is not finished: its games go on waiting.
        """
        found = {number // SHARD for number in self._waiting}
        if len(found) == 1 and max(found) > max(self._files, default=-1):
            self._write(found.pop(), [line for _, line in sorted(self._waiting.items())])

    def _open(self) -> None:
        """A new folder says what it is for; another must be for the same."""
        ours = plain({"plan": self.plan._asdict(), "versions": versions(self.plan.game)})
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            empty = not any(self.path.iterdir())
        except OSError as error:
            raise _unwritable(self.path, error) from error
        if empty:
            replace(self.path / HEAD, json.dumps({"format": FORMAT} | ours, indent=1) + "\n")
            return
        theirs = head(self.path)
        _refuse_other(self.path, theirs["plan"], ours["plan"])
        _refuse_other(
            self.path, *({name: of["versions"][name] for name in DECISIVE} for of in (theirs, ours))
        )

    def _reopen(self, file: Path, games: list[Line]) -> None:
        """A finished set goes on: the games of its last, smaller file wait again."""
        self._files.remove(shard_of(file))
        self._waiting |= {line["number"]: line for line in games}
        self._tidy()
        file.unlink()

    def _write(self, shard: int, games: list[Line]) -> None:
        """First the file, then those that wait without it: if it ends between, `_tidy` finds games twice."""
        file = self.path / f"games-{shard:05}.jsonl.gz"
        beside = file.with_suffix(".part")
        try:
            with beside.open("wb") as written:
                # No name and no time in it, so that equal games make equal files.
                written.write(gzip.compress("".join(map(_text, games)).encode(), 9, mtime=0))
                written.flush()
                os.fsync(written.fileno())
            beside.replace(file)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        self._files.add(shard)
        self._tidy()

    def _tidy(self) -> None:
        """Write those that wait anew: none that is in a file already, no torn line, in order."""
        left = {n: line for n, line in sorted(self._waiting.items()) if n // SHARD not in self._files}
        self._waiting = left
        if left:
            replace(self.path / WAITING, "".join(map(_text, left.values())))
        else:
            (self.path / WAITING).unlink(missing_ok=True)


def head(path: Path) -> dict[str, Any]:
    """What a data set says of itself."""
    try:
        data = json.loads((path / HEAD).read_text("utf-8"))
    except (OSError, ValueError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        text = N_("{path} is no data set of games: {file} is missing or damaged.")
        raise Complaint(text, path=path, file=HEAD)
    return data


def shards(path: Path) -> list[Path]:
    """The files with games, in order."""
    return sorted(path.glob("games-[0-9][0-9][0-9][0-9][0-9]*.jsonl.gz"), key=shard_of)


def shard_of(file: Path) -> int:
    """The number of a file."""
    return int(file.name.removeprefix("games-").removesuffix(".jsonl.gz"))


def lines(file: Path) -> Iterator[Line]:
    """The games of a file."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as text:
            for line in text:
                yield json.loads(line)
    except (OSError, EOFError, ValueError) as error:
        raise Complaint(N_("{path} is damaged ({reason})."), path=file, reason=error) from error


def waiting(path: Path) -> Iterator[Line]:
    """Games that do not fill a file yet; a line that was torn is none."""
    try:
        text = (path / WAITING).read_text("utf-8", errors="replace")
    except FileNotFoundError:
        return
    for line in text.split("\n")[:-1]:
        with contextlib.suppress(ValueError):
            yield json.loads(line)


def entry(game: Game) -> Line:
    """A game as a line holds it."""
    data = {name: value for name, value in game._asdict().items() if name != "plan"}
    return plain({**data, "actions": " ".join(game.actions)})


def game(plan: Plan, line: Line) -> Game:
    """A game from its line."""
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


def plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """As JSON gives it back."""
    again: dict[str, Any] = json.loads(json.dumps(data))
    return again


def _tuple(given: list[int] | None) -> tuple[int, ...] | None:
    return None if given is None else tuple(given)


def _text(line: Line) -> str:
    return json.dumps(line, separators=(",", ":")) + "\n"


def _refuse_other(path: Path, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
    if told := differing(theirs, ours):
        text = N_("{path} holds another data set; there and here: {differing}. Name another folder.")
        raise Complaint(text, path=path, differing=told)


def _unwritable(path: Path, error: OSError) -> Complaint:
    return Complaint(N_("{path} cannot be written: {reason}."), path=path, reason=error.strerror or error)
