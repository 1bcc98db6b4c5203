"""The plug-in record: the parts of a game, by their import paths.

A path is `package.module` or `package.module:object`. A part is imported when it is first used, so listing
games imports none of them. `docs/new-game.md` explains every part with an example.
"""

from __future__ import annotations

from typing import NamedTuple

API_VERSION = 1
"""The version of this record and of `core.game`. It is raised by changes that plug-ins have to follow."""


class Plugin(NamedTuple):
    """The parts of a game. Only `game` is required; without others, features of Moleworks are missing."""

    id: str
    """As in records and URLs: small letters, digits and hyphens."""
    api: int
    """The `API_VERSION` that the plug-in was written for."""
    package: str
    """The package that contains `boards/*.toml`, `lessons.toml` and `texts/`, if there are any."""
    game: str
    """The rules: an object of a class derived from `core.game.Game`."""
    board_file: str | None = None
    """A module that checks board files (`boards.BoardFile`); without it the game has one board, `classic`."""
    from_view: str | None = None
    """A module that rebuilds a state from a view (`engine.FromView`)."""
    words: str | None = None
    """A module that describes the game in sentences (`speech.GameWords`)."""
    second_person: str | None = None
    """A mapping of sentences of `words` to the same sentences for a player who reads alone, with "you"."""
    board_map: str | None = None
    """A function that tells where everything is on the board of a set-up, for who cannot see it."""
    brief: str | None = None
    """A mapping of sentences of `words` about actions to shorter ones, for the ear; "" leaves one out."""
    moments: str | None = None
    """A collection of the sentences of `words` that tell a moment to stop at, such as the end of a round."""
    understand: str | None = None
    """A module that reads actions typed in plain words (`speech.GameUnderstanding`)."""
    setup_texts: str | None = None
    """A module with the names of presets, options and boards (`speech.setup_texts.SetupTexts`)."""
    emblems: str | None = None
    """A mapping of signs that stand for players, such as animals, to their texts; at least one a seat."""
    table_settings: str | None = None
    """A mapping of settings that change no rule, by name (`speech.table_settings.TableSetting`)."""
    page_texts: str | None = None
    """A module with further texts for the page's own drawing of the game (`web.page_texts.GamePageTexts`)."""
    terminal: str | None = None
    """A module that draws the board with characters (`terminal.drawing.GameDrawing`)."""
    compiled_legal: str | None = None
    """A module that lists legal actions by compiled rules (`engine.legal_actions.CompiledLegal`)."""
    player: str | None = None
    """The computer player: an object of a class derived from `engine.Player`."""
    solver: str | None = None
    """Proves what a game is worth with perfect play (`engine.solving.game_solver.GameSolver`)."""
    references: str | None = None
    """Fixed players to measure others by: a mapping of names to `engine.Reference`."""
    puzzles: str | None = None
    """A module that finds and explains puzzles (`puzzles.GamePuzzles`); they are in puzzles.jsonl."""
    observation: str | None = None
    """A class that turns states into planes of numbers (`research.observation.Planes`)."""
    picture: str | None = None
    """A module that draws a view with pixels (`research.rendering.GamePicture`)."""
    batch: str | None = None
    """A record of kernels that play many games at once (`research.batches.batch_kernels.BatchKernels`)."""
    press: str | None = None
    """A module that draws the printed set (`press.GamePrintSet`)."""
    solids: str | None = None
    """A module that models the set for a 3D printer (`press.solid.export.GameSolids`)."""
