"""Options and arguments of several commands, and how to parse them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from moleworks.cli.app import say
from moleworks.core.messages import N_, Complaint
from moleworks.engine import Effort
from moleworks.record import Record, read
from moleworks.terminal import setup
from moleworks.terminal.files import read_text
from moleworks.texts import Language

MOST_SECONDS = 3600
"""The most seconds for one action."""

Lang = Annotated[
    Literal["en", "fr", "de"] | None, Parameter(help=say("Language; else that of your system, else English."))
]
Plain = Annotated[
    bool,
    Parameter(
        negative="", help=say("Sentences instead of drawings, no colours: for screen readers and logs.")
    ),
]

# Games

Game = Annotated[str, Parameter(help=say("mole-hill, mole-company or buddel-bande."))]
OptionalGame = Annotated[str | None, Parameter(help=say("mole-hill, mole-company or buddel-bande."))]
Players = Annotated[int | None, Parameter(help=say("How many play."))]
Preset = Annotated[str | None, Parameter(help=say("The rule sheet to play by: see `moleworks games`."))]
Options = Annotated[
    list[str] | None,
    Parameter(help=say("A rule to change, as name=value; may be repeated."), negative=""),
]
Board = Annotated[str | None, Parameter(help=say("A board by name, or the path of a file of your own."))]

# Records and effort

RecordFile = Annotated[Path, Parameter(help=say("A record, as `save` wrote it."))]
Level = Annotated[
    int | None, Parameter(help=say("Think like the computer on this level: 1 to 7, the strongest."))
]
Seconds = Annotated[float | None, Parameter(help=say("How many seconds to think about each action."))]

# Many games

Processes = Annotated[int | None, Parameter(help=say("How many games at once; usually one for each core."))]
Plots = Annotated[Path | None, Parameter(help=say("Also write a page with plots to this file."))]
Table = Annotated[Path | None, Parameter(help=say("Also write all games as a table to this file."))]


def split_list(text: str | None) -> tuple[str, ...]:
    """Split a comma-separated list."""
    return tuple(part.strip() for part in text.split(",")) if text else ()


def read_record(file: Path, words: Language) -> Record:
    """Read a record file; a complaint says where in the file something is wrong."""
    text = read_text(file)
    try:
        return read(text)
    except Complaint as complaint:
        raise Complaint(N_("{path}, {complaint}"), path=file, complaint=words.tell(complaint)) from complaint


def effort(level: int | None, seconds: float | None) -> Effort | None:
    """The effort from a level or seconds, if given."""
    if level is not None and seconds is not None:
        raise Complaint(N_("Give either a level or seconds, not both."))
    setup.check_level(level)
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise Complaint(
            N_("Seconds are a number above 0 and up to {most}, not {given}."),
            most=MOST_SECONDS,
            given=seconds,
        )
    return None if level is None and seconds is None else Effort(level=level, seconds=seconds)
