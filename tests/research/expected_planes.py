"""The planes of a position, computed in the slow and obvious way from the view of a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.core.bits import members
from moleworks.games import Setup
from moleworks.games.buddel_bande.board import board_of as buddel_bande_board
from moleworks.games.mole_company.board import board_of as mole_company_board
from moleworks.games.mole_company.board import rotated_boards, spaces
from moleworks.games.mole_hill.board import board_of as mole_hill_board

Observation = NDArray[np.uint8]


def mole_hill(view: dict[str, Any], setup: Setup, seat: int) -> Observation:
    board = mole_hill_board(setup)
    planes = np.zeros((13, board.rows, board.columns), np.uint8)

    def at(name: str) -> tuple[int, int]:
        return int(name[1:]) - 1, ord(name[0]) - ord("a")

    if view["mole"]:
        planes[0][at(view["mole"])] = 1
    for name in view["hills"]:
        planes[1][at(name)] = 1
    for rod in view["rods"]:
        near, far = rod.split("|")
        planes[2 if near[1:] == far[1:] else 3][at(near)] = 1
    for name in view["next"]:
        planes[4][at(name)] = 1
    for plane, names in ((5, board.white), (6, board.red), (7, [board.centre] if board.centre else [])):
        for name in names:
            planes[plane][at(name)] = 1
    planes[8] = view["phase"] != "over" and view["round"] - 1 == seat
    planes[9] = view["round"] - 1
    planes[10] = board.light + board.dark - len(view["hills"])
    planes[11] = view["scores"][view["round"] - 1]
    planes[12] = view["scores"][0] if view["round"] == 2 else 0
    return planes


def mole_company(view: dict[str, Any], setup: Setup, seat: int) -> Observation:
    board, players, level = mole_company_board(setup), setup.players, view["level"]
    side = board.side
    planes = np.zeros((43, 2 * side - 1, 2 * side - 1), np.uint8)

    def show(plane: int, names: list[str]) -> None:
        for name in names:
            planes[plane][ord(name[0]) - ord("a"), int(name[1:]) - 1] = 1

    box = rotated_boards(board, setup.rotations or (0, 0, 0, 0))
    for ahead in range(players):
        show(ahead, view["moles"][(max(seat, 0) + ahead) % players])
    for q, r in spaces(board.boards[level - 1].side or side):
        planes[4][side - 1 - r, q + side - 1] = 1
    show(5, view["holes"])
    show(6, view["specials"] if setup.options["specials"] else [])
    for number, (q, r) in enumerate(spaces(side)):
        if level < 4 and box[level].holes >> number & 1:
            planes[7][side - 1 - r, q + side - 1] = 1
    for pair in view["dotted"]:
        near, far = sorted((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in pair)
        planes[8 + [(0, 1), (1, 0), (1, 1)].index((far[0] - near[0], far[1] - near[1]))][near] = 1
    planes[10 + level] = 1
    phases = ("place", "choose", "flip", "move", "bonus")
    if view["phase"] in phases:
        planes[15 + phases.index(view["phase"])] = 1
    planes[20] = view["bonus"]
    planes[21] = view["disc"] or 0
    for ahead in range(players):
        other = (max(seat, 0) + ahead) % players
        for value in (1, 2, 3, 4):
            planes[21 + 4 * ahead + value] = view["left"][other].count(value)
        planes[38 + ahead] = view["seat"] == other
    planes[42] = view["turn"] * 255 // int(setup.options["turn_limit"])
    return planes


def buddel_bande(view: dict[str, Any], setup: Setup, seat: int) -> Observation:
    track = buddel_bande_board(setup).track
    planes = np.zeros((78, len(track) + 2), np.uint8)
    for name, mole in view["moles"].items():
        number = 4 * "SML".index(name[0]) + int(name[1]) - 1
        whose = 1 + (mole["owner"] - max(seat, 0)) % setup.players if "owner" in mole else 0
        planes[5 * number + whose][mole["at"]] = 1
    planes[60][view["dog"]] = 1
    for plane, symbol in enumerate("clf", 61):
        planes[plane][-1] = 1
        for hill, its in enumerate(track, 1):
            planes[plane][hill] |= its == symbol
    if view["dice"]:
        planes[64 + "SMLADE".index(view["dice"][0])] = 1
        planes[70 + "clf".index(view["dice"][1])] = 1
    turns = view["turn"] - (view["phase"] in {"roll", "act"})
    if view["seat"] is not None:
        planes[73 + (view["seat"] - max(seat, 0)) % setup.players] = 1
    planes[77] = turns * 255 // int(setup.options["turn_limit"])
    return planes


PLANES_BY_GAME: Mapping[str, Callable[[dict[str, Any], Setup, int], Observation]] = {
    "mole-hill": mole_hill,
    "mole-company": mole_company,
    "buddel-bande": buddel_bande,
}


def expected(game: Any, state: Any, seat: int) -> Observation:
    """What a seat, or a watcher (-1), should see."""
    view = game.view(state, None if seat < 0 else seat)
    if game.id == "mole-hill":
        view["next"] = _next(game, state)
    return PLANES_BY_GAME[game.id](view, state.setup, seat)


def _next(game: Any, state: Any) -> list[str]:
    """Where the mole could go if it were its turn now: all know the rules, so a view need not say it."""
    return [game.name(state, place) for place in members(state.position.reach)]
