"""A view as a picture of pixels, for environments that are watched or filmed: a module a game."""

from __future__ import annotations

from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Setup, View


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    """Height by width by red, green and blue."""
    picture: NDArray[np.uint8] = import_module(f"{__name__}.{setup.game.replace('-', '_')}").draw(setup, view)
    return picture
