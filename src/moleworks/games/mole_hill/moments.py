"""The sentences of Mole Hill that the page shows on a card: those about the end of a round."""

from __future__ import annotations

MOMENTS = (
    "The only molehill is down, so the mole stops.",
    "All {count} molehills are down, so the mole stops.",
    "The mole is stuck: no way is open.",
    "Round {round} is over: no points for {player}.",
    "Round {round} is over: 1 point for {player}.",
    "Round {round} is over: {count} points for {player}.",
    "Now {mole} is the mole and {gardener} is the gardener.",
)
