"""The exported functions of kernels, here for this processor, and the rows of words they are called with."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
import pytest

from moleworks.core import kernel as kernels
from moleworks.core.kernel import compiled_by_numba, kernel
from moleworks.core.wasm_kernels import WasmKernels, export_name
from scripts.wasm_kernels.exported_function import described
from scripts.wasm_kernels.module import combined
from scripts.wasm_kernels.used_kernels import UsedKernel


class Numbers(NamedTuple):
    one: int
    many: Any


class Pair(NamedTuple):
    first: int
    second: int


@kernel
def picked(numbers: Numbers, place: int) -> int:
    return int(numbers.many[place] + numbers.one)


@kernel
def swapped(pair: Pair, shares: Any, share: float) -> Pair:
    shares[1] = shares[0] * share
    return Pair(pair.second, pair.first)


@kernel
def unlisted(n: int) -> int:
    return n + 1


def used(function: Callable[..., Any], *arguments: Any) -> UsedKernel:
    dispatcher: Any = compiled_by_numba(function)
    dispatcher(*arguments)
    made = dispatcher.overloads[tuple(dispatcher.typeof_pyval(argument) for argument in arguments)]
    text = made.library.get_llvm_str()
    return UsedKernel(export_name(function), function, made.signature, made.fndesc.llvm_func_name, text)


@pytest.fixture(scope="module")
def back_end(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WasmKernels]:
    """The same functions as in the WebAssembly module, but compiled for this processor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numba.config.CACHE_DIR", "/dev/null")
        made = [
            used(picked, Numbers(1, np.array([10, 20])), 0),
            used(swapped, Pair(1, 2), np.array([0.5, 0.0]), 0.5),
        ]
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    with llvm.create_mcjit_compiler(combined(made, machine), machine) as compiler:
        compiler.finalize_object()
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
        exported = {each.name: described(each.signature) for each in made}
        yield WasmKernels(exported, lambda name: kind(compiler.get_function_address(name)))


def test_a_kernel_reads_numbers_and_arrays_by_address(back_end: WasmKernels) -> None:
    call = back_end.native(picked)
    assert call
    assert [call(Numbers(5, back_end.array([7, 2**62])), place) for place in (0, 1)] == [12, 2**62 + 5]


def test_a_kernel_returns_a_named_tuple_and_writes_floats(back_end: WasmKernels) -> None:
    shares = back_end.float_zeros(2)
    shares[0] = 3.0
    call = back_end.native(swapped)
    assert call
    found = call(Pair(8, -9), shares, 0.25)
    assert found == Pair(-9, 8)
    assert type(found) is Pair
    assert list(shares) == [3.0, 0.75]


def test_arguments_of_another_shape_or_kind_are_refused(back_end: WasmKernels) -> None:
    call = back_end.native(picked)
    assert call
    with pytest.raises(TypeError, match="takes 3 numbers and arrays, not 2"):
        call(1, 2)
    with pytest.raises(TypeError, match="is needed, not list"):
        call(Numbers(5, [1, 2]), 0)
    with pytest.raises(TypeError, match="is needed, not c_double_Array"):
        call(Numbers(5, back_end.float_zeros(2)), 0)


def test_a_kernel_that_fails_is_an_error() -> None:
    exported = {export_name(unlisted): described_integer()}
    call = WasmKernels(exported, lambda _name: lambda _row: 1).native(unlisted)
    assert call
    with pytest.raises(RuntimeError, match="unlisted failed with status 1"):
        call(1)


def described_integer() -> Any:
    from numba import int64

    return described(int64(int64))


def test_a_kernel_that_the_module_has_not_runs_interpreted(back_end: WasmKernels) -> None:
    assert back_end.available()
    assert back_end.has_arrays()
    assert back_end.native(unlisted) is None
    assert (back_end.is_ready(unlisted), back_end.is_ready(picked)) == (False, True)
    assert list(back_end.zeros(3)) == [0, 0, 0]


def test_a_back_end_is_chosen_before_anything_is_compiled() -> None:
    """In a process of its own, because the choice is for good."""
    program = """
from moleworks.core.bits import count
from moleworks.core.kernel import available, compiled, use
from moleworks.core.wasm_kernels import WasmKernels
from moleworks.engine import player

nothing = WasmKernels({}, lambda name: None)
use(nothing)
assert available() and compiled(count) is count
assert not player("mole-hill").warm_up(60), "without compiled kernels the search is interpreted"
try:
    use(nothing)
except RuntimeError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "The back end has to be chosen before the first kernel is compiled.\n"


def test_only_marked_functions_are_kernels() -> None:
    assert kernels.is_kernel(picked)
    assert not kernels.is_kernel(used)
