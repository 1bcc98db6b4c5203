"""Worm Hunt before it begins, in words: title, board, presets and option."""

from __future__ import annotations

from collections.abc import Mapping

from moleworks.core.messages import N_

TITLE = N_("Worm Hunt")
ABOUT = N_("Dig for worms, stop before you hit a stone. For two to four.")
SOURCE = N_("The garden is our own.")
BOARDS: Mapping[str, str] = {"classic": N_("The garden")}
PRESETS: Mapping[str, str] = {"garden": N_("A whole garden"), "sprint": N_("A short sprint")}
OPTIONS: Mapping[str, str] = {"goal": N_("Worms to reach")}
VALUES: Mapping[str, str] = {}
