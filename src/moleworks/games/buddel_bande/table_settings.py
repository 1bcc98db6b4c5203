"""The settings of a table of Buddel Bande, which change no rule."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_
from moleworks.games.buddel_bande import understand_by_place, words_by_place
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.speech.table_settings import TableSetting

SETTINGS: Mapping[str, TableSetting[BuddelBandeState]] = {
    "hidden_tags": TableSetting(
        text=N_("By memory alone: moles of one size look alike, and nobody has a notebook"),
        words=words_by_place,
        understand=understand_by_place,
        not_understood=N_(
            "“{given}” was not understood. Name a mole by its place: small 7 for the one on hill 7,"
            " small haystack 2 for the one in place 2 of the haystack. Or type dog 9, or pass."
        ),
        notebook=False,
    ),
}
