"""Strategies for set-ups: board, players, preset, options and rotations."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from moleworks import boards
from moleworks.games import GAMES, BadSetup, Option
from moleworks.record import Match
from tests.boards.strategies import BOARDS, Draw


def values(option: Option) -> st.SearchStrategy[Any]:
    """What an option may be; short limits too, or no random game would ever meet one."""
    if option.bounds:
        low, high = option.bounds
        return st.integers(low, min(high, 60)) | st.just(high)
    return st.sampled_from(option.values)


@st.composite
def matches(draw: Draw, game_id: str) -> Match:
    """A match about to begin."""
    game = GAMES[game_id]
    board = draw(st.sampled_from(boards.names(game_id)) | BOARDS[game_id])
    options = draw(
        st.fixed_dictionaries({}, optional={name: values(option) for name, option in game.options.items()})
    )
    rotations = draw(st.tuples(*[st.integers(0, 5)] * game.rotating_boards)) if game.rotating_boards else None
    try:
        return Match.begin(
            game_id,
            board=board,
            players=draw(st.sampled_from(game.player_counts)),
            preset=draw(st.sampled_from(list(game.presets))),
            options=options,
            rotations=rotations,
        )
    except BadSetup:
        # The one thing that does not go together: the ring round a centre that is not there.
        assert game_id == "mole-hill"
        return Match.begin(game_id, board=board, options=options | {"start": "anywhere"})
