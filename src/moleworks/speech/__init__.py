"""Every game in words: what is to do, what happened, how things stand, and plain words back into actions.

All that is said is a `Message`, a pattern with values, and becomes a sentence in `texts`. What is said to a
seat comes from what that seat may know, and where no seat is given, from what everybody may know.

>>> from moleworks.record import Match
>>> match = Match.begin("mole-hill")
>>> match.play(["e5", "c3|d3"])
>>> str(ask(match.game, match.state, ["Lina", "Max"]))
'Lina (mole) must step to a square beside e5.'
>>> understand(match.game, match.state, "jump to D4, please", "en")
'd4'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moleworks.games import Game, Message, Refusal, Setup
from moleworks.speech import buddel_bande, mole_company, mole_hill
from moleworks.speech.parts import Names, Speaker, decimal, named
from moleworks.speech.things import animal, board, face, mole, size, symbol, team
from moleworks.speech.understand import place_named, understand
from moleworks.speech.worth import worth

__all__ = [
    "action",
    "animal",
    "ask",
    "board",
    "decimal",
    "face",
    "mole",
    "named",
    "neighbours",
    "notebook",
    "own",
    "position",
    "reason",
    "rules",
    "secret",
    "size",
    "space",
    "standing",
    "symbol",
    "team",
    "tell",
    "understand",
    "who_begins",
    "worth",
]

SPEAKERS: Mapping[str, Speaker] = {
    "mole-hill": mole_hill,
    "mole-company": mole_company,
    "buddel-bande": buddel_bande,
}


def ask(game: Game[Any], state: Any, names: Names) -> Message:
    """What is to be done now, and by whom; once the game is over, how it ended."""
    return SPEAKERS[game.id].ask(game, state, names)


def tell(
    game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int | None = None
) -> tuple[Message, ...]:
    """What happened by an action, for everybody; with a seat, also what this seat knew of it already.

    What the seat learns by it, and others do not, is left to `secret`.
    """
    return SPEAKERS[game.id].tell(game, before, action, after, names, seat)


def secret(game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int) -> Message | None:
    """What this seat alone learned by an action, if anything."""
    return SPEAKERS[game.id].secret(game, before, action, after, names, seat)


def position(game: Game[Any], state: Any, names: Names, seat: int | None = None) -> tuple[Message, ...]:
    """The whole position in short sentences; `ask` says what to do in it."""
    return SPEAKERS[game.id].position(game, state, names, seat)


def standing(game: Game[Any], state: Any, names: Names) -> tuple[Message, ...]:
    """The score, and how far the game is; everybody may know it."""
    return SPEAKERS[game.id].standing(game, state, names)


def own(game: Game[Any], state: Any, names: Names, of: int, seat: int | None = None) -> tuple[Message, ...]:
    """What the seat `of` has and where it is, as far as `seat` may know."""
    return SPEAKERS[game.id].own(game, state, names, of, seat)


def notebook(game: Game[Any], state: Any, names: Names, seat: int) -> tuple[Message, ...]:
    """What this seat knows and not everybody does; nothing in a game without secrets."""
    return SPEAKERS[game.id].notebook(game, state, names, seat)


def space(game: Game[Any], state: Any, name: str, names: Names, seat: int | None = None) -> Message:
    """One place in one breath: its name and what is there.

    Mole Hill has squares and edges (`c3|d3`), Mole Company spaces, Buddel Bande hills by number, `haystack`,
    `home`, `dog` and moles by name; the plain words of any language do too.
    """
    return SPEAKERS[game.id].space(game, state, place_named(game, name), names, seat)


def neighbours(game: Game[Any], state: Any, name: str, names: Names, seat: int | None = None) -> Message:
    """What is around a place, named as for `space`.

    Mole Hill says where a mole on this square could step and where rods lie, Mole Company what is on the
    spaces around, Buddel Bande what is on the hills before and behind.
    """
    return SPEAKERS[game.id].neighbours(game, state, place_named(game, name), names, seat)


def action(game: Game[Any], state: Any, name: str) -> Message:
    """What somebody would do by an action, in words that can be typed; not what would come of it."""
    return SPEAKERS[game.id].action(game, state, name)


def reason(game: Game[Any], refusal: Refusal, names: Names) -> Message:
    """Why the rules forbid an action, with players by their names and pieces as people call them."""
    return named(SPEAKERS[game.id].reason(refusal), names)


def rules(game: Game[Any], setup: Setup) -> tuple[Message, ...]:
    """A short help: the goal, what can be done and how to type it, as this game was set up."""
    return SPEAKERS[game.id].rules(setup)


def who_begins(game: Game[Any]) -> Message:
    """The question that finds seat 0."""
    return SPEAKERS[game.id].who_begins()
