"""Writing a board down as the TOML file it could have been read from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def written(values: Mapping[str, Any]) -> str:
    """The text of a board file; a table in a list of tables gets a heading of its own.

    >>> print(written({"game": "buddel-bande", "title": {"en": "A walk"}, "track": "clf"}), end="")
    game = "buddel-bande"
    title = { en = "A walk" }
    track = "clf"
    """
    tables = {field: value for field, value in values.items() if _tables(value)}
    lines = [f"{field} = {_value(value)}" for field, value in values.items() if field not in tables]
    for field, parts in tables.items():
        for part in parts:
            lines += ["", f"[[{field}]]", *_fields(part)]
    return "\n".join(lines) + "\n"


def _tables(value: object) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(part, Mapping) for part in value)
    )


def _fields(table: Mapping[str, Any]) -> Iterator[str]:
    for field, value in table.items():
        yield f"{field} = {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_fields(value))} }}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    # What JSON writes of a text or a number, TOML reads; it knows no surrogates, so letters stay as they are.
    return json.dumps(value, ensure_ascii=False)
