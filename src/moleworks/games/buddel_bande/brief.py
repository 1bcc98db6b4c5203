"""Short forms of the sentences of Buddel Bande about actions."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

BRIEF: Mapping[str, str] = {
    "{player} rolls: {face}, {symbol}.": N_("{player}: {face}, {symbol}."),
    "{player}: {mole} goes from hill {start} to hill {end}.": N_("{mole} to {end}."),
    "{player}: {mole} goes from the haystack to hill {end}.": N_("{mole} to {end}."),
    "{player}: {mole} goes from hill {start} to the last hill.": N_("{mole} to the last hill."),
    "{player}: {mole} goes from the haystack to the last hill.": N_("{mole} to the last hill."),
    "{player} sends the dog from hill {start} to hill {end}.": N_("Dog to {end}."),
    "Underneath is {animal}: the mole goes home to {owner}.": N_("Underneath: {animal}."),
    "The game is over ({rule}): {winner} has three moles at home and wins!": N_("{winner} wins!"),
    "You know this mole: it is yours.": "",
    "You know this mole: it is {owner}'s.": "",
    "The dog sits there, so this mole must wait.": N_("It must wait beside the dog."),
}
