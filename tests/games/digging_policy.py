"""A policy that ends games of Mole Company: enter holes, and leave them only if nothing else is possible."""

from __future__ import annotations

from collections.abc import Callable

from moleworks.games import View
from moleworks.games.mole_company.view_types import own_view

Choose = Callable[[list[str]], str]


def digging_policy(view: View, names: list[str], choose: Choose) -> str:
    """One of the names, by what it does to holes; `choose` decides among equals."""
    holes = set(own_view(view)["holes"])
    moves = [(name, *name.split("-")) for name in names if "-" in name]
    entering = [name for name, start, end in moves if end in holes and start not in holes]
    staying = [name for name, start, _ in moves if start not in holes]
    return choose(entering or staying or names)
