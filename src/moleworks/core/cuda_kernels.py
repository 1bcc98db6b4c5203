"""Build kernels for NVIDIA GPUs by numba-cuda, from the same source as for the processor.

`on_device(kernel)` is the version of a kernel that other GPU code calls, `launchable(kernel)` one that Python
starts with a grid of threads. Where Numba simulates a GPU, both run as plain Python.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any, cast

from numba import cuda
from numba.cuda.core import config

from moleworks.core import bits, cuda_bitmaps, cuda_bits
from moleworks.core.cuda_bits import SIMULATED
from moleworks.core.kernel import link
from moleworks.core.packing import pack, unpack

Function = Callable[..., Any]

# A small batch cannot use a whole GPU; that is no mistake of its user.
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0


def _single_lane_forms() -> dict[Function, Any]:
    """The forms of primitives that one thread runs alone. The simulator runs their Python: faster."""
    if SIMULATED:
        return {function: function for function in (bits.count, bits.lowest, bits.nth, pack, unpack)}
    from moleworks.core import cuda_packing  # noqa: PLC0415 - the simulator cannot import it

    return {
        bits.count: cuda_bits.count,
        bits.lowest: cuda_bits.lowest,
        bits.nth: cuda_bits.nth,
        pack: cuda_packing.pack,
        unpack: cuda_packing.unpack,
    }


FORMS: dict[Function, Any] = {
    bits.write_bits: cuda_bits.write_bits,
    bits.write_value: cuda_bits.write_value,
    **_single_lane_forms(),
}
"""By primitive, its form for a GPU."""


@functools.cache
def on_device(function: Function) -> Any:
    """The version of a kernel that GPU code calls; a primitive has a form of its own."""
    if function in FORMS:
        return FORMS[function]
    return _as_device_function(link(cast(types.FunctionType, function), on_device))


BITMAP_FORMS: dict[Function, Function] = {
    bits.write_bits: cuda_bitmaps.write_bits,
    bits.write_value: cuda_bitmaps.write_value,
    bits.write_cell: cuda_bitmaps.write_cell,
}
"""By function that writes cells, its form for bitmaps."""


@functools.cache
def on_bitmaps(function: Function) -> Any:
    """The version of a kernel for one thread of a GPU that writes bitmaps in place of cells."""
    if function in FORMS or function in BITMAP_FORMS:
        return on_device(BITMAP_FORMS.get(function, function))
    return _as_device_function(link(cast(types.FunctionType, function), on_bitmaps))


def _as_device_function(linked: types.FunctionType) -> Any:
    # The simulator need not know of functions that do not ask for their thread.
    return linked if SIMULATED and "cuda" not in linked.__code__.co_names else cuda.jit(device=True)(linked)


@functools.cache
def launchable(function: Function) -> Any:
    """The version of a kernel without a result for Python: `launchable(kernel)[blocks, threads](...)`."""
    return cuda.jit(link(cast(types.FunctionType, function), on_device))


def has_gpu() -> bool:
    """Whether there is a GPU that can be used, or a simulated one."""
    return bool(cuda.is_available())
