"""Moleworks: three mole games, for people and for programs.

The names below are loaded when they are first used.

>>> import moleworks
>>> match = moleworks.Match.begin("mole-hill")
>>> match.play("e4")
>>> match.ply
1
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Complaint",
    "Effort",
    "Match",
    "Record",
    "analyse",
    "best",
    "boards",
    "games",
    "read",
    "write",
]

if TYPE_CHECKING:
    from moleworks import boards, games
    from moleworks.core.messages import Complaint
    from moleworks.core.registry import GAMES
    from moleworks.engine import Effort, best
    from moleworks.engine.analysis import analyse
    from moleworks.record import Match, Record
    from moleworks.record.read import read
    from moleworks.record.write import write
else:
    _MODULES = {
        "GAMES": "core.registry",
        "Complaint": "core.messages",
        "Effort": "engine",
        "Match": "record",
        "Record": "record",
        "analyse": "engine.analysis",
        "best": "engine",
        "read": "record.read",
        "write": "record.write",
    }
    """The module of each name, below this package."""

    def __getattr__(name: str) -> object:
        if name in {"boards", "games"}:
            return import_module(f"{__name__}.{name}")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
