"""Board files: the classic boards, small ones that teach, and a player's own.

>>> named("mole-hill", "classic").centre
'e4'
>>> names("buddel-bande")
['classic', 'stroll']
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from moleworks.boards import buddel_bande, mole_company, mole_hill
from moleworks.boards.check import BoardError, Spot
from moleworks.boards.files import NoFile, TooLarge, read_bytes
from moleworks.boards.writing import written
from moleworks.games.game import N_

__all__ = [
    "LIMITS",
    "BoardError",
    "Spot",
    "check",
    "data",
    "find",
    "load",
    "named",
    "names",
    "parsed",
    "written",
]

CHECKS: Mapping[str, Callable[[object, str], Any]] = {
    "mole-hill": mole_hill.check,
    "mole-company": mole_company.check,
    "buddel-bande": buddel_bande.check,
}
LIMITS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "mole-hill": mole_hill.LIMITS,
    "mole-company": mole_company.LIMITS,
    "buddel-bande": buddel_bande.LIMITS,
}
"""By game: the least and the most of what is counted."""
LARGEST_FILE = 64 * 1024


def names(game: str) -> list[str]:
    """The boards that come with a game, the classic one first."""
    return list(_names(game))


@cache
def _names(game: str) -> tuple[str, ...]:
    found = [
        file.name.removesuffix(".toml") for file in _folder(game).iterdir() if file.name.endswith(".toml")
    ]
    return tuple(sorted(found, key=lambda name: (name != "classic", name)))


@cache
def named(game: str, name: str) -> Any:
    """One of the boards that come with a game."""
    if name not in names(game):
        text = N_("There is no such board; there are {known}.")
        raise BoardError(game, "board", name, text, known=", ".join(names(game)))
    file = _folder(game) / f"{name}.toml"
    return check(tomllib.loads(file.read_text("utf-8")), file.name)


def load(path: str | Path) -> Any:
    """A player's own board, from a TOML or JSON file."""
    return check(_read(Path(path)), str(path))


def find(game: str, text: str) -> Any:
    """A board by its name, or by the path of a file."""
    # os.path takes what can be no path, too long a name for one, for a file that is not there.
    if text in names(game) or not os.path.exists(text):  # noqa: PTH110
        return named(game, text)
    values = _read(Path(text))
    board = check(values, text)
    if values["game"] != game:
        raise BoardError(text, "game", values["game"], N_("This should be a board of {game}."), game=game)
    return board


def check(values: object, where: str = "board") -> Any:
    """A whole board given as data."""
    game = values.get("game") if isinstance(values, Mapping) else None
    if not isinstance(game, str) or game not in CHECKS:
        raise BoardError(
            where, "game", game, N_("A board says which game it is for: {known}."), known=", ".join(CHECKS)
        )
    return CHECKS[game](values, where)


def data(game: str, board: Any) -> dict[str, Any]:
    """The board as the data it was read from; `check` reads it back."""
    plain = _plain(board)
    assert isinstance(plain, dict)
    return {"game": game} | {field: value for field, value in plain.items() if value is not None}


def _plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {field: _plain(part) for field, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def parsed(text: str, where: str = "board", loads: Callable[[str], object] = tomllib.loads) -> Any:
    """The data in the text of a board file, whatever it says."""
    try:
        return loads(text)
    except (ValueError, RecursionError) as error:
        raise _unwritten(where, error) from error


def _unwritten(where: str, reason: object) -> BoardError:
    return BoardError(
        where, "", None, N_("The file is not written as a board file: {reason}."), reason=reason
    )


def _read(path: Path) -> Any:
    try:
        words = read_bytes(path, LARGEST_FILE).decode("utf-8")
    except TooLarge as error:
        text = N_("The file is larger than {most} bytes; no board needs that many.")
        raise BoardError(str(path), "", error.size, text, most=LARGEST_FILE) from error
    except NoFile as error:
        raise BoardError(str(path), "", None, N_("{path} is not a file."), path=path.name) from error
    except OSError as error:
        raise BoardError(
            str(path), "", None, N_("The file cannot be read: {reason}."), reason=error.strerror
        ) from error
    except ValueError as error:
        raise _unwritten(str(path), error) from error
    return parsed(words, str(path), json.loads if path.suffix == ".json" else tomllib.loads)


def _folder(game: str) -> Any:
    return resources.files(__name__) / game
