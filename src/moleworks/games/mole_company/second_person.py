"""Sentences of Mole Company for a player who reads alone: "you" instead of a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moleworks.core.messages import N_

SECOND_PERSON: Mapping[str, Sequence[str]] = {
    "{player} does not wait, and takes a disc.": [N_("You do not wait, and take a disc.")],
    "{player} waits.": [N_("You wait.")],
    "{player} takes one more disc.": [N_("You take one more disc.")],
    "{player} stops here.": [N_("You stop here.")],
    "{player} places mole {number} on {space}.": [N_("You place mole {number} on {space}.")],
    "{player} flips a {disc}.": [N_("You flip a {disc}.")],
    "{player}: disc {disc}.": [N_("You flip a {disc}.")],
    "{player} has no mole that can make this extra move: it is lost ({rule}).": [
        N_("You have no mole that can make this extra move: it is lost ({rule}).")
    ],
    "{player} has no mole that can move {disc}: the turn is lost ({rule}).": [
        N_("You have no mole that can move {disc}: the turn is lost ({rule}).")
    ],
    "{player} moves from {start} to {end}.": [N_("You move from {start} to {end}.")],
    "{space} is a special space: {player} may take one more disc.": [
        N_("{space} is a special space: you may take one more disc.")
    ],
    "{player} now shuffles all six discs and puts them face down again ({rule}).": [
        N_("You now shuffle all six discs and put them face down again ({rule}).")
    ],
    "{player} loses 1 mole.": [N_("You lose 1 mole.")],
    "{player} loses {count} moles.": [N_("You lose {count} moles.")],
    "{player} has no moles left and is out.": [N_("You have no moles left and are out.")],
    "{player} has every mole in a hole and must wait ({rule}).": [
        N_("You have every mole in a hole and must wait ({rule}).")
    ],
    "The game is over ({rule}): only {winner} still has moles, and wins!": [
        N_("The game is over ({rule}): only you still have moles, and win!")
    ],
    "The game is over ({rule}): {winner} is first in the last hole and wins the golden shovel!": [
        N_("The game is over ({rule}): you are first in the last hole and win the golden shovel!")
    ],
}
