"""Names of the boards, presets and options of Mole Company."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

TITLE = N_("Mole Company")
ABOUT = N_("Dig through four boards to the golden shovel. For two to four.")
SOURCE = N_(
    "How many holes there are is known, and that the last one is in the centre. How many spaces a board has,"
    " where holes and special spaces are, and which lines are dotted, is our reconstruction."
)
"""How well the layout of the classic board is documented."""
BOARDS: Mapping[str, str] = {
    "classic": N_("Classic company"),
    "burrow": N_("Small burrow"),
    "funnel": N_("Funnel: boards that get smaller"),
}
PRESETS: Mapping[str, str] = {
    "ravensburger": N_("The Ravensburger sheet"),
    "ravensburger-basic": N_("The Ravensburger sheet without special spaces"),
    "tactile": N_("The tactile edition"),
    "tactile-pro": N_("The tactile edition, Pro version"),
}
OPTIONS: Mapping[str, str] = {
    "specials": N_("Special spaces"),
    "all_home": N_("All one’s moles in holes"),
    "reshuffle": N_("Discs flipped before they are shuffled"),
    "final_paths": N_("Lines of the last board"),
    "turn_limit": N_("Most turns"),
}
VALUES: Mapping[str, str] = {
    "must-wait": N_("must wait"),
    "may-wait": N_("may wait"),
    "all": N_("all open"),
    "solid": N_("dotted ones closed"),
    "into": N_("dotted ones only into the hole"),
}
