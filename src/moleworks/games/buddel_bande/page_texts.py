"""Texts for the drawing and the editor of Buddel Bande in the web page, by the keys that the page uses."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

TEXTS: Mapping[str, str] = {
    "key_ribbon": N_("A golden ribbon: your mole. Only you see it."),
    "key_animal": N_("An animal: whose mole this is, as far as you know."),
    "key_dog": N_("The dog: a mole beside it must stay."),
    "key_signs": N_("Clover, leaf, flower: the die names the hill."),
    "key_den": N_("A den: bring home one mole of each size."),
    "tool_c": N_("clover"),
    "tool_l": N_("leaf"),
    "tool_f": N_("flower"),
    "amount_track": N_("Hills"),
    "haystack_corner": N_("Where the haystack lies"),
    "corner_top_left": N_("top left"),
    "corner_top_right": N_("top right"),
    "corner_bottom_left": N_("bottom left"),
    "corner_bottom_right": N_("bottom right"),
}
