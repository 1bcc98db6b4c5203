"""An analysis as one page that needs nothing else: no request goes anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from moleworks.games.game import N_
from moleworks.players.analysis import Account, Analysis, Choice, Mark, Moment, accounts
from moleworks.terminal.analysis.chart import Chart, badge, bar, emblem, sample
from moleworks.terminal.analysis.words import Teller, signed
from moleworks.terminal.pages.frame import document, minus, number, row, scroller, section, table
from moleworks.terminal.pages.markup import Markup, element, joined
from moleworks.texts import Language

WORST = 5
"""As many of the costliest choices are listed before all else."""
HERE = Path(__file__).parent


def page(analysis: Analysis, language: Language) -> str:
    """The whole page, in one language."""
    tell = Teller.of(analysis, language)
    title = language.say(N_("Analysis of a game of {game}"), game=analysis.record.match.game.title)
    return document(
        language,
        title,
        _about(tell),
        _sections(tell),
        style=HERE / "style.css",
        script=HERE / "script.js",
    )


def _about(tell: Teller) -> Iterator[Markup]:
    yield element("p", tell.title(), class_="quiet")
    yield element("p", tell.ending(), class_="ending")
    for note in tell.notes():
        yield element("p", note, class_="note")


def _sections(tell: Teller) -> Iterator[Markup]:
    say = tell.language.say
    yield section("sums", say(N_("In short")), *_sums(tell))
    if worst := _worst(tell):
        yield section("worst", say(N_("What cost most")), worst)
    if not tell.analysis.by_points:
        yield section("course", say(N_("How the game went")), *_course(tell))
    yield section("actions", say(N_("All actions")), scroller(say(N_("All actions")), _actions(tell)))
    explained = element("ul", *(element("li", line) for line in tell.explained()))
    yield section("words", say(N_("What the words mean")), explained)


def _sums(tell: Teller) -> Iterator[Markup]:
    """A column for each player: their choices, then the way from the first chance to the last."""
    say, sums = tell.language.say, accounts(tell.analysis)
    names = [_player(tell, seat) for seat in range(len(sums))]
    tables = [table(say(N_("Choices of each player")), ["", *names], [*_choices(tell, sums)])]
    if not tell.analysis.by_points:
        caption = say(N_("From the chance at the start to the chance at the end"))
        tables.append(table(caption, ["", *names], [*_steps(tell, sums)]))
    yield element("div", *tables, class_="sums" if len(sums) == 2 else "sums many")


def _choices(tell: Teller, sums: Sequence[Account]) -> Iterator[Markup]:
    say = tell.language.say
    yield row(say(N_("Choices")), *(number(account.choices) for account in sums))
    accuracies = ("–" if account.accuracy is None else tell.percent(account.accuracy) for account in sums)
    yield row(say(N_("Accuracy")), *map(number, accuracies))
    for mark in Mark:
        heading = joined(badge(mark), element("span", tell.many(mark).capitalize()))
        yield row(heading, *(number(account.marks[mark]) for account in sums))
    if any(account.points for account in sums):
        points = (tell.decimal(account.points) for account in sums)
        yield row(say(N_("Given away in points")), *map(number, points))


def _steps(tell: Teller, sums: Sequence[Account]) -> Iterator[Markup]:
    for step in zip(*map(tell.sums, sums), strict=True):
        cells = [number(joined(minus(tell.summand(part)), bar(part.chance))) for part in step]
        yield row(step[0].label, *cells)


def _player(tell: Teller, seat: int) -> Markup:
    return element("span", emblem(seat), tell.names[seat], class_="player")


def _worst(tell: Teller) -> Markup | None:
    """The costliest choices, as links to their rows."""
    marked = [
        (choice.mark, choice.given, moment, choice)
        for moment in tell.analysis.moments
        if (choice := moment.choice) and choice.mark is not None
    ]
    worst = sorted(marked, key=lambda bad: bad[:2], reverse=True)[:WORST]
    items = [_bad(tell, moment, choice, mark) for mark, _, moment, choice in worst]
    return element("ol", *items, class_="worst") if items else None


def _bad(tell: Teller, moment: Moment, choice: Choice, mark: Mark) -> Markup:
    text = tell.language.say(N_("Action {number}:"), number=moment.ply + 1)
    return element(
        "li",
        badge(mark),
        element("a", text, href=f"#action{moment.ply + 1}"),
        " ",
        tell.happened(moment),
        " ",
        " ".join(tell.judged(moment.actor, choice)),
    )


def _course(tell: Teller) -> Iterator[Markup]:
    """The chart, and below it what happened at one action after the other."""
    say = tell.language.say
    seats = [element("li", sample(seat), name) for seat, name in enumerate(tell.names)]
    marked = {m.choice.mark for m in tell.analysis.moments if m.choice}
    marks = [element("li", badge(mark), tell.mark(mark)) for mark in Mark if mark in marked]
    yield element("ul", *seats, *marks, class_="legend")
    yield scroller(say(N_("Chart of the chances of winning")), Chart(tell).drawn())
    last = len(tell.analysis.moments)
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


def _actions(tell: Teller) -> Markup:
    say, analysis = tell.language.say, tell.analysis
    headings = [say(N_("No.")), say(N_("Who")), say(N_("Action")), say(N_("What happened"))]
    if not analysis.by_points:
        headings += [say(N_("{name}, chance"), name=name) for name in tell.names]
    headings += [say(N_("Better")), say(N_("Cost")), say(N_("Mark"))]
    headings += [say(N_("Luck"))] * analysis.has_chance
    rows = [_start(tell, len(headings)), *(_action(tell, moment) for moment in analysis.moments)]
    caption = say(N_("Every action, how the game stood after it, and what would have been better"))
    return table(caption, headings, rows, id="all")


def _start(tell: Teller, columns: int) -> Markup:
    chances = [] if tell.analysis.by_points else [*map(tell.percent, tell.analysis.start)]
    start = tell.language.say(N_("Start"))
    cells = [
        *(element("td") for _ in range(3)),
        *map(number, chances),
        *(element("td") for _ in range(columns - 4 - len(chances))),
    ]
    told = f"{start}. {tell.chances(tell.analysis.start)}"
    return row(start, *cells, id="action0", data_told=told)


def _action(tell: Teller, moment: Moment) -> Markup:
    analysis, choice = tell.analysis, moment.choice
    who: object = tell.language.say(N_("chance")) if moment.by_chance else _player(tell, moment.actor)
    happened = [tell.happened(moment), *_comment(tell, moment)]
    cells = [element("td", who), element("td", element("code", moment.action)), element("td", *happened)]
    if not analysis.by_points:
        cells += [number(tell.percent(chance)) for chance in moment.chances]
    if choice and choice.cost:
        cells += [element("td", element("code", choice.best.action)), number(tell.cost(choice))]
    else:
        cells += [element("td"), element("td")]
    mark = choice.mark if choice else None
    cells.append(element("td") if mark is None else element("td", badge(mark), tell.mark(mark)))
    if analysis.has_chance:
        cells.append(_luck(tell, moment))
    count = moment.ply + 1
    return row(
        str(count),
        *cells,
        id=f"action{count}",
        class_="chance" if moment.by_chance else None if mark is None else f"bad{mark.value}",
        data_told=f"{count}. {tell.told(moment)}",
        data_mark=None if mark is None else mark.value,
    )


def _comment(tell: Teller, moment: Moment) -> Iterator[Markup]:
    """What the record says after the action."""
    if text := tell.analysis.record.comments.get(moment.ply + 1):
        yield element("q", text)


def _luck(tell: Teller, moment: Moment) -> Markup:
    """Of those to whom it made a difference that can be seen."""
    if moment.luck is None:
        return element("td")
    seen = [seat for seat, luck in enumerate(moment.luck) if signed(luck) != "0"]
    parts = [
        element("span", emblem(seat), tell.names[seat], " ", minus(tell.change(moment.luck[seat])))
        for seat in seen
    ]
    return element("td", *parts, class_="luck")
