"""The studies `seats` and `presets`: the advantage of each seat, from games between players of equal strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import NamedTuple

from moleworks.arena.seat_bias import GameVariant, SeatBias, seat_bias
from moleworks.games import GAMES
from moleworks.reports import plots
from scripts.studies.runs import Figure, Mark, StudyRun, equal_players, percent, table, title, with_interval

CORRECTION = """**A correction.** Earlier versions of this page called it *much better to begin* under `short`, and `short` *badly unfair*, as if that held for everybody. The figure, 66 %, is one of
level 2 under the rules of version 0.1 (`short` with `diagonal=edges`). A trial with level 4 under those rules, whose games are not kept, had 32 %: there it was much worse to begin. So
the answer turns with the strength of the players; the figures of one level say nothing about another (`--level level4` asks that one), nor about people. With perfect play every match of two rounds is a draw ([perfect play](solved.md))."""
RANGES = """The numbers in brackets are the ranges in which the true figures of all seats of a table lie in 95 of 100 such studies; so of twenty such tables about
one has a seat outside its range by chance."""
SLIGHT, GREAT = 0.05, 0.1
"""Differences from an even share: below the first it is slight, from the second on it is great."""


class Case(NamedTuple):
    """The results of a game with one preset and one number of players."""

    bias: SeatBias

    @property
    def name(self) -> str:
        return f"{title(self.bias.variant.game)}, {self.bias.variant.preset}, {self.bias.variant.players} players"

    @property
    def table(self) -> str:
        return f"`{self.bias.variant.preset}` with {self.bias.variant.players} players"

    @property
    def short(self) -> str:
        """A short name, for the plot."""
        return f"{title(self.bias.variant.game)}, {self.bias.variant.preset} ({self.bias.variant.players})"

    @property
    def even(self) -> float:
        return 1 / self.bias.variant.players

    @property
    def seats(self) -> tuple[Figure, ...]:
        """The share that each seat won."""
        count = self.bias.variant.players
        return tuple(widen(Figure(seat.share, seat.low, seat.high), count) for seat in self.bias.seats)

    @property
    def farthest(self) -> int:
        """The seat that is farthest from an even share."""
        return max(range(len(self.seats)), key=lambda seat: abs(self.seats[seat].value - self.even))

    @property
    def off(self) -> Figure:
        """How far that seat is from an even share."""
        return Figure(*(end - self.even for end in self.seats[self.farthest]))


def widen(figure: Figure, seats: int) -> Figure:
    """Widen an interval so that all seats of a table lie in theirs in 95 of 100 studies (Bonferroni).

    With two seats one share follows from the other, so nothing is widened.
    """
    looked = seats if seats > 2 else 1
    normal = NormalDist()
    wider = normal.inv_cdf(1 - 0.025 / looked) / normal.inv_cdf(0.975)
    value, low, high = figure
    return Figure(value, max(0.0, value - wider * (value - low)), min(1.0, value + wider * (high - value)))


def cases(study: StudyRun) -> Iterator[Case]:
    """Play every game with every preset, with the smallest and the largest number of players."""
    for game, rules in GAMES.items():
        for preset in rules.presets:
            for players in dict.fromkeys((rules.player_counts[0], rules.player_counts[-1])):
                games = study.play(game, equal_players(study.level, players), preset=preset)
                yield Case(seat_bias(GameVariant(game, preset, "", players), [games]))


def by_game(found: Sequence[Case]) -> dict[str, list[Case]]:
    return {game: [case for case in found if case.bias.variant.game == game] for game in GAMES}


def seats(study: StudyRun) -> None:
    found = list(cases(study))
    marks = [Mark(case.short, *case.seats[0], case.even) for case in found]
    label = "Games won by seat 0, who begins"
    study.figure("seats", plots.interval_plot(marks, label, percent, alone=True))
    most = max(len(case.seats) for case in found)
    rows = [
        (
            case.name,
            case.bias.games,
            *(with_interval(seat) for seat in case.seats),
            *["-"] * (most - len(case.seats)),
            percent(case.even),
            _comparison(case.seats[0], case.even),
        )
        for case in found
    ]
    answers = "\n".join(
        f"- **{title(game)}**, among players of {study.level}: {describe_first_seat(of)}"
        for game, of in by_game(found).items()
    )
    head = ("game", "games", *(f"seat {seat} won" for seat in range(most)), "even share", "to begin is")
    study.write(
        "seats",
        f"""# Is it better to begin?

{answers}

Seat 0 acts first. Two (or four) computer players of exactly the same strength ({study.level}) played every game, and each of them sat in every seat. If
the seat did not matter, each would win an even share of the games: the dashed lines. In brackets is the number of players.

![{label}](seats.svg)

{table(head, rows)}

{RANGES} "Not seen" does not mean that there is no difference: it means that these games do not show one. A draw counts as an even share for all.

{CORRECTION}

