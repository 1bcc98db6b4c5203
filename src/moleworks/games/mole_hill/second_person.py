"""Sentences of Mole Hill for a player who reads alone: "you" instead of a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moleworks.core.messages import N_

SECOND_PERSON: Mapping[str, Sequence[str]] = {
    "{player} (gardener): lay a rod between two neighbouring squares; the mole is on {square}.": [
        N_("You are the gardener: lay a rod between two neighbouring squares; the mole is on {square}.")
    ],
    "{player} (mole) has only one way left: to {square}.": [
        N_("You are the mole and have only one way left: to {square}.")
    ],
    "{player} (mole) may jump from {square} to any square without a molehill.": [
        N_("You are the mole: you may jump from {square} to any square without a molehill.")
    ],
    "{player} (mole): step to a square next to {square}.": [
        N_("You are the mole: step to a square next to {square}.")
    ],
    "{player} (mole): choose any square to start on.": [
        N_("You are the mole: choose any square to start on.")
    ],
    "{player} (mole): choose a square beside the centre, {square}, to start on.": [
        N_("You are the mole: choose a square beside the centre, {square}, to start on.")
    ],
    "{player} lays a rod between {near} and {far}.": [N_("You lay a rod between {near} and {far}.")],
    "{player} starts on {end}.": [N_("You start on {end}.")],
    "{player} jumps from {start} to {end}.": [N_("You jump from {start} to {end}.")],
    "{player} steps from {start} to {end}.": [N_("You step from {start} to {end}.")],
    "{player} has 1 point now.": [N_("You have 1 point now.")],
    "{player} has {count} points now.": [N_("You have {count} points now.")],
    "Round {round} is over: no points for {player}.": [N_("Round {round} is over: no points for you.")],
    "Round {round} is over: 1 point for {player}.": [N_("Round {round} is over: 1 point for you.")],
    "Round {round} is over: {count} points for {player}.": [
        N_("Round {round} is over: {count} points for you.")
    ],
    "Now {mole} is the mole and {gardener} is the gardener.": [
        N_("Now you are the mole and {gardener} is the gardener."),
        N_("Now {mole} is the mole and you are the gardener."),
    ],
    "Now {mole} is the mole.": [N_("Now you are the mole.")],
    "{mole} is the mole, {gardener} is the gardener.": [
        N_("You are the mole, {gardener} is the gardener."),
        N_("{mole} is the mole, you are the gardener."),
    ],
    "The game is over ({rule}): {winner} wins, {most} to {least}!": [
        N_("The game is over ({rule}): you win, {most} to {least}!")
    ],
}
