"""An order for a 3D printer: game, board, options, language and the size of the bed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from moleworks.core.game import AnyGame, Board, Setup
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.press.order import tactile_preset
from moleworks.speech import setup_texts
from moleworks.texts import Language, language

BEDS = (180, 200, 220, 256)
"""The sides of common square beds, in millimetres."""
USUAL_BED = 200


class SolidOrder(NamedTuple):
    """What to model, and the language of names and Braille."""

    game: AnyGame
    setup: Setup
    language: Language
    bed: float = USUAL_BED
    """The side of the printer's bed, in millimetres."""

    @property
    def board(self) -> Board:
        """The board to make."""
        return self.setup.board

    @property
    def game_title(self) -> str:
        """The title of the game in the order's language."""
        return self.language.tell(setup_texts.title(self.game.id))

    @property
    def title(self) -> str:
        """The board's title in the order's language, else in English."""
        titles: Mapping[str, str] = self.board.title
        return titles.get(self.language.code) or titles.get("en") or next(iter(titles.values()))

    @property
    def name(self) -> str:
        """For file names: game, board, kind and language."""
        return f"{self.game.id}-{self.board.name}-3d-{self.language.code}"


def order(
    game: str,
    board: Board,
    *,
    lang: str = "en",
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    bed: int = USUAL_BED,
) -> SolidOrder:
    """Make an order; `Complaint` if the game or the size of the bed is unknown.

    If no preset is given, it takes that of the game's tactile edition: its parts are for fingers.
    """
    rules = GAMES[game]
    if bed not in BEDS:
        raise Complaint(
            N_("There are no parts for a bed of {bed} mm; there are {known}."),
            bed=bed,
            known=", ".join(map(str, BEDS)),
        )
    return SolidOrder(
        rules, rules.setup(board, None, preset or tactile_preset(game), options), language(lang), bed
    )
