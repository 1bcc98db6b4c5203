"""`@kernel`: the function itself, its compiled twin, and where twins are kept."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import config
from numba.core.registry import CPUDispatcher

from moleworks.games import bits
from moleworks.games import kernel as kernels
from moleworks.games.kernel import arrays, available, compiled, kernel
from moleworks.games.mole_hill import rules


@kernel
def doubled(n: int, times: int = 2) -> int:
    return n * times


@kernel
def quadrupled(n: int) -> int:
    return doubled(doubled(n))


@kernel
def size_of(word: int) -> int:
    return bits.count(word)  # a kernel of a module


class Numbers(NamedTuple):
    one: int
    many: tuple[int, ...]


@kernel
def picked(numbers: Numbers, place: int) -> int:
    return numbers.many[place] + numbers.one


def test_a_kernel_stays_the_plain_function_it_is() -> None:
    assert isinstance(doubled, FunctionType)
    assert kernel(doubled) is doubled


def test_the_twin_is_compiled_and_made_once() -> None:
    twin = compiled(doubled)
    assert isinstance(twin, CPUDispatcher)
    assert compiled(doubled) is twin
    assert twin(21) == doubled(21) == 42
    assert twin(7, 3) == doubled(7, 3) == 21


def test_what_a_kernel_calls_is_compiled_with_it() -> None:
    assert compiled(quadrupled)(5) == quadrupled(5) == 20
    assert compiled(size_of)(0b1011) == size_of(0b1011) == 3


def test_only_kernels_are_compiled() -> None:
    with pytest.raises(KeyError):
        compiled(arrays)


def test_tables_hold_arrays_when_compiled() -> None:
    plain = Numbers(1, (10, 20, 2**62))
    table = arrays(plain)
    assert type(table) is Numbers
    assert table.one == 1
    assert isinstance(table.many, np.ndarray)
    assert table.many.dtype == np.int64
    assert table.many.tolist() == [10, 20, 2**62]
    for place in range(3):
        assert compiled(picked)(table, place) == picked(plain, place)


def test_the_rules_are_linked_to_twins_of_their_own() -> None:
    """The interpreted rules go on calling interpreted rules."""
    compiled(rules.play)
    assert isinstance(rules.stepped, FunctionType)
    assert rules.play.__globals__["stepped"] is rules.stepped


def test_numba_is_here() -> None:
    assert available()


def test_numba_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not available()


def test_twins_are_kept_in_a_folder_for_this_text_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setattr(kernels, "_user_cache", lambda: tmp_path)
    folder = Path()
    with suppress(ZeroDivisionError), kernels._cache_folder():
        folder = Path(config.CACHE_DIR)
        raise ZeroDivisionError
    assert folder.parent == tmp_path / "moleworks" / "kernels"
    assert folder.name == kernels._fingerprint()
    assert config.CACHE_DIR == ""


def test_a_folder_that_the_user_chose_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    with kernels._cache_folder():
        assert str(tmp_path) == config.CACHE_DIR
    assert str(tmp_path) == config.CACHE_DIR


def load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_fingerprint_is_that_of_every_file_with_a_kernel(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    registered: dict[Callable[..., Any], Any] = dict(kernels._kernels)
    monkeypatch.setattr(kernels, "_kernels", registered)
    before = kernels._fingerprint()
    file = tmp_path / "more.py"
    file.write_text("def more(n: int) -> int:\n    return n + 1\n")
    kernel(load(file).more)
    with_more = kernels._fingerprint()
    file.write_text("def more(n: int) -> int:\n    return n + 2\n")
    assert len({before, with_more, kernels._fingerprint()}) == 3
    file.write_text("def more(n: int) -> int:\n    return n + 1\n")
    assert kernels._fingerprint() == with_more


@pytest.mark.parametrize(
    ("platform", "variable", "otherwise"),
    [
        ("linux", "XDG_CACHE_HOME", (".cache",)),
        ("win32", "LOCALAPPDATA", ("AppData", "Local")),
        ("darwin", None, ("Library", "Caches")),
    ],
)
def test_the_user_s_cache(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str | None, otherwise: tuple[str, ...]
) -> None:
    home = Path.home()
    monkeypatch.setattr(sys, "platform", platform)
    if variable:
        monkeypatch.setenv(variable, os.path.join(home, "elsewhere"))  # noqa: PTH118 - not that platform's
        assert kernels._user_cache() == home / "elsewhere"
        monkeypatch.setenv(variable, "")
    assert kernels._user_cache() == home.joinpath(*otherwise)
