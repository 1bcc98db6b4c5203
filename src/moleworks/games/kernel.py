"""`@kernel`: one source of rules, run by CPython as it stands and compiled by Numba where that is installed.

A kernel is an ordinary function; the decorator hands it back untouched, so interpreted rules cost nothing
extra and importing them loads nothing. `compiled(function)` builds the native twin at its first use: the same
code object, with every kernel it calls replaced by that kernel's own twin.

Two things differ when compiled: signed overflow is undefined, so kernels keep to non-negative
63-bit integers; and tuples of numbers in a table become arrays (see `arrays`).
"""

from __future__ import annotations

import dis
import functools
import hashlib
import os
import shutil
import sys
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

KEPT = 24
"""How many folders of compiled twins stay on disk."""

_lock = threading.RLock()
"""Numba has one setting for where it keeps things; it is ours while a twin is made."""

_kernels: dict[Callable[..., Any], Callable[[], Any] | None] = {}


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as compilable; it stays the plain function it is."""
    _kernels[function] = None
    return function


def primitive(native: Callable[[], Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function that has a native form of its own, made by `native` when first compiled."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        _kernels[function] = native
        return function

    return mark


def over(function: Callable[P, R], name: str, **parts: object) -> Callable[P, R]:
    """The same kernel over other parts: so one loop serves several games, each with its own compiled twin.

    `parts` take the place of the globals of these names: modules with kernels in them, or kernels.
    """
    plain = cast(types.FunctionType, function)
    twin = types.FunctionType(plain.__code__, {**plain.__globals__, **parts}, plain.__name__)
    # Numba keeps twins on disk by this name.
    twin.__module__, twin.__qualname__ = plain.__module__, f"{plain.__qualname__}_{name.replace('-', '_')}"
    twin.__doc__ = plain.__doc__
    return kernel(cast("Callable[P, R]", twin))


def available() -> bool:
    """Whether Numba can be imported here and may compile (it is imported to find out)."""
    try:
        from numba import config  # noqa: PLC0415
    except ImportError:
        return False
    return not config.DISABLE_JIT


@functools.cache
def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The native twin of a kernel: same arguments, same results. Without Numba it is the kernel itself.

    Arguments must hold arrays where the interpreted form holds tuples of ints: see `arrays`.
    """
    native = _kernels[function]
    if not available():
        return function
    if native is not None:
        return cast("Callable[P, R]", native())
    from numba import njit  # noqa: PLC0415

    plain = cast(types.FunctionType, function)
    linked = _linked(plain)
    with _cache_folder(plain) as keeps:
        build = njit(cache=keeps, nogil=True, error_model="numpy", forceinline=True)
        return cast("Callable[P, R]", build(linked))


def kept(function: Callable[..., Any]) -> bool:
    """Whether twins of the kernels in the same file were compiled another day; Numba is not asked.

    It takes a second to load them, where to compile them takes half a minute.
    """
    source = cast(types.FunctionType, function).__code__.co_filename
    folder = _folder(source, os.environ.get("NUMBA_CACHE_DIR", ""))
    return folder is not None and any(Path(folder).rglob("*.nbi"))


def arrays(table: Any) -> Any:
    """A named tuple of ints and tuples of ints, with arrays in the place of the tuples."""
    import numpy  # noqa: PLC0415

    return type(table)(
        *(numpy.array(value, dtype=numpy.int64) if isinstance(value, tuple) else value for value in table)
    )


def _linked(function: types.FunctionType) -> types.FunctionType:
    """The function again, seeing the compiled twins of the kernels it names."""
    seen = {
        name: _twin(function.__globals__[name])
        for name in _names(function.__code__)
        if name in function.__globals__
    }
    twin = types.FunctionType(
        function.__code__, {**function.__globals__, **seen}, function.__name__, function.__defaults__
    )
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


def _twin(value: Any) -> Any:
    """What compiled code sees in the place of a global: kernels, and modules with their kernels, compiled."""
    if isinstance(value, types.FunctionType) and value in _kernels:
        return compiled(value)
    if isinstance(value, types.ModuleType) and _kernels.keys() & set(_functions(value).values()):
        return _module_twin(value)
    return value


@functools.cache
def _module_twin(module: types.ModuleType) -> types.ModuleType:
    twin = types.ModuleType(module.__name__)
    vars(twin).update(vars(module) | {name: _twin(value) for name, value in _functions(module).items()})
    return twin


def _functions(module: types.ModuleType) -> dict[str, types.FunctionType]:
    return {name: value for name, value in vars(module).items() if isinstance(value, types.FunctionType)}


def _names(code: types.CodeType) -> set[str]:
    """The globals a function reads; names of fields do not count."""
    return {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}


@contextmanager
def _cache_folder(function: types.FunctionType) -> Iterator[bool]:
    """Whether twins can be kept on disk, and meanwhile Numba knows where.

    Numba would keep a stale twin when a kernel in another file changed: so a folder for each text of all.
    """
    from numba import config  # noqa: PLC0415

    with _lock:
        before = config.CACHE_DIR
        folder = _folder(function.__code__.co_filename, before)
        config.CACHE_DIR = folder or before
        try:
            yield bool(folder)
        finally:
            config.CACHE_DIR = before


@functools.cache
def _folder(source: str, chosen: str) -> str | None:
    """Where twins of the kernels in a source file are kept; None if nothing can be written there."""
    try:
        home = Path(chosen) if chosen else _user_cache() / "moleworks"
        folder = home / "kernels" / _fingerprint(Path(source))
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _forget(folder.parent)
    except (OSError, RuntimeError):  # no home, or not ours to write in
        return None
    return str(folder) if os.access(folder, os.W_OK) else None


def _fingerprint(source: Path) -> str:
    """The same for the same text of all that a kernel in that file may call or read.

    That is the rules, the kernels that all players share, and whatever lies beside the file; for a file that
    is not of this package, such as a benchmark, all players.
    """
    digest = hashlib.sha256(sys.version.encode())
    house = Path(__file__).parents[1]
    shared = {*(house / "games").rglob("*.py"), *(house / "players").glob("*.py")}
    for file in sorted({source, *shared, *_beside(source, house)}):
        if file.is_file():  # what is typed into Python's prompt has none
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _beside(source: Path, house: Path) -> list[Path]:
    if house in source.parents:
        return list(source.parent.glob("*.py"))
    return list((house / "players").rglob("*.py")) if source.is_file() else []


def _forget(folder: Path) -> None:
    """Keep the twins of the last few texts; older ones are of no use any more."""
    by_age = sorted(folder.iterdir(), key=lambda kept: kept.stat().st_mtime, reverse=True)
    for old in by_age[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
