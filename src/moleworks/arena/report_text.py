"""An arena report as tables and sentences, for a terminal, for logs or as Markdown."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from moleworks.arena.pool import FailedGame, RetriedGame
from moleworks.arena.ratings import Rating, rating_groups
from moleworks.arena.reports import PlayerStanding, Report
from moleworks.arena.sprt import Hypotheses
from moleworks.arena.statistics import Estimate
from moleworks.core.messages import N_

Say = Callable[..., str]
"""Translates a text and fills it in, as `texts.Language.say` does."""
LEAST_DIFFERENT = 0.9
"""With a smaller share of different games, the intervals are too narrow."""


class ReportTable(NamedTuple):
    """A table; the first column has names, the others figures."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def english(text: str, /, **values: object) -> str:
    """The text in English, filled in."""
    return text.format_map(values)


def figure(number: str, say: Say) -> str:
    """A number with the decimal sign of the language, taken from its translation of 0.5."""
    return number.replace(".", say(N_("0.5"))[1])


def report_tables(report: Report, say: Say = english) -> list[ReportTable]:
    """All tables of a report."""
    return [results_table(report, say), *_rating_tables(report, say), thinking_table(report, say)]


def sentences(report: Report, say: Say = english) -> list[str]:
    """The sentences beside the tables."""
    texts = [say(N_("{games} of {planned} games count."), games=report.games, planned=report.planned)]
    if report.games:
        seats = ", ".join(f"{seat}: {_percent(share, say)}" for seat, share in enumerate(report.seats))
        texts.append(
            say(
                N_("A game takes {plies} actions; games won by seat: {seats}."),
                plies=f"{report.plies:.0f}",
                seats=seats,
            )
        )
    if report.sprt and report.plan.sprt:
        texts.append(_verdict(report, say))
    if report.different < LEAST_DIFFERENT * report.games:
        texts.append(
            say(
                N_(
                    "Only {different} of {games} games differ, so the intervals promise too much:"
                    " these players hardly vary. Let the first actions be chosen at random (opening)."
                ),
                different=report.different,
                games=report.games,
            )
        )
    texts += _unconnected(report, say) + _rematches(report, say) + _forfeits(report, say)
    return texts + [trouble_text(failure, say) for failure in report.failed]


def _unconnected(report: Report, say: Say) -> list[str]:
    """Groups of players whose ratings cannot be compared."""
    groups = rating_groups(report.ratings)
    if len(groups) < 2:
        return []
    text = N_(
        "These never met, not even by way of others, so their ratings cannot be compared with each other:"
        " {groups}."
    )
    return [say(text, groups=" | ".join(", ".join(group) for group in groups.values()))]


def _rematches(report: Report, say: Say) -> list[str]:
    """Pairs that met more than once in a Swiss tournament."""
    if report.plan.pairing != "swiss":
        return []
    pairs = dict.fromkeys(
        standing.line_up for standing in report.standings if standing.games > report.plan.games
    )
    if not pairs:
        return []
    text = N_(
        "There was no round any more in which all would have met somebody new; these met again: {pairs}."
    )
    return [say(text, pairs=", ".join(" - ".join(pair) for pair in pairs))]


def _forfeits(report: Report, say: Say) -> list[str]:
    """For each player, how many games it lost by failures, and its first failure."""
    first: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for game in report.forfeited:
        assert game.forfeit is not None
        name = game.seats[game.forfeit]
        counts[name] += 1
        first.setdefault(name, game.why or "")
    text = N_("{name} lost {count} games by going wrong, the first like this: {why}")
    return [say(text, name=name, count=count, why=first[name]) for name, count in counts.items()]


def trouble_text(trouble: RetriedGame | FailedGame, say: Say = english) -> str:
    """A sentence about a game that failed."""
    job = trouble.job
    text = N_("Set {number}, game {game} ({seats}) failed: {why}")
    if isinstance(trouble, RetriedGame):
        text = N_("Set {number}, game {game} ({seats}) went wrong and is played again: {why}")
    seats = " ".join(job.seats)
    return say(text, number=job.set + 1, game=job.rotation + 1, seats=seats, why=trouble.why)


def markdown(report: Report, say: Say = english) -> str:
    """Tables and sentences as Markdown."""
    parts = [*map(_markdown, report_tables(report, say)), "  \n".join(sentences(report, say))]
    return "\n\n".join(parts) + "\n"


def show(report: Report, console: Console, say: Say = english) -> None:
    """Print the whole report; where there is no terminal, each row on one line, however long."""
    for table in report_tables(report, say):
        console.print(Text(table.title, style="bold"))
        if console.is_terminal:
            console.print(rich_table(table))
        else:
            console.print(Text(plain_table(table)), soft_wrap=True)
    for sentence in sentences(report, say):
        console.print(Text(sentence), soft_wrap=not console.is_terminal)


def rich_table(table: ReportTable) -> Table:
    """A table for a terminal; where it is narrow, cells are folded."""
    drawn = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for number, title in enumerate(table.head):
        drawn.add_column(Text(title, style="dim"), justify="right" if number else "left", overflow="fold")
    for row in table.rows:
        drawn.add_row(*map(Text, row))
    return drawn


