"""Files of the solver: certificates, and the state of a run that was interrupted.

A certificate is text: one line of JSON with the set-up and the bounds, then the claims that prove them, one a
line. It is compressed if its name ends with `.gz`.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from moleworks import boards
from moleworks.core.game import Setup
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.engine.solving.game_solver import Certificate, SolveQuestion
from moleworks.engine.solving.run import SolveState

FORMAT = 1
STATE_SUFFIX = ".progress"


def write_certificate(path: Path, certificate: Certificate) -> None:
    """Write a certificate in place of an older one."""
    header = {
        "certificate": FORMAT,
        **_setup_data(certificate.setup),
        "at_least": certificate.at_least,
        "at_most": certificate.at_most,
    }
    with _replacing(path) as file:
        file.write(json.dumps(header, ensure_ascii=False) + "\n")
        file.writelines(f"{line}\n" for line in certificate.lines)


def read_certificate(path: Path) -> Certificate:
    """Read a certificate; a complaint if the file is none."""
    lines = _read_lines(path)
    header = _header(path, next(lines, ""), "certificate")
    bounds = header.get("at_least"), header.get("at_most")
    if not (type(bounds[0]) is int and type(bounds[1]) is int):
        raise _no_certificate(path)
    return Certificate(_setup(path, header), bounds[0], bounds[1], tuple(lines))


def state_path(path: Path) -> Path:
    """Where the state of a run for this certificate is kept."""
    return path.with_name(f"{path.name}{STATE_SUFFIX}")


def write_state(path: Path, setup: Setup, state: SolveState, within: str | None = None) -> None:
    """Keep what a run has proven."""
    values = {
        "progress": FORMAT,
        "within": within,
        **_setup_data(setup),
        "low": state.low,
        "high": state.high,
        "answers": [[*question, answer] for question, answer in state.answers.items()],
        "nodes": [[*question, nodes] for question, nodes in state.nodes.items()],
        "rows": [list(row) for row in state.rows],
    }
    with _replacing(path) as file:
        json.dump(values, file)


def read_state(path: Path, setup: Setup, within: str | None = None) -> SolveState | None:
    """The state of an interrupted run, or None; a complaint if it was about something else."""
    if not path.exists():
        return None
    values = _header(path, "".join(_read_lines(path)), "progress")
    about = {**_setup_data(setup), "within": within}
    if {key: values.get(key) for key in about} != about:
        raise Complaint(N_("{path} is about another board or other rules: remove it first."), path=path)
    try:
        return SolveState(
            values["low"],
            values["high"],
            {SolveQuestion(first, points): answer for first, points, answer in values["answers"]},
            {SolveQuestion(first, points): nodes for first, points, nodes in values["nodes"]},
            values["rows"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise _no_certificate(path) from error


def _setup_data(setup: Setup) -> dict[str, object]:
    board = boards.data(setup.game, setup.board)
    return {
        "game": setup.game,
        "players": setup.players,
        "preset": setup.preset,
        "options": dict(setup.options),
        "board": board,
    }


def _setup(path: Path, header: Mapping[str, Any]) -> Setup:
    board, options = boards.check(header.get("board"), str(path)), header.get("options")
    if not isinstance(options, dict):
        raise _no_certificate(path)
    game = GAMES[str(header["game"])]
    return game.setup(board, header.get("players"), str(header.get("preset")), options)


def _header(path: Path, text: str, kind: str) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _no_certificate(path) from error
    if not isinstance(values, dict) or values.get(kind) != FORMAT or values.get("game") not in GAMES:
        raise _no_certificate(path)
    return values


def _no_certificate(path: Path) -> Complaint:
    return Complaint(N_("{path} was not written by the solver, or it is damaged."), path=path)


def _read_lines(path: Path) -> Iterator[str]:
    try:
        with _open(path, "rt") as file:
            yield from file
    except (EOFError, UnicodeError, gzip.BadGzipFile) as error:
        raise _no_certificate(path) from error
    except OSError as error:
        text = N_("{path} cannot be read: {reason}.")
        raise Complaint(text, path=path, reason=error.strerror or error) from error


@contextmanager
def _replacing(path: Path) -> Iterator[IO[str]]:
    """Write a file beside the old one, and put it in its place when it is whole."""
    beside = path.with_name(f"new-{path.name}")
    try:
        with _open(beside, "wt") as file:
            yield file
        beside.replace(path)
    except OSError as error:
        text = N_("{path} cannot be written: {reason}.")
        raise Complaint(text, path=path, reason=error.strerror or error) from error


def _open(path: Path, mode: str) -> IO[str]:
    if path.suffix == ".gz":
        return cast(IO[str], gzip.open(path, mode, encoding="utf-8"))
    return cast(IO[str], path.open(mode, encoding="utf-8"))
