"""Names of the boards, presets and options of Buddel Bande."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

TITLE = N_("Buddel Bande")
ABOUT = N_("Bring your hidden moles home past the dog. For two to four.")
SOURCE = N_("How long the track is, and the order of its symbols, is our reconstruction.")
"""How well the layout of the classic board is documented."""
BOARDS: Mapping[str, str] = {
    "classic": N_("Classic track"),
    "stroll": N_("Short stroll"),
}
PRESETS: Mapping[str, str] = {
    "goldsieber": N_("The Goldsieber sheet"),
}
OPTIONS: Mapping[str, str] = {
    "know_own": N_("Players know their own moles"),
    "either": N_("The face with dog and mole"),
    "pass": N_("Passing, if every move takes a mole home"),
    "turn_limit": N_("Most turns"),
}
VALUES: Mapping[str, str] = {
    "choose": N_("one chooses"),
    "dog": N_("the dog goes"),
    "unless-own": N_("not if you know one as your own"),
    "any": N_("whoever owns the moles"),
}
