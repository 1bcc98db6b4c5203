"""The track of Buddel Bande: a row a mole, a column a hill, from the haystack to the den."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Setup, View
from moleworks.research.planes.plane import Planes, after, one_hot

SIZES, FACES, SYMBOLS = "SML", "SMLADE", "clf"
PHASES = ("deal", "roll", "act", "over")


class Track(Planes):
    """An owner is marked where the mole is, if the seat knows it."""

    def __init__(self, setup: Setup) -> None:
        self._players, self._limit = setup.players, setup.options["turn_limit"]
        seats = range(setup.players)
        track = setup.board.track
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
        players, wide = self._players, self.shape[2]
        ones = list(range(self._dog + view["dog"], self._dog + self._size, wide))
        for row, mole in enumerate(view["moles"].values()):
            here = row * wide + mole["at"]
            ones.append(here)
            if "owner" in mole:
                ones.append(here + self._size * (1 + (mole["owner"] - seat) % players))
        face, symbol = view["dice"] or ("", "")
        even = [
            *one_hot(len(FACES), FACES.index(face) if face else None),
            *one_hot(len(SYMBOLS), SYMBOLS.index(symbol) if symbol else None),
            *one_hot(len(PHASES), PHASES.index(view["phase"])),
            *one_hot(players, after(seat, view["seat"], players)),
            view["turn"] / self._limit,
        ]
        return self.drawn(ones, even)


PLANES = Track
