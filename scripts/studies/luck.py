"""How much of a result is luck, how much skill? From games that the analysis has looked over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.arena.reports import whole_sets
from moleworks.arena.statistics import estimate
from moleworks.games import GAMES
from moleworks.terminal.pages import plots
from scripts.studies.looks import Look, looks
from scripts.studies.runs import Bench, Figure, Mark, above, equals, percent, resampled, table, title, told

LEVEL, WEAKER = "level4", "level2"
EQUALS, UNEQUAL = (*equals(LEVEL, 2),), (LEVEL, WEAKER)

Sets = Sequence[Sequence[Look]]
"""The games of each set, all as one and the same player saw them: the stronger, if one is."""


class Tally(NamedTuple):
    """Of games between two; `luck`, `choices` and `rest` are parts of the winner's way, and make up 1."""

    games: int
    score: Figure
    """Of the first player."""
    luck: Figure
    choices: Figure
    rest: Figure
    luckier: Figure | None
    """How often the luckier one won, of the games that were won; nobody is luckier where nothing falls."""
    careful: Figure | None
    """How often the one won who gave less away."""
    lucky: tuple[int, int]
    """Of the games that the second player won, how many it was luckier in; and how many they are."""


def tally(sets: Sets) -> Tally:
    games = [look for played in sets for look in played]
    won = [winners(look) for look in games if look.end != 0.5]
    upsets = [look.turned for look in games if look.end < 0.5]
    score = estimate([sum(look.end for look in played) / len(played) for played in sets], games=len(sets[0]))
    return Tally(
        len(games),
        Figure(score.share, score.low, score.high),
        resampled(sets, luck_part),
        resampled(sets, choices_part),
        resampled(sets, rest_part),
        often([look.luck for look in won]),
        often([look.choices for look in won]),
        (sum(look.luck > 0 for look in upsets), len(upsets)),
    )


def winners(look: Look) -> Look:
    return look if look.end > 0.5 else look.turned


def luck_part(sets: Sets) -> float:
    """Who wins comes from even chances to the win, half of the whole: what part of that did luck give?"""
    won = _won(sets)
    return sum(look.luck for look in won) / (0.5 * max(1, len(won)))


def choices_part(sets: Sets) -> float:
    won = _won(sets)
    return sum(look.choices for look in won) / (0.5 * max(1, len(won)))


def rest_part(sets: Sets) -> float:
    return 1 - luck_part(sets) - choices_part(sets)


def _won(sets: Sets) -> list[Look]:
    return [winners(look) for played in sets for look in played if look.end != 0.5]


def often(gains: Sequence[float]) -> Figure | None:
    """How often the winner had more of something than the other; games in which both had as much are left out.

    >>> often([0.2, 0.1, -0.1, 0.0]).value == 2 / 3, often([0.0, 0.0])
    (True, None)
    """
    unlike = [float(gain > 0) for gain in gains if gain]
    if not unlike:
        return None
    found = estimate(unlike, games=1)
    return Figure(found.share, found.low, found.high)


def seen(bench: Bench, game: str, players: Sequence[str]) -> Tally:
    plan = bench.planned(game, players, keep_records=True)
    games = bench.played(game, players, keep_records=True)
    known = looks(plan, games, bench.folder, bench.processes)
    sets = []
    for played in whole_sets(games).values():
        sides = [(known[one.digest], one.seats.index(players[0])) for one in played]
        sets.append([look.turned if seat else look for look, seat in sides])
    return tally(sets)


