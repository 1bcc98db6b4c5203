"""Check that the arrays of a batch on a GPU reach PyTorch, JAX and CuPy without a copy, and come back."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.bench import Measure
from benchmarks.report import Row
from moleworks.research import Batch, batch


def from_torch(games: Batch) -> bool:
    """PyTorch, by DLPack and by its own function, and an action for each game from it."""
    torch: Any = import_module("torch")
    shared, again = torch.from_dlpack(games.planes), torch.as_tensor(games.planes, device="cuda")
    mask = torch.from_dlpack(games.mask)
    place: Any = games.planes
    games.step(mask.float().argmax(dim=1))
    seen = np.array_equal(shared.cpu().numpy(), place.numpy())
    return seen and shared.data_ptr() == again.data_ptr() == place.address


def from_cupy(games: Batch) -> bool:
    """CuPy, by DLPack and by its own function, and an action for each game from it."""
    cupy: Any = import_module("cupy")
    shared, again = cupy.from_dlpack(games.planes), cupy.asarray(games.planes)
    place: Any = games.planes
    games.step(cupy.asarray(games.mask).argmax(axis=1))
    seen = np.array_equal(cupy.asnumpy(shared), place.numpy())
    return seen and shared.data.ptr == again.data.ptr == place.address


def from_jax(games: Batch) -> bool:
    """JAX, by DLPack. It never writes to an array, so it is told of no step."""
    jax: Any = import_module("jax")
    place: Any = games.planes
    shared = jax.dlpack.from_dlpack(games.planes)
    seen = np.array_equal(np.asarray(shared), place.numpy())
    same = shared.unsafe_buffer_pointer() == place.address
    games.step(jax.dlpack.from_dlpack(games.mask).astype("int32").argmax(axis=1).astype("int32"))
    return seen and same


LIBRARIES: dict[str, Callable[[Batch], bool]] = {"PyTorch": from_torch, "CuPy": from_cupy, "JAX": from_jax}


def measure(wish: argparse.Namespace) -> Iterator[Row]:
    """Each library."""
    del wish
    for name, check in LIBRARIES.items():
        try:
            good = check(batch("mole-hill", 1000, seed=5, device="cuda"))
        except ImportError as error:
            yield Row(f"arrays in {name}", "no copy", "not installed", str(error), False, missing=True)
        else:
            yield Row(f"arrays in {name}", "no copy", "no copy" if good else "other memory", "", good)


MEASURE = Measure("libraries", measure, (), "arrays in other libraries", 0.5)
