"""The sentences of Buddel Bande that the page shows on a card: those about a mole at home and the end."""

from __future__ import annotations

MOMENTS = (
    "Underneath is {animal}: the mole goes home to {owner}.",
    "{owner} has 1 mole at home now.",
    "{owner} has {count} moles at home now.",
    "The game is over ({rule}): too many turns were played, so it is a draw.",
)
