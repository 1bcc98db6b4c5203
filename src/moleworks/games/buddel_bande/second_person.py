"""Sentences of Buddel Bande for a player who reads alone: "you" instead of a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moleworks.core.messages import N_

SECOND_PERSON: Mapping[str, Sequence[str]] = {
    "{player} passes.": [N_("You pass.")],
    "{player} rolls: {face}, {symbol}.": [N_("You roll: {face}, {symbol}.")],
    "{player}: {face}, {symbol}.": [N_("You: {face}, {symbol}.")],
    "{winner} wins!": [N_("You win!")],
    "{player} sends the dog from hill {start} to hill {end}.": [
        N_("You send the dog from hill {start} to hill {end}.")
    ],
    "Underneath is {animal}: the mole goes home to {owner}.": [
        N_("Underneath is {animal}: the mole goes home to you.")
    ],
    "{owner} has 1 mole at home now.": [N_("You have 1 mole at home now.")],
    "{owner} has {count} moles at home now.": [N_("You have {count} moles at home now.")],
    "The game is over ({rule}): {winner} has three moles at home and wins!": [
        N_("The game is over ({rule}): you have three moles at home and win!")
    ],
}
