"""The study `length`: how many actions and minutes games take."""

from __future__ import annotations

import math
from collections.abc import Sequence

from moleworks.arena.statistics import Z
from moleworks.games import GAMES
from moleworks.record import Match
from moleworks.reports import plots
from scripts.studies.fairness import Case, by_game, cases
from scripts.studies.runs import Figure, StudyRun, clearly_above, table, title

PACE = 5
"""Assumed seconds that a person takes for an action."""


def quantile(ordered: Sequence[int], share: float) -> Figure:
    """A quantile with its interval, by ranks.

    >>> quantile(range(1001), 0.5)
    Figure(value=500, low=468, high=532)
    """
    last = len(ordered) - 1
    middle, reach = share * last, Z * math.sqrt(share * (1 - share) * len(ordered))
    low, high = max(0, math.floor(middle - reach)), min(last, math.ceil(middle + reach))
    return Figure(ordered[round(middle)], ordered[low], ordered[high])


def page(study: StudyRun) -> None:
    found = list(cases(study))
    rows, pictures = [], []
    for case in found:
        plies = sorted(case.bias.plies)
        middle, short, long = (_with_interval(quantile(plies, share)) for share in (0.5, 0.05, 0.95))
        rows.append((case.name, case.bias.games, middle, short, long, plies[-1]))
        of = case.bias.variant
        if of.preset == next(iter(GAMES[of.game].presets)):
            name = f"length-{of.game}-{of.players}"
            label = f"{case.name}: games by number of actions"
            study.figure(name, plots.column_plot(plots.histogram(plies), label, alone=True))
            pictures.append(f"{case.name}:\n\n![{label}]({name}.svg)")
    answers = "\n".join(f"- **{title(game)}**: {answer(of)}" for game, of in by_game(found).items())
    lawn = Match.begin("mole-hill")
    study.write(
        "length",
        f"""# How long are games?

{answers}

The minutes are for people who take {
            PACE
        } seconds for an action, such as a step, a rod, a flipped disc, a move or a roll of the dice. The games were played by computer players
of the same strength ({study.level}).

{
            table(
                (
                    "game",
                    "games",
                    "half have fewer actions than",
                    "one in twenty has fewer than",
                    "one in twenty has more than",
                    "longest",
                ),
                rows,
            )
        }

The numbers in brackets are the range in which the true figure lies in 95 of 100 such studies; without brackets the range is the figure itself. The longest game is only the longest of these.

{(chr(10) * 2).join(pictures)}

A game of Mole Hill never has more than {
            lawn.game.max_actions(lawn.setup)
        } actions. The other two end when a player is home, and luck may delay that.

{study.provenance("length", GAMES)}
""",
    )


def answer(found: Sequence[Case]) -> str:
    """Say how long games are with the default preset, and with which presets they are shorter or longer."""
    usual = [case for case in found if case.bias.variant.preset == found[0].bias.variant.preset]
    sizes = [
        f"with {_size(case)} players half of the games have fewer than {_with_interval(_median(case))} actions, "
        f"about {_minutes(_median(case).value)} minutes"
        for case in usual
    ]
    text = f"{'; '.join(sizes)} (`{found[0].bias.variant.preset}`)."
    others = [
        (case, next(one for one in usual if _size(one) == _size(case))) for case in found if case not in usual
    ]
    for word, seen in (
        ("Shorter", [case for case, one in others if clearly_above(_median(one), _median(case))]),
        ("Longer", [case for case, one in others if clearly_above(_median(case), _median(one))]),
    ):
        if seen:
            text += f" {word}: {', '.join(f'{case.table} ({_median(case).value:g})' for case in seen)}."
    return text[0].upper() + text[1:]


def _size(case: Case) -> int:
    return case.bias.variant.players


def _median(case: Case) -> Figure:
    return quantile(sorted(case.bias.plies), 0.5)


def _minutes(actions: float) -> int:
    return max(1, round(actions * PACE / 60))


def _with_interval(figure: Figure) -> str:
    value, low, high = figure
    return f"{value:g}" if low == high else f"{value:g} ({low:g}-{high:g})"
