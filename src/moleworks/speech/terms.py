"""What can be agreed before a game, in words: rule sheets, single rules, and where boards come from."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.games import Message
from moleworks.games.game import N_, Value
from moleworks.speech.parts import say

PRESETS: Mapping[str, str] = {
    "blatz": N_("As printed by Blatz"),
    "short": N_("Short description"),
    "ravensburger": N_("Ravensburger"),
    "ravensburger-basic": N_("Ravensburger, without special spaces"),
    "tactile": N_("Tactile edition"),
    "tactile-pro": N_("Tactile edition for experts"),
    "goldsieber": N_("Goldsieber"),
}
OPTIONS: Mapping[str, str] = {
    "start": N_("The mole starts"),
    "diagonal": N_("Slanting steps between rods"),
    "rounds": N_("Rounds"),
    "specials": N_("Special spaces"),
    "all_home": N_("All one’s moles in holes"),
    "reshuffle": N_("Discs turned before they are shuffled"),
    "final_paths": N_("Lines of the last board"),
    "turn_limit": N_("Most turns"),
    "know_own": N_("Players know their own moles"),
    "either": N_("The face with dog and mole"),
}
VALUES: Mapping[str, str] = {
    "anywhere": N_("anywhere"),
    "ring": N_("around the centre"),
    "path": N_("need one free way round"),
    "edges": N_("need a free edge at the end"),
    "must-wait": N_("must wait"),
    "may-wait": N_("may wait"),
    "all": N_("all open"),
    "solid": N_("dotted ones closed"),
    "into": N_("dotted ones only into the hole"),
    "choose": N_("one chooses"),
    "dog": N_("the dog goes"),
}
YES, NO = N_("yes"), N_("no")
SOURCES: Mapping[str, str] = {
    "documented": N_("as a published source describes it"),
    "reconstruction": N_("the places are our reconstruction; type in your own if you have the printed game"),
    "own": N_("made for Moleworks or by a player"),
}


def preset(name: str) -> Message:
    """A rule sheet by its name.

    >>> str(preset("blatz"))
    'As printed by Blatz'
    """
    return say(PRESETS[name])


def option(name: str) -> Message:
    """A single rule by its name."""
    return say(OPTIONS[name])


def value(given: Value) -> Message:
    """What a single rule is set to.

    >>> str(value(True)), str(value("may-wait")), str(value(1000))
    ('yes', 'may wait', '1000')
    """
    if isinstance(given, bool):
        return say(YES if given else NO)
    return say(VALUES[given]) if isinstance(given, str) else Message(str(given))
