"""Observation planes of Buddel Bande: a row for each mole, a column for each hill from haystack to den."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import Setup, View
from moleworks.games.buddel_bande.board import board_of
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.research.observation import Observation, one_hot, seats_after

SIZES, FACES, SYMBOLS = "SML", "SMLADE", "clf"
PHASES = ("deal", "roll", "act", "over")


class BuddelBandeObservation(Observation):
    """The planes of Buddel Bande. An owner is marked where the mole is, if the seat knows it."""

    def __init__(self, setup: Setup) -> None:
        self._players, self._limit = setup.players, int(setup.options["turn_limit"])
        seats = range(setup.players)
        track = board_of(setup).track
        super().__init__(
            (
                "mole",
                *(f"mole of {seat}" for seat in seats),
                "dog",
                *(f"hills {symbol}" for symbol in SYMBOLS),
            ),
            (
                *(f"die {face}" for face in FACES),
                *(f"die {symbol}" for symbol in SYMBOLS),
                *PHASES,
                *(f"turn of {seat}" for seat in seats),
                "turns",
            ),
            len(SIZES) * setup.players,
            len(track) + 2,
        )
        for symbol in SYMBOLS:
            plane = self._base[self.names.index(f"hills {symbol}")]
            plane[:, -1] = 1
            for hill, its in enumerate(track, 1):
                plane[:, hill] = its == symbol
        self._dog = self.plane("dog")

    def paint(self, view: View, seat: int) -> NDArray[np.float32]:
        view = own_view(view)
        players, width = self._players, self.shape[2]
        ones = list(range(self._dog + view["dog"], self._dog + self._size, width))
        for row, mole in enumerate(view["moles"].values()):
            cell = row * width + mole["at"]
            ones.append(cell)
            if "owner" in mole:
                ones.append(cell + self._size * (1 + (mole["owner"] - seat) % players))
        dice = view["dice"]
        face, symbol = (dice[0], dice[1]) if dice else ("", "")
        uniform = [
            *one_hot(len(FACES), FACES.index(face) if face else None),
            *one_hot(len(SYMBOLS), SYMBOLS.index(symbol) if symbol else None),
            *one_hot(len(PHASES), PHASES.index(view["phase"])),
            *one_hot(players, seats_after(seat, view["seat"], players)),
            view["turn"] / self._limit,
        ]
        return self.fill(ones, uniform)


OBSERVATION = BuddelBandeObservation
