"""Arena runs on one page, with plots and the same in tables; and all their games as CSV."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from moleworks.arena import Plan, Report, report, sheets, store
from moleworks.arena.bias import Bias, Kind, bias, kind
from moleworks.arena.play import Played
from moleworks.arena.statistics import Estimate
from moleworks.games import GAMES
from moleworks.games.game import N_
from moleworks.terminal.pages import frame, plots
from moleworks.terminal.pages.frame import document, minus, number, row, scroller, section
from moleworks.terminal.pages.markup import Markup, element
from moleworks.texts import Language

COLUMNS = (
    "game",
    "preset",
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


class Run(NamedTuple):
    """A plan and what was played of it."""

    plan: Plan
    games: Sequence[Played]
    report: Report

    @property
    def kind(self) -> Kind:
        resolved = GAMES[self.plan.game].resolved(self.plan.preset, self.plan.seats)
        return kind(self.plan, resolved)


def read(path: Path) -> Run:
    """A run from its file."""
    plan, games = store.load(path)
    return Run(plan, games, report(plan, games))


def as_csv(runs: Sequence[Run]) -> str:
    """A line for each seat of each game."""
    paper = io.StringIO()
    writer = csv.writer(paper, lineterminator="\n")
    writer.writerow(COLUMNS)
    for run in runs:
        for game in run.games:
            writer.writerows(_line(run.plan, game, seat) for seat in range(len(game.seats)))
    return paper.getvalue()


def _line(plan: Plan, game: Played, seat: int) -> list[object]:
    share = 1 / len(game.seats) if game.winner is None else float(game.winner == seat)
    if game.winner is None and game.forfeit is not None:
        share = 0.0 if seat == game.forfeit else 1 / (len(game.seats) - 1)
    return [
        plan.game,
        plan.preset,
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


def page(runs: Sequence[Run], language: Language) -> str:
    """The whole page, in one language."""
    say = language.say
    title = say(N_("Results of the arena"))
    count = sum(run.report.games for run in runs)
    about = [
        element("p", say(N_("{games} games in {runs} runs."), games=count, runs=len(runs)), class_="quiet")
    ]
    return document(language, title, about, _Page(runs, language).sections())


class _Page:
    def __init__(self, runs: Sequence[Run], language: Language) -> None:
        self.runs, self.say = runs, language.say
        self.comma = "." if language.code == "en" else ","

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

    def _title(self, run: Run) -> str:
        return f"{GAMES[run.plan.game].title}, {self._kind(run.kind)}: {', '.join(run.plan.players)}"

    def _kind(self, of: Kind) -> str:
        parts = [of.preset, of.options, self.say(N_("{count} players"), count=of.players)]
        return ", ".join(part for part in parts if part)

    def _run(self, run: Run) -> Iterator[Markup]:
        found = run.report
        for line in sheets.sentences(found, self.say):
            yield element("p", line)
        if not found.games:
            return
        yield from self._ratings(run)
        yield from self._crosstable(run)
        yield from self._scores(run)
        yield from self._lengths(run)
        for sheet in sheets.sheets(found, self.say)[-1:]:
            yield self._sheet(sheet)

    def _ratings(self, run: Run) -> Iterator[Markup]:
        """Elo of all, or the score where there are but two."""
        found = run.report
        if found.ratings:
            order = sorted(found.ratings.items(), key=lambda item: -item[1].elo)
            marks = [plots.Mark(name, *rating) for name, rating in order]
            label = self.say(N_("Elo of all, above {name}"), name=run.plan.players[0])
            yield scroller(label, plots.intervals(marks, label, self._elo, even=0.0))
            rows = [row(mark.name, *map(number, map(self._elo, mark[1:4]))) for mark in marks]
            yield scroller(
                label, table(label, ["", "Elo", self.say(N_("at least")), self.say(N_("at most"))], rows)
            )
            return
        marks = [plots.Mark(one.name, *one.estimate[1:4]) for one in found.standings]
        label = self.say(N_("Scores with their intervals"))
        evens = {one.estimate.even for one in found.standings}
        even = evens.pop() if len(evens) == 1 else None
        yield scroller(label, plots.intervals(marks, label, self._percent, even=even, bounds=(0.0, 1.0)))
        yield self._sheet(sheets.sheets(found, self.say)[0])

    def _crosstable(self, run: Run) -> Iterator[Markup]:
        """What each scored against each, where two sit at a table."""
        names = list(dict.fromkeys(run.plan.players))
        if run.plan.seats != 2 or len(names) < 3:
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

    def _scores(self, run: Run) -> Iterator[Markup]:
        """How the scores of sets are spread; and points, in games that count them."""
        first = run.report.standings[0]
        label = self.say(N_("Sets by what {name} scored in them"), name=first.name)
        bins = [(self._percent(score), count) for score, count in first.sets.items()]
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

    def _lengths(self, run: Run) -> Iterator[Markup]:
        label = self.say(N_("How many actions the games took"))
        bins = plots.grouped([game.plies for game in run.games])
        yield from self._columns(label, bins, self.say(N_("from")), self.say(N_("games")))

    def _columns(
        self, label: str, bins: Sequence[tuple[str, int]], what: str, count: str
    ) -> Iterator[Markup]:
        yield element("h3", label)
        yield scroller(label, plots.columns(bins, label))
        rows = [row(name, number(seen)) for name, seen in bins]
        summary = element("summary", self.say(N_("The same as a table")))
        yield element("details", summary, table(label, [what, count], rows))

    def _seats(self) -> Iterator[Markup]:
        found = self._biases()
        label = self.say(N_("Games won by seat 0, who begins, with intervals"))
        marks = [
            plots.Mark(
                f"{GAMES[one.kind.game].title}, {one.kind.preset}, {one.kind.players}", *one.seats[0][1:4]
            )
            for one in found
            if one.games
        ]
        if marks:
            yield scroller(label, plots.intervals(marks, label, self._percent, bounds=(0.0, 1.0)))
        rows = []
        for one in found:
            for seat, won in enumerate(one.seats):
                name = f"{GAMES[one.kind.game].title}, {self._kind(one.kind)}"
                cells = [seat, one.games, self._score(won), self._percent(won.even)]
                rows.append(row(name, *map(number, cells)))
        heads = [N_("game"), N_("seat"), N_("games"), N_("won"), N_("an even share")]
        title = self.say(N_("Games won by each seat"))
        yield scroller(title, table(title, [self.say(head) for head in heads], rows))

    def _biases(self) -> list[Bias]:
        kinds = dict.fromkeys(run.kind for run in self.runs)
        return [bias(of, [run.games for run in self.runs if run.kind == of]) for of in kinds]

    def _sheet(self, sheet: sheets.Sheet) -> Markup:
        rows = [row(cells[0], *map(number, map(minus, cells[1:]))) for cells in sheet.rows]
        return scroller(sheet.title, table(sheet.title, sheet.head, rows))

    def _score(self, found: Estimate) -> str:
        return f"{self._percent(found.share)} ({100 * found.low:.0f}–{100 * found.high:.0f})"

    def _percent(self, share: float) -> str:
        shown = f"{100 * share:.1f}".removesuffix(".0")
        return f"{shown.replace('.', self.comma)} %"

    def _elo(self, elo: float) -> str:
        return minus(f"{elo:+.0f}") if math.isfinite(elo) else "–"


def _other(line_up: tuple[str, ...], name: str) -> str:
    others = list(line_up)
    others.remove(name)
    return others[0]
