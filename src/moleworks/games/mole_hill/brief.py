"""Short forms of the sentences of Mole Hill about actions."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

BRIEF: Mapping[str, str] = {
    "{player} lays a rod between {near} and {far}.": N_("Rod {near} {far}."),
    "{player} starts on {end}.": N_("Mole on {end}."),
    "{player} jumps from {start} to {end}.": N_("Mole jumps to {end}."),
    "{player} steps from {start} to {end}.": N_("Mole to {end}."),
    "A white flower: 1 point.": "",
    "A red flower: 2 points.": "",
    "A dark molehill: 1 point.": "",
    "{player} has 1 point now.": N_("1 point now."),
    "{player} has {count} points now.": N_("{count} points now."),
    "This is the centre: the next move may be a jump to any free square.": N_(
        "The centre: a jump may be next."
    ),
    "All {count} molehills are down, so the mole stops.": N_("All molehills are down."),
    "The mole is stuck: no way is open.": N_("The mole is stuck."),
    "Now {mole} is the mole and {gardener} is the gardener.": N_("Now {mole} is the mole."),
}
