"""The study `luck`: how much of a result is luck and how much is choices, from analysed games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.arena.reports import complete_sets
from moleworks.arena.statistics import estimate
from moleworks.games import GAMES
from moleworks.reports import plots
from scripts.studies.analyses import AnalysedGame, analyse_games
from scripts.studies.runs import (
    Figure,
    Mark,
    StudyRun,
    bootstrap,
    clearly_above,
    equal_players,
    percent,
    table,
    title,
    with_interval,
)

LEVEL, WEAKER = "level4", "level2"
EQUALS, UNEQUAL = (*equal_players(LEVEL, 2),), (LEVEL, WEAKER)

Sets = Sequence[Sequence[AnalysedGame]]
"""The games of each set, from the side of the same player: the stronger, if one is."""


class Tally(NamedTuple):
    """Sums over games; `luck`, `choices` and `rest` are parts of the winner's gain, and add up to 1."""

    games: int
    score: Figure
    """Of the first player."""
    luck: Figure
    choices: Figure
    rest: Figure
    luckier: Figure | None
    """How often the luckier player won, in games with a winner; None if the game has no luck."""
    careful: Figure | None
    """How often the player won who gave away less."""
    lucky: tuple[int, int]
    """Of the games that the second player won: in how many it was luckier, and their number."""


def tally(sets: Sets) -> Tally:
    games = [game for played in sets for game in played]
    won = [from_winner_seat(game) for game in games if game.end != 0.5]
    upsets = [game.from_other_seat for game in games if game.end < 0.5]
    score = estimate([sum(game.end for game in played) / len(played) for played in sets], games=len(sets[0]))
    return Tally(
        len(games),
        Figure(score.share, score.low, score.high),
        bootstrap(sets, luck_part),
        bootstrap(sets, choices_part),
        bootstrap(sets, rest_part),
        winner_share([game.luck for game in won]),
        winner_share([game.choices for game in won]),
        (sum(game.luck > 0 for game in upsets), len(upsets)),
    )


def from_winner_seat(game: AnalysedGame) -> AnalysedGame:
    return game if game.end > 0.5 else game.from_other_seat


def luck_part(sets: Sets) -> float:
    """The part of the winner's gain, from even chances to the win, that came from luck."""
    won = _won(sets)
    return sum(game.luck for game in won) / (0.5 * max(1, len(won)))


def choices_part(sets: Sets) -> float:
    won = _won(sets)
    return sum(game.choices for game in won) / (0.5 * max(1, len(won)))


def rest_part(sets: Sets) -> float:
    return 1 - luck_part(sets) - choices_part(sets)


def _won(sets: Sets) -> list[AnalysedGame]:
    return [from_winner_seat(game) for played in sets for game in played if game.end != 0.5]


def winner_share(gains: Sequence[float]) -> Figure | None:
    """How often the winner gained more than the other player; games where both gained the same are left out.

    >>> winner_share([0.2, 0.1, -0.1, 0.0]).value == 2 / 3, winner_share([0.0, 0.0])
    (True, None)
    """
    unlike = [float(gain > 0) for gain in gains if gain]
    if not unlike:
        return None
    found = estimate(unlike, games=1)
    return Figure(found.share, found.low, found.high)


def play_and_tally(study: StudyRun, game: str, players: Sequence[str]) -> Tally:
    plan = study.plan(game, players, keep_records=True)
    games = study.play(game, players, keep_records=True)
    known = analyse_games(plan, games, study.folder, study.processes)
    sets = []
    for played in complete_sets(games).values():
        sides = [(known[one.digest], one.seats.index(players[0])) for one in played]
        sets.append([one.from_other_seat if seat else one for one, seat in sides])
    return tally(sets)


