"""Draw views with pixels, for environments with `render_mode="rgb_array"`."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from moleworks.core import registry
from moleworks.core.game import Setup, View


@runtime_checkable
class GamePicture(Protocol):
    """The picture part of a plug-in."""

    def draw(self, setup: Setup, view: View) -> NDArray[np.uint8]:
        """Height by width by red, green and blue."""


def draw(setup: Setup, view: View) -> NDArray[np.uint8]:
    """Height by width by red, green and blue."""
    return registry.required_part(setup.game, "picture", GamePicture).draw(setup, view)
