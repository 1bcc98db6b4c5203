"""What a computer seat does until there are players that think: any legal action, but never for ever."""

from __future__ import annotations

from random import Random
from typing import Any

from moleworks.games import Game
from moleworks.players import lots


def choose(game: Game[Any], state: Any, random: Random = lots.SYSTEM) -> int:
    """An action for the seat to act, by what everybody can see."""
    if game.id == "mole-company":
        return _digging(game, state, random)
    return lots.any_legal(game, state, random)


def _digging(game: Game[Any], state: Any, random: Random) -> int:
    """Into a hole if a mole can, out of one only if it must: moles that move at random fill no board."""
    holes = game.view(state, None)["holes"]
    names = {game.name(state, action): action for action in game.legal(state)}
    if "wait" in names:
        return names["wait"]
    outside = [name for name in names if name.split("-")[0] not in holes]
    digging = [name for name in outside if "-" in name and name.split("-")[1] in holes]
    return names[random.choice(sorted(digging or outside or names))]
