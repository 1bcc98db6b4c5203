"""A print order: game, board, options, paper, kind of print and language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from moleworks.core import registry
from moleworks.core.game import AnyGame, Board, Setup, Value
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.press.colours import PALETTES
from moleworks.press.paper import LARGE_PRINT, PAPERS, PaperSize, PrintKind
from moleworks.press.sheet import Colour
from moleworks.press.typesetting import SMALLEST_TEXT
from moleworks.speech import setup_texts
from moleworks.texts import Language, language


class PrintOrder(NamedTuple):
    """What to print, and how."""

    game: AnyGame
    setup: Setup
    chosen: Mapping[str, Value]
    """Options that were set explicitly, not by the preset."""
    paper: PaperSize
    kind: PrintKind
    language: Language

    @property
    def board(self) -> Board:
        """The board to print."""
        return self.setup.board

    @property
    def palette(self) -> Mapping[str, Colour]:
        """The colours of this kind of print, by name."""
        return PALETTES[self.kind]

    @property
    def swell(self) -> bool:
        """Whether it is for swell paper, to be read by touch."""
        return self.kind == PrintKind.SWELL

    @property
    def game_title(self) -> str:
        """The title of the game in the order's language."""
        return self.language.tell(setup_texts.title(self.game.id))

    @property
    def large(self) -> bool:
        """Whether it is in large print, labels too."""
        return self.kind in LARGE_PRINT

    @property
    def smallest_text(self) -> float:
        """The least size of text in this kind of print."""
        return LARGE_PRINT.get(self.kind, SMALLEST_TEXT)

    @property
    def title(self) -> str:
        """The board's title in the order's language, else in English."""
        titles: Mapping[str, str] = self.board.title
        return titles.get(self.language.code) or titles.get("en") or next(iter(titles.values()))

    @property
    def name(self) -> str:
        """For file names: game, board, paper, kind and language."""
        parts = (self.game.id, self.board.name, self.paper.name, self.kind.value, self.language.code)
        return "-".join(parts)


def order(
    game: str,
    board: Board,
    *,
    paper: str = "a4",
    kind: str = "color",
    lang: str = "en",
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
) -> PrintOrder:
    """Make an order; `Complaint` if the game, the paper or the kind is unknown.

    If no preset is given, swell paper takes that of the game's tactile edition. `players` are those of a
    match; a set is for any number of them.
    """
    rules = GAMES[game]
    if paper not in PAPERS:
        raise Complaint(
            N_("There is no paper {paper}; there are {known}."), paper=paper, known=", ".join(PAPERS)
        )
    if kind not in list(PrintKind):
        raise Complaint(
            N_("There is no kind {kind}; there are {known}."), kind=kind, known=", ".join(PrintKind)
        )
    if preset is None and kind == PrintKind.SWELL:
        preset = tactile_preset(game)
    setup = rules.setup(board, players, preset, options)
    chosen = {name: setup.options[name] for name in options or {}}
    # Large print needs more room below the page for its number.
    margin = max(PAPERS[paper].margin, 5 + LARGE_PRINT.get(PrintKind(kind), 0))
    sheets = PAPERS[paper]._replace(margin=margin)
    return PrintOrder(rules, setup, chosen, sheets, PrintKind(kind), language(lang))


def tactile_preset(game: str) -> str | None:
    """The preset of a game's edition for blind players, where there is one."""
    found: str | None = getattr(registry.part(game, "press", object), "TACTILE_PRESET", None)
    return found
