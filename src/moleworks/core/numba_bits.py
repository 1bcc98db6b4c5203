"""Native versions of the functions in `bits`, by single instructions where the processor has them."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

WORD = ir.IntType(64)
CELLS = ir.VectorType(ir.IntType(8), 64)
HAS_PDEP = config.CPU_NAME is None and bool(llvm.get_host_cpu_features().get("bmi2"))
"""Whether the processor that is compiled for is this one, and has the instruction."""


def _call(builder: Any, name: str, *arguments: Any) -> Any:
    kind = ir.FunctionType(WORD, [argument.type for argument in arguments])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


@intrinsic
def count(_context: Any, _bits: Any) -> Any:
    """The number of set bits, by the processor's own instruction; see `bits.count`."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def lowest(_context: Any, _bits: Any) -> Any:
    """The index of the lowest set bit, by the processor's own instruction; see `bits.lowest`."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _deposit(_context: Any, _source: Any, _mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _call(builder, "llvm.x86.bmi.pdep.64", *arguments)

    return types.int64(types.int64, types.int64), generate


def _store(context: Any, builder: Any, kind: Any, cells: Any, at: Any, values: Any) -> None:
    """Write 64 cells at once. Nothing is known about the alignment."""
    data = context.make_array(kind)(context, builder, cells).data
    place = builder.bitcast(builder.gep(data, [at]), CELLS.as_pointer())
    builder.store(values, place).align = 1


@intrinsic
def write_bits(_context: Any, _bits: Any, cells: Any, _at: Any) -> Any:
    """Write 64 bits as 64 bytes of 0 and 1 with one vector store; see `bits.write_bits`."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        single = builder.bitcast(arguments[0], ir.VectorType(ir.IntType(1), 64))
        _store(context, builder, cells, arguments[1], arguments[2], builder.zext(single, CELLS))
        return context.get_dummy_value()

    return types.void(types.int64, cells, types.int64), generate


@intrinsic
def write_value(_context: Any, _value: Any, cells: Any, _at: Any) -> Any:
    """Write one byte 64 times with one vector store; see `bits.write_value`."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte = builder.trunc(arguments[0], ir.IntType(8))
        one = builder.insert_element(ir.Constant(CELLS, ir.Undefined), byte, ir.Constant(ir.IntType(32), 0))
        where = ir.Constant(ir.VectorType(ir.IntType(32), 64), [0] * 64)
        _store(context, builder, cells, arguments[1], arguments[2], builder.shuffle_vector(one, one, where))
        return context.get_dummy_value()

    return types.void(types.int64, cells, types.int64), generate


@njit(inline="always")
def nth_by_deposit(bits: int, n: int) -> int:  # pragma: no cover - Python never runs it
    """Deposit a single bit into the n-th place of the set, and see where it fell."""
    return lowest(_deposit(1 << n, bits))


@njit
def nth_by_halves(bits: int, n: int) -> int:  # pragma: no cover - Python never runs it
    """For processors without `pdep`: a binary search in six steps."""
    place = 0
    width = 32
    while width:
        below = count(bits & ((1 << width) - 1))
        if n >= below:
            n -= below
            place += width
            bits >>= width
        width >>= 1
    return place


nth = nth_by_deposit if HAS_PDEP else nth_by_halves
