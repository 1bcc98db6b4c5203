"""Reading a record: strict, quick, and clear about what is wrong and where."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from moleworks.games import GAMES, BadSetup, Complaint, Message, Refused, Value
from moleworks.games.game import N_
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
RESULTS = re.compile(r"\*|draw|none|[0-3]")
SETTING = {"players": "Players", "preset": "Preset", "options": "Options", "rotations": "Rotations"}
"""The tag that sets each part of a set-up."""
NEEDED = ("Game", "Preset", "Options", "Board", "Players", "Date", "Result", "Version")


class RecordError(Complaint):
    """A text that is no record of a match, with the line and column where it goes wrong (both from 1)."""

    def __init__(self, line: int, column: int, text: str, **values: object) -> None:
        self.line, self.column = line, column
        self.place = Message(N_("line {line}, column {column}"), {"line": line, "column": column})
        super().__init__(text, **values)


class Word(NamedTuple):
    text: str
    line: int
    column: int

    def refuse(self, text: str, **values: object) -> NoReturn:
        raise RecordError(self.line, self.column, text, **values)


def read(text: str) -> Record:
    """The record in this text; `RecordError` says what is wrong with it."""
    if len(text) > LONGEST_RECORD:
        raise RecordError(1, 1, N_("A record has at most {most} letters."), most=LONGEST_RECORD)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    tags, rest = _tags(lines)
    match = _match(tags, Word("", min(rest + 1, len(lines)), 1))
    comments = _play(match, list(_words(lines, rest)), tags["Result"])
    seats = _seats(tags, match.setup.players)
    return Record(match, seats, _date(tags["Date"]), _fitting(tags["Version"], VERSION), comments)


def _tags(lines: list[str]) -> tuple[dict[str, Word], int]:
    """The tags, and the index of the line after them."""
    tags: dict[str, Word] = {}
    for index, line in enumerate(lines):
        here = Word(line, index + 1, 1)
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
        tags[name] = Word(value, index + 1, len(name) + 4)
    return tags, len(lines)


def _match(tags: dict[str, Word], end: Word) -> Match:
    for name in NEEDED:
        if name not in tags:
            end.refuse(N_("The tag {tag} is missing."), tag=name)
    game = tags["Game"]
    if game.text not in GAMES:
        game.refuse(N_("There is no game {game}; there are {known}."), game=game.text, known=", ".join(GAMES))
    rotations = tags.get("Rotations")
    if GAMES[game.text].turns and rotations is None:
        end.refuse(N_("The tag {tag} is missing."), tag="Rotations")
    try:
        return Match.begin(
            game.text,
            board=_board(tags["Board"]),
            players=_whole(tags["Players"], tags["Players"].text),
            preset=tags["Preset"].text,
            options=_options(tags["Options"], GAMES[game.text].options),
            rotations=None
            if rotations is None
            else [_whole(rotations, part) for part in rotations.text.split(" ")],
        )
    except RecordError:
        raise
    except Complaint as error:
        about = error.about if isinstance(error, BadSetup) else "board"
        tag = tags[SETTING.get(about, "Board")]
        text = N_("This cannot be set up: {reason}")
        raise RecordError(tag.line, tag.column, text, reason=error.message) from error


def _board(tag: Word) -> Any:
    if not tag.text.startswith("{"):
        return tag.text
    try:
        return json.loads(tag.text)
    except (ValueError, RecursionError):
        tag.refuse(N_("A whole board is written here as JSON, and this is not."))


def _whole(tag: Word, text: str) -> int:
    if not WHOLE.fullmatch(text):
        tag.refuse(N_("A whole number is expected here, not “{word}”."), word=text[:LONGEST_NAME])
    return int(text)


def _options(tag: Word, known: Iterable[str]) -> dict[str, Value]:
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
    for name in known:
        if name not in options:
            tag.refuse(N_("The option {option} is missing."), option=name)
    return options


def _seats(tags: dict[str, Word], players: int) -> tuple[str, ...]:
    given = [name for name in TAGS if name.startswith("Seat") and name in tags]
    if given and given != [f"Seat{seat}" for seat in range(players)]:
        tags[given[0]].refuse(
            N_("Either every seat has a name or none has: there are {players}."), players=players
        )
    for name in given:
        if not tags[name].text or len(tags[name].text) > LONGEST_NAME:
            tags[name].refuse(N_("A name has 1 to {most} letters."), most=LONGEST_NAME)
    return tuple(tags[name].text for name in given)


def _date(tag: Word) -> str:
    try:
        date = datetime.date.fromisoformat(tag.text).isoformat()
    except ValueError:
        date = None
    if date != tag.text:
        tag.refuse(N_("A date is written 2026-01-31."))
    return tag.text


def _fitting(tag: Word, pattern: re.Pattern[str]) -> str:
    if not pattern.fullmatch(tag.text):
        tag.refuse(N_("“{word}” is not written as this tag wants it."), word=tag.text[:LONGEST_NAME])
    return tag.text


def _words(lines: list[str], start: int) -> Iterator[Word]:
    """Numbers, actions, the result; a comment is one word, even over several lines."""
    comment: list[str] = []
    first = Word("", 0, 0)
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
                first = Word("", index + 1, column + 1)
                comment = ["{"]
                column += 1
            else:
                end = next(
                    (at for at in range(column, len(line)) if line[at].isspace() or line[at] == "{"),
                    len(line),
                )
                yield Word(line[column:end], index + 1, column + 1)
                column = end
    if comment:
        first.refuse(N_("This comment is not closed: its last brace is missing."))


def _play(match: Match, words: list[Word], tagged: Word) -> dict[int, str]:
    """Play the actions; the comments by the number of actions before them."""
    comments: dict[int, list[str]] = {}
    numbers: dict[int, Word] = {}
    actions: list[Word] = []
    end: Word | None = None
    for word in words:
        if word.text.startswith("{"):
            _keep_comment(comments, match.ply, word)
        elif end is not None:
            word.refuse(N_("Nothing may follow the result."))
        elif NUMBER.fullmatch(word.text):
            if match.ply in numbers:
                _no_action_after(numbers[match.ply])
            numbers[match.ply] = word
        elif RESULTS.fullmatch(word.text):
            end = word
        else:
            _play_one(match, word)
            actions.append(word)
    _check_numbers(match, numbers, actions)
    _check_result(match, end, tagged, words[-1] if words else tagged)
    return {ply: " ".join(parts) for ply, parts in comments.items()}


def _keep_comment(comments: dict[int, list[str]], ply: int, word: Word) -> None:
    """Comments at the same place become one; its length is checked as it grows, so that it stays quick."""
    parts = word.text[1:-1].split()
    if not parts:
        return
    kept = comments.setdefault(ply, [])
    kept.append(" ".join(parts))
    if sum(len(part) + 1 for part in kept) > LONGEST_COMMENT + 1 or not _is_plain(kept[-1]):
        word.refuse(
            N_("A comment has at most {most} printable letters, and no brace inside."), most=LONGEST_COMMENT
        )


def _is_plain(text: str) -> bool:
    return text.isprintable() and "{" not in text


def _play_one(match: Match, word: Word) -> None:
    if match.ply >= MOST_ACTIONS:
        word.refuse(N_("A record has at most {most} actions."), most=MOST_ACTIONS)
    try:
        match.play([word.text])
    except CannotPlay as error:
        if isinstance(error.cause, Refused):
            text = N_("{action} is against rule {rule}: {reason}")
            rule = error.cause.refusal.rule
            raise RecordError(
                word.line, word.column, text, action=word.text, rule=rule, reason=error.message
            ) from error
        raise RecordError(word.line, word.column, error.message.text, **error.message.values) from error


def _check_numbers(match: Match, numbers: dict[int, Word], actions: list[Word]) -> None:
    """A number stands before the first action of each turn, nowhere else, and is that turn's."""
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


def _no_action_after(number: Word) -> NoReturn:
    number.refuse(N_("An action is expected after the number {number}"), number=number.text)


def _check_result(match: Match, end: Word | None, tagged: Word, last: Word) -> None:
    if end is None:
        last.refuse(N_("A record ends with its result: {result}."), result=result(match))
    for word in (tagged, end):
        if word.text != result(match):
            word.refuse(N_("The result of these actions is {result}."), result=result(match))
