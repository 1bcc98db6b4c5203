"""Write arena runs as an HTML page with plots and tables, and their games as CSV."""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from moleworks.arena import ArenaPlan, Report, report, report_text, store
from moleworks.arena.play import FinishedGame
from moleworks.arena.ratings import rating_groups
from moleworks.arena.reports import PlayerStanding
from moleworks.arena.seat_bias import GameVariant, SeatBias, game_variant, seat_bias
from moleworks.arena.statistics import Estimate
from moleworks.core.messages import N_
from moleworks.core.registry import GAMES
from moleworks.reports import frame, plots
from moleworks.reports.frame import document, minus, number, row, scroller, section
from moleworks.reports.markup import Markup, element
from moleworks.speech import setup_texts
from moleworks.texts import Language

COLUMNS = (
    "file",
    "game",
    "preset",
    "options",
    "board",
    "players",
    "seed",
    "set",
    "rotation",
    "seat",
    "player",
    "share",
    "points",
    "plies",
    "rule",
    "moves",
    "seconds",
    "longest",
    "forfeit",
    "digest",
)


def table(caption: str, headings: Sequence[str], rows: Sequence[Markup]) -> Markup:
    """A table of figures."""
    return frame.table(caption, headings, rows, class_="figures")


class ArenaRun(NamedTuple):
    """A plan and what was played of it."""

    plan: ArenaPlan
    games: Sequence[FinishedGame]
    report: Report
    file: str = ""
    """The name of the file that it is from, without its folder."""

    @property
    def variant(self) -> GameVariant:
        """What was played: game, options and number of players."""
        resolved = GAMES[self.plan.game].preset_options(self.plan.preset, self.plan.seats)
        return game_variant(self.plan, resolved)


def read_run(path: Path) -> ArenaRun:
    """Read a run from its file, with the games that failed."""
    plan, games, failed = store.load(path)
    return ArenaRun(plan, games, report(plan, games, failed), path.name)


