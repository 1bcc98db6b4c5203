"""What somebody wants made by a 3D printer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from moleworks.games import GAMES, Complaint, Game, Setup
from moleworks.games.game import N_
from moleworks.texts import Language, language


class Job(NamedTuple):
    """A game as it is set up, and the language of names and Braille."""

    game: Game[Any]
    setup: Setup
    words: Language

    @property
    def board(self) -> Any:
        return self.setup.board

    @property
    def name(self) -> str:
        """For files: game, board, kind and language."""
        return f"{self.game.id}-{self.board.name}-3d-{self.words.code}"


def job(
    game: str,
    board: Any,
    *,
    lang: str = "en",
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Job:
    """A job, checked: `Complaint` says what there is not."""
    if game not in GAMES:
        raise Complaint(N_("There is no game {game}; there are {known}."), game=game, known=", ".join(GAMES))
    rules = GAMES[game]
    return Job(rules, rules.setup(board, None, preset, options), language(lang))
