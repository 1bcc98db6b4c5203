"""`@kernel`: interpreted and compiled functions, and the cache of compiled ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import NamedTuple, cast

import numpy as np
import pytest
from numba import config
from numba.core.registry import CPUDispatcher

import moleworks
from moleworks.core import bits
from moleworks.core import kernel as kernels
from moleworks.core.kernel import arrays, available, compiled, kernel, specialize
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


def test_a_kernel_is_compiled_once() -> None:
    native = compiled(doubled)
    assert isinstance(native, CPUDispatcher)
    assert compiled(doubled) is native
    assert native(21) == doubled(21) == 42
    assert native(7, 3) == doubled(7, 3) == 21


def test_what_a_kernel_calls_is_compiled_with_it() -> None:
    assert compiled(quadrupled)(5) == quadrupled(5) == 20
    assert compiled(size_of)(0b1011) == size_of(0b1011) == 3


@kernel
def tripled(n: int) -> int:
    return n * 3


def test_one_kernel_over_other_parts() -> None:
    ninefold = specialize(quadrupled, "three-times", doubled=tripled)
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


def test_interpreted_rules_are_not_changed_by_compiling() -> None:
    """They still call interpreted functions."""
    compiled(rules.play)
    assert isinstance(rules.step_to, FunctionType)
    assert rules.play.__globals__["step_to"] is rules.step_to


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


def test_compiled_kernels_are_cached_in_a_folder_for_this_version(cache: Path) -> None:
    folder = Path()
    with suppress(ZeroDivisionError), kernels._cache_folder(PLAIN) as writable:
        assert writable
        folder = Path(config.CACHE_DIR)
        raise ZeroDivisionError
    assert folder.parent == cache
    assert folder.name == fingerprint(Path(rules.__file__))
    assert config.CACHE_DIR == ""


def test_what_was_compiled_another_day_is_known_without_asking_numba(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)

    @kernel
    def halved(n: int) -> int:
        return n // 2

    assert not kernels.is_cached(halved)
    native = compiled(halved)
    assert not kernels.is_cached(halved), "it is compiled when it is called"
    assert native(6) == 3
    assert kernels.is_cached(halved)
    assert not kernels.is_cached(PLAIN), "another file's are kept elsewhere"
    assert [folder.parent for folder in cache.iterdir()] == [cache, cache]


def test_a_folder_that_the_user_chose_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    with kernels._cache_folder(PLAIN) as writable:
        assert writable
        assert Path(config.CACHE_DIR).parent == tmp_path / "kernels"
    assert str(tmp_path) == config.CACHE_DIR


def test_where_nothing_can_be_kept_kernels_still_compile(cache: Path) -> None:
    cache.parent.parent.joinpath("moleworks").write_text("a file in the way of the folder")
    with kernels._cache_folder(PLAIN) as writable:
        assert not writable


def test_only_the_last_few_texts_are_kept(cache: Path) -> None:
    for number in range(kernels.MAX_FOLDERS + 3):
        (cache / str(number)).mkdir(parents=True)
        os.utime(cache / str(number), (number, number))
    with kernels._cache_folder(PLAIN):
        now = Path(config.CACHE_DIR).name
    kept = {folder.name for folder in cache.iterdir()}
    assert kept == {now, *(str(number) for number in range(4, kernels.MAX_FOLDERS + 3))}


def fingerprint(*files: Path) -> str:
    return kernels._fingerprint(frozenset(files))


def test_the_fingerprint_is_that_of_the_file_and_of_what_it_imports(tmp_path: Path) -> None:
    file = tmp_path / "more.py"
    file.write_text("def more(n: int) -> int:\n    return n + 1\n")
    first = fingerprint(file)
    file.write_text("def more(n: int) -> int:\n    return n + 2\n")
    assert fingerprint(file) != first
    file.write_text("def more(n: int) -> int:\n    return n + 1\n")
    assert fingerprint(file) == first
    imported = kernels._import_closure(frozenset({file}))
    core = Path(kernels.__file__)
    assert imported == {file, core, core.with_name("numba_bits.py"), core.with_name("numba_packing.py")}
    file.write_text("from moleworks.games.mole_hill import rules\n")
    imported = kernels._import_closure(frozenset({file}))
    assert {Path(rules.__file__), Path(bits.__file__)} < imported


def test_the_weights_beside_a_module_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "weighing_house"
    package.mkdir()
    weights = package / "weights.json"
    (package / "__init__.py").touch()
    (package / "tables.py").write_text(
        "import json\n"
        "from pathlib import Path\n"
        "WEIGHT = json.loads(Path(__file__).with_name('weights.json').read_text('utf-8'))\n"
    )
    (package / "search.py").write_text(
        "from moleworks.core.kernel import kernel\n"
        "from weighing_house.tables import WEIGHT\n"
        "@kernel\n"
        "def weighed(n: int) -> int:\n"
        "    return n * WEIGHT\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    found, prints = [], []
    for number in ("2", "3", "2"):
        weights.write_text(number)
        kernels._folder.cache_clear()
        search = import_module("weighing_house.search")
        found.append(compiled(search.weighed)(7))
        prints.append(fingerprint(package / "search.py"))
        for name in ("weighing_house.search", "weighing_house.tables", "weighing_house"):
            monkeypatch.delitem(sys.modules, name)
    assert found == [14, 21, 14]
    assert prints[0] == prints[2] != prints[1]
    kernels._folder.cache_clear()


def test_the_weights_of_the_computer_players_count() -> None:
    weights = sorted(Path(rules.__file__).parents[1].glob("*/player/weights*.json"))
    assert len(weights) == 8
    for file in weights:
        import_module(f"moleworks.games.{file.parts[-3]}.player.player")
        modules = kernels._import_closure(frozenset({file.with_name("search.py")}))
        assert file in kernels._data_files(modules)


def test_what_a_kernel_imports_counts_but_not_the_player_of_another_game() -> None:
    games = Path(rules.__file__).parents[1]
    import_module("moleworks.games.mole_company.player.player")
    import_module("moleworks.games.mole_hill.player.player")
    player = games / "mole_hill" / "player" / "player.py"
    imported = kernels._import_closure(frozenset({player}))
    assert {Path(rules.__file__), player.with_name("search.py")} < imported
    assert not [file for file in imported if "mole_company" in file.parts]
    other = games / "mole_company" / "player" / "player.py"
    assert fingerprint(player) != fingerprint(other)


def test_modules_of_other_packages_count_for_their_own_kernels(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "digging_house"
    package.mkdir()
    search, bench = package / "search.py", package / "bench.py"
    for file in (package / "__init__.py", search):
        file.touch()
    bench.write_text("from digging_house import search\n")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("digging_house.bench")
    found = []
    for text in ("dig = 1", "dig = 2", "dig = 1"):
        search.write_text(text)
        found.append(fingerprint(bench))
    assert found[0] == found[2] != found[1]
    for name in ("digging_house.bench", "digging_house.search", "digging_house"):
        monkeypatch.delitem(sys.modules, name)


def test_parts_that_a_kernel_is_put_over_count() -> None:
    """The loop's own file does not import the rules that it runs."""
    looped = specialize(size_of, "rules", bits=rules)
    again = specialize(quadrupled, "again", doubled=looped)
    here = Path(__file__)
    assert kernels._sources(cast("FunctionType", size_of)) == {here, Path(bits.__file__)}
    called = {here, Path(rules.__file__), Path(bits.__file__)}
    assert kernels._sources(cast("FunctionType", looped)) == called
    assert kernels._sources(cast("FunctionType", again)) == called


def test_there_is_room_for_every_file_with_kernels() -> None:
    files = [
        file
        for file in Path(moleworks.__file__).parent.rglob("*.py")
        if "@kernel\n" in file.read_text("utf-8")
    ]
    assert 10 < 3 * len(files) < kernels.MAX_FOLDERS


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
    assert fingerprint(Path("<stdin>")) == fingerprint()


def test_where_compiling_is_switched_off_kernels_run_as_they_are() -> None:
    program = (
        "from moleworks.core import bits\n"
        "from moleworks.core.kernel import available, compiled\n"
        "print(available(), compiled(bits.count)(7), compiled(bits.nth) is bits.nth)"
    )
    switched_off = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=switched_off, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "3", "True"]
