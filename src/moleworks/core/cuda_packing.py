"""The functions in `packing` for a GPU: a store or a load for each field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.cuda import types
from numba.cuda.extending import intrinsic


def _places(context: Any, builder: Any, kind: Any, numbers: Any, at: Any, count: int) -> Iterator[Any]:
    """Pointers to so many numbers of an array, from an index on."""
    data = context.make_array(kind)(context, builder, numbers).data
    for n in range(count):
        yield builder.gep(data, [builder.add(at, context.get_constant(types.int64, n))])


def _is_plain(numbers: Any) -> bool:
    """Whether this is the type of an array whose int64 numbers lie side by side."""
    return isinstance(numbers, types.Array) and numbers.dtype == types.int64 and numbers.layout == "C"


@intrinsic
def pack(_context: Any, record: Any, numbers: Any, _at: Any) -> Any:
    """Write the fields of a record into an array, from an index on."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        fields, array, at = arguments
        for n, place in enumerate(_places(context, builder, numbers, array, at, len(record))):
            value = context.cast(builder, builder.extract_value(fields, n), record[n], types.int64)
            builder.store(value, place)
        return context.get_dummy_value()

    return (types.void(record, numbers, types.int64), generate) if _is_plain(numbers) else None


@intrinsic
def unpack(_context: Any, kind: Any, numbers: Any, _at: Any) -> Any:
    """Read a record of this class from an array, from an index on."""
    made = types.NamedUniTuple(types.int64, len(kind.instance_class._fields), kind.instance_class)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        _, array, at = arguments
        places = _places(context, builder, numbers, array, at, len(made))
        return context.make_tuple(builder, made, [builder.load(place) for place in places])

    return (made(kind, numbers, types.int64), generate) if _is_plain(numbers) else None