def runs_as_csv(runs: Sequence[ArenaRun]) -> str:
    """A line for each seat of each game."""
    text_file = io.StringIO()
    writer = csv.writer(text_file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, run in zip(_file_names(runs), runs, strict=True):
        about = [name, *_run_columns(run.plan)]
        for game in run.games:
            writer.writerows(about + _seat_columns(game, seat) for seat in range(len(game.seats)))
    return text_file.getvalue()


def _file_names(runs: Sequence[ArenaRun]) -> list[str]:
    """File names; equal names from several folders get a number."""
    seen: Counter[str] = Counter()
    names = []
    for run in runs:
        seen[run.file] += 1
        names.append(run.file if seen[run.file] == 1 else f"{run.file} ({seen[run.file]})")
    return names


def _run_columns(plan: ArenaPlan) -> list[object]:
    """What all games of a run have in common."""
    options = " ".join(f"{name}={str(value).lower()}" for name, value in plan.options.items())
    board = plan.board if isinstance(plan.board, str) else plan.board.get("name", "")
    return [plan.game, plan.preset, options, board, plan.seats, plan.seed]


def _seat_columns(game: FinishedGame, seat: int) -> list[object]:
    share = 1 / len(game.seats) if game.winner is None else float(game.winner == seat)
    if game.winner is None and game.forfeit is not None:
        share = 0.0 if seat == game.forfeit else 1 / (len(game.seats) - 1)
    return [
        game.set,
        game.rotation,
        seat,
        game.seats[seat],
        round(share, 6),
        "" if game.points is None else game.points[seat],
        game.plies,
        game.rule,
        game.moves[seat],
        game.seconds[seat],
        game.longest[seat],
        int(game.forfeit == seat),
        game.digest,
    ]


def page(runs: Sequence[ArenaRun], language: Language) -> str:
    """The whole page, in one language."""
    say = language.say
    title = say(N_("Results of the arena"))
    count = sum(run.report.games for run in runs)
    about = [
        element("p", say(N_("{games} games in {runs} runs."), games=count, runs=len(runs)), class_="quiet")
    ]
    return document(language, title, about, _Page(runs, language).sections())


class _Page:
    def __init__(self, runs: Sequence[ArenaRun], language: Language) -> None:
        self.runs, self.language, self.say = runs, language, language.say

    def sections(self) -> Iterator[Markup]:
        for at, run in enumerate(self.runs, 1):
            yield section(f"run{at}", self._title(run), *self._run(run))
        yield section("seats", self.say(N_("Seats: is it better to begin?")), *self._seats())
        explained = (
            N_("A score is the share of the games won; a draw is shared alike by all at the table."),
            N_(
                "An interval holds the true figure in 95 of 100 cases."
                " Where two hardly overlap, there is a difference."
            ),
            N_("Elo: 400 points more are ten times the odds of winning."),
            N_("Games come in sets in which everybody sits in every seat, with the same dice and discs."),
        )
        items = [element("li", self.say(text)) for text in explained]
        yield section("words", self.say(N_("What the words mean")), element("ul", *items))

    def _title(self, run: ArenaRun) -> str:
        name = f"{self._game(run.plan.game)}, {self._variant(run.variant)}"
        return self.language.pair(name, ", ".join(run.plan.players))

    def _game(self, game: str) -> str:
        return self.language.tell(setup_texts.title(game))

    def _variant(self, of: GameVariant) -> str:
        parts = [of.preset, of.options, self.say(N_("{count} players"), count=of.players)]
        return ", ".join(part for part in parts if part)

    def _run(self, run: ArenaRun) -> Iterator[Markup]:
        found = run.report
        for line in report_text.sentences(found, self.say):
            yield element("p", line)
        if not found.games:
            return
        yield from self._ratings(run)
        yield from self._crosstable(run)
        yield from self._scores(run)
        yield from self._lengths(run)
        yield self._sheet(report_text.thinking_table(found, self.say))

    def _ratings(self, run: ArenaRun) -> Iterator[Markup]:
        """Elo of each group of players who met, and the scores by line-up."""
        groups = rating_groups(run.report.ratings)
        for above, group in groups.items():
            marks = [plots.IntervalMark(name, *rating[:3]) for name, rating in group.items()]
            label = report_text.elo_title(above, len(groups), self.say)
            yield element("h3", label)
            yield scroller(label, plots.interval_plot(marks, label, self._elo, even=0.0))
            rows = [row(mark.name, *map(number, map(self._elo, mark[1:4]))) for mark in marks]
            yield scroller(
                label, table(label, ["", "Elo", self.say(N_("at least")), self.say(N_("at most"))], rows)
            )
        shown = run.report.standings if not groups else report_text.shown_standings(run.report)
        marks = [
            plots.IntervalMark(
                one.name if not groups else self._against(one), *one.estimate[1:4], even=one.estimate.even
            )
            for one in shown
            if one.games
        ]
        label = self.say(N_("Scores with their intervals"))
        yield element("h3", label)
        yield scroller(label, plots.interval_plot(marks, label, self._percent, bounds=(0.0, 1.0)))
        yield self._sheet(report_text.results_table(run.report, self.say))

    def _against(self, one: PlayerStanding) -> str:
        return self.say(
            N_("{name} against {others}"), name=one.name, others=", ".join(report_text.others(one))
        )

    def _crosstable(self, run: ArenaRun) -> Iterator[Markup]:
        """Scores of pairs in two-player games; in larger games, how often each won."""
        names = list(dict.fromkeys(run.plan.players))
        if len(names) < 3:
            return
        if run.plan.seats != 2:
            yield from self._wins(run, names)
            return
        met = {(one.name, _other(one.line_up, one.name)): one for one in run.report.standings}
        rows = []
        for name in names:
            cells = []
            for other in names:
                one = met.get((name, other))
                text = "–" if one is None or not one.games else self._score(one.estimate)
                cells.append(number(text))
            rows.append(row(name, *cells))
        label = self.say(N_("Who scored what against whom"))
        yield scroller(label, table(label, ["", *names], rows))

    def _wins(self, run: ArenaRun, names: Sequence[str]) -> Iterator[Markup]:
        rows = []
        for name in names:
            cells = []
            for other in names:
                both = [game for game in run.games if name != other and {name, other} <= set(game.seats)]
                won = [sum(_won(game, who) for game in both) for who in (name, other)]
                cells.append(number(f"{won[0]} : {won[1]}" if both else "–"))
            rows.append(row(name, *cells))
        label = self.say(N_("Games at the same table: won by the one on the left, and by the one above"))
        yield scroller(label, table(label, ["", *names], rows))

    def _scores(self, run: ArenaRun) -> Iterator[Markup]:
        """Distribution of set scores, and of points in games that count them.

        For two players, one distribution determines the other.
        """
        for one in report_text.shown_standings(run.report):
            if one.games:
                others = ", ".join(report_text.others(one))
                label = self.say(
                    N_("Sets by what {name} scored in them against {others}"), name=one.name, others=others
                )
                bins = [(self._percent(score), count) for score, count in one.sets.items()]
                yield from self._columns(label, bins, self.say(N_("score")), self.say(N_("sets")))
        for name in dict.fromkeys(run.plan.players):
            points = [
                game.points[seat]
                for game in run.games
                if game.points is not None
                for seat, who in enumerate(game.seats)
                if who == name
            ]
            if points:
                counts = Counter(points)
                bins = [(str(value), counts[value]) for value in range(min(counts), max(counts) + 1)]
                label = self.say(N_("Points of {name} in a round"), name=name)
                yield from self._columns(label, bins, self.say(N_("points")), self.say(N_("games")))

    def _lengths(self, run: ArenaRun) -> Iterator[Markup]:
        label = self.say(N_("How many actions the games took"))
        bins = plots.histogram([game.plies for game in run.games])
        yield from self._columns(label, bins, self.say(N_("from")), self.say(N_("games")))

    def _columns(
        self, label: str, bins: Sequence[tuple[str, int]], what: str, count: str
    ) -> Iterator[Markup]:
        yield element("h3", label)
        yield scroller(label, plots.column_plot(bins, label))
        rows = [row(name, number(seen)) for name, seen in bins]
        summary = element("summary", self.say(N_("The same as a table")))
        yield element("details", summary, table(label, [what, count], rows))

    def _seats(self) -> Iterator[Markup]:
        found = self._biases()
        label = self.say(N_("Games won by seat 0, who begins, with intervals"))
        marks = [
            plots.IntervalMark(
                f"{self._game(one.variant.game)}, {self._variant(one.variant)}",
                *one.seats[0][1:4],
                even=one.seats[0].even,
            )
            for one in found
            if one.games
        ]
        if marks:
            yield scroller(label, plots.interval_plot(marks, label, self._percent, bounds=(0.0, 1.0)))
        rows = []
        for one in found:
            for seat, won in enumerate(one.seats):
                name = f"{self._game(one.variant.game)}, {self._variant(one.variant)}"
                cells = [seat, one.games, self._score(won), self._percent(won.even)]
                rows.append(row(name, *map(number, cells)))
        heads = [N_("game"), N_("seat"), N_("games"), N_("won"), N_("an even share")]
        title = self.say(N_("Games won by each seat"))
        yield scroller(title, table(title, [self.say(head) for head in heads], rows))

    def _biases(self) -> list[SeatBias]:
        variants = dict.fromkeys(run.variant for run in self.runs)
        return [seat_bias(of, [run.games for run in self.runs if run.variant == of]) for of in variants]

    def _sheet(self, sheet: report_text.ReportTable) -> Markup:
        rows = [row(cells[0], *map(number, map(_signed, cells[1:]))) for cells in sheet.rows]
        return scroller(sheet.title, table(sheet.title, sheet.head, rows))

    def _score(self, found: Estimate) -> str:
        return f"{self._percent(found.share)} ({100 * found.low:.0f}–{100 * found.high:.0f})"

    def _percent(self, share: float) -> str:
        shown = f"{100 * share:.1f}".removesuffix(".0")
        return f"{report_text.figure(shown, self.say)} %"

    def _elo(self, elo: float) -> str:
        return minus(f"{elo:+.0f}") if math.isfinite(elo) else "–"


def _signed(cell: str) -> str:
    """With a true minus before a number, and a dash between two."""
    return minus(re.sub(r"(?<=\d)-(?=\d)", "–", cell))


def _won(game: FinishedGame, name: str) -> bool:
    return game.winner is not None and game.seats[game.winner] == name


def _other(line_up: tuple[str, ...], name: str) -> str:
    others = list(line_up)
    others.remove(name)
    return others[0]
