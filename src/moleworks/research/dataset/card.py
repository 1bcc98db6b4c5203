"""The card of a data set, `README.md` in its folder: what is in it, how it was made, its licence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from moleworks.core.registry import GAMES
from moleworks.research.dataset.plans import DatasetPlan

CARD = "README.md"


class ProvenPositions(NamedTuple):
    """How many positions of a set have which label of perfect play."""

    positions: int
    results: int
    """Those whose result is proven."""
    points: int
    """Those with proven points for every seat."""


def card_text(
    plan: DatasetPlan, games: int, versions: Mapping[str, str], proven: ProvenPositions | None = None
) -> str:
    """The card as Markdown. Equal plans, numbers of games and versions make equal cards."""
    board = plan.board if isinstance(plan.board, str) else plan.board.get("name", "of its own")
    options = ", ".join(f"{name} = {value}" for name, value in sorted(plan.options.items()))
    values = (
        "Each position has a value for every seat: its chance to win if nothing were hidden, from a search of"
        f" {plan.nodes:,} nodes. Values are estimates; only at the end of a game they are exact."
        if plan.nodes
        else "Positions have no values."
    )
    if proven is not None:
        values += _perfect_play(plan, proven)
    return f"""# {GAMES[plan.game].title}: {games:,} games of self-play

## What

{games:,} games of `{plan.game}` with {plan.seats} players, by the preset `{plan.preset}`, on the
board `{board}`. Options: {options or "none"}.

Every game has all of its actions, those of chance included, who acted, the winner, the number of the rule
that ended it, and the points where the game counts some. {values}

## How

All seats were played by `{plan.player}`, after {plan.opening} random actions of the seats.
The seed is {plan.seed}. It determines everything: the same command makes the same files. No people played.

Moleworks {versions.get("moleworks", "?")}; rules and players have the fingerprint
`{versions.get("source", "?")}`.

## Reading it

```python
from moleworks.research import dataset

for game in dataset.read("FOLDER"):
    print(game.number, game.actions, game.values, game.winner)
```

The format is described in docs/research-data.md of Moleworks. In games with secrets, the names of actions and
the values tell what was hidden from the seats.

## Licence

CC0 1.0: no rights are claimed in the games. Moleworks, which made them, is under the MIT licence.
"""


def _perfect_play(plan: DatasetPlan, proven: ProvenPositions) -> str:
    """The paragraph about labels of perfect play."""
    results, points = _part(proven.results, proven.positions), _part(proven.points, proven.positions)
    return f"""

Labels of perfect play, `perfect`: what each position is worth if all play perfectly from there on, proven by
an exact solver with at most {plan.proofs:,} nodes a position; where that was not enough there is no label.
Of {proven.positions:,} positions the result of the game is proven in {results}, the points of all seats in
{points}. These labels are no estimates."""


def _part(count: int, whole: int) -> str:
    return f"{count:,} ({100 * count / max(whole, 1):.1f} %)"
