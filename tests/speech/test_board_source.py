"""What of a board is documented and what is ours is said where it is chosen or printed."""

from __future__ import annotations

import pytest

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press.booklet import booklet
from moleworks.press.sheet import TextLine
from moleworks.speech import setup_texts
from moleworks.texts import LANGUAGES, language
from tests.terminal.sessions import transcript

OURS = {"mole-company": ("spaces", "holes", "special spaces", "dotted"), "buddel-bande": ("track", "symbols")}
"""What is not documented, by game."""


@pytest.mark.parametrize("game", OURS)
def test_what_is_ours_is_named_on_boards_that_were_published(game: str) -> None:
    told = setup_texts.layout_source(game, boards.named(game, "classic"))
    assert told
    assert all(word in str(told) for word in OURS[game])
    assert "our reconstruction" in str(told)
    assert len({language(code).tell(told) for code in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_said_of_boards_that_nobody_published(game: str) -> None:
    for name in boards.names(game)[1:]:
        assert setup_texts.layout_source(game, boards.named(game, name)) is None
    classic = boards.data(game, boards.named(game, "classic"))
    renamed = boards.check({**classic, "name": "mine"})
    changed = boards.check({**classic, "title": {"en": "Mine"}})
    assert setup_texts.layout_source(game, renamed) is None
    assert setup_texts.layout_source(game, changed) is None


@pytest.mark.slow
@pytest.mark.parametrize(("game", "lang"), list(zip(OURS, ("fr", "de"), strict=True)))
def test_the_booklet_says_it(game: str, lang: str) -> None:
    order = press.order(game, boards.named(game, "classic"), lang=lang)
    pages = booklet(order, press.game_print_set(game))
    lines = [item.text for page in pages for item in page.items if isinstance(item, TextLine)]
    told = setup_texts.layout_source(game, order.board)
    assert told
    assert language(lang).tell(told) in " ".join(lines)


@pytest.mark.parametrize("game", OURS)
def test_the_terminal_says_it_before_the_first_action(game: str) -> None:
    told = str(setup_texts.layout_source(game, boards.named(game, "classic")))
    classic, small = (transcript(["quit"], game=game, board=board) for board in boards.names(game)[:2])
    assert told in classic
    assert told not in small
