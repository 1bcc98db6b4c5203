"""Write the exported function of a kernel as LLVM text: it reads a row of words and calls the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba import types

from moleworks.core.wasm_kernels import FLOAT, FLOATS, INTEGER, INTEGERS, ExportedKernel

SIZE = 8
"""Bytes of a word."""


def described(signature: Any) -> ExportedKernel:
    """How Python calls a kernel with these types."""
    return ExportedKernel(
        "".join(_letter(kind) for kind in _flat(signature.args)), _result(signature.return_type)
    )


def written(name: str, symbol: str, signature: Any) -> str:
    """The LLVM text of a module with the exported function and a declaration of the kernel.

    A kernel of Numba takes an address for its result and one for an exception, and an array as seven values:
    two of Numba's own, the number of items, their size, their address, and shape and stride of the only axis.
    """
    lines: list[str] = []
    values: list[str] = []
    word = 0
    for kind in _flat(signature.args):
        letter = _letter(kind)
        first = f"%word{word}"
        lines += _load(word)
        word += 1
        if letter == INTEGER:
            values.append(f"i64 {first}")
        elif letter == FLOAT:
            lines.append(f"{first}.float = bitcast i64 {first} to double")
            values.append(f"double {first}.float")
        else:
            lines += _load(word)
            lines.append(f"{first}.place = inttoptr i64 {first} to ptr")
            values += [
                "ptr null", "ptr null", f"i64 %word{word}", f"i64 {SIZE}", f"ptr {first}.place",
                f"i64 %word{word}", f"i64 {SIZE}",
            ]  # fmt: skip
            word += 1
    fields = _result_fields(signature.return_type)
    stored = "i64" if fields is None else f"[{fields} x i64]"
    arguments = ", ".join(["ptr %result", "ptr %exception", *values])
    kinds = ", ".join(value.split()[0] for value in arguments.split(", "))
    lines += [
        f"%result = alloca {stored}",
        "%exception = alloca ptr",
        f'%status = call i32 @"{symbol}"({arguments})',
        f"%found = load {stored}, ptr %result",
        f"store {stored} %found, ptr %row",
        "ret i32 %status",
    ]
    body = "\n  ".join(lines)
    return f'declare i32 @"{symbol}"({kinds})\n\ndefine i32 @"{name}"(ptr %row) {{\n  {body}\n}}\n'


def _load(word: int) -> Iterator[str]:
    yield f"%at{word} = getelementptr i64, ptr %row, i32 {word}"
    yield f"%word{word} = load i64, ptr %at{word}"


def _flat(kinds: Any) -> Iterator[Any]:
    """The types of numbers and arrays, with those in named tuples in turn."""
    for kind in kinds:
        if isinstance(kind, types.BaseTuple):
            yield from _flat(kind.types)
        else:
            yield kind


def _letter(kind: Any) -> str:
    if isinstance(kind, types.Array) and (kind.ndim, kind.layout) == (1, "C"):
        if kind.dtype == types.int64:
            return INTEGERS
        if kind.dtype == types.float64:
            return FLOATS
    if kind == types.int64:
        return INTEGER
    if kind == types.float64:
        return FLOAT
    raise TypeError(f"An exported kernel takes 64-bit numbers and arrays of them, not {kind}.")


def _result(kind: Any) -> str | None:
    if kind == types.int64:
        return None
    if isinstance(kind, types.NamedUniTuple) and kind.dtype == types.int64:
        made = kind.instance_class
        return f"{made.__module__}:{made.__qualname__}"
    raise TypeError(f"An exported kernel returns an int or a named tuple of ints, not {kind}.")


def _result_fields(kind: Any) -> int | None:
    return None if kind == types.int64 else int(kind.count)
