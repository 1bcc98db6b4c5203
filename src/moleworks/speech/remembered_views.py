"""Remember the views of a game while much is said about the same few states.

A sentence about one space needs the view of the whole board, so describing a board costs as many views as it
has spaces.
"""

from __future__ import annotations

from typing import cast

from moleworks.core.game import AnyGame, State, View


class _RememberedViews:
    """A game that computes each view once. It keeps the states alive, so it is for one position's words."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._views: dict[tuple[int, int | None], tuple[State, View]] = {}

    def __getattr__(self, name: str) -> object:
        value: object = getattr(self._game, name)
        return value

    def view(self, state: State, seat: int | None) -> View:
        found = self._views.get((id(state), seat))
        if found is None:
            found = self._views[id(state), seat] = (state, self._game.view(state, seat))
        return found[1]


def with_remembered_views(game: AnyGame) -> AnyGame:
    """The same game, for a while: nobody may change the views that it gives.

    >>> from moleworks import GAMES, boards
    >>> game = with_remembered_views(GAMES["mole-hill"])
    >>> state = game.start(game.setup(boards.named("mole-hill", "classic")))
    >>> game.title, game.view(state, 0) is game.view(state, 0)
    ('Mole Hill', True)
    """
    return cast(AnyGame, _RememberedViews(game))
