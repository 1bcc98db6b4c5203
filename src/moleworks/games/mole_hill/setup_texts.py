"""Names of the boards, presets and options of Mole Hill."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

TITLE = N_("Mole Hill")
ABOUT = N_("A mole digs for points, a gardener shuts it in. For two.")
SOURCE = N_("The lawn is that of the printed game; where its flowers grow is told by one source only.")
"""How well the layout of the classic board is documented."""
BOARDS: Mapping[str, str] = {
    "classic": N_("Classic lawn"),
    "patch": N_("Small patch"),
}
PRESETS: Mapping[str, str] = {
    "blatz": N_("The Blatz sheet"),
    "short": N_("The short French sheet"),
}
OPTIONS: Mapping[str, str] = {
    "start": N_("The mole starts"),
    "diagonal": N_("Diagonal steps between rods"),
    "rounds": N_("Rounds"),
}
VALUES: Mapping[str, str] = {
    "anywhere": N_("anywhere"),
    "ring": N_("around the centre"),
    "path": N_("need one free way round"),
    "edges": N_("need a free edge at the end (house rule)"),
}
