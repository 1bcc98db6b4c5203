"""The folder of a data set: `dataset.json` describes it, `games-00000.jsonl.gz` and so on hold the games.

A file (shard) has 100 games, one on each line; the last one of a finished set may have fewer. Until a shard
is full its games wait in `waiting.jsonl`. A shard is complete or not there at all; only the last waiting line
may be torn, and its game is played again. The same plan makes the same files, byte by byte, in any number of
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

from moleworks.arena.store import differences, versions, write_atomically
from moleworks.core.file_lock import Lock
from moleworks.core.kernel import available
from moleworks.core.messages import N_, Complaint
from moleworks.research.dataset.card import CARD, ProvenPositions, card_text
from moleworks.research.dataset.lines import (
    UNREADABLE,
    Line,
    add_checksum,
    as_json,
    game_to_line,
    line_text,
    parse_line,
    remove_checksum,
)
from moleworks.research.dataset.plans import DatasetPlan, plan_from_data
from moleworks.research.dataset.play import SelfPlayGame

FORMAT = "moleworks-selfplay-1"
HEAD, WAITING = "dataset.json", "waiting.jsonl"
SHARD = 100
"""Games in a file."""
DECISIVE = ("moleworks", "source")
"""The versions that must be the same to continue a data set, partial `KERNELS`."""
KERNELS = "kernels"
"""Whether players were compiled or interpreted: a compiled level searches more in its time."""
FILE = re.compile(r"games-([0-9]{5,})\.jsonl\.gz")


def lock_folder(path: Path) -> Lock:
    """Make and lock a folder until the lock is closed; a complaint if another run has it."""
    _make_folder(path)
    return Lock(path)


class DatasetFolder:
    """A data set that is being written; its folder should be locked."""

    def __init__(self, path: Path, plan: DatasetPlan) -> None:
        self.path, self.plan = path, plan
        self._open()
        files = shards(path)
        self._files = {shard_number(file) for file in files}
        self._waiting: dict[int, Line] = {line["number"]: line for line in read_waiting(path, plan)}
        if files and len(last := read_shard(files[-1], plan)) < SHARD:
            self._reopen(files[-1], last)
        self._tidy()

    def __contains__(self, number: int) -> bool:
        return number // SHARD in self._files or number in self._waiting

    def add(self, game: SelfPlayGame) -> None:
        """Add a game; a shard is written once it is full."""
        self._waiting[game.number] = line = game_to_line(game)
        try:
            with (self.path / WAITING).open("a", encoding="utf-8", newline="\n") as file:
                file.write(line_text(add_checksum(line)))
        except OSError as error:
            raise _unwritable(self.path, error) from error
        shard = game.number // SHARD
        numbers = range(shard * SHARD, (shard + 1) * SHARD)
        if all(number in self._waiting for number in numbers):
            self._write(shard, [self._waiting[number] for number in numbers])

    def close(self) -> None:
        """Finish the set: write the waiting games as a last, smaller shard, and the card.

        They go on waiting if they belong to a larger set that was interrupted.
        """
        found = {number // SHARD for number in self._waiting}
        if len(found) == 1 and max(found) > max(self._files, default=-1):
            self._write(found.pop(), [line for _, line in sorted(self._waiting.items())])
        if not self._waiting:
            games = sum(len(read_shard(file, self.plan)) for file in shards(self.path)[-1:])
            games += SHARD * max(0, len(self._files) - 1)
            text = card_text(self.plan, games, self._versions, self._proven() if self.plan.proofs else None)
            write_atomically(self.path / CARD, text)

    def _proven(self) -> ProvenPositions:
        """How many labels of perfect play the set has."""
        labels = [
            label
            for file in shards(self.path)
            for line in read_shard(file, self.plan)
            for label in line["perfect"]
        ]
        return ProvenPositions(
            len(labels),
            sum(chances is not None for chances, _ in labels),
            sum(points is not None and None not in points for _, points in labels),
        )

    def _open(self) -> None:
        """Describe a new folder; an existing one must have the same plan and versions."""
        kernels = {KERNELS: "compiled" if available() else "interpreted"}
        current = as_json({"plan": self.plan._asdict(), "versions": versions(self.plan.game) | kernels})
        self._versions: Mapping[str, str] = current["versions"]
        _make_folder(self.path)
        if not any(self.path.iterdir()):
            write_atomically(
                self.path / HEAD, json.dumps(add_checksum({"format": FORMAT} | current), indent=1) + "\n"
            )
            return
        stored = read_head(self.path)
        _refuse_other(self.path, stored["plan"], current["plan"])
        before = kernels | stored["versions"]  # older sets do not note the kernels
        self._versions = stored["versions"]
        names = (*DECISIVE, KERNELS)
        _refuse_other(
            self.path, *({name: of[name] for name in names} for of in (before, current["versions"]))
        )

    def _reopen(self, file: Path, games: list[Line]) -> None:
        """Continue a finished set: the games of its last, smaller shard wait again."""
        self._files.remove(shard_number(file))
        self._waiting |= {line["number"]: line for line in games}
        self._tidy()
        file.unlink()
        (self.path / CARD).unlink(missing_ok=True)

    def _write(self, shard: int, games: list[Line]) -> None:
        """Write a shard, then the waiting games without it; `_tidy` drops duplicates after a crash."""
        file = self.path / f"games-{shard:05}.jsonl.gz"
        partial = file.with_suffix(".part")
        try:
            with partial.open("wb") as written:
                # Without name and time, so that equal games make equal files.
                written.write(gzip.compress("".join(map(line_text, games)).encode(), 9, mtime=0))
                written.flush()
                os.fsync(written.fileno())
            partial.replace(file)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        self._files.add(shard)
        self._tidy()

    def _tidy(self) -> None:
        """Rewrite the waiting games in order, without torn lines and those that are in a shard."""
        left = {n: line for n, line in sorted(self._waiting.items()) if n // SHARD not in self._files}
        self._waiting = left
        if left:
            write_atomically(
                self.path / WAITING, "".join(line_text(add_checksum(line)) for line in left.values())
            )
        else:
            (self.path / WAITING).unlink(missing_ok=True)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def read_head(path: Path) -> dict[str, Any]:
    """The description of a data set: its plan and its versions."""
    try:
        data = json.loads((path / HEAD).read_bytes())
        data = remove_checksum(data) if isinstance(data, dict) else {}
        if data.keys() != {"format", "plan", "versions"} or data["format"] != FORMAT:
            raise ValueError("its fields")
        plan_from_data(data["plan"])
        if not all(type(data["versions"][name]) is str for name in DECISIVE):
            raise ValueError("its versions")
    except (OSError, *UNREADABLE) as error:
        text = N_("{path} is not a data set of games: {file} is missing or damaged.")
        raise Complaint(text, path=path, file=HEAD) from error
    return data


def shards(path: Path) -> list[Path]:
    """The shard files, in order."""
    return sorted((file for file in path.iterdir() if FILE.fullmatch(file.name)), key=shard_number)


def shard_number(file: Path) -> int:
    """The number of a shard file."""
    found = FILE.fullmatch(file.name)
    assert found, "only shards are listed"
    return int(found[1])


def read_shard(file: Path, plan: DatasetPlan) -> list[Line]:
    """The games of a shard, all checked."""
    try:
        written = gzip.decompress(file.read_bytes())
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Complaint(N_("{path} is damaged ({reason})."), path=file, reason=error) from error
    first = shard_number(file) * SHARD
    numbers = range(first, first + SHARD)
    return [
        parse_line(plan, file, place, line, numbers) for place, line in enumerate(written.splitlines(), 1)
    ]


def read_waiting(path: Path, plan: DatasetPlan) -> list[Line]:
    """The games that do not fill a shard yet; a torn last line is ignored."""
    file = path / WAITING
    try:
        written = file.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Complaint(N_("{path} is damaged ({reason})."), path=file, reason=error) from error
    return [parse_line(plan, file, place, line) for place, line in enumerate(written, 1)]


def _refuse_other(path: Path, stored: Mapping[str, Any], current: Mapping[str, Any]) -> None:
    if found := differences(stored, current):
        text = N_("{path} holds another data set; there and here: {differing}. Name another folder.")
        raise Complaint(text, path=path, differing=found)


def _unwritable(path: Path, error: OSError) -> Complaint:
    return Complaint(N_("{path} cannot be written: {reason}."), path=path, reason=error.strerror or error)
