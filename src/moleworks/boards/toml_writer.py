"""Write board data as TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard


def to_toml(values: Mapping[str, object]) -> str:
    """The text of a board file; each table in a list of tables gets a heading.

    >>> print(to_toml({"game": "buddel-bande", "title": {"en": "A walk"}, "track": "clf"}), end="")
    game = "buddel-bande"
    title = { en = "A walk" }
    track = "clf"
    """
    tables = {field: value for field, value in values.items() if _is_list_of_tables(value)}
    lines = [f"{field} = {_value(value)}" for field, value in values.items() if field not in tables]
    for field, parts in tables.items():
        for part in parts:
            lines += ["", f"[[{field}]]", *_fields(part)]
    return "\n".join(lines) + "\n"


def _is_list_of_tables(value: object) -> TypeGuard[Sequence[Mapping[str, object]]]:
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(part, Mapping) for part in value)
    )


def _fields(table: Mapping[str, object]) -> Iterator[str]:
    for field, value in table.items():
        yield f"{field} = {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_fields(value))} }}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    # JSON strings and numbers are valid TOML, except for escaped surrogates.
    return json.dumps(value, ensure_ascii=False)
