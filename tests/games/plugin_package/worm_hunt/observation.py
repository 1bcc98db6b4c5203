"""Views of Worm Hunt as numbers between 0 and 1, for learning programs."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import Setup, View
from moleworks.research.observation import Observation, one_hot, seats_after
from worm_hunt.game import FAVOURITES, WormHuntView

MOST_WORMS = 100


class WormHuntObservation(Observation):
    """One row of numbers: my favourite, the pile, and what each seat has kept, from mine on."""

    max_points = MOST_WORMS

    def __init__(self, setup: Setup) -> None:
        self._players = setup.players
        names = (
            *(f"my favourite is {number}" for number in FAVOURITES),
            "pile",
            *(f"kept by seat +{place}" for place in range(setup.players)),
            *(f"seat +{place} is to move" for place in range(setup.players)),
        )
        super().__init__((), names, 1, 1)

    def paint(self, view: View, seat: int) -> NDArray[np.float32]:
        seen = cast(WormHuntView, view)
        favourite = seen["favourites"][seat]
        kept = [seen["kept"][(seat + place) % self._players] for place in range(self._players)]
        numbers = [
            *one_hot(len(FAVOURITES), None if favourite is None else favourite - FAVOURITES[0]),
            min(seen["pile"], MOST_WORMS) / MOST_WORMS,
            *(min(worms, MOST_WORMS) / MOST_WORMS for worms in kept),
            *one_hot(self._players, seats_after(seat, seen["seat"], self._players)),
        ]
        return self.fill([], numbers)
