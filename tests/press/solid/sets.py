"""Sets to try, each made once."""

from __future__ import annotations

from functools import cache

from moleworks import boards
from moleworks.press import solid
from moleworks.press.solid import works
from moleworks.press.solid.model import Model
from moleworks.texts import LANGUAGES

GAMES = ("mole-hill", "mole-company", "buddel-bande")
SMALL = [(game, boards.names(game)[1]) for game in GAMES]


def job(game: str, board: str = "classic", lang: str = "en", **options: object) -> solid.Job:
    return solid.job(game, boards.named(game, board), lang=lang, options=options)


@cache
def models(game: str, board: str = "classic", lang: str = "en") -> dict[str, Model]:
    return {model.name: model for model in works.SHOPS[game].models(job(game, board, lang))}


@cache
def files(game: str, board: str = "classic", lang: str = "en") -> dict[str, bytes]:
    return dict(solid.files(job(game, board, lang)))


__all__ = ["GAMES", "LANGUAGES", "SMALL", "files", "job", "models"]
