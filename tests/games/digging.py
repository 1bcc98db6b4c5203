"""The policy without which Mole Company never ends: enter holes, leave them only when nothing else goes."""

from __future__ import annotations

from collections.abc import Callable

from moleworks.games import View

Choose = Callable[[list[str]], str]


def digging(view: View, names: list[str], choose: Choose) -> str:
    """One of the names, by what it does to holes; `choose` decides among equals."""
    holes = set(view["holes"])
    moves = [(name, *name.split("-")) for name in names if "-" in name]
    entering = [name for name, start, end in moves if end in holes and start not in holes]
    staying = [name for name, start, _ in moves if start not in holes]
    return choose(entering or staying or names)
