"""`@kernel` marks functions that Numba can compile; `compiled` gives their native versions.

The decorator returns the function unchanged, so interpreted rules are not slowed down and importing them does
not import Numba. `compiled(function)` compiles the same code object at its first use; the kernels that it
calls are replaced by their compiled versions. `use` chooses another back end, such as that for WebAssembly.

Compiled kernels differ in two ways. Signed overflow is undefined, so kernels use non-negative 63-bit integers
only. Tuples of numbers in a table have to be arrays (see `arrays`).
"""

from __future__ import annotations

import dis
import functools
import os
import re
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

MAX_FOLDERS = 160
"""How many folders of compiled kernels stay on disk: there is one for each version of a file with kernels."""

NATIVE_FORMS = "numba_*.py"
"""Files beside this one, imported inside functions, so that no import at the top of a module leads there."""

IMPORT = re.compile(r"^from ([\w.]+) import (\([^)]*\)|[^\n(]*)", re.MULTILINE)
WORD = re.compile(r"\w+")

_lock = threading.RLock()
"""Numba's cache folder is a global setting; we change it while a kernel is compiled."""

_kernels: dict[Callable[..., Any], Callable[[], Any] | None] = {}


class BackEnd(Protocol):
    """Runs kernels in its own way, and makes the arrays of 64-bit numbers that they take."""

    def available(self) -> bool:
        """Whether it can run kernels here."""

    def native(self, function: Callable[..., Any]) -> Callable[..., Any] | None:
        """What runs this kernel; None if it has to run interpreted."""

    def is_ready(self, function: Callable[..., Any]) -> bool:
        """Whether this kernel need not be compiled first. This loads no compiler."""

    def has_arrays(self) -> bool:
        """Whether it can make arrays here. This loads nothing."""

    def array(self, values: Sequence[int]) -> MutableSequence[int]:
        """An array of these integers."""

    def zeros(self, size: int) -> MutableSequence[int]:
        """An array of integers, all 0."""

    def float_zeros(self, size: int) -> MutableSequence[float]:
        """An array of floats, all 0."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as compilable, and return it unchanged."""
    _kernels[function] = None
    return function


