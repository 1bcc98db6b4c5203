"""Short forms of the sentences of Mole Company about actions."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

BRIEF: Mapping[str, str] = {
    "{player} places mole {number} on {space}.": N_("{player}: {space}."),
    "{player} flips a {disc}.": N_("{player}: disc {disc}."),
    "{player} has no mole that can make this extra move: it is lost ({rule}).": N_(
        "No mole can move so far."
    ),
    "{player} has no mole that can move {disc}: the turn is lost ({rule}).": N_("No mole can move so far."),
    "{player} now shuffles all six discs and puts them face down again ({rule}).": "",
    "{player} moves from {start} to {end}.": N_("{player}: {start} to {end}."),
    "The hole {space} is free again.": N_("{space} is free again."),
    "{space} is a hole; 1 hole is free.": N_("A hole; 1 more is free."),
    "{space} is a hole; {count} holes are free.": N_("A hole; {count} more are free."),
    "{space} is a special space: {player} may take one more disc.": N_("A special space: one more disc?"),
    "All holes are taken: the green board is lifted ({rule}).": N_("The green board is lifted."),
    "All holes are taken: the dark red board is lifted ({rule}).": N_("The dark red board is lifted."),
    "All holes are taken: the light brown board is lifted ({rule}).": N_("The light brown board is lifted."),
    "Below lies {board}, with 1 hole.": N_("Now there is 1 hole."),
    "Below lies {board}, with {count} holes.": N_("Now there are {count} holes."),
    "It is smaller: its rows are {rows}.": "",
    "Free holes: {spaces}.": "",
    "Special spaces: {spaces}.": "",
    "Dotted lines, closed: {lines}.": "",
    "Dotted lines, only for a last step into the hole: {lines}.": "",
}