{study.provenance("seats", GAMES)}
""",
    )


def describe_first_seat(found: Sequence[Case]) -> str:
    """Say in a few sentences whether it is better to begin a game."""
    sentences = [
        f"In {case.table} it is {_comparison(case.seats[0], case.even)} to begin: seat 0 won {with_interval(case.seats[0])} of the "
        f"games, where {percent(case.even)} would be even."
        for case in found
        if _is_clear(case.seats[0], case.even)
    ]
    rest = [case for case in found if not _is_clear(case.seats[0], case.even)]
    if rest:
        most = max(abs(end - case.even) for case in rest for end in case.seats[0][1:])
        sentences.append(
            f"{'Otherwise it' if sentences else 'It'} was not seen that it is better or worse to begin; if it is, by at most "
            f"about {100 * most:.0f} games in 100."
        )
    return " ".join(sentences)


def _is_clear(figure: Figure, even: float) -> bool:
    return not figure.low <= even <= figure.high


def _comparison(figure: Figure, even: float) -> str:
    """
    >>> _comparison(Figure(0.67, 0.64, 0.69), 0.5), _comparison(Figure(0.52, 0.49, 0.55), 0.5), _comparison(Figure(0.46, 0.43, 0.49), 0.5)
    ('much better', 'not seen', 'a little worse')
    """
    if not _is_clear(figure, even):
        return "not seen"
    off = abs(figure.value - even)
    much = "much " if off >= GREAT else "a little " if off < SLIGHT else ""
    return much + ("better" if figure.value > even else "worse")


def presets(study: StudyRun) -> None:
    found = list(cases(study))
    marks = [Mark(case.short, *case.off) for case in found]
    rows = []
    for case in found:
        seat, won = case.farthest, case.seats[case.farthest]
        drawn = percent(case.bias.drawn / max(1, case.bias.games))
        so = f"seat {seat} {_comparison(won, case.even)}" if _is_clear(won, case.even) else "not seen"
        rows.append(
            (case.name, case.bias.games, f"seat {seat}: {with_interval(won)}", percent(case.even), so, drawn)
        )
    label = "How far the most favoured or most hindered seat is from an even share"
    study.figure("presets", plots.interval_plot(marks, label, points, even=0.0, alone=True))
    answers = "\n".join(
        f"- **{title(game)}**, among players of {study.level}: {describe_fairness(of)}"
        for game, of in by_game(found).items()
    )
    study.write(
        "presets",
        f"""# Which rules are fairest?

{answers}

A *preset* is one of the printed rule sheets. Rules are fair if the seat does not matter. For each preset, players of the same strength ({study.level}) played from every seat. The
figure shows the seat that was farthest from an even share, to the right if it won more games than that, to the left if it won fewer. A range that covers the dashed line may be chance. In brackets is the number of
players; the table says which seat it is.

![{label}](presets.svg)

{table(("preset", "games", "farthest from even", "even share", "result", "drawn"), rows)}

{RANGES} With four seats some seat is always farthest, if only by chance.

{CORRECTION}

{study.provenance("presets", GAMES)}
""",
    )


def points(share: float) -> str:
    """A difference of shares.

    >>> points(0.05), points(-0.1), points(0)
    ('+5', '-10', '0')
    """
    return f"{100 * share:+.0f}" if round(100 * share) else "0"


def describe_fairness(found: Sequence[Case]) -> str:
    """Say in a few sentences which presets of a game are fair and which are not."""
    unfair = [case for case in found if _is_clear(case.off, 0.0)]
    by_preset = dict.fromkeys(case.bias.variant.preset for case in found)
    worst = {
        preset: max(
            (abs(case.off.value) for case in unfair if case.bias.variant.preset == preset), default=0.0
        )
        for preset in by_preset
    }
    fair = [f"`{preset}`" for preset, off in worst.items() if not off]
    sentences = []
    if len(fair) == len(worst):
        which = f"`{'`, `'.join(worst)}`"
        start = (
            f"in none of {which} was a seat"
            if len(worst) > 1
            else f"with {which}, the only preset, no seat was"
        )
        most = max(abs(end) for case in found for end in case.off)
        sentences.append(
            f"{start} seen to be favoured or hindered; if one is, by at most about {100 * most:.0f} games in 100."
        )
        if len(worst) > 1:
            sentences.append("Which of them is fairest was not seen.")
    elif fair:
        sentences.append(
            f"{', '.join(fair)} {'is' if len(fair) == 1 else 'are'} fairest: no seat was seen to be favoured."
        )
    else:
        sentences.append(
            f"fairest is `{min(worst, key=lambda preset: worst[preset])}`, though not quite fair."
        )
    for case in sorted(unfair, key=lambda case: abs(case.off.value)):
        off = abs(case.off.value)
        how = "badly unfair" if off >= GREAT else "a little unfair" if off < SLIGHT else "unfair"
        sentences.append(
            f"{case.table} is {how}: seat {case.farthest} won "
            f"{with_interval(case.seats[case.farthest])} of the games, where {percent(case.even)} would be even."
        )
    text = " ".join(sentences)
    return text[0].upper() + text[1:]
