"""List legal actions in the fastest way that a game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from moleworks.core import registry
from moleworks.core.game import S, State
from moleworks.core.kernel import available

S_contra = TypeVar("S_contra", bound=State, contravariant=True)

Legal: TypeAlias = Callable[[S], Sequence[int]]
"""Lists the legal actions of a state, in the order of the game's own `legal`."""


@runtime_checkable
class CompiledLegal(Protocol[S_contra]):
    """What a game's `compiled_legal` module has to offer; worth it where interpreted rules are slow."""

    def make_lister(self) -> Callable[[S_contra], Sequence[int]]:
        """A function that lists legal actions, for one thread at a time."""


@cache
def legal(game: str) -> Legal[State]:
    """The fastest function for legal actions; the first call compiles it, or loads it from the cache."""
    compiled = registry.part(game, "compiled_legal", CompiledLegal)
    return compiled.make_lister() if compiled and available() else registry.game(game).legal
