"""What flowers and the centre bring in Mole Hill: looked at, and taken away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from moleworks import boards
from moleworks.arena.play import Played
from moleworks.arena.reports import whole_sets
from moleworks.record import Match
from moleworks.terminal.pages import plots
from scripts.studies.runs import Bench, Figure, Mark, equals, resampled, table

LEVEL = "level3"


class Round(NamedTuple):
    """One mole's way."""

    points: int
    flowers: int
    """Points that flowers gave."""
    centre: bool
    """Whether the mole moved onto the centre, and so could jump."""


def rounds(board: Mapping[str, Any], game: Played) -> list[Round]:
    """Both rounds of a game, from its actions."""
    match = Match.begin("mole-hill", board=dict(board))
    found, trails = [], {1: [], 2: []}  # type: tuple[list[Round], dict[int, list[str]]]
    assert game.actions
    for name in game.actions:
        number = match.game.view(match.state, None)["round"]
        if "|" not in name:
            trails[number].append(name)
        match.play([name])
    scores = match.game.scores(match.state)
    assert scores
    for seat, trail in enumerate(trails.values()):
        flowers = 2 * len(set(trail) & set(board["red"])) + len(set(trail) & set(board["white"]))
        found.append(Round(scores[seat], flowers, board.get("centre") in trail[1:]))
    return found


def lawns() -> dict[str, dict[str, Any]]:
    classic = boards.data("mole-hill", boards.named("mole-hill", "classic"))
    bare = {**classic, "name": "no-flowers", "red": [], "white": []}
    flat = {name: value for name, value in classic.items() if name != "centre"} | {"name": "no-centre"}
    return {"the classic lawn": classic, "without flowers": bare, "without the centre": flat}


def page(bench: Bench) -> None:
    rows, marks, seen = [], [], []
    for name, board in lawns().items():
        games = bench.played("mole-hill", equals(LEVEL, 2), board=board, keep_records=True)
        sets = [[rounds(board, game) for game in played] for played in whole_sets(games).values()]
        points, flowers = resampled(sets, _points), resampled(sets, _flowers)
        drawn = sum(game.winner is None for game in games) / len(games)
        rows.append((name, len(games), _told(points), _told(flowers), f"{100 * drawn:.0f} %"))
        marks.append(Mark(name, *points))
        if name == "the classic lawn":
            seen = [
                ("the mole moved onto the centre", _share(sets, True), _told(resampled(sets, _with_centre))),
                ("the mole did not", _share(sets, False), _told(resampled(sets, _without_centre))),
            ]
    label = "Points of a mole in a round, by lawn"
    bench.figure("lawn", plots.intervals(marks, label, lambda value: f"{value:.1f}", alone=True))
    bench.write(
        "lawn",
        f"""# Mole Hill: what do the flowers and the centre bring?

A mole scores a point for each dark hill, two for a red flower and one for a white one; who moves onto the centre may jump anywhere with the next move. Two equal
players ({LEVEL}) played on the classic lawn, on the same lawn without flowers, and on one without a centre.

![Points in a round](lawn.svg)

{table(("lawn", "games", "points a round", "of them from flowers", "games drawn"), rows)}

On the classic lawn:

{table(("rounds in which", "of all rounds", "points"), seen)}

The first table is an experiment: only the lawn differs, so the difference is what flowers and centre bring between such players. The second is only what was seen: a
mole that reaches the centre may have been better off before. The ranges hold the true figure in 95 of 100 such studies. Players of this strength know what flowers are worth; beginners may
leave more of them.

Made by `python -m scripts.studies lawn --games {bench.games}`.
""",
    )


Sets = Sequence[Sequence[Sequence[Round]]]


def _all(sets: Sets) -> list[Round]:
    return [one for games in sets for both in games for one in both]


def _points(sets: Sets) -> float:
    found = _all(sets)
    return sum(one.points for one in found) / len(found)


def _flowers(sets: Sets) -> float:
    found = _all(sets)
    return sum(one.flowers for one in found) / len(found)


def _by_centre(sets: Sets, centre: bool) -> float:
    found = [one.points for one in _all(sets) if one.centre == centre]
    return sum(found) / max(1, len(found))


def _with_centre(sets: Sets) -> float:
    return _by_centre(sets, True)


def _without_centre(sets: Sets) -> float:
    return _by_centre(sets, False)


def _share(sets: Sets, centre: bool) -> str:
    found = _all(sets)
    return f"{100 * sum(one.centre == centre for one in found) / len(found):.0f} %"


def _told(figure: Figure) -> str:
    return f"{figure.value:.2f} ({figure.low:.2f}-{figure.high:.2f})"
