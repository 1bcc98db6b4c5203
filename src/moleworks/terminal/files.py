"""Read and write record files; failures become complaints, and nothing is overwritten unasked."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

from moleworks.core.file_reading import NotAFile, TooLarge, read_bytes
from moleworks.core.messages import N_, Complaint

LARGEST_FILE = 4_000_000
"""The largest record file, in bytes."""


def default_path(game: str) -> Path:
    """A free file name in the current folder, from the game and the date."""
    day = datetime.datetime.now().astimezone().date().isoformat()
    for number in range(1, 1000):
        path = Path(f"{game}-{day}{f'-{number}' if number > 1 else ''}.txt")
        if not path.exists():
            return path
    raise Complaint(N_("There are too many records of today here: give the file a name."))


def path_of(text: str) -> Path:
    """A typed path; it may be quoted or begin with ~."""
    name = text[1:-1] if len(text) > 2 and text[0] == text[-1] and text[0] in "\"'" else text
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def read_text(path: Path) -> str:
    """The text of a record file; `Complaint` if it cannot be read."""
    try:
        return read_bytes(path, LARGEST_FILE).decode("utf-8")
    except (NotAFile, IsADirectoryError) as error:
        raise Complaint(N_("{path} is not a file."), path=path) from error
    except TooLarge as error:
        raise Complaint(N_("{path} is too large to be a record."), path=path) from error
    except UnicodeError as error:
        raise Complaint(N_("{path} is not a text in UTF-8, so it is not a record."), path=path) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Complaint(N_("{path} cannot be read: {reason}."), path=path, reason=reason) from error


def refuse_folder(path: Path) -> None:
    """`Complaint` if the path is a folder."""
    if os.path.isdir(path):  # noqa: PTH112 - False, not an error, for impossible paths
        raise Complaint(N_("{path} is a folder: name a file in it."), path=path)


def write_text(path: Path, text: str, *, over: bool) -> None:
    """Write a text file; an existing one is overwritten only with `over`."""
    refuse_folder(path)
    try:
        with path.open("w" if over else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Complaint(N_("{path} cannot be written: {reason}."), path=path, reason=reason) from error
