"""Kernels as WebAssembly give what Numba's give, in Pyodide on Node and in Chromium; so do whole games."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from moleworks.core.kernel import source_files
from moleworks.games import GAMES
from scripts.wasm_kernels.sources import sources_sum
from tests.wasm import searches
from tests.wasm.archive import PAGE, TREE, write_archive
from tests.wasm.pyodide_runs import Python, chromium_python, node_python, pyodide_folder

SAMPLE, ALL = 14, 400
"""Searches of each game: each level twice; and enough to compare all."""
MOST_BYTES = 60_000
"""Of the module, packed with brotli."""

in_pyodide = pytest.mark.needs("node")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_archive(tmp_path_factory.mktemp("site") / "archive.zip")


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pyodide_folder(tmp_path_factory.mktemp("npm"))


@pytest.fixture(scope="module")
def node(pyodide: Path, archive: Path) -> Iterator[Python]:
    with node_python(pyodide, archive) as python:
        yield python


@pytest.fixture(scope="module")
def chromium(pyodide: Path, archive: Path) -> Iterator[Python]:
    with chromium_python(pyodide, archive) as python:
        yield python


def listed() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAGE / "kernels.json").read_text("utf-8"))
    return found


def kernels_of(names: list[str]) -> Iterator[Any]:
    for name in names:
        module, _, function = name.rpartition(".")
        yield getattr(import_module(module), function)


def test_the_committed_module_is_fresh() -> None:
    """If this fails, run `scripts/wasm`."""
    files = source_files(kernels_of(list(listed()["kernels"])))
    assert sources_sum(files) == listed()["sources"]


def test_the_module_names_no_path() -> None:
    module = (PAGE / "kernels.wasm").read_bytes()
    for word in (b"/usr", b"/home", b"/tmp", str(TREE).encode(), b".py"):
        assert word not in module


@pytest.mark.needs("node")
def test_the_module_is_small() -> None:
    program = "console.log(zlib.brotliCompressSync(fs.readFileSync(process.argv[1])).length)"
    done = subprocess.run(
        ["node", "-e", program, str(PAGE / "kernels.wasm")], capture_output=True, text=True, check=True
    )
    assert 1000 < int(done.stdout) <= MOST_BYTES


def same_searches(python: Python, game: str, count: int) -> None:
    here = searches.searched(game, count)
    assert len(here) == count
    assert all(found["compiled"] for found in here)
    there = python.run(f"import searches\nsearches.searched({game!r}, {count})")
    assert all(found["compiled"] for found in there)
    for number, (mine, other) in enumerate(zip(here, there, strict=True)):
        assert json.loads(json.dumps(mine)) == other, f"search {number} of {game}"
    assert searches.digest(here) == searches.digest(there)


@in_pyodide
@pytest.mark.parametrize("game", GAMES)
def test_searches_find_the_same(node: Python, game: str) -> None:
    same_searches(node, game, SAMPLE)


@in_pyodide
@pytest.mark.needs("chromium")
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_a_worker_is_the_same_in_actions_and_words(chromium: Python, game: str) -> None:
    there = chromium.run(f"import searches\nsearches.played({game!r})")
    assert there["compiled"]
    assert there["outcome"] != "None"
    assert there == searches.played(game)


@in_pyodide
@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_all_searches_find_the_same_on_node(node: Python, game: str) -> None:
    same_searches(node, game, ALL)


@in_pyodide
@pytest.mark.needs("chromium")
@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_all_searches_find_the_same_in_chromium(chromium: Python, game: str) -> None:
    same_searches(chromium, game, ALL)


@pytest.mark.long
def test_the_committed_module_is_what_its_sources_make() -> None:
    """It is built again, byte for byte. The linker is installed for it."""
    subprocess.run([TREE / "scripts" / "wasm", "--check"], check=True)
