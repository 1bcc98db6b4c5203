"""Write a record. The same record always gives the same text."""

from __future__ import annotations

import json
from collections.abc import Iterator

from moleworks.core.game import Value
from moleworks.record.record import LINE, LONGEST_COMMENT, LONGEST_NAME, Record, result, turn_starts


def write(record: Record) -> str:
    """The text of a record, the inverse of `read`."""
    tags = "".join(f'[{tag} "{_escape(value)}"]\n' for tag, value in _tags(record))
    return f"{tags}\n{_wrap(_tokens(record))}"


def clean(text: str, longest: int) -> str:
    """Make free text a single line without control characters, of limited length."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:longest].strip()


def option_text(value: Value) -> str:
    """The value of an option, as in records.

    >>> option_text(True), option_text(6), option_text("must-wait")
    ('true', '6', 'must-wait')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    match, setup = record.match, record.match.setup
    yield "Game", match.game.id
    yield "Preset", setup.preset
    options = match.game.stored_options(setup.options)
    yield "Options", " ".join(f"{name}={option_text(value)}" for name, value in options.items())
    board = match.board_data()
    yield (
        "Board",
        board if isinstance(board, str) else json.dumps(board, ensure_ascii=False, separators=(",", ":")),
    )
    if setup.rotations is not None:
        yield "Rotations", " ".join(map(str, setup.rotations))
    yield "Players", str(setup.players)
    for seat, name in enumerate(record.seats):
        yield f"Seat{seat}", clean(name, LONGEST_NAME) or "?"
    yield "Date", record.date
    yield "Result", result(match)
    yield "Version", record.version


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _tokens(record: Record) -> Iterator[str]:
    """Turn numbers, actions and the words of comments, in order."""
    match = record.match
    starts = turn_starts(match)
    turn = 0
    for ply, name in enumerate(match.names):
        yield from _comment(record, ply)
        if starts[ply]:
            turn += 1
        yield f"{turn}. {name}" if starts[ply] else name
    yield from _comment(record, match.ply)
    yield result(match)


def _comment(record: Record, ply: int) -> Iterator[str]:
    if text := clean(record.comments.get(ply, "").replace("{", "(").replace("}", ")"), LONGEST_COMMENT):
        yield from f"{{{text}}}".split()


def _wrap(words: Iterator[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line]) + "\n"
