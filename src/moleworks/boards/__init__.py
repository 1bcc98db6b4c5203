"""Boards: those that come with a game, and board files of players.

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
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from moleworks.boards.toml_limits import MAX_KEY_PARTS, MAX_NESTING, is_bounded
from moleworks.boards.toml_writer import to_toml
from moleworks.boards.validation import BoardError, BoardSpot
from moleworks.core import registry
from moleworks.core.file_reading import NotAFile, TooLarge, read_bytes
from moleworks.core.game import Board
from moleworks.core.messages import N_, Message
from moleworks.core.registry import GAMES

__all__ = [
    "BoardError",
    "BoardFile",
    "BoardSpot",
    "board_file",
    "check",
    "data",
    "find",
    "limits",
    "load",
    "named",
    "names",
    "parse",
    "to_toml",
]

LARGEST_FILE = 64 * 1024
NO_LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType({})


@runtime_checkable
class BoardFile(Protocol):
    """A game's module for board files."""

    LIMITS: Mapping[str, tuple[int, int]]
    """The smallest and largest allowed value of numeric fields, by name."""

    def check(self, data: object, where: str) -> Board:
        """Build the board from the data of a file; raises `BoardError`."""

    def shown_value(self, name: str, value: object) -> object:
        """A value of a `BoardError` as users of the board editor see it."""

    def board_label(self, level: int) -> Message:
        """The name of one board in a stack; the top one has level 1."""


class PlainBoard(NamedTuple):
    """The board of a game without board files."""

    name: str = "classic"
    # No mapping proxy: a board goes to the processes of computer players, and a proxy cannot be pickled.
    title: Mapping[str, str] = {"en": "Classic", "fr": "Classique", "de": "Klassisch"}
    source: str = "own"
    version: int = 1


def board_file(game: str) -> BoardFile | None:
    """The module for board files of a game; None if it has none."""
    return registry.part(game, "board_file", BoardFile)


def limits(game: str) -> Mapping[str, tuple[int, int]]:
    """The smallest and largest allowed value of numeric fields on boards of a game."""
    file = board_file(game)
    return file.LIMITS if file else NO_LIMITS


def names(game: str) -> list[str]:
    """The names of the boards that come with a game, the classic one first."""
    return list(_names(game))


@cache
def _names(game: str) -> tuple[str, ...]:
    if board_file(game) is None:
        return (PlainBoard().name,)
    found = [
        file.name.removesuffix(".toml") for file in _folder(game).iterdir() if file.name.endswith(".toml")
    ]
    return tuple(sorted(found, key=lambda name: (name != "classic", name)))


@cache
def named(game: str, name: str) -> Board:
    """One of the boards that come with a game."""
    if name not in names(game):
        text = N_("There is no such board; there are {known}.")
        raise BoardError(game, "board", name, text, known=", ".join(names(game)))
    if board_file(game) is None:
        return PlainBoard()
    file = _folder(game) / f"{name}.toml"
    return check(tomllib.loads(file.read_text("utf-8")), file.name)


def load(path: str | Path) -> Board:
    """Read a board from a TOML or JSON file."""
    return check(_read(Path(path)), str(path))


def find(game: str, text: str) -> Board:
    """A board by its name, or by the path of a file."""
    # Unlike Path.exists, os.path.exists does not raise an error for invalid paths, such as very long ones.
    if text in names(game) or not os.path.exists(text):  # noqa: PTH110
        return named(game, text)
    values = _read(Path(text))
    board = check(values, text)
    assert isinstance(values, Mapping)
    if values["game"] != game:
        raise BoardError(text, "game", values["game"], N_("This should be a board of {game}."), game=game)
    return board


def check(values: object, where: str = "board") -> Board:
    """Build a board of any game from data; raises `BoardError`."""
    game = values.get("game") if isinstance(values, Mapping) else None
    if not isinstance(game, str) or game not in GAMES:
        known = ", ".join(GAMES)
        raise BoardError(where, "game", game, N_("A board says which game it is for: {known}."), known=known)
    file = board_file(game)
    if file is not None:
        return file.check(values, where)
    if values != data(game, PlainBoard()):
        raise BoardError(
            where, "", None, N_("{game} has no boards of one's own."), game=Message(GAMES[game].title)
        )
    return PlainBoard()


def data(game: str, board: Board) -> dict[str, object]:
    """The board as data, the inverse of `check`."""
    plain = _to_data(board)
    assert isinstance(plain, dict)
    return {"game": game, **plain}


def _to_data(value: object) -> object:
    if hasattr(value, "_asdict"):
        # A field that is None was not in the file.
        return {field: _to_data(part) for field, part in value._asdict().items() if part is not None}
    if isinstance(value, Mapping):
        return {str(key): _to_data(part) for key, part in value.items()}
    return [_to_data(part) for part in value] if isinstance(value, tuple) else value


def parse(text: str, where: str = "board", loads: Callable[[str], object] = tomllib.loads) -> object:
    """Parse the text of a board file, without checking the data."""
    if loads is tomllib.loads and not is_bounded(text):
        reason = N_("A board file has keys of at most {parts} parts, and at most {levels} levels.")
        raise BoardError(where, "", None, reason, parts=MAX_KEY_PARTS, levels=MAX_NESTING)
    try:
        return loads(text)
    except (ValueError, RecursionError) as error:
        raise _syntax_error(where, error) from error


def _syntax_error(where: str, reason: object) -> BoardError:
    return BoardError(
        where, "", None, N_("The file is not written as a board file: {reason}."), reason=reason
    )


def _read(path: Path) -> object:
    try:
        words = read_bytes(path, LARGEST_FILE).decode("utf-8")
    except TooLarge as error:
        text = N_("The file is larger than {most} bytes; no board needs that many.")
        raise BoardError(str(path), "", error.size, text, most=LARGEST_FILE) from error
    except NotAFile as error:
        raise BoardError(str(path), "", None, N_("{path} is not a file."), path=path.name) from error
    except OSError as error:
        raise BoardError(
            str(path), "", None, N_("The file cannot be read: {reason}."), reason=error.strerror
        ) from error
    except ValueError as error:
        raise _syntax_error(str(path), error) from error
    return parse(words, str(path), json.loads if path.suffix == ".json" else tomllib.loads)


def _folder(game: str) -> Traversable:
    return resources.files(registry.plugin(game).package) / "boards"
