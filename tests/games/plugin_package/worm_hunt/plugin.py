"""The plug-in record of Worm Hunt: where its parts are."""

from __future__ import annotations

from moleworks.core.plugin import API_VERSION, Plugin

PLUGIN = Plugin(
    id="worm-hunt",
    api=API_VERSION,
    package="worm_hunt",
    game="worm_hunt.game:WORM_HUNT",
    setup_texts="worm_hunt.setup_texts",
    observation="worm_hunt.observation:WormHuntObservation",
)
