"""Games for the tests of sentences: all set-ups, and random play that ends."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from moleworks import boards, speech
from moleworks.games import CHANCE, GAMES
from moleworks.games.mole_company.view_types import own_view
from moleworks.record import Match

NAMES = ("Lina", "Max", "Noor", "Tom")

Step = tuple[Any, str, Any]
"""A state, the action in it, and the state it led to."""


def _set_ups() -> Iterator[dict[str, Any]]:
    """Every game, board, preset and number of players; and each option once in every value."""
    for game in GAMES.values():
        for board in boards.names(game.id):
            for players in game.player_counts:
                for preset in game.presets:
                    yield {"game": game.id, "board": board, "players": players, "preset": preset}
        for name, option in game.options.items():
            for value in option.values or (3, 40):
                yield {"game": game.id, "players": game.player_counts[-1], "options": {name: value}}


SET_UPS = tuple(_set_ups())


def label(setup: dict[str, Any]) -> str:
    return " ".join(str(value) for value in setup.values())


def steps(match: Match, random: Random, most: int = 600) -> Iterator[Step]:
    """Plays on by chance, or to the end if it comes first."""
    game = match.game
    for _ in range(most):
        before = match.state
        if game.actor(before) is None:
            return
        name = game.name(before, choose_action(match, random))
        match.play([name])
        yield before, name, match.state


def choose_action(match: Match, random: Random) -> int:
    """Any legal action; but moles make for the holes and stay there, or Mole Company would never end."""
    game, state = match.game, match.state
    legal = game.legal(state)
    if game.actor(state) == CHANCE:
        odds = game.odds(state)
        return random.choices(list(odds), [float(chance) for chance in odds.values()])[0]
    if game.id != "mole-company" or game.phase(state) != "move":
        return random.choice(legal)
    holes = own_view(game.view(state, None))["holes"]

    def priority(action: int) -> tuple[bool, bool, float]:
        start, end = game.name(state, action).split("-")
        return start not in holes, end in holes, random.random()

    return max(legal, key=priority)


def tell_last(match: Match, line: str = "", seat: int | None = None) -> list[str]:
    """What is told of the last of these actions."""
    match.play(line.split())
    before = match.before(match.ply - 1)
    return [str(told) for told in speech.tell(match.game, before, match.names[-1], match.state, NAMES, seat)]


def ask_now(match: Match) -> str:
    return str(speech.ask(match.game, match.state, NAMES))


def tell_space(match: Match, name: str, seat: int | None = None) -> str:
    return str(speech.space(match.game, match.state, name, NAMES[: match.setup.players], seat))


def tell_neighbours(match: Match, name: str, seat: int | None = None) -> str:
    return str(speech.neighbours(match.game, match.state, name, NAMES[: match.setup.players], seat))


def tell_position(match: Match, seat: int | None = None) -> list[str]:
    return [str(told) for told in speech.position(match.game, match.state, NAMES, seat)]


def tell_standing(match: Match) -> list[str]:
    return [str(told) for told in speech.standing(match.game, match.state, NAMES)]


def tell_own(match: Match, of: int, seat: int | None = None) -> list[str]:
    return [str(told) for told in speech.own(match.game, match.state, NAMES, of, seat)]


PLACED = "b1 d3 a3 c2 b2 e3 e5 c3"
LIFTED = (
    "=3 =3 =1 e5-d5 =1 c2-d2 =2 b2-b4 =4 =3 b4-e4 =3 d2-a2 =2 b1-b3 =2 c3-e5 =4 =2 d3-b1 =3 d5-d2 =2 e3-c3"
    " =2 b3-d5 =1 c3-d4 =4 a3-e3 =4 =3 e3-b3 =3 d4-a1 =1 b3-b4"
)
SPECIAL = "=3 =2 d5-b3 =2 a2-c2 =2 b3-d3 =2 c2-c4"
"""Mole Company on the small boards: all moles placed, then a board lifted, then a special space found."""


def burrow(line: str = PLACED, preset: str = "ravensburger") -> Match:
    """A game of theirs up to there."""
    match = Match.begin("mole-company", board="burrow", preset=preset)
    match.play(line.split())
    return match
