"""Compile all kernels of batches for a GPU, with none: how many registers they need, and whether they spill.

It needs NVIDIA's compiler (the extra `cuda`) and its assembler, `ptxas`.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from numba import cuda, typeof
from numba.cuda import dispatcher

from benchmarks.bench import Measure
from benchmarks.gpu import random_play
from benchmarks.report import Missing, Row, say
from moleworks.core.cuda_kernels import launchable
from moleworks.games import GAMES
from moleworks.research import batch
from moleworks.research.batches import cuda_loops, cuda_memory

CAPABILITY = (9, 0)
"""Of an H200."""
GAMES_IN_BATCH = 64
MEMORY = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


class CompiledKernel(NamedTuple):
    """What the assembler says of a kernel."""

    name: str
    registers: int
    memory: int
    """Bytes of a thread beside its registers: its stack, and what is spilled there."""


def kernels_of(game: str) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """The loops of a game, each with arguments of the types that it is started with."""
    games: Any = batch(game, GAMES_IN_BATCH)
    settings, buffers, seeds = games._settings, games._buffers, games._sample_seeds
    table = games._memory.table(games._start.table)
    loops = cuda_memory._gpu_loops(game, settings.plane, games.actions)
    as_words = {name: np.zeros(8, np.uint64) for name in ("mask", "planes")}
    shown, words = buffers._replace(**as_words), np.zeros(8, np.int64)
    arguments: dict[str, tuple[Any, ...]] = {
        "reset": (table, settings, shown, words),
        "find_illegal": (settings, buffers, words, words, words),
        "step": (table, settings, shown, words, words, words),
        "observe_all": (table, buffers, 0, shown.planes),
        "sample_actions": (table, buffers, seeds, words),
        "save_rows": (settings, buffers, seeds, words, words),
        "find_damaged": (settings, words, words, words),
        "load_rows": (table, settings, shown, seeds, words, words, words),
    }
    for name in cuda_memory.LOOPS:
        yield f"{game} {name}", getattr(loops, name), arguments[name]


def shared_kernels() -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Those that are the same for all games, and random rounds."""
    games: Any = batch("mole-hill", GAMES_IN_BATCH)
    words, mask = np.zeros(8, np.int64), np.zeros(8, np.bool_)
    buffers, seeds = games._buffers, games._sample_seeds
    yield "write_seeds", cuda_memory._write_seeds, (buffers, seeds, words, buffers.chance_seeds, seeds)
    yield "fill", cuda_memory._fill, (words, -1)
    for kernel, arguments in (
        (cuda_loops.find_outside, (words, 8, words)),
        (cuda_loops.write_sources, (words, words, words)),
        (cuda_loops.find_repeated, (words, words, words)),
        (cuda_loops.write_masked_sources, (mask, words)),
        (cuda_loops.copy_numbers, (words.astype(np.int32), words)),
        (random_play.play_rounds, (games._memory.table(games._start.table), seeds, 8, words, words)),
    ):
        yield kernel.__name__, launchable(kernel), arguments


def assembled(name: str, kernel: Any, arguments: tuple[Any, ...]) -> CompiledKernel:
    """Compile a kernel for these arguments to PTX, and that to machine code."""
    types = tuple(map(typeof, arguments))
    ptx, _ = cuda.compile_ptx(kernel.py_func, types, cc=CAPABILITY)
    version = f"sm_{CAPABILITY[0]}{CAPABILITY[1]}"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx, "utf-8")
        command = ["ptxas", "-v", f"-arch={version}", "-o", str(source.with_suffix(".cubin")), str(source)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    registers = re.search(r"Used (\d+) registers", told)
    memory = MEMORY.search(told)
    assert registers, told
    assert memory, told
    return CompiledKernel(name, int(registers[1]), max(map(int, memory.groups())))


def rows(wish: argparse.Namespace) -> Iterator[Row]:
    """A row for each game, and one for what all share."""
    del wish
    if shutil.which("ptxas") is None:
        raise Missing("ptxas, which comes with NVIDIA's CUDA toolkit, is not on the path")
    device = SimpleNamespace(compute_capability=CAPABILITY)
    # Numba asks the GPU for its version where one kernel calls another.
    with mock.patch.object(dispatcher, "get_current_device", return_value=device):
        for title, kernels in (*((game, kernels_of(game)) for game in GAMES), ("shared", shared_kernels())):
            found = [assembled(*each) for each in kernels]
            for each in found:
                say(f"{each.name}: {each.registers} registers, {each.memory} bytes of memory")
            needed = sorted(each.registers for each in found)
            spilling = [each.name for each in found if each.memory]
            yield Row(
                f"{title}: kernels for an H200 that spill registers",
                "0",
                str(len(spilling)),
                f"of {len(found)}; {needed[0]} to {needed[-1]} registers{', '.join(['', *spilling])}",
                not spilling,
            )


MEASURE = Measure("registers", rows, (), "kernels compiled without a GPU", 3)
