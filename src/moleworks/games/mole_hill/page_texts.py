"""Texts for the drawing and the editor of Mole Hill in the web page, by the keys that the page uses."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

TEXTS: Mapping[str, str] = {
    "key_light": N_("The first {count} molehills are light: no points."),
    "key_dark": N_("Each dark molehill: 1 point."),
    "key_white": N_("A white flower: 1 point."),
    "key_red": N_("A red flower: 2 points."),
    "key_centre": N_("The centre: who comes here may jump anywhere next."),
    "key_rod": N_("A rod: no way across."),
    "tool_red": N_("red flower"),
    "tool_white": N_("white flower"),
    "tool_centre": N_("centre"),
    "amount_columns": N_("Columns"),
    "amount_rows": N_("Rows"),
    "amount_light": N_("Light molehills"),
    "amount_dark": N_("Dark molehills"),
    "amount_rods": N_("Rods"),
}
