"""Settings of a table that change no rule, such as hidden names of pieces.

A game offers them in its plug-in record (`table_settings`). They are agreed before the first action and
travel with the names of the players (`TableNames`). Neither the log nor the record of a match contains them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple

from moleworks.core import registry
from moleworks.core.game import S, State
from moleworks.core.messages import N_, BadSetup
from moleworks.speech.emblems import TableNames
from moleworks.speech.game_understanding import GameUnderstanding
from moleworks.speech.game_words import GameWords
from moleworks.speech.sentences import Names


class TableSetting(NamedTuple, Generic[S]):
    """A setting that a game offers, and what it replaces at tables that chose it."""

    text: str
    """What it does, for those who choose it."""
    words: GameWords[S]
    """The sentences at such a table, instead of the game's `words`."""
    understand: GameUnderstanding[S]
    """Reads what is typed at such a table, instead of the game's `understand`."""
    not_understood: str
    """What to type, for those who typed something else; with `{given}`."""
    notebook: bool
    """Whether players are shown what they learned before; if not, they are told a secret once."""


def offered(game: str) -> Mapping[str, TableSetting[State]]:
    """The settings of a game by name; empty if it has none.

    >>> list(offered("buddel-bande")), list(offered("mole-hill"))
    (['hidden_tags'], [])
    """
    found: Mapping[str, TableSetting[State]] | None = registry.part(game, "table_settings", Mapping)
    return found or {}


def check(game: str, chosen: Sequence[str]) -> tuple[str, ...]:
    """The chosen settings, each once; complain about one that the game does not have."""
    known = offered(game)
    for name in chosen:
        if name not in known:
            if not known:
                raise BadSetup(N_("This game has no settings of the table."))
            text = N_("There is no setting of the table {name}; there are {known}.")
            raise BadSetup(text, name=name[:40], known=", ".join(known))
    return tuple(dict.fromkeys(chosen))


def chosen_setting(game: str, names: Names) -> TableSetting[State] | None:
    """The setting of the table where these names sit; None where nothing was chosen."""
    settings = chosen_settings(names)
    return offered(game)[settings[0]] if settings else None


def chosen_settings(names: Names) -> tuple[str, ...]:
    """The names of the settings of the table where these players sit."""
    return names.settings if isinstance(names, TableNames) else ()


def has_notebook(game: str, names: Names) -> bool:
    """Whether players at this table are shown what they learned before."""
    setting = chosen_setting(game, names)
    return setting is None or setting.notebook
