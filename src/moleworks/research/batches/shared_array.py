"""An array in the memory of a GPU that PyTorch, JAX and CuPy read without a copy, by DLPack.

`torch.from_dlpack(array)`, `jax.dlpack.from_dlpack(array)` and `cupy.from_dlpack(array)` share its memory.
So do `torch.as_tensor` and `cupy.asarray`, by `__cuda_array_interface__`.
"""

from __future__ import annotations

import ctypes
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

CPU, CUDA = 1, 2
"""Kinds of devices in DLPack."""
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}
"""By kind of NumPy's types, the code of DLPack's."""
CAPSULE = b"dltensor"


class _Tensor(ctypes.Structure):
    """`DLManagedTensor` of DLPack: a tensor, and what to call when nobody uses it any more."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("axes", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("owner", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
    )


_shared: dict[int, tuple[object, ...]] = {}
"""By the address of a `_Tensor` that somebody uses: it, and what it points to."""


def _end_sharing(tensor: int) -> None:
    """The library that took a tensor does not use it any more."""
    _shared.pop(tensor, None)


def _delete_capsule(capsule: int) -> None:
    """Python deletes a capsule. If nobody took its tensor, the name is still the first one."""
    if _is_valid(capsule, CAPSULE):
        _end_sharing(_pointer(capsule, CAPSULE))


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_release, _forget = _Deleter(_end_sharing), _Deleter(_delete_capsule)
# Tensors may be released after Python has cleared this module, when it ends.
for _function in (_release, _forget):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_function))

_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)


class SharedArray:
    """An array of a batch on a GPU. `numpy()` copies it to the processor's memory.

    The steps of a batch are over when they return, so whoever reads the array has to wait for nothing.
    """

    def __init__(self, buffer: Any, shape: tuple[int, ...], dtype: Any, *, simulated: bool = False) -> None:
        """`buffer` is an array of numba-cuda with at least as many bytes; its simulator has its own."""
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.buffer = buffer
        self._simulated = simulated

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"SharedArray(shape={self.shape}, dtype={self.dtype})"

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    def numpy(self) -> NDArray[Any]:
        """A copy in the processor's memory."""
        size = prod(self.shape)
        found: NDArray[Any] = self.buffer.copy_to_host()[:size].view(self.dtype).reshape(self.shape)
        return found

    @property
    def address(self) -> int:
        """Where its first number is in the memory of its device."""
        if self._simulated:
            return int(self.buffer.ctypes.data)
        return int(self.buffer.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._simulated:
            raise AttributeError("a simulated GPU has no memory of its own")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": None,
            "stream": None,
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        """The kind of the device in DLPack, and its number."""
        if self._simulated:
            return CPU, 0
        return CUDA, int(self.buffer.gpu_data.context.device.id)

    def __dlpack__(self, **wishes: object) -> Any:
        """A DLPack capsule of the oldest version, which everybody reads. It shares the memory.

        No wish can matter: there is no other device, and no stream to wait for.
        """
        del wishes
        axes = len(self.shape)
        shape, strides = (ctypes.c_int64 * axes)(*self.shape), (ctypes.c_int64 * axes)()
        for axis in range(axes):
            strides[axis] = prod(self.shape[axis + 1 :])
        kind, number = self.__dlpack_device__()
        tensor = _Tensor(
            data=self.address,
            device_kind=kind,
            device_id=number,
            axes=axes,
            kind=KINDS[self.dtype.kind],
            bits=8 * self.dtype.itemsize,
            lanes=1,
            shape=shape,
            strides=strides,
            release=ctypes.cast(_release, ctypes.c_void_p),
        )
        _shared[ctypes.addressof(tensor)] = (tensor, shape, strides, self.buffer)
        return _new_capsule(ctypes.addressof(tensor), CAPSULE, ctypes.cast(_forget, ctypes.c_void_p))
