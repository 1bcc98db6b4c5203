"""What parts are called in several games."""

from __future__ import annotations

from moleworks.games.game import N_

WEARING = (
    N_("Mole with a helmet, smooth"),
    N_("Mole with a scarf, striped"),
    N_("Mole with glasses, dotted"),
    N_("Mole with a hat, cross-hatched"),
)
"""By seat: what a mole wears, and how its coat feels."""
DISCS = (
    N_("Disc {value}, smooth back"),
    N_("Disc {value}, striped back"),
    N_("Disc {value}, dotted back"),
    N_("Disc {value}, cross-hatched back"),
)
