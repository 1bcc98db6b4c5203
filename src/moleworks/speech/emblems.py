"""Emblems: signs that stand for players in some games, such as an animal, and that players may choose.

They are no rule: neither the log nor the record of a match contains them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from moleworks.core import registry
from moleworks.core.messages import N_, BadSetup, Message
from moleworks.speech.sentences import Names


class TableNames(tuple[str, ...]):  # noqa: SLOT001 - Python allows a tuple no slots
    """The names of the players by seat, with the numbers of their emblems and the settings of their table."""

    emblems: tuple[int, ...]
    settings: tuple[str, ...]
    """Chosen ones: see `speech.table_settings`."""

    def __new__(
        cls, names: Iterable[str], emblems: Iterable[int], settings: Iterable[str] = ()
    ) -> TableNames:
        """Names, and as many emblems."""
        made = super().__new__(cls, names)
        made.emblems = tuple(emblems)
        made.settings = tuple(settings)
        return made

    def __getnewargs__(self) -> tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]:
        """What a copy is made of: other processes tell long matches, and need the names."""
        return tuple(self), self.emblems, self.settings


def emblem(names: Names, seat: int) -> int:
    """The number of a seat's emblem: the chosen one, else that of the seat.

    >>> emblem(["Lina", "Max"], 1), emblem(TableNames(["Lina", "Max"], [3, 0]), 1)
    (1, 0)
    """
    return names.emblems[seat] if isinstance(names, TableNames) else seat


def emblem_numbers(names: Names) -> tuple[int, ...]:
    """The numbers of the emblems of all seats."""
    return tuple(emblem(names, seat) for seat in range(len(names)))


def emblems(game: str) -> Mapping[str, str]:
    """The emblems of a game with their texts, in the order of seats; empty if it has none.

    >>> list(emblems("buddel-bande")), list(emblems("mole-hill"))
    (['ant', 'ladybird', 'earthworm', 'snail'], [])
    """
    found: Mapping[str, str] | None = registry.part(game, "emblems", Mapping)
    return found or {}


def check(game: str, chosen: Sequence[str | None]) -> None:
    """Complain about an emblem that the game does not have, or that two players chose."""
    known = emblems(game)
    for seat, name in enumerate(chosen):
        if name is None:
            continue
        if not known:
            raise BadSetup(N_("In this game there is nothing to choose as an emblem."))
        if name not in known:
            listed = ", ".join(known)
            raise BadSetup(N_("There is no emblem {name}; there are {known}."), name=name[:40], known=listed)
        if name in chosen[:seat]:
            text = N_("Two players chose the same emblem ({name}): each needs another.")
            raise BadSetup(text, name=Message(known[name]))


def assign(game: str, chosen: Sequence[str | None]) -> tuple[str, ...]:
    """The emblems of all seats: those chosen; the others get that of their seat, or one that is free.

    >>> assign("buddel-bande", [None, "ant", None])
    ('ladybird', 'ant', 'earthworm')
    >>> assign("mole-hill", [None, None])
    ()
    """
    known = list(emblems(game))
    return complete(known, chosen) if known else ()


def complete(known: Sequence[str], chosen: Sequence[str | None]) -> tuple[str, ...]:
    """One of the known signs for each seat: the chosen one, else that of the seat, else one that is free."""
    found = list(chosen)
    for seat, name in enumerate(found):
        if name is None and known[seat] not in chosen:
            found[seat] = known[seat]
    free = iter([name for name in known if name not in found])
    return tuple(name or next(free) for name in found)


def table_names(
    game: str, names: Iterable[str], chosen: Sequence[str | None], settings: Iterable[str] = ()
) -> TableNames:
    """The names at a table where these emblems and settings were chosen."""
    names, known = tuple(names), list(emblems(game))
    assigned = assign(game, chosen)
    return TableNames(names, map(known.index, assigned) if assigned else range(len(names)), settings)
