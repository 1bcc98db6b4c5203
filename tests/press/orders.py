"""Orders to try, each made once."""

from __future__ import annotations

from functools import cache
from itertools import product

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press.paper import PAPERS, Kind
from moleworks.texts import LANGUAGES

CLASSIC = [(game, "classic", paper, str(kind)) for game, paper, kind in product(GAMES, PAPERS, Kind)]
SMALL = [(game, boards.names(game)[1], "a4", str(kind)) for game, kind in product(GAMES, Kind)]


@cache
def made(game: str, board: str, paper: str, kind: str, lang: str) -> press.Print:
    return press.made(press.order(game, boards.named(game, board), paper=paper, kind=kind, lang=lang))


__all__ = ["CLASSIC", "LANGUAGES", "SMALL", "made"]
