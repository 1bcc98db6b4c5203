"""Read a record; errors say what is wrong in which line and column."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from moleworks.core.game import MAX_PLAYERS, AnyGame, Value
from moleworks.core.messages import N_, BadSetup, Complaint, Message, Refused
from moleworks.core.registry import GAMES
from moleworks.record.match import CannotPlay, Match
from moleworks.record.record import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    LONGEST_RECORD,
    LONGEST_TAG,
    MOST_ACTIONS,
    TAGS,
    Record,
    result,
    turn_starts,
)

TAG = re.compile(r'\[([A-Za-z0-9]{1,20}) "((?:[^"\\]|\\["\\])*)"\]')
NUMBER = re.compile(r"([1-9][0-9]{0,5})\.")
ESCAPE = re.compile(r'\\(["\\])')
WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")
VERSION = re.compile(r"[0-9]{1,4}(?:\.[0-9A-Za-z+-]{1,12}){1,5}")
RESULTS = re.compile(rf"\*|draw|none|[0-{MAX_PLAYERS - 1}]")
TAG_OF_PART = {"players": "Players", "preset": "Preset", "options": "Options", "rotations": "Rotations"}
"""The tag for each part of a set-up."""
REQUIRED = ("Game", "Preset", "Options", "Board", "Players", "Date", "Result", "Version")


class RecordError(Complaint):
    """A text that is not a record, with the line and column of the first error, both from 1."""

    def __init__(self, line: int, column: int, text: str, **values: object) -> None:
        self.line, self.column = line, column
        self.place = Message(N_("line {line}, column {column}"), {"line": line, "column": column})
        super().__init__(text, **values)


class Token(NamedTuple):
    """A word of a record and where it stands."""

    text: str
    line: int
    column: int

    def refuse(self, text: str, **values: object) -> NoReturn:
        """Raise a `RecordError` that points at this word."""
        raise RecordError(self.line, self.column, text, **values)


def read(text: str) -> Record:
    """Parse a record; raises `RecordError`."""
    if len(text) > LONGEST_RECORD:
        raise RecordError(1, 1, N_("A record has at most {most} letters."), most=LONGEST_RECORD)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    tags, rest = _tags(lines)
    match = _match(tags, Token("", min(rest + 1, len(lines)), 1))
    comments = _play(match, list(_tokens(lines, rest)), tags["Result"])
    seats = _seats(tags, match.setup.players)
    return Record(match, seats, _date(tags["Date"]), _match_pattern(tags["Version"], VERSION), comments)


def _tags(lines: list[str]) -> tuple[dict[str, Token], int]:
    """The tags, and the index of the line after them."""
    tags: dict[str, Token] = {}
    for index, line in enumerate(lines):
        here = Token(line, index + 1, 1)
        if not line.strip():
            if tags:
                return tags, index + 1
            continue
        if len(line) > LONGEST_TAG:
            here.refuse(N_("A tag has at most {most} letters."), most=LONGEST_TAG)
        found = TAG.fullmatch(line.rstrip())
        if not found:
            here.refuse(
                N_('A tag such as [Game "mole-hill"] is expected here, and an empty line after the last tag.')
            )
        name, value = found[1], ESCAPE.sub(r"\1", found[2])
        if name not in TAGS:
            here.refuse(N_("There is no tag {tag}; there are {known}."), tag=name, known=", ".join(TAGS))
        if name in tags:
            here.refuse(N_("The tag {tag} stands here a second time."), tag=name)
        if not value.isprintable():
            here.refuse(N_("A tag holds printable letters only."))
        tags[name] = Token(value, index + 1, len(name) + 4)
    return tags, len(lines)


def _match(tags: dict[str, Token], end: Token) -> Match:
    for name in REQUIRED:
        if name not in tags:
            end.refuse(N_("The tag {tag} is missing."), tag=name)
    game = tags["Game"]
    if game.text not in GAMES:
        game.refuse(N_("There is no game {game}; there are {known}."), game=game.text, known=", ".join(GAMES))
    rotations = tags.get("Rotations")
    if GAMES[game.text].rotating_boards and rotations is None:
        end.refuse(N_("The tag {tag} is missing."), tag="Rotations")
    try:
        return Match.begin(
            game.text,
            board=_board(tags["Board"]),
            players=_parse_int(tags["Players"], tags["Players"].text),
            preset=tags["Preset"].text,
            options=_options(tags["Options"], GAMES[game.text]),
            rotations=None
            if rotations is None
            else [_parse_int(rotations, part) for part in rotations.text.split(" ")],
        )
    except RecordError:
        raise
    except Complaint as error:
        about = error.about if isinstance(error, BadSetup) else "board"
        tag = tags[TAG_OF_PART.get(about, "Board")]
        text = N_("This cannot be set up: {reason}")
        raise RecordError(tag.line, tag.column, text, reason=error.message) from error


def _board(tag: Token) -> str | dict[str, object]:
    if not tag.text.startswith("{"):
        return tag.text
    try:
        board: dict[str, object] = json.loads(tag.text)
    except (ValueError, RecursionError):
        tag.refuse(N_("A whole board is written here as JSON, and this is not."))
    return board


def _parse_int(tag: Token, text: str) -> int:
    if not WHOLE.fullmatch(text):
        tag.refuse(N_("A whole number is expected here, not “{word}”."), word=text[:LONGEST_NAME])
    return int(text)


def _options(tag: Token, game: AnyGame) -> dict[str, Value]:
    options: dict[str, Value] = {}
    for part in tag.text.split():
        name, equals, value = part.partition("=")
        if not equals or name in options:
            tag.refuse(
                N_("Options are written name=value, each once: “{word}” is not."), word=part[:LONGEST_NAME]
            )
        options[name] = {"true": True, "false": False}.get(
            value, int(value) if WHOLE.fullmatch(value) else value
        )
    options = game.complete_options(options)
    for name in game.options:
        if name not in options:
            tag.refuse(N_("The option {option} is missing."), option=name)
    return options


def _seats(tags: dict[str, Token], players: int) -> tuple[str, ...]:
    given = [name for name in TAGS if name.startswith("Seat") and name in tags]
    if given and given != [f"Seat{seat}" for seat in range(players)]:
        tags[given[0]].refuse(
            N_("Either every seat has a name or none has: there are {players}."), players=players
        )
    for name in given:
        if not tags[name].text or len(tags[name].text) > LONGEST_NAME:
            tags[name].refuse(N_("A name has 1 to {most} letters."), most=LONGEST_NAME)
    return tuple(tags[name].text for name in given)


def _date(tag: Token) -> str:
    try:
        date = datetime.date.fromisoformat(tag.text).isoformat()
    except ValueError:
        date = None
    if date != tag.text:
        tag.refuse(N_("A date is written 2026-01-31."))
    return tag.text


def _match_pattern(tag: Token, pattern: re.Pattern[str]) -> str:
    if not pattern.fullmatch(tag.text):
        tag.refuse(N_("“{word}” is not written as this tag wants it."), word=tag.text[:LONGEST_NAME])
    return tag.text


def _tokens(lines: list[str], start: int) -> Iterator[Token]:
    """Turn numbers, actions, comments and the result. A comment is one token, also over several lines."""
    comment: list[str] = []
    first = Token("", 0, 0)
    for index in range(start, len(lines)):
        column = 0
        line = lines[index]
        while column < len(line):
            if comment:
                close = line.find("}", column)
                comment.append(line[column : close if close >= 0 else len(line)])
                column = close + 1 if close >= 0 else len(line)
                if close >= 0:
                    yield first._replace(text=" ".join(comment) + "}")
                    comment = []
            elif line[column].isspace():
                column += 1
            elif line[column] == "{":
                first = Token("", index + 1, column + 1)
                comment = ["{"]
                column += 1
            else:
                end = next(
                    (at for at in range(column, len(line)) if line[at].isspace() or line[at] == "{"),
                    len(line),
                )
                yield Token(line[column:end], index + 1, column + 1)
                column = end
    if comment:
        first.refuse(N_("This comment is not closed: its last brace is missing."))


def _play(match: Match, tokens: list[Token], tagged: Token) -> dict[int, str]:
    """Play the actions, and return the comments by the number of actions before them."""
    comments: dict[int, list[str]] = {}
    numbers: dict[int, Token] = {}
    actions: list[Token] = []
    end: Token | None = None
    for token in tokens:
        if token.text.startswith("{"):
            _add_comment(comments, match.ply, token)
        elif end is not None:
            token.refuse(N_("Nothing may follow the result."))
        elif NUMBER.fullmatch(token.text):
            if match.ply in numbers:
                _no_action_after(numbers[match.ply])
            numbers[match.ply] = token
        elif RESULTS.fullmatch(token.text):
            end = token
        else:
            _play_one(match, token)
            actions.append(token)
    _check_numbers(match, numbers, actions)
    _check_result(match, end, tagged, tokens[-1] if tokens else tagged)
    return {ply: " ".join(parts) for ply, parts in comments.items()}


def _add_comment(comments: dict[int, list[str]], ply: int, token: Token) -> None:
    """Join comments at the same place. The length is checked each time, so that this stays fast."""
    parts = token.text[1:-1].split()
    if not parts:
        return
    parts_here = comments.setdefault(ply, [])
    parts_here.append(" ".join(parts))
    if sum(len(part) + 1 for part in parts_here) > LONGEST_COMMENT + 1 or not _is_plain(parts_here[-1]):
        token.refuse(
            N_("A comment has at most {most} printable letters, and no brace inside."), most=LONGEST_COMMENT
        )


def _is_plain(text: str) -> bool:
    return text.isprintable() and "{" not in text


def _play_one(match: Match, token: Token) -> None:
    if match.ply >= MOST_ACTIONS:
        token.refuse(N_("A record has at most {most} actions."), most=MOST_ACTIONS)
    try:
        match.play([token.text])
    except CannotPlay as error:
        if isinstance(error.cause, Refused):
            text = N_("{action} is against rule {rule}: {reason}")
            rule = error.cause.refusal.rule
            raise RecordError(
                token.line, token.column, text, action=token.text, rule=rule, reason=error.message
            ) from error
        raise RecordError(token.line, token.column, error.message.text, **error.message.values) from error


def _check_numbers(match: Match, numbers: dict[int, Token], actions: list[Token]) -> None:
    """The number of a turn must stand before its first action, and nowhere else."""
    turn = 0
    for ply, starts in enumerate(turn_starts(match)):
        turn += starts
        number = numbers.pop(ply, None)
        if starts and not number:
            actions[ply].refuse(N_("The number {turn}. is missing here."), turn=turn)
        if number and not starts:
            number.refuse(N_("No turn begins here."))
        if number and number.text != f"{turn}.":
            number.refuse(N_("This is turn {turn}."), turn=turn)
    for number in numbers.values():
        _no_action_after(number)


def _no_action_after(number: Token) -> NoReturn:
    number.refuse(N_("An action is expected after the number {number}"), number=number.text)


def _check_result(match: Match, end: Token | None, tagged: Token, last: Token) -> None:
    if end is None:
        last.refuse(N_("A record ends with its result: {result}."), result=result(match))
    for token in (tagged, end):
        if token.text != result(match):
            token.refuse(N_("The result of these actions is {result}."), result=result(match))
