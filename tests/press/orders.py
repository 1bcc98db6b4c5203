"""Print orders for tests; each set is made once."""

from __future__ import annotations

from functools import cache
from itertools import product

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press.paper import LARGE_PRINT, PAPERS, PrintKind
from moleworks.texts import LANGUAGES

USUAL_KINDS = [kind for kind in PrintKind if kind not in LARGE_PRINT]
CLASSIC = [(game, "classic", paper, str(kind)) for game, paper, kind in product(GAMES, PAPERS, USUAL_KINDS)]
LARGE = [(game, "classic", paper, str(kind)) for game, paper, kind in product(GAMES, PAPERS, LARGE_PRINT)]
SMALL = [(game, boards.names(game)[1], "a4", str(kind)) for game, kind in product(GAMES, PrintKind)]


@cache
def printed_set(game: str, board: str, paper: str, kind: str, lang: str) -> press.PrintedSet:
    return press.make_set(press.order(game, boards.named(game, board), paper=paper, kind=kind, lang=lang))


__all__ = ["CLASSIC", "LANGUAGES", "LARGE", "SMALL", "printed_set"]