def page(bench: Bench) -> None:
    found = {(game, pair): seen(bench, game, pair) for game in GAMES for pair in (EQUALS, UNEQUAL)}
    marks, rows, winners_rows = [], [], []
    for (game, pair), one in found.items():
        name = f"{title(game)}, {'equals' if pair == EQUALS else 'unequal'}"
        marks += [Mark(f"{name}: luck", *one.luck), Mark(f"{name}: choices", *one.choices)]
        luck = told(one.luck) if any_luck(one) else "none"
        rows.append((name, one.games, luck, told(one.choices), told(one.rest)))
        lucky = f"{one.lucky[0]} of {one.lucky[1]}" if any_luck(one) and pair == UNEQUAL else "-"
        winners_rows.append((name, *map(_or_none, (one.luckier, one.careful)), told(one.score), lucky))
    label = "What brought the winner from even chances to the win"
    bench.figure("luck", plots.intervals(marks, label, percent, bounds=(0, 1), alone=True))
    answers = "\n".join(
        f"- **{title(game)}** {answer(found[game, EQUALS], found[game, UNEQUAL])}" for game in GAMES
    )
    bench.write(
        "luck",
        f"""# How much luck is in each game?

{answers}

Two computer players sat at each table: *equals* ({LEVEL} and the same player once more), or *unequal* ones ({
            LEVEL
        } and {WEAKER}). Then the
[analysis](../analysis.md) looked every game over, with everything open, and kept two accounts:

- **luck**: whenever dice fall, a disc is turned up or moles are dealt, how much better the chances of winning are then than on the average of all that could have
  fallen. Over many games luck is nothing for everybody; in one game it is not.
- **choices**: what the other gave away by choices that were not the best, less what one gave away oneself.

At the beginning the chances are about even; at the end the winner has won. The figure shows which part of that way luck has brought the winner, and which part choices.

![{label}](luck.svg)

{table(("", "games", "luck", "choices", "not explained"), rows)}

And more simply: who won?

{
            table(
                (
                    "",
                    "the luckier won",
                    "who gave away less won",
                    f"{LEVEL} scored",
                    "the weaker won, and was luckier in",
                ),
                winners_rows,
            )
        }

How to read it: the numbers in brackets are the range in which the true figure lies in 95 of 100 such studies. *Not explained* are the
errors of the analysis, which only estimates chances, and what the seat and the boards gave before the first action. Where that is much, the other parts are
rough; in Mole Hill, which has no dice, all of it is choices that were judged wrongly, and the seat. A part can be under 0 % or over 100 %: who wins in spite of bad luck has come a longer way.

Luck shows most between equals: neither plays better on the whole, so what decides is what falls, and who happens to err. The farther apart two players are, the more their choices
decide: compare *equals* and *unequal*. So how much luck there is in a game hangs on who plays it too. That {
            LEVEL
        } scores about as much against {WEAKER} in
all three games tells nothing of the games: the levels are made so that each beats the one below in about three games of four.

{bench.made("luck", GAMES)}
""",
    )


def any_luck(one: Tally) -> bool:
    return one.luckier is not None


def answer(equal: Tally, unequal: Tally) -> str:
    """In a few sentences, what was seen of a game."""
    careful = f"Who gave away less won {_of_hundred(equal.careful)}."
    if not any_luck(equal):
        return (
            f"has no luck: nothing is rolled, drawn or hidden. {careful} "
            "That it was not all of them shows how rough the judgement of choices is."
        )
    weaker = Figure(1 - unequal.score.value, 1 - unequal.score.high, 1 - unequal.score.low)
    lucky, upsets = unequal.lucky
    upset = f"; of the {upsets} games that it won, it was the luckier one in {lucky}" if upsets else ""
    return (
        f"{_weight(equal)} Between equals luck brought the winner {told(equal.luck)} of the way and choices "
        f"{told(equal.choices)}. The luckier one won {_of_hundred(equal.luckier)}. {careful} "
        f"A player who is two levels weaker scored {told(weaker)}{upset}."
    )


def _weight(one: Tally) -> str:
    """What is not explained may be either, so that more than half is needed to be sure."""
    if one.luck.low > 0.5:
        return "is decided by luck more than by choices, if both play alike."
    if one.choices.low > 0.5:
        return "is decided by choices more than by luck, even if both play alike."
    if above(one.luck, one.choices):
        return (
            "seems to be decided by luck more than by choices, if both play alike; what the analysis cannot explain "
            f"({told(one.rest)}) leaves a doubt."
        )
    return (
        "is decided by luck and by choices; which of them counts for more was not seen, if both play alike."
    )


def _of_hundred(figure: Figure | None) -> str:
    return "-" if figure is None else f"{told(figure)} of the games"


def _or_none(figure: Figure | None) -> str:
    return "-" if figure is None else told(figure)
