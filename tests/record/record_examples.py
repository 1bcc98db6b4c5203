"""Example records, and helpers to change them and read the error."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks.record import Match, Record, RecordError, read, write
from tests.games.action_names import legal_names
from tests.games.digging_policy import digging_policy

HILL = """\
[Game "mole-hill"]
[Preset "blatz"]
[Options "start=anywhere diagonal=path rounds=1"]
[Board "classic"]
[Players "2"]
[Seat0 "Lina"]
[Seat1 "Max"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1.0"]

1. e1 2. e1|f1 {Not there!} 3. d2 *
"""

BAND = """\
[Game "buddel-bande"]
[Preset "goldsieber"]
[Options "know_own=true either=choose turn_limit=1000"]
[Board "stroll"]
[Players "2"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1.0"]

1. deal:S=01 deal:M=10 deal:L=01 2. =Sc S1>1 3. =Dl dog>2 4. =Mf *
"""

COMPANY = """\
[Game "mole-company"]
[Preset "ravensburger"]
[Options "specials=true all_home=must-wait reshuffle=6 final_paths=solid turn_limit=1000"]
[Board "burrow"]
[Rotations "0 0 0 0"]
[Players "2"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1.0"]

1. a1 2. a3 3. b1 4. b2 5. c1 6. c2 7. c3 8. e5 9. =2 c3-c5 10. =1 *
"""

ALL = (HILL, COMPANY, BAND)


def changed_record(text: str, old: str, new: str) -> str:
    """The text with one thing changed, which is there once."""
    assert text.count(old) == 1
    return text.replace(old, new)


def record_error(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        read(text)
    told = str(error.value)
    assert told.startswith(f"line {error.value.line}, column {error.value.column}: ")
    return error.value


def error_parts(text: str) -> tuple[int, int, str]:
    """Line, column and reason."""
    error = record_error(text)
    return error.line, error.column, str(error.message)


def error_place(text: str, word: str) -> tuple[int, int]:
    """Line and column of a word that is there once, as an editor counts them."""
    assert text.count(word) == 1
    before = text[: text.index(word)]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def whole_game(game: str, seed: int, **setup: Any) -> Match:
    """A game played at random, to its end."""
    match, random = Match.begin(game, **setup), Random(seed)
    while names := legal_names(match.game, match.state):
        view = match.game.view(match.state, None)
        match.play(
            [digging_policy(view, names, random.choice) if game == "mole-company" else random.choice(names)]
        )
    return match


def round_trip(record: Record) -> str:
    """The text, which reading and writing leave as it is."""
    text = write(record)
    assert write(read(text)) == text
    return text
