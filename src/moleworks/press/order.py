"""What somebody wants printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from moleworks.games import GAMES, Game, Setup
from moleworks.games.game import N_, Complaint, Value
from moleworks.press.colours import PALETTES
from moleworks.press.paper import PAPERS, Kind, Paper
from moleworks.press.scene import Colour
from moleworks.texts import Language, language


class Order(NamedTuple):
    """A game as it is set up, and how it shall be printed."""

    game: Game[Any]
    setup: Setup
    chosen: Mapping[str, Value]
    """The options that differ from the rule sheet because somebody wished so."""
    paper: Paper
    kind: Kind
    words: Language

    @property
    def board(self) -> Any:
        return self.setup.board

    @property
    def palette(self) -> Mapping[str, Colour]:
        return PALETTES[self.kind]

    @property
    def swell(self) -> bool:
        return self.kind == Kind.SWELL

    @property
    def title(self) -> str:
        """The board's own title in the reader's language."""
        titles: Mapping[str, str] = self.board.title
        return titles.get(self.words.code) or titles.get("en") or next(iter(titles.values()))

    @property
    def name(self) -> str:
        """For files: game, board, paper, kind and language."""
        parts = (self.game.id, self.board.name, self.paper.name, self.kind.value, self.words.code)
        return "-".join(parts)


def order(
    game: str,
    board: Any,
    *,
    paper: str = "a4",
    kind: str = "color",
    lang: str = "en",
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Order:
    """An order, checked: `Complaint` says what there is not."""
    if game not in GAMES:
        raise Complaint(N_("There is no game {game}; there are {known}."), game=game, known=", ".join(GAMES))
    if paper not in PAPERS:
        raise Complaint(
            N_("There is no paper {paper}; there are {known}."), paper=paper, known=", ".join(PAPERS)
        )
    if kind not in list(Kind):
        raise Complaint(N_("There is no kind {kind}; there are {known}."), kind=kind, known=", ".join(Kind))
    rules = GAMES[game]
    setup = rules.setup(board, None, preset, options)
    chosen = {name: setup.options[name] for name in options or {}}
    return Order(rules, setup, chosen, PAPERS[paper], Kind(kind), language(lang))
