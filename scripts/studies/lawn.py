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


CLASSIC, BARE, FLAT = "the classic lawn", "without flowers", "without the centre"


def lawns() -> dict[str, dict[str, Any]]:
    classic = boards.data("mole-hill", boards.named("mole-hill", "classic"))
    bare = {**classic, "name": "no-flowers", "red": [], "white": []}
    flat = {name: value for name, value in classic.items() if name != "centre"} | {"name": "no-centre"}
    return {CLASSIC: classic, BARE: bare, FLAT: flat}


def page(bench: Bench) -> None:
    rows, marks = [], []
    found: dict[str, Sets] = {}
    for name, board in lawns().items():
        games = bench.played("mole-hill", equals(LEVEL, 2), board=board, keep_records=True)
        sets = [[rounds(board, game) for game in played] for played in whole_sets(games).values()]
        found[name] = sets
        points = resampled(sets, _points)
        flowers = "none" if name == BARE else _told(resampled(sets, _flowers))
        drawn = sum(game.winner is None for game in games) / len(games)
        rows.append((name, len(games), _told(points), flowers, f"{100 * drawn:.0f} %"))
        marks.append(Mark(name, *points))
    classic = found[CLASSIC]
    with_centre, without = resampled(classic, _with_centre), resampled(classic, _without_centre)
    seen = [
        ("the mole moved onto the centre", _share(classic, True), _told(with_centre)),
        ("the mole did not", _share(classic, False), _told(without)),
    ]
    label = "Points of a mole in a round, by lawn"
    bench.figure("lawn", plots.intervals(marks, label, lambda value: f"{value:.1f}", alone=True))
    bench.write(
        "lawn",
        f"""# Mole Hill: what do the flowers and the centre bring?

- **The flowers**: {_brought(gained(classic, found[BARE]), "them")} On the classic lawn it has {_told(resampled(classic, _points))} points a round, of
  which {_told(resampled(classic, _flowers))} are counted on the flowers themselves.
- **The centre**: {_brought(gained(classic, found[FLAT]), "it")} Moles moved onto it in {_share(classic, True)} of the rounds, and had
  {_told(with_centre)} points then, {_told(without)} otherwise.

A mole scores a point for each dark hill, two for a red flower and one for a white one; who moves onto the centre may jump anywhere with the next move. Two equal
players ({LEVEL}) played on the classic lawn, on the same lawn without flowers, and on one without a centre.

![{label}](lawn.svg)

{table(("lawn", "games", "points a round", "of them from flowers", "games drawn"), rows)}

On the classic lawn:

{table(("rounds in which", "of all rounds", "points"), seen)}

The first table is an experiment: only the lawn differs, so the difference is what flowers and centre bring between such players. The second is only what was seen: a
mole that reaches the centre may have been better off before. The numbers in brackets are the range in which the true figure lies in 95 of 100 such studies. Players of this
strength know what flowers are worth; beginners may leave more of them.

{bench.made("lawn", ["mole-hill"])}
""",
    )


def gained(here: Sets, there: Sets) -> Figure:
    """How many points a round has more on one lawn than on another."""
    return resampled(list(zip(here, there, strict=True)), _difference)


def _difference(pairs: Sequence[tuple[Sequence[Sequence[Round]], Sequence[Sequence[Round]]]]) -> float:
    return _points([here for here, _ in pairs]) - _points([there for _, there in pairs])


def _brought(gain: Figure, it: str) -> str:
    """
    >>> _brought(Figure(4.8, 4.4, 5.1), "them")
    'a mole has 4.80 (4.40-5.10) points more a round with them than without.'
    >>> _brought(Figure(0.2, -0.2, 0.6), "it")
    'no difference was seen between lawns with it and without: 0.20 points a round (-0.20 to 0.60).'
    """
    if gain.low <= 0 <= gain.high:
        ends = f"{gain.low:.2f} to {gain.high:.2f}"
        return f"no difference was seen between lawns with {it} and without: {gain.value:.2f} points a round ({ends})."
    more, of = ("more", gain) if gain.low > 0 else ("fewer", Figure(-gain.value, -gain.high, -gain.low))
    return f"a mole has {_told(of)} points {more} a round with {it} than without."


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