def primitive(native: Callable[[], Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function that has a separate native implementation, which `native` returns."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        _kernels[function] = native
        return function

    return mark


def specialize(function: Callable[P, R], name: str, **parts: object) -> Callable[P, R]:
    """A copy of a kernel with some globals replaced, so that one loop can be compiled for each game.

    `parts` replace the globals of these names: kernels, or modules that contain kernels.
    """
    plain = cast(types.FunctionType, function)
    copy = types.FunctionType(plain.__code__, {**plain.__globals__, **parts}, plain.__name__)
    # The name of the file in Numba's cache.
    copy.__module__, copy.__qualname__ = plain.__module__, f"{plain.__qualname__}_{name.replace('-', '_')}"
    copy.__doc__ = plain.__doc__
    return kernel(cast("Callable[P, R]", copy))


def use(back_end: BackEnd) -> None:
    """Choose what runs kernels in place of Numba, before anything is compiled."""
    if compiled.cache_info().currsize:
        raise RuntimeError("The back end has to be chosen before the first kernel is compiled.")
    _in_use[:] = [back_end]


def back_end() -> BackEnd:
    """What runs kernels: Numba, if `use` has not chosen another one."""
    return _in_use[0]


def available() -> bool:
    """Whether kernels can run compiled. If Numba runs them, this imports it."""
    return back_end().available()


@functools.cache
def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The native version of a kernel, with the same arguments and results; without one, the kernel itself.

    Arguments must contain arrays in place of tuples of ints: see `arrays`.
    """
    if function not in _kernels:
        raise KeyError(function)
    return cast("Callable[P, R]", back_end().native(function) or function)


def arrays(table: Any) -> Any:
    """Convert the tuples in a named tuple of ints and tuples of numbers to arrays."""
    convert = back_end().array
    return type(table)(*(convert(value) if isinstance(value, tuple) else value for value in table))


class NumbaKernels:
    """The back end that compiles kernels with Numba, if that is installed; its arrays are NumPy's."""

    def available(self) -> bool:
        """Whether Numba is installed and its compiler is enabled. This imports Numba."""
        try:
            from numba import config  # noqa: PLC0415
        except ImportError:
            return False
        return not config.DISABLE_JIT

    def native(self, function: Callable[..., Any]) -> Callable[..., Any] | None:
        """A dispatcher of Numba, which compiles when it is called."""
        return compiled_by_numba(function) if self.available() else None

    def is_ready(self, function: Callable[..., Any]) -> bool:
        """Whether the disk cache has it."""
        return is_cached(function)

    def has_arrays(self) -> bool:
        """Whether NumPy is installed. This does not import it."""
        return find_spec("numpy") is not None

    def array(self, values: Sequence[int]) -> MutableSequence[int]:
        """An array of these integers."""
        import numpy  # noqa: PLC0415

        return cast("MutableSequence[int]", numpy.array(values, dtype=numpy.int64))

    def zeros(self, size: int) -> MutableSequence[int]:
        """An array of integers, all 0."""
        import numpy  # noqa: PLC0415

        return cast("MutableSequence[int]", numpy.zeros(size, dtype=numpy.int64))

    def float_zeros(self, size: int) -> MutableSequence[float]:
        """An array of floats, all 0."""
        import numpy  # noqa: PLC0415

        return cast("MutableSequence[float]", numpy.zeros(size))


_in_use: list[BackEnd] = [NumbaKernels()]
"""One item: the back end in use."""


@functools.cache
def compiled_by_numba(function: Callable[..., Any]) -> Callable[..., Any]:
    """The dispatcher of Numba for a kernel."""
    native = _kernels[function]
    if native is not None:
        return cast("Callable[..., Any]", native())
    from numba import njit  # noqa: PLC0415

    plain = cast(types.FunctionType, function)
    linked = link(plain, compiled_by_numba)
    with _cache_folder(plain) as writable:
        build = njit(cache=writable, nogil=True, error_model="numpy", forceinline=True)
        return cast("Callable[..., Any]", build(linked))


def is_cached(function: Callable[..., Any]) -> bool:
    """Whether the disk cache has compiled kernels of the same file. This does not import Numba.

    Loading them takes a second, compiling them half a minute.
    """
    sources = _sources(cast(types.FunctionType, function))
    folder = _folder(sources, os.environ.get("NUMBA_CACHE_DIR", ""))
    return folder is not None and any(Path(folder).rglob("*.nbi"))


def is_kernel(value: object) -> bool:
    """Whether this is a function that `kernel` or `primitive` has marked."""
    return isinstance(value, types.FunctionType) and value in _kernels


Build = Callable[[Callable[..., Any]], Any]
"""Makes the version of a kernel that runs on some processor: `compiled`, for example."""


def link(function: types.FunctionType, build: Build) -> types.FunctionType:
    """A copy of the function whose globals are the versions that `build` makes of the kernels it calls."""
    seen = {
        name: _built_global(function.__globals__[name], build)
        for name in _names(function.__code__)
        if name in function.__globals__
    }
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **seen}, function.__name__, function.__defaults__
    )
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _built_global(value: Any, build: Build) -> Any:
    """The value of a global for compiled code: kernels, and the kernels in modules, are compiled."""
    if is_kernel(value):
        return build(value)
    if isinstance(value, types.ModuleType) and _has_kernels(value):
        return _built_module(value, build)
    return value


@functools.cache
def _built_module(module: types.ModuleType, build: Build) -> types.ModuleType:
    copy = types.ModuleType(module.__name__)
    vars(copy).update(
        vars(module) | {name: _built_global(value, build) for name, value in _functions(module).items()}
    )
    return copy


def _has_kernels(module: types.ModuleType) -> bool:
    return bool(_kernels.keys() & set(_functions(module).values()))


