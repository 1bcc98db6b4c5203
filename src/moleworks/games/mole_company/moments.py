"""The sentences of Mole Company that the page shows on a card: those about a lifted board and the end."""

from __future__ import annotations

MOMENTS = (
    "All holes are taken: the green board is lifted ({rule}).",
    "All holes are taken: the dark red board is lifted ({rule}).",
    "All holes are taken: the light brown board is lifted ({rule}).",
    "{player} loses 1 mole.",
    "{player} loses {count} moles.",
    "{player} has no moles left and is out.",
    "Below lies {board}, with 1 hole.",
    "Below lies {board}, with {count} holes.",
    "The game is over ({rule}): too many turns were played, so it is a draw for all who still have moles.",
    "The game is over ({rule}): only {winner} still has moles, and wins!",
    "The game is over ({rule}): {winner} is first in the last hole and wins the golden shovel!",
)
