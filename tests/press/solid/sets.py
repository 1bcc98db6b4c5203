"""Solid sets for tests; each is made once."""

from __future__ import annotations

from functools import cache

from moleworks import boards
from moleworks.press import solid
from moleworks.press.solid import export
from moleworks.press.solid.model import SolidModel
from moleworks.texts import LANGUAGES

GAMES = ("mole-hill", "mole-company", "buddel-bande")
SMALL = [(game, boards.names(game)[1]) for game in GAMES]


def order(game: str, board: str = "classic", lang: str = "en", **options: object) -> solid.SolidOrder:
    return solid.order(game, boards.named(game, board), lang=lang, options=options)


@cache
def models(game: str, board: str = "classic", lang: str = "en") -> dict[str, SolidModel]:
    return {model.name: model for model in export.game_solids(game).models(order(game, board, lang))}


@cache
def files(game: str, board: str = "classic", lang: str = "en") -> dict[str, bytes]:
    return dict(solid.files(order(game, board, lang)))


__all__ = ["GAMES", "LANGUAGES", "SMALL", "files", "models", "order"]
