"""The folder of a data set: `dataset.json` says what it is, `games-00000.jsonl.gz` holds games, a line each.

Such a file has 100 games, the last one of a finished set may have fewer. Until then they wait in
`waiting.jsonl`. Whatever happens, a file is whole or not there; only the last line of those that wait may be
torn, and that game is played again. The same plan makes the same files, byte by byte, in any number of
processes.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moleworks.arena.locks import Lock
from moleworks.arena.store import differing, replace, versions
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.games.kernel import available
from moleworks.research.dataset.lines import UNREADABLE, Line, entry, parsed, plain, sealed, text, unsealed
from moleworks.research.dataset.plans import Plan, again
from moleworks.research.dataset.play import Game

FORMAT = "moleworks-selfplay-1"
HEAD, WAITING = "dataset.json", "waiting.jsonl"
SHARD = 100
"""Games in a file."""
DECISIVE = ("moleworks", "source")
"""The versions that have to be the same to go on, and so have the kernels."""
KERNELS = "kernels"
"""Whether players were compiled or interpreted: a level gets farther in its time if they were compiled."""
FILE = re.compile(r"games-([0-9]{5,})\.jsonl\.gz")


def held(path: Path) -> Lock:
    """A folder to write in, made if need be, until the lock is closed; a complaint if another run has it."""
    _made(path)
    return Lock(path)


class Folder:
    """A data set that grows; whoever has one should hold it."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self._open()
        files = shards(path)
        self._files = {shard_of(file) for file in files}
        self._waiting: dict[int, Line] = {line["number"]: line for line in waiting(path, plan)}
        if files and len(last := lines(files[-1], plan)) < SHARD:
            self._reopen(files[-1], last)
        self._tidy()

    def __contains__(self, number: int) -> bool:
        return number // SHARD in self._files or number in self._waiting

    def add(self, game: Game) -> None:
        """Keep a game; a file is written once it is full."""
        self._waiting[game.number] = line = entry(game)
        try:
            with (self.path / WAITING).open("a", encoding="utf-8", newline="\n") as file:
                file.write(text(sealed(line)))
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
        how = {KERNELS: "compiled" if available() else "interpreted"}
        ours = plain({"plan": self.plan._asdict(), "versions": versions(self.plan.game) | how})
        _made(self.path)
        if not any(self.path.iterdir()):
            replace(self.path / HEAD, json.dumps(sealed({"format": FORMAT} | ours), indent=1) + "\n")
            return
        theirs = head(self.path)
        _refuse_other(self.path, theirs["plan"], ours["plan"])
        before = how | theirs["versions"]  # it was not always written down
        names = (*DECISIVE, KERNELS)
        _refuse_other(self.path, *({name: of[name] for name in names} for of in (before, ours["versions"])))

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
                written.write(gzip.compress("".join(map(text, games)).encode(), 9, mtime=0))
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
            replace(self.path / WAITING, "".join(text(sealed(line)) for line in left.values()))
        else:
            (self.path / WAITING).unlink(missing_ok=True)


def _made(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def head(path: Path) -> dict[str, Any]:
    """What a data set says of itself: its plan and its versions."""
    try:
        data = json.loads((path / HEAD).read_bytes())
        data = unsealed(data) if isinstance(data, dict) else {}
        if data.keys() != {"format", "plan", "versions"} or data["format"] != FORMAT:
            raise ValueError("its fields")
        again(data["plan"])
        if not all(type(data["versions"][name]) is str for name in DECISIVE):
            raise ValueError("its versions")
    except (OSError, *UNREADABLE) as error:
        told = N_("{path} is no data set of games: {file} is missing or damaged.")
        raise Complaint(told, path=path, file=HEAD) from error
    return data


def shards(path: Path) -> list[Path]:
    """The files with games, in order."""
    return sorted((file for file in path.iterdir() if FILE.fullmatch(file.name)), key=shard_of)


def shard_of(file: Path) -> int:
    """The number of a file."""
    found = FILE.fullmatch(file.name)
    assert found, "only such files are looked at"
    return int(found[1])


def lines(file: Path, plan: Plan) -> list[Line]:
    """The games of a file: all of them are looked at before anybody gets the first."""
    try:
        written = gzip.decompress(file.read_bytes())
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Complaint(N_("{path} is damaged ({reason})."), path=file, reason=error) from error
    first = shard_of(file) * SHARD
    numbers = range(first, first + SHARD)
    return [parsed(plan, file, place, line, numbers) for place, line in enumerate(written.splitlines(), 1)]


def waiting(path: Path, plan: Plan) -> list[Line]:
    """Games that do not fill a file yet; a last line that was torn is none."""
    file = path / WAITING
    try:
        written = file.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Complaint(N_("{path} is damaged ({reason})."), path=file, reason=error) from error
    return [parsed(plan, file, place, line) for place, line in enumerate(written, 1)]


def _refuse_other(path: Path, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
    if told := differing(theirs, ours):
        text = N_("{path} holds another data set; there and here: {differing}. Name another folder.")
        raise Complaint(text, path=path, differing=told)


def _unwritable(path: Path, error: OSError) -> Complaint:
    return Complaint(N_("{path} cannot be written: {reason}."), path=path, reason=error.strerror or error)
