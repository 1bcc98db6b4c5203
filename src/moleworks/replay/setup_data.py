"""The set-up of a match as data."""

from __future__ import annotations

from typing import Any

import msgspec

from moleworks import boards, speech
from moleworks.record import Match
from moleworks.speech import setup_texts
from moleworks.speech.sentences import Names
from moleworks.speech.table_settings import chosen_settings, has_notebook
from moleworks.texts import Language


class SetupReply(msgspec.Struct, frozen=True):
    """The set-up of a match, with the whole board; `seats` are one's own, `seq` is the last entry.

    `host`: whether one may invite others. `table_settings`: what was chosen that changes no rule.
    `map`: where everything is on the board, in sentences. `secrets`: whether the game has any.
    `notebook`: whether players are shown what they learned before; if not, only what they have just learned.
    """

    game: str
    title: str
    players: int
    preset: str
    options: dict[str, bool | int | str]
    board: dict[str, Any]
    rotations: list[int] | None
    rules: list[str]
    seats: list[int]
    host: bool
    seq: int
    table_settings: list[str]
    notebook: bool
    map: list[str] = []
    secrets: bool = False


def setup_reply(
    match: Match, words: Language, seats: list[int], seq: int, *, host: bool = False, names: Names = ()
) -> SetupReply:
    """The set-up of a match, for a client with these seats; `names` know the settings of the table."""
    game, setup = match.game, match.setup
    return SetupReply(
        game=setup.game,
        title=words.tell(setup_texts.title(game.id)),
        players=setup.players,
        preset=setup.preset,
        options=dict(setup.options),
        board=boards.data(setup.game, setup.board),
        rotations=None if setup.rotations is None else list(setup.rotations),
        rules=[words.tell(message) for message in speech.rules(game, setup, names)],
        seats=seats,
        host=host,
        seq=seq,
        table_settings=list(chosen_settings(names)),
        notebook=has_notebook(game.id, names),
        secrets=game.has_secrets,
        map=[words.tell(message) for message in speech.board_map(game, setup)],
    )
