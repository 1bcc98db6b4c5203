"""Find the kernels that computer players call, and compile them for the types they are called with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from moleworks import engine
from moleworks.core import registry
from moleworks.core.kernel import NumbaKernels, use
from moleworks.core.wasm_kernels import export_name

COMPILE_SECONDS = 600.0


class UsedKernel(NamedTuple):
    """A kernel that is called from Python, as Numba compiled it."""

    name: str
    function: Callable[..., Any]
    signature: Any
    """The types of the arguments and of the result, as Numba has them."""
    symbol: str
    """The name of the native function."""
    llvm: str
    """The text of the LLVM module that holds it."""


class RecordingKernels(NumbaKernels):
    """Numba, with a list of the kernels that Python calls; those that kernels call are not among them."""

    def __init__(self) -> None:
        self.called: dict[str, tuple[Callable[..., Any], Any, set[Any]]] = {}
        """By name: the kernel, its dispatcher, and the types it was called with."""

    def native(self, function: Callable[..., Any]) -> Callable[..., Any] | None:
        """A function that calls the dispatcher and remembers the types of the arguments."""
        dispatcher: Any = super().native(function)
        _, _, types = self.called.setdefault(export_name(function), (function, dispatcher, set()))

        def call(*arguments: Any) -> Any:
            types.add(tuple(dispatcher.typeof_pyval(argument) for argument in arguments))
            return dispatcher(*arguments)

        return call


def used_kernels() -> list[UsedKernel]:
    """Those of all games of Moleworks, by name. It compiles them, so it can be called once only."""
    recording = RecordingKernels()
    use(recording)
    for game in registry.BUILT_IN:
        if not engine.player(game).warm_up(COMPILE_SECONDS):
            raise RuntimeError(f"The kernels of {game} could not be compiled.")
    return [_compiled(name, *recording.called[name]) for name in sorted(recording.called)]


def _compiled(name: str, function: Callable[..., Any], dispatcher: Any, types: set[Any]) -> UsedKernel:
    if len(types) != 1:
        raise RuntimeError(f"{name} has to be called with one set of types, not with {len(types)}.")
    made = dispatcher.overloads[types.pop()]
    return UsedKernel(name, function, made.signature, made.fndesc.llvm_func_name, made.library.get_llvm_str())