def plain_table(table: ReportTable) -> str:
    """A table in columns of plain text."""
    rows = [table.head, *table.rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(table.head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def brief(estimate: Estimate, say: Say = english) -> str:
    """Share and Elo in a few figures: `61.2 % ± 3.1, Elo +79 ± 22`.

    >>> from moleworks.arena.statistics import estimate
    >>> brief(estimate([1.0, 0.5, 0.5, 0.75] * 50, games=2))
    '68.8 % ± 2.9, Elo +137 ± 24'
    """
    half = (estimate.high - estimate.low) / 2
    text = f"{_percent(estimate.share, say)} ± {figure(f'{100 * half:.1f}', say)}"
    if not math.isfinite(estimate.elo):
        return f"{text}, Elo {_elo(estimate)}"
    width = (estimate.elo_high - estimate.elo_low) / 2
    return f"{text}, Elo {estimate.elo:+.0f} ± {width:.0f}" if math.isfinite(width) else text


def results_table(report: Report, say: Say = english) -> ReportTable:
    """The score of each player, by line-up."""
    head = (N_("player"), N_("games"), N_("won-drawn-lost"), N_("score"), "Elo", N_("better"))
    return ReportTable(
        say(N_("Results, with intervals of 95 %")),
        tuple(say(title) for title in head),
        tuple(_result(standing, say) for standing in shown_standings(report)),
    )


def shown_standings(report: Report) -> list[PlayerStanding]:
    """The standings to show: between two players one is enough."""
    shown: list[PlayerStanding] = []
    for standing in report.standings:
        two = len(set(standing.line_up)) == 2
        if not two or standing.name == standing.line_up[0]:
            shown.append(standing)
    return shown


def _result(standing: PlayerStanding, say: Say) -> tuple[str, ...]:
    found = standing.estimate
    score = f"{_percent(found.share, say)} ({figure(f'{100 * found.low:.1f}-{100 * found.high:.1f}', say)})"
    if found.even != 0.5:
        score += f" / {_percent(found.even, say)}"
    return (
        f"{standing.name} - {' '.join(others(standing))}",
        str(standing.games),
        f"{standing.won}-{standing.drawn}-{standing.lost}",
        score,
        _elo(found),
        _percent(found.superior, say),
    )


def others(standing: PlayerStanding) -> list[str]:
    """The other players of the line-up."""
    left = list(standing.line_up)
    left.remove(standing.name)
    return left


def _rating_tables(report: Report, say: Say) -> list[ReportTable]:
    """A table for each group of players who are connected by games."""
    groups = rating_groups(report.ratings)
    return [
        ReportTable(elo_title(above, len(groups), say), (say(N_("player")), "Elo", "95 %"), _rows(group))
        for above, group in groups.items()
    ]


def elo_title(above: str, groups: int, say: Say = english) -> str:
    """The title of a table of ratings."""
    if groups == 1:
        return say(N_("Elo of all, above {name}"), name=above)
    return say(N_("Elo of those who met, above {name}"), name=above)


def _rows(group: Mapping[str, Rating]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, f"{rating.elo:+.0f}", f"{rating.low:+.0f} .. {rating.high:+.0f}")
        for name, rating in group.items()
    )


def thinking_table(report: Report, say: Say = english) -> ReportTable:
    """How long each player thought, and its points."""
    head = [N_("player"), N_("actions"), N_("seconds each"), N_("at most")]
    with_points = any(own.points is not None for own in report.thinking.values())
    rows = []
    for name, own in report.thinking.items():
        row = [name, str(own.moves), figure(f"{own.seconds:.4f}", say), figure(f"{own.longest:.3f}", say)]
        if with_points:
            row.append("" if own.points is None else figure(f"{own.points:.2f}", say))
        rows.append(tuple(row))
    if with_points:
        head.append(N_("points a round"))
    return ReportTable(say(N_("Thinking")), tuple(say(title) for title in head), tuple(rows))


def _verdict(report: Report, say: Say) -> str:
    assert report.sprt
    assert report.plan.sprt
    wanted = Hypotheses(*report.plan.sprt)
    low, high = (figure(f"{difference:g}", say) for difference in (wanted.low, wanted.high))
    texts = {
        None: N_("SPRT {low} or {high} {unit}: open. LLR {llr} ({lower}, {upper})."),
        True: N_(
            "SPRT {low} or {high} {unit}: {high} fits, the first player is better."
            " LLR {llr} ({lower}, {upper})."
        ),
        False: N_(
            "SPRT {low} or {high} {unit}: {low} fits, the first player is not that much better."
            " LLR {llr} ({lower}, {upper})."
        ),
    }
    bounds = report.sprt.llr, wanted.lower, wanted.upper
    llr, lower, upper = (figure(f"{value:.2f}", say) for value in bounds)
    unit = say(N_("normalised Elo")) if wanted.normalised else "Elo"
    text = texts[report.sprt.better]
    return say(text, low=low, high=high, unit=unit, llr=llr, lower=lower, upper=upper)


def _percent(share: float, say: Say) -> str:
    return figure(f"{100 * share:.1f} %", say)


def _elo(found: Estimate) -> str:
    """Elo with its interval; for a player that won all or nothing, only the bound that is known."""
    if found.elo == math.inf:
        return f"> {found.elo_low:+.0f}"
    if found.elo == -math.inf:
        return f"< {found.elo_high:+.0f}"
    return f"{found.elo:+.0f} ({found.elo_low:+.0f} .. {found.elo_high:+.0f})"


def _markdown(table: ReportTable) -> str:
    lines = [_row(table.head), _row(["---", *("---:" for _ in table.head[1:])])]
    return "\n".join([f"**{table.title}**", "", *lines, *map(_row, table.rows)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