def _functions(module: types.ModuleType) -> dict[str, types.FunctionType]:
    return {name: value for name, value in vars(module).items() if isinstance(value, types.FunctionType)}


def _names(code: types.CodeType) -> set[str]:
    """The names of the globals that a function reads."""
    return {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}


@contextmanager
def _cache_folder(function: types.FunctionType) -> Iterator[bool]:
    """Set Numba's cache folder for a kernel; the value is whether it is writable.

    Numba does not notice changes of kernels in other files, so each version of the sources has a folder.
    """
    from numba import config  # noqa: PLC0415

    with _lock:
        before = config.CACHE_DIR
        folder = _folder(_sources(function), before)
        config.CACHE_DIR = folder or before
        try:
            yield bool(folder)
        finally:
            config.CACHE_DIR = before


@functools.cache
def _folder(sources: frozenset[Path], chosen: str) -> str | None:
    """The cache folder for kernels in these files; None if it is not writable."""
    try:
        home = Path(chosen) if chosen else _user_cache() / "moleworks"
        folder = home / "kernels" / _fingerprint(sources)
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _delete_old_folders(folder.parent)
    except (OSError, RuntimeError):  # there is no home, or it is read-only
        return None
    return str(folder) if os.access(folder, os.W_OK) else None


def _sources(function: types.FunctionType) -> frozenset[Path]:
    """The files of a kernel and of the kernels it calls, also those that `specialize` put in."""
    found, waiting, seen = set(), [function], set()
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        found.add(Path(part.__code__.co_filename))
        for name in _names(part.__code__):
            value = part.__globals__.get(name)
            if isinstance(value, types.FunctionType) and value in _kernels:
                waiting.append(value)
            elif isinstance(value, types.ModuleType):
                waiting += [function for function in _functions(value).values() if function in _kernels]
    return frozenset(found)


def _fingerprint(sources: frozenset[Path]) -> str:
    """A hash of all source code that kernels in these files can call.

    That is the files and all modules that they import, directly or not, of their own package and of this one;
    and the JSON files beside them, because a kernel can contain numbers that a module has read.
    """
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and the rules run without compiling

    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(_reachable_files(sources)):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def source_files(functions: Iterable[Callable[..., Any]]) -> set[Path]:
    """The files that decide what these kernels do: all code that they can call, and numbers beside it."""
    kernels = [cast(types.FunctionType, function) for function in functions]
    return _reachable_files(frozenset().union(*map(_sources, kernels)))


def _reachable_files(sources: frozenset[Path]) -> set[Path]:
    modules = _import_closure(sources)
    return modules | _data_files(modules)


def _import_closure(sources: frozenset[Path]) -> set[Path]:
    """The files and the files of all modules that they import, without other packages."""
    names_by_file = {
        str(module.__file__): name
        for name, module in tuple(sys.modules.items())
        if getattr(module, "__file__", None)
    }
    modules = {__name__, *(names_by_file.get(str(source), "") for source in sources)}
    packages = {module.partition(".")[0] for module in modules}
    found: set[Path] = set()
    waiting = [*sources, Path(__file__), *Path(__file__).parent.glob(NATIVE_FORMS)]
    while waiting:
        file = waiting.pop()
        if file in found or not file.is_file():  # code typed at the prompt has no file
            continue
        found.add(file)
        for package, names in IMPORT.findall(file.read_text("utf-8")):
            if package.partition(".")[0] in packages:
                candidates = (package, *(f"{package}.{name}" for name in WORD.findall(names)))
                waiting += [
                    Path(module.__file__)
                    for name in candidates
                    if (module := sys.modules.get(name)) is not None and module.__file__
                ]
    return found


def _data_files(modules: set[Path]) -> set[Path]:
    """The files of numbers that the modules can read, such as learned weights."""
    return {file for folder in {module.parent for module in modules} for file in folder.glob("*.json")}


def _delete_old_folders(folder: Path) -> None:
    """Keep the folders that were used last."""
    import shutil  # noqa: PLC0415 - the rules run without compiling, and should load quickly

    by_age = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[MAX_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
