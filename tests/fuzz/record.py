"""Fuzz the record reader: see `harness`."""

from __future__ import annotations

import sys

from tests.fuzz.harness import instrument_imports, run

with instrument_imports(__name__):
    from moleworks.record import Record, RecordError, read, write
    from moleworks.texts import LANGUAGES, language

from tests.record.record_examples import ALL, whole_game


def check(data: bytes) -> None:
    """A record that is read can be written and read again; an error has a text in every language."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        record = read(text)
    except RecordError as error:
        for code in LANGUAGES:
            language(code).tell(error)
        return
    kept = write(record)
    assert write(read(kept)) == kept


def seeds() -> list[bytes]:
    games = ("mole-hill", "mole-company", "buddel-bande")
    return [
        *(text.encode() for text in ALL),
        *(write(Record(whole_game(game, 1))).encode() for game in games),
    ]


if __name__ == "__main__":
    run(check, seeds(), sys.argv[1:])