def page(study: StudyRun) -> None:
    found = {(game, pair): play_and_tally(study, game, pair) for game in GAMES for pair in (EQUALS, UNEQUAL)}
    marks, rows, winners_rows = [], [], []
    for (game, pair), one in found.items():
        name = f"{title(game)}, {'equals' if pair == EQUALS else 'unequal'}"
        marks += [Mark(f"{name}: luck", *one.luck), Mark(f"{name}: choices", *one.choices)]
        luck = with_interval(one.luck) if any_luck(one) else "none"
        rows.append((name, one.games, luck, with_interval(one.choices), with_interval(one.rest)))
        lucky = f"{one.lucky[0]} of {one.lucky[1]}" if any_luck(one) and pair == UNEQUAL else "-"
        winners_rows.append(
            (name, *map(_or_none, (one.luckier, one.careful)), with_interval(one.score), lucky)
        )
    label = "What brought the winner from even chances to the win"
    study.figure("luck", plots.interval_plot(marks, label, percent, bounds=(0, 1), alone=True))
    answers = "\n".join(
        f"- **{title(game)}** {answer(found[game, EQUALS], found[game, UNEQUAL])}" for game in GAMES
    )
    study.write(
        "luck",
        f"""# How much luck is in each game?

{answers}

Two computer players played each game: *equals* ({LEVEL} against {LEVEL}), or *unequal* ones ({
            LEVEL
        } against {WEAKER}). The
[analysis](../analysis.md) then judged every game, with nothing hidden, and added up two things:

- **luck**: after each roll, disc or deal, the chance of winning minus its average over all possible results. Over many games a player's luck adds up to about
  zero; in one game it does not.
- **choices**: what the opponent gave away by choices that were not the best, minus what the player gave away.

At the start the chances are about even; at the end the winner has won. The figure shows which part of that gain came from luck, and which part from choices.

![{label}](luck.svg)

{table(("", "games", "luck", "choices", "not explained"), rows)}

Who won:

{
            table(
                (
                    "",
                    "the luckier won",
                    "the player who gave away less won",
                    f"{LEVEL} scored",
                    "the weaker won, and was luckier in",
                ),
                winners_rows,
            )
        }

How to read it: the numbers in brackets are the range in which the true figure lies in 95 of 100 such studies. *Not explained* are the
errors of the analysis, which only estimates chances, and the advantage of the seat and the boards before the first action. If that part is large, the other parts are
rough; in Mole Hill, which has no dice, all of it is misjudged choices and the seat. A part can be under 0 % or over 100 %: a winner with bad luck had to gain more by choices.

Luck counts most between equals: neither plays better on the whole, so dice, discs and single errors decide. The farther apart two players are, the more their choices
decide: compare *equals* and *unequal*. So the part of luck also depends on the players. That {
            LEVEL
        } scores about the same against {WEAKER} in
all three games says nothing about the games: the levels are made so that each beats the one below in about three games of four.

{study.provenance("luck", GAMES)}
""",
    )


def any_luck(one: Tally) -> bool:
    return one.luckier is not None


def answer(equal: Tally, unequal: Tally) -> str:
    """Say the result for a game in a few sentences."""
    careful = f"The player who gave away less won {_of_hundred(equal.careful)}."
    if not any_luck(equal):
        return (
            f"has no luck: nothing is rolled, drawn or hidden. {careful} "
            "It was not all of them because the judgement of choices is rough."
        )
    weaker = Figure(1 - unequal.score.value, 1 - unequal.score.high, 1 - unequal.score.low)
    lucky, upsets = unequal.lucky
    upset = f"; of the {upsets} games that it won, it was the luckier one in {lucky}" if upsets else ""
    return (
        f"{_weight(equal)} Between equals {with_interval(equal.luck)} of the winner's gain came from luck and "
        f"{with_interval(equal.choices)} from choices. The luckier one won {_of_hundred(equal.luckier)}. {careful} "
        f"A player who is two levels weaker scored {with_interval(weaker)}{upset}."
    )


def _weight(one: Tally) -> str:
    """Say what decides more. The unexplained part may be either, so only more than half is certain."""
    if one.luck.low > 0.5:
        return "is decided by luck more than by choices, if both play equally well."
    if one.choices.low > 0.5:
        return "is decided by choices more than by luck, even if both play equally well."
    if clearly_above(one.luck, one.choices):
        return (
            "seems to be decided by luck more than by choices, if both play equally well; the part that the analysis cannot explain "
            f"({with_interval(one.rest)}) leaves a doubt."
        )
    return "is decided by luck and by choices; which counts for more was not seen, if both play equally well."


def _of_hundred(figure: Figure | None) -> str:
    return "-" if figure is None else f"{with_interval(figure)} of the games"


def _or_none(figure: Figure | None) -> str:
    return "-" if figure is None else with_interval(figure)
