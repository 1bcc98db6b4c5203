"""Write an analysis as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from moleworks.core.messages import N_
from moleworks.engine.analysis import Analysis, Choice, Mark, Moment, SeatTotals, seat_totals
from moleworks.reports.analysis_chart import AnalysisChart, badge, bar, emblem, sample
from moleworks.reports.analysis_words import AnalysisNarrator, signed_percent_number
from moleworks.reports.frame import document, minus, number, row, scroller, section, table
from moleworks.reports.markup import Markup, element, join_markup
from moleworks.texts import Language

COSTLIEST = 5
"""The number of choices in the list of the costliest ones."""
HERE = Path(__file__).parent


def page(analysis: Analysis, language: Language) -> str:
    """The HTML of the page."""
    narrator = AnalysisNarrator.of(analysis, language)
    title = language.say(N_("Analysis of a game of {game}"), game=analysis.record.match.game.title)
    return document(
        language,
        title,
        _introduction(narrator),
        _sections(narrator),
        style=HERE / "analysis.css",
        script=HERE / "analysis.js",
    )


def _introduction(narrator: AnalysisNarrator) -> Iterator[Markup]:
    yield element("p", narrator.title(), class_="quiet")
    yield element("p", narrator.ending(), class_="ending")
    for note in narrator.notes():
        yield element("p", note, class_="note")


def _sections(narrator: AnalysisNarrator) -> Iterator[Markup]:
    say = narrator.language.say
    yield section("sums", say(N_("In short")), *_totals_tables(narrator))
    if worst := _costliest_choices(narrator):
        yield section("worst", say(N_("What cost most")), worst)
    if not narrator.analysis.by_points:
        yield section("course", say(N_("How the game went")), *_chart_section(narrator))
    yield section(
        "actions", say(N_("All actions")), scroller(say(N_("All actions")), _action_table(narrator))
    )
    explained = element("ul", *(element("li", line) for line in narrator.explanations()))
    yield section("words", say(N_("What the words mean")), explained)


def _totals_tables(narrator: AnalysisNarrator) -> Iterator[Markup]:
    """A column for each player: marks and accuracy, then the steps from the first chance to the last."""
    say, sums = narrator.language.say, seat_totals(narrator.analysis)
    names = [_player(narrator, seat) for seat in range(len(sums))]
    tables = [table(say(N_("Choices of each player")), ["", *names], [*_choice_rows(narrator, sums)])]
    if not narrator.analysis.by_points:
        caption = say(N_("From the chance at the start to the chance at the end"))
        tables.append(table(caption, ["", *names], [*_chance_rows(narrator, sums)]))
    yield element("div", *tables, class_="sums" if len(sums) == 2 else "sums many")


def _choice_rows(narrator: AnalysisNarrator, sums: Sequence[SeatTotals]) -> Iterator[Markup]:
    say = narrator.language.say
    yield row(say(N_("Choices")), *(number(account.choices) for account in sums))
    accuracies = ("–" if account.accuracy is None else narrator.percent(account.accuracy) for account in sums)
    yield row(say(N_("Accuracy")), *map(number, accuracies))
    for mark in Mark:
        heading = join_markup(badge(mark), element("span", narrator.plural_mark(mark).capitalize()))
        yield row(heading, *(number(account.marks[mark]) for account in sums))
    if any(account.points for account in sums):
        points = (narrator.decimal(account.points) for account in sums)
        yield row(say(N_("Given away in points")), *map(number, points))


def _chance_rows(narrator: AnalysisNarrator, sums: Sequence[SeatTotals]) -> Iterator[Markup]:
    for step in zip(*map(narrator.chance_steps, sums), strict=True):
        cells = [number(join_markup(minus(narrator.step_value(part)), bar(part.chance))) for part in step]
        yield row(step[0].label, *cells)


def _player(narrator: AnalysisNarrator, seat: int) -> Markup:
    return element("span", emblem(seat), narrator.names[seat], class_="player")


def _costliest_choices(narrator: AnalysisNarrator) -> Markup | None:
    """The costliest choices, as links to their rows."""
    marked = [
        (choice.mark, choice.given, moment, choice)
        for moment in narrator.analysis.moments
        if (choice := moment.choice) and choice.mark is not None
    ]
    worst = sorted(marked, key=lambda bad: bad[:2], reverse=True)[:COSTLIEST]
    items = [_costly_choice(narrator, moment, choice, mark) for mark, _, moment, choice in worst]
    return element("ol", *items, class_="worst") if items else None


def _costly_choice(narrator: AnalysisNarrator, moment: Moment, choice: Choice, mark: Mark) -> Markup:
    text = narrator.language.say(N_("Action {number}:"), number=moment.ply + 1)
    return element(
        "li",
        badge(mark),
        element("a", text, href=f"#action{moment.ply + 1}"),
        " ",
        narrator.describe_action(moment),
        " ",
        " ".join(narrator.describe_choice(moment.actor, choice)),
    )


def _chart_section(narrator: AnalysisNarrator) -> Iterator[Markup]:
    """The chart, and controls to step through the actions."""
    say = narrator.language.say
    seats = [element("li", sample(seat), name) for seat, name in enumerate(narrator.names)]
    marked = {m.choice.mark for m in narrator.analysis.moments if m.choice}
    marks = [element("li", badge(mark), narrator.mark(mark)) for mark in Mark if mark in marked]
    yield element("ul", *seats, *marks, class_="legend")
    yield scroller(say(N_("Chart of the chances of winning")), AnalysisChart(narrator).svg())
    last = len(narrator.analysis.moments)
    hidden = None if marks else ""
    yield element(
        "div",
        element("button", say(N_("Previous mark")), type="button", id="back", hidden=hidden),
        element("label", say(N_("Action")), for_="at"),
        element("input", type="range", id="at", min=0, max=last, value=0, step=1),
        element("button", say(N_("Next mark")), type="button", id="next", hidden=hidden),
        class_="steps",
        hidden="",
    )
    yield element("p", id="told", role="status", hidden="")


def _action_table(narrator: AnalysisNarrator) -> Markup:
    say, analysis = narrator.language.say, narrator.analysis
    headings = [say(N_("No.")), say(N_("Who")), say(N_("Action")), say(N_("What happened"))]
    if not analysis.by_points:
        headings += [say(N_("{name}, chance"), name=name) for name in narrator.names]
    headings += [say(N_("Better")), say(N_("Cost")), say(N_("Mark"))]
    headings += [say(N_("Luck"))] * analysis.has_chance
    rows = [
        _start_row(narrator, len(headings)),
        *(_action_row(narrator, moment) for moment in analysis.moments),
    ]
    caption = say(N_("Every action, how the game stood after it, and what would have been better"))
    return table(caption, headings, rows, id="all")


def _start_row(narrator: AnalysisNarrator, columns: int) -> Markup:
    chances = [] if narrator.analysis.by_points else [*map(narrator.percent, narrator.analysis.start)]
    start = narrator.language.say(N_("Start"))
    cells = [
        *(element("td") for _ in range(3)),
        *map(number, chances),
        *(element("td") for _ in range(columns - 4 - len(chances))),
    ]
    description = f"{start}. {narrator.chances(narrator.analysis.start)}"
    return row(start, *cells, id="action0", data_told=description)


def _action_row(narrator: AnalysisNarrator, moment: Moment) -> Markup:
    analysis, choice = narrator.analysis, moment.choice
    who: object = narrator.language.say(N_("chance")) if moment.by_chance else _player(narrator, moment.actor)
    happened = [narrator.describe_action(moment), *_comment(narrator, moment)]
    cells = [element("td", who), element("td", element("code", moment.action)), element("td", *happened)]
    if not analysis.by_points:
        cells += [number(narrator.percent(chance)) for chance in moment.chances]
    if choice and choice.cost:
        cells += [element("td", element("code", choice.best.action)), number(narrator.cost(choice))]
    else:
        cells += [element("td"), element("td")]
    mark = choice.mark if choice else None
    cells.append(element("td") if mark is None else element("td", badge(mark), narrator.mark(mark)))
    if analysis.has_chance:
        cells.append(_luck(narrator, moment))
    count = moment.ply + 1
    return row(
        str(count),
        *cells,
        id=f"action{count}",
        class_="chance" if moment.by_chance else None if mark is None else f"bad{mark.value}",
        data_told=f"{count}. {narrator.describe_moment(moment)}",
        data_mark=None if mark is None else mark.value,
    )


def _comment(narrator: AnalysisNarrator, moment: Moment) -> Iterator[Markup]:
    """The record's comment after the action."""
    if text := narrator.analysis.record.comments.get(moment.ply + 1):
        yield element("q", text)


def _luck(narrator: AnalysisNarrator, moment: Moment) -> Markup:
    """The luck of each seat whose rounded luck is not zero."""
    if moment.luck is None:
        return element("td")
    seen = [seat for seat, luck in enumerate(moment.luck) if signed_percent_number(luck) != "0"]
    parts = [
        element("span", emblem(seat), narrator.names[seat], " ", minus(narrator.change(moment.luck[seat])))
        for seat in seen
    ]
    return element("td", *parts, class_="luck")
