"""Set-ups for tests that run kernels: every option of every game, on large and small boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType, ModuleType
from typing import Any

from moleworks.games import State
from moleworks.games.buddel_bande import rules as buddel_bande
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.games.mole_company import rules as mole_company
from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.games.mole_hill import rules as mole_hill
from moleworks.games.mole_hill.game import MoleHillState
from moleworks.record import Match

RULES: Mapping[str, ModuleType] = MappingProxyType(
    {"mole-hill": mole_hill, "mole-company": mole_company, "buddel-bande": buddel_bande}
)

TALL: dict[str, Any] = {
    "game": "mole-hill", "name": "tall", "title": {"en": "Tall"}, "source": "own", "version": 1,
    "columns": 7, "rows": 9, "red": ["a9"], "white": ["g9"], "light": 30, "dark": 33, "rods": 63,
}  # fmt: skip
"""As many squares and hills as there can be, the last bit of a word among them, and no centre."""


def option_combinations(**options: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """Every way to set these options."""
    return (dict(zip(options, chosen, strict=True)) for chosen in product(*options.values()))


def mole_hill_setups() -> Iterator[Match]:
    for board, options in product(
        ("classic", "patch", TALL),
        option_combinations(start=("anywhere", "ring"), diagonal=("path", "edges"), rounds=(2, 1)),
    ):
        if board is not TALL or options["start"] == "anywhere":
            yield Match.begin("mole-hill", board=board, options=options)


def mole_company_setups() -> Iterator[Match]:
    every = option_combinations(
        specials=(True, False),
        all_home=("must-wait", "may-wait"),
        reshuffle=(6, 5),
        final_paths=("all", "solid", "into"),
        turn_limit=(45,),
    )
    for turn, options in enumerate(every):
        for players in (2, 3, 4):
            yield Match.begin(
                "mole-company",
                board="burrow",
                players=players,
                options=options,
                rotations=[(turn + level * players) % 6 for level in range(4)],
            )
    for players, preset in product((2, 3, 4), ("ravensburger", "tactile-pro")):
        yield Match.begin("mole-company", players=players, preset=preset, rotations=(1, 2, 3, 4))
    for players in (2, 3, 4):
        yield Match.begin("mole-company", board="funnel", players=players, rotations=(4, 3, 2, 1))


def buddel_bande_setups() -> Iterator[Match]:
    for board, players, options in product(
        ("classic", "stroll"),
        (2, 3, 4),
        option_combinations(
            know_own=(True, False),
            either=("choose", "dog"),
            turn_limit=(1000,),
            **{"pass": ("unless-own", "any")},
        ),
    ):
        yield Match.begin("buddel-bande", board=board, players=players, options=options)


SETUPS = {
    "mole-hill": list(mole_hill_setups()),
    "mole-company": list(mole_company_setups()),
    "buddel-bande": list(buddel_bande_setups()),
}
"""Matches about to begin, by game."""


def kernel_arguments(state: State) -> tuple[Any, Any]:
    """The table and the position that the kernels of any game take."""
    assert isinstance(state, MoleHillState | MoleCompanyState | BuddelBandeState)
    return state.table, state.position


def label(match: Match) -> str:
    """A set-up in one word, for the names of tests."""
    options = "-".join(str(value) for value in match.setup.options.values())
    return f"{match.game.id}-{match.setup.board.name}-{match.setup.players}-{options}"
