"""Texts for the drawing and the editor of Mole Company in the web page, by the keys that the page uses."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

TEXTS: Mapping[str, str] = {
    "key_star": N_("A star: end a move here, and you may flip another disc."),
    "key_hole": N_("A hole: its mole digs on when the board is lifted."),
    "key_dotted_solid": N_("A dotted line: no way into the last hole."),
    "key_dotted_into": N_("A dotted line: only for the last step into the hole."),
    "key_lost": N_("A cross: a mole was lost here with the board above."),
    "key_discs": N_("Discs left: a mole goes exactly so far, in a straight line."),
    "sheet_1": N_("the green board"),
    "sheet_2": N_("the dark red board"),
    "sheet_3": N_("the light brown board"),
    "sheet_4": N_("the blue board"),
    "tool_hole": N_("hole"),
    "tool_special": N_("special space"),
    "tool_dotted": N_("dotted line"),
    "dotted_to": N_("dotted line to {spaces}"),
    "line_from": N_("From {place}: now choose the other end."),
    "amount_side": N_("Spaces along a side"),
    "amount_own_side": N_("Spaces along a side: {board}"),
    "amount_moles": N_("Moles each, with {count} players"),
}
