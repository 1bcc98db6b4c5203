"""The back end for WebAssembly: calls kernels in a module that `scripts/wasm` built.

Pyodide loads the module into its own memory, so an array is passed by its address. Each kernel has an
exported function that takes the address of a row of 64-bit words: an integer or a float is one word, an array
is two (its address and its length), a named tuple is its fields in turn. The result is written to the
beginning of the row.
"""

from __future__ import annotations

import ctypes
import json
import struct
import types
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, cast

INTEGER, FLOAT, INTEGERS, FLOATS = "ifIF"
"""Kinds of arguments: numbers, and arrays of them."""

_FLOAT, _WORD = struct.Struct("d"), struct.Struct("q")


class ExportedKernel(NamedTuple):
    """How to call a kernel of the module."""

    arguments: str
    """The kind of each argument, with the fields of named tuples in turn."""
    result: str | None
    """`package.module:class` of a result that is a named tuple of ints; None for an int."""


class WasmKernels:
    """The kernels of a WebAssembly module, or of any library with the same exported functions."""

    def __init__(
        self, exported: Mapping[str, ExportedKernel], find: Callable[[str], Callable[[Any], int]]
    ) -> None:
        self._exported, self._find = exported, find

    def available(self) -> bool:
        """The module is loaded."""
        return True

    def has_arrays(self) -> bool:
        """They are those of ctypes."""
        return True

    def native(self, function: Callable[..., Any]) -> Callable[..., Any] | None:
        """The function of the module that runs this kernel; None if there is none."""
        name = export_name(function)
        kernel = self._exported.get(name)
        return _caller(name, kernel, self._find(name)) if kernel else None

    def is_ready(self, function: Callable[..., Any]) -> bool:
        """The module is loaded at once, so what it has is ready."""
        return export_name(function) in self._exported

    def array(self, values: Sequence[int]) -> MutableSequence[int]:
        """An array of these integers, in the memory that the module shares."""
        return cast("MutableSequence[int]", (ctypes.c_int64 * len(values))(*values))

    def zeros(self, size: int) -> MutableSequence[int]:
        """An array of integers, all 0."""
        return cast("MutableSequence[int]", (ctypes.c_int64 * size)())

    def float_zeros(self, size: int) -> MutableSequence[float]:
        """An array of floats, all 0."""
        return cast("MutableSequence[float]", (ctypes.c_double * size)())


def load(module: Path) -> WasmKernels:
    """Load a module that `scripts/wasm` built; the list of its kernels lies beside it."""
    listed = json.loads(module.with_suffix(".json").read_text("utf-8"))
    exported = {name: ExportedKernel(**kernel) for name, kernel in listed["kernels"].items()}
    library = ctypes.CDLL(str(module))
    return WasmKernels(exported, lambda name: cast("Callable[[Any], int]", library[name]))


def export_name(function: Callable[..., Any]) -> str:
    """The name of a kernel in the module."""
    return f"{function.__module__}.{function.__qualname__}"


def _caller(name: str, kernel: ExportedKernel, exported: Callable[[Any], int]) -> Callable[..., Any]:
    """A function with the arguments and the result of the kernel."""
    size = sum(2 if kind in (INTEGERS, FLOATS) else 1 for kind in kernel.arguments)
    kind = _class(kernel.result) if kernel.result else None
    fields = len(cast(Any, kind)._fields) if kind else 1
    row_type = ctypes.c_int64 * max(size, fields)
    words_of = _READERS

    def call(*arguments: Any) -> Any:
        words: list[int] = []
        given = tuple(_fields(arguments))
        if len(given) != len(kernel.arguments):
            raise TypeError(f"{name} takes {len(kernel.arguments)} numbers and arrays, not {len(given)}")
        for letter, value in zip(kernel.arguments, given):
            words_of[letter](value, words)
        row = row_type(*words)
        if failed := exported(row):
            raise RuntimeError(f"{name} failed with status {failed}")
        return row[0] if kind is None else kind(*row[:fields])

    return call


def _class(path: str) -> Callable[..., Any]:
    module, _, name = path.partition(":")
    return cast("Callable[..., Any]", getattr(import_module(module), name))


def _fields(arguments: Iterable[Any]) -> Iterable[Any]:
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from _fields(argument)
        else:
            yield argument


def _integer(value: Any, words: list[int]) -> None:
    words.append(value)


def _float(value: Any, words: list[int]) -> None:
    words.extend(_WORD.unpack(_FLOAT.pack(value)))


def _array(item: type[Any]) -> Callable[[Any, list[int]], None]:
    def read(value: Any, words: list[int]) -> None:
        if not isinstance(value, ctypes.Array) or value._type_ is not item:
            raise TypeError(f"an array of {item.__name__} is needed, not {type(value).__name__}")
        words.append(ctypes.addressof(value))
        words.append(len(value))

    return read


_READERS: Mapping[str, Callable[[Any, list[int]], None]] = types.MappingProxyType(
    {INTEGER: _integer, FLOAT: _float, INTEGERS: _array(ctypes.c_int64), FLOATS: _array(ctypes.c_double)}
)
"""By kind of argument: appends its words."""
