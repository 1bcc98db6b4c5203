"""The planes of the adapters, computed in the slow and obvious way from the view of a seat alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Setup, View
from moleworks.games.buddel_bande.board import board_of as buddel_bande_board
from moleworks.games.mole_company.board import board_of as mole_company_board
from moleworks.games.mole_hill.board import board_of as mole_hill_board
from moleworks.research.observation import one_hot, seats_after

Cell = tuple[int, int]


def planes(
    cells: Sequence[Sequence[Cell]], uniform: Sequence[float], rows: int, columns: int
) -> NDArray[np.float32]:
    """Planes with 1 in these cells, then planes with one value each."""
    made = np.zeros((len(cells) + len(uniform), rows, columns), np.float32)
    for number, ones in enumerate(cells):
        for cell in ones:
            made[number][cell] = 1
    made[len(cells) :] = np.array(uniform, np.float32).reshape(-1, 1, 1)
    return made


def mole_hill(view: Any, setup: Setup, seat: int) -> NDArray[np.float32]:
    board = mole_hill_board(setup)

    def at(name: str) -> Cell:
        return int(name[1:]) - 1, ord(name[0]) - ord("a")

    rods: tuple[list[Cell], list[Cell]] = [], []
    for rod in view["rods"]:
        near, far = map(at, rod.split("|"))
        rods[far[0] > near[0]].append(near)
    squares = [
        [at(name) for name in view["hills"]],
        [at(view["mole"])] if view["mole"] else [],
        *rods,
        [at(name) for name in board.red],
        [at(name) for name in board.white],
        [at(board.centre)] if board.centre else [],
    ]
    second, most = view["round"] - 1, board.dark + len(board.white) + 2 * len(board.red)
    uniform = [
        seat == second,
        seat == view["seat"],
        view["phase"] == "place",
        view["phase"] == "over",
        second,
        view["scores"][seat] / most,
        view["scores"][1 - seat] / most,
    ]
    return planes(squares, uniform, board.rows, board.columns)


def mole_company(view: Any, setup: Setup, seat: int) -> NDArray[np.float32]:
    players, side = setup.players, mole_company_board(setup).side
    own = mole_company_board(setup).boards[view["level"] - 1].side or side
    seats = [(seat + place) % players for place in range(players)]
    width = 2 * side - 1

    def at(name: str) -> Cell:
        return ord(name[0]) - ord("a"), int(name[1:]) - 1

    lines: dict[Cell, list[Cell]] = {(0, 1): [], (1, 0): [], (1, 1): []}
    for pair in view["dotted"]:
        near, far = sorted(map(at, pair))
        lines[far[0] - near[0], far[1] - near[1]].append(near)
    spaces = [
        *([at(name) for name in view["moles"][other]] for other in seats),
        [at(name) for name in view["holes"]],
        [at(name) for name in view["specials"]],
        *lines.values(),
        [
            (row, column)
            for row in range(width)
            for column in range(width)
            if max(abs(row - column), abs(row - side + 1), abs(column - side + 1)) < own
        ],
    ]
    phases = ("place", "choose", "flip", "move", "bonus", "over")
    uniform = [
        *(view["left"][other].count(value) / 2 for other in seats for value in (1, 2, 3, 4)),
        *one_hot(4, (view["disc"] or 0) - 1),
        *one_hot(4, view["level"] - 1),
        *one_hot(6, phases.index(view["phase"])),
        *one_hot(players, seats_after(seat, view["seat"], players)),
        view["bonus"],
        view["turn"] / int(setup.options["turn_limit"]),
    ]
    return planes(spaces, uniform, width, width)


def buddel_bande(view: Any, setup: Setup, seat: int) -> NDArray[np.float32]:
    players, track = setup.players, buddel_bande_board(setup).track
    rows, columns = 3 * players, len(track) + 2
    moles: list[list[Cell]] = [[] for _ in range(1 + players)]
    for row, mole in enumerate(view["moles"].values()):
        moles[0].append((row, mole["at"]))
        if "owner" in mole:
            moles[1 + (mole["owner"] - seat) % players].append((row, mole["at"]))
    hills = [
        *moles,
        [(row, view["dog"]) for row in range(rows)],
        *(
            [
                (row, hill)
                for row in range(rows)
                for hill in range(1, columns)
                if hill == columns - 1 or track[hill - 1] == symbol
            ]
            for symbol in "clf"
        ),
    ]
    face, symbol = view["dice"] or ("", "")
    uniform = [
        *one_hot(6, "SMLADE".index(face) if face else None),
        *one_hot(3, "clf".index(symbol) if symbol else None),
        *one_hot(4, ("deal", "roll", "act", "over").index(view["phase"])),
        *one_hot(players, seats_after(seat, view["seat"], players)),
        view["turn"] / int(setup.options["turn_limit"]),
    ]
    return planes(hills, uniform, rows, columns)


BY_GAME: Mapping[str, Callable[[View, Setup, int], NDArray[np.float32]]] = {
    "mole-hill": mole_hill,
    "mole-company": mole_company,
    "buddel-bande": buddel_bande,
}


def expected(setup: Setup, view: View, seat: int | None) -> NDArray[np.float32]:
    """What a seat, or a watcher (None), should see."""
    return BY_GAME[setup.game](view, setup, seat or 0)
