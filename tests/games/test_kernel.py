"""`@kernel`: the function itself, its compiled twin, and where twins are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import NamedTuple, cast

import numpy as np
import pytest
from numba import config
from numba.core.registry import CPUDispatcher

from moleworks.games import bits
from moleworks.games import kernel as kernels
from moleworks.games.kernel import arrays, available, compiled, kernel, over
from moleworks.games.mole_hill import rules

PLAIN = cast("FunctionType", rules.play)


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


@kernel
def tripled(n: int) -> int:
    return n * 3


def test_one_kernel_over_other_parts() -> None:
    ninefold = over(quadrupled, "three-times", doubled=tripled)
    assert compiled(ninefold)(5) == ninefold(5) == 45
    assert compiled(quadrupled)(5) == quadrupled(5) == 20, "the first stays as it is"
    assert cast("FunctionType", ninefold).__qualname__ == "quadrupled_three_times"


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


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A user's cache of our own."""
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setattr(kernels, "_user_cache", lambda: tmp_path)
    kernels._folder.cache_clear()
    yield tmp_path / "moleworks" / "kernels"
    kernels._folder.cache_clear()


def test_twins_are_kept_in_a_folder_for_this_text_of_the_rules(cache: Path) -> None:
    folder = Path()
    with suppress(ZeroDivisionError), kernels._cache_folder(PLAIN) as keeps:
        assert keeps
        folder = Path(config.CACHE_DIR)
        raise ZeroDivisionError
    assert folder.parent == cache
    assert folder.name == kernels._fingerprint(Path(rules.__file__))
    assert config.CACHE_DIR == ""


def test_what_was_compiled_another_day_is_known_without_asking_numba(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)

    @kernel
    def halved(n: int) -> int:
        return n // 2

    assert not kernels.kept(halved)
    twin = compiled(halved)
    assert not kernels.kept(halved), "it is compiled when it is called"
    assert twin(6) == 3
    assert kernels.kept(halved)
    assert not kernels.kept(PLAIN), "another file's are kept elsewhere"
    assert [folder.parent for folder in cache.iterdir()] == [cache, cache]


def test_a_folder_that_the_user_chose_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    with kernels._cache_folder(PLAIN) as keeps:
        assert keeps
        assert Path(config.CACHE_DIR).parent == tmp_path / "kernels"
    assert str(tmp_path) == config.CACHE_DIR


def test_where_nothing_can_be_kept_kernels_still_compile(cache: Path) -> None:
    cache.parent.parent.joinpath("moleworks").write_text("a file in the way of the folder")
    with kernels._cache_folder(PLAIN) as keeps:
        assert not keeps


def test_only_the_last_few_texts_are_kept(cache: Path) -> None:
    for number in range(kernels.KEPT + 3):
        (cache / str(number)).mkdir(parents=True)
        os.utime(cache / str(number), (number, number))
    with kernels._cache_folder(PLAIN):
        now = Path(config.CACHE_DIR).name
    kept = {folder.name for folder in cache.iterdir()}
    assert kept == {now, *(str(number) for number in range(4, kernels.KEPT + 3))}


def test_the_fingerprint_is_that_of_the_rules_and_of_the_file_itself(tmp_path: Path) -> None:
    file = tmp_path / "more.py"
    file.write_text("def more(n: int) -> int:\n    return n + 1\n")
    first = kernels._fingerprint(file)
    file.write_text("def more(n: int) -> int:\n    return n + 2\n")
    assert kernels._fingerprint(file) != first
    file.write_text("def more(n: int) -> int:\n    return n + 1\n")
    assert kernels._fingerprint(file) == first
    assert kernels._fingerprint(Path(rules.__file__)) == kernels._fingerprint(Path(kernels.__file__))


def test_what_lies_beside_a_kernel_counts_but_not_the_player_of_another_game() -> None:
    players = Path(kernels.__file__).parents[1] / "players"
    search, solver = (players / "mole_hill" / name for name in ("search.py", "solver.py"))
    other = players / "mole_company" / "sight.py"
    assert kernels._fingerprint(search) == kernels._fingerprint(solver)
    assert kernels._fingerprint(search) != kernels._fingerprint(other)


def test_outside_the_package_all_players_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    house = tmp_path / "house"
    (house / "games").mkdir(parents=True)
    (house / "players" / "digger").mkdir(parents=True)
    monkeypatch.setattr(kernels, "__file__", str(house / "games" / "kernel.py"))
    search, bench = house / "players" / "digger" / "search.py", tmp_path / "bench.py"
    bench.touch()
    found = []
    for text in ("dig = 1", "dig = 2", "dig = 1"):
        search.write_text(text)
        found.append(kernels._fingerprint(bench))
    assert found[0] == found[2] != found[1]


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


def test_a_kernel_typed_at_the_prompt_has_no_file() -> None:
    assert kernels._fingerprint(Path("<stdin>")) == kernels._fingerprint(Path(rules.__file__))


def test_where_compiling_is_switched_off_kernels_run_as_they_are() -> None:
    program = (
        "from moleworks.games import bits\n"
        "from moleworks.games.kernel import available, compiled\n"
        "print(available(), compiled(bits.count)(7), compiled(bits.nth) is bits.nth)"
    )
    switched_off = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=switched_off, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "3", "True"]
