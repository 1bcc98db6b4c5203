"""Writing a record: always the same text for the same match."""

from __future__ import annotations

import json
from collections.abc import Iterator

from moleworks.games import Value
from moleworks.record.record import LINE, LONGEST_COMMENT, LONGEST_NAME, Record, result, turn_starts


def write(record: Record) -> str:
    """The record as text; `read` gives the same record back."""
    tags = "".join(f'[{tag} "{_escaped(value)}"]\n' for tag, value in _tags(record))
    return f"{tags}\n{_filled(_words(record))}"


def clean(text: str, longest: int) -> str:
    """A player's free text as one line that a record can hold."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split())[:longest].strip()


def option_text(value: Value) -> str:
    """
    >>> option_text(True), option_text(6), option_text("must-wait")
    ('true', '6', 'must-wait')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    match, setup = record.match, record.match.setup
    yield "Game", match.game.id
    yield "Preset", setup.preset
    yield "Options", " ".join(f"{name}={option_text(value)}" for name, value in setup.options.items())
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


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _words(record: Record) -> Iterator[str]:
    """Turn numbers, actions and the words of comments, as they follow each other."""
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


def _filled(words: Iterator[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line]) + "\n"
