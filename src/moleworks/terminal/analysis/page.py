"""An analysis as one page that needs nothing else: no request goes anywhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from moleworks.games.game import N_
from moleworks.players.analysis import Account, Analysis, Choice, Mark, Moment, accounts
from moleworks.terminal.analysis.chart import Chart, badge, bar, emblem, sample
from moleworks.terminal.analysis.markup import Markup, element, joined
from moleworks.terminal.analysis.words import Teller, signed
from moleworks.texts import Language

WORST = 5
"""As many of the costliest choices are listed before all else."""
MOLE = (
    "M2 40C6 27 17 20 32 20s26 7 30 20z",
    "M18 27C18 12 24 4 32 4s14 8 14 23c-8 4-20 4-28 0z",
)
"""A molehill, and the mole that looks out of it."""


def page(analysis: Analysis, language: Language) -> str:
    """The whole page, in one language."""
    tell = Teller.of(analysis, language)
    title = language.say(N_("Analysis of a game of {game}"), game=analysis.record.match.game.title)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        # Even if a text got in as markup, nothing would run and nothing would be fetched.
        element("meta", http_equiv="Content-Security-Policy", content=_policy()),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Markup(_file("style.css"))),
    )
    body = element(
        "body",
        element("header", _mole(), element("div", element("h1", title), *_about(tell))),
        element("main", *_sections(tell)),
        element("script", Markup(_file("script.js"))),
    )
    whole = element("html", head, body, lang=language.code)
    return f"<!doctype html>\n{whole}\n"


@cache
def _file(name: str) -> str:
    return (Path(__file__).parent / name).read_text("utf-8")


def _policy() -> str:
    def digest(name: str) -> str:
        return base64.b64encode(hashlib.sha256(_file(name).encode()).digest()).decode()

    return (
        f"default-src 'none'; style-src 'sha256-{digest('style.css')}'; "
        f"script-src 'sha256-{digest('script.js')}'; base-uri 'none'; form-action 'none'"
    )


def _mole() -> Markup:
    hill, mole = MOLE
    return element(
        "svg",
        element("path", d=mole, class_="mole"),
        element("path", d=hill, class_="hill"),
        element("circle", cx=27, cy=12, r=1.6, class_="eye"),
        element("circle", cx=37, cy=12, r=1.6, class_="eye"),
        element("path", d="M29.5 16.5h5l-2.5 3z", class_="snout"),
        class_="picture",
        viewBox="0 0 64 42",
        aria_hidden="true",
    )


def _about(tell: Teller) -> Iterator[Markup]:
    yield element("p", tell.title(), class_="quiet")
    yield element("p", tell.ending(), class_="ending")
    for note in tell.notes():
        yield element("p", note, class_="note")


def _sections(tell: Teller) -> Iterator[Markup]:
    say = tell.language.say
    yield _section("sums", say(N_("In short")), *_sums(tell))
    if worst := _worst(tell):
        yield _section("worst", say(N_("What cost most")), worst)
    if not tell.analysis.by_points:
        yield _section("course", say(N_("How the game went")), *_course(tell))
    yield _section("actions", say(N_("All actions")), _scroller(say(N_("All actions")), _actions(tell)))
    explained = element("ul", *(element("li", line) for line in tell.explained()))
    yield _section("words", say(N_("What the words mean")), explained)


def _section(name: str, heading: str, *content: Markup) -> Markup:
    title = element("h2", heading, id=f"{name}-heading")
    return element("section", title, *content, id=name, aria_labelledby=f"{name}-heading")


def _scroller(label: str, content: Markup) -> Markup:
    """What is too wide for a phone is scrolled sideways, with a finger or the arrow keys."""
    return element("div", content, class_="scroller", tabindex=0, role="region", aria_label=label)


def _sums(tell: Teller) -> Iterator[Markup]:
    """A column for each player: their choices, then the way from the first chance to the last."""
    say, sums = tell.language.say, accounts(tell.analysis)
    names = [_player(tell, seat) for seat in range(len(sums))]
    tables = [_table(say(N_("Choices of each player")), ["", *names], [*_choices(tell, sums)])]
    if not tell.analysis.by_points:
        caption = say(N_("From the chance at the start to the chance at the end"))
        tables.append(_table(caption, ["", *names], [*_steps(tell, sums)]))
    yield element("div", *tables, class_="sums" if len(sums) == 2 else "sums many")


def _choices(tell: Teller, sums: Sequence[Account]) -> Iterator[Markup]:
    say = tell.language.say
    yield _row(say(N_("Choices")), *(_number(account.choices) for account in sums))
    accuracies = ("–" if account.accuracy is None else tell.percent(account.accuracy) for account in sums)
    yield _row(say(N_("Accuracy")), *map(_number, accuracies))
    for mark in Mark:
        heading = joined(badge(mark), element("span", tell.many(mark).capitalize()))
        yield _row(heading, *(_number(account.marks[mark]) for account in sums))
    if any(account.points for account in sums):
        points = (tell.decimal(account.points) for account in sums)
        yield _row(say(N_("Given away in points")), *map(_number, points))


def _steps(tell: Teller, sums: Sequence[Account]) -> Iterator[Markup]:
    for step in zip(*map(tell.sums, sums), strict=True):
        cells = [_number(joined(_minus(tell.summand(part)), bar(part.chance))) for part in step]
        yield _row(step[0].label, *cells)


def _table(caption: str, headings: Sequence[str], rows: list[Markup], **attributes: object) -> Markup:
    head = element("tr", *(_heading(heading) for heading in headings))
    return element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", *rows),
        **attributes,
    )


def _heading(heading: str) -> Markup:
    """Of a column; where nothing stands, a cell that is no heading."""
    return element("th", heading, scope="col") if heading else element("td")


def _row(heading: str, *cells: Markup, **attributes: object) -> Markup:
    return element("tr", element("th", heading, scope="row"), *cells, **attributes)


def _number(content: object) -> Markup:
    return element("td", content, class_="number")


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
    yield _scroller(say(N_("Chart of the chances of winning")), Chart(tell).drawn())
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
    return _table(caption, headings, rows, id="all")


def _start(tell: Teller, columns: int) -> Markup:
    chances = [] if tell.analysis.by_points else [*map(tell.percent, tell.analysis.start)]
    start = tell.language.say(N_("Start"))
    cells = [
        *(element("td") for _ in range(3)),
        *map(_number, chances),
        *(element("td") for _ in range(columns - 4 - len(chances))),
    ]
    told = f"{start}. {tell.chances(tell.analysis.start)}"
    return _row(start, *cells, id="action0", data_told=told)


def _action(tell: Teller, moment: Moment) -> Markup:
    analysis, choice = tell.analysis, moment.choice
    who: object = tell.language.say(N_("chance")) if moment.by_chance else _player(tell, moment.actor)
    happened = [tell.happened(moment), *_comment(tell, moment)]
    cells = [element("td", who), element("td", element("code", moment.action)), element("td", *happened)]
    if not analysis.by_points:
        cells += [_number(tell.percent(chance)) for chance in moment.chances]
    if choice and choice.cost:
        cells += [element("td", element("code", choice.best.action)), _number(tell.cost(choice))]
    else:
        cells += [element("td"), element("td")]
    mark = choice.mark if choice else None
    cells.append(element("td") if mark is None else element("td", badge(mark), tell.mark(mark)))
    if analysis.has_chance:
        cells.append(_luck(tell, moment))
    number = moment.ply + 1
    return _row(
        str(number),
        *cells,
        id=f"action{number}",
        class_="chance" if moment.by_chance else None if mark is None else f"bad{mark.value}",
        data_told=f"{number}. {tell.told(moment)}",
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
        element("span", emblem(seat), tell.names[seat], " ", _minus(tell.change(moment.luck[seat])))
        for seat in seen
    ]
    return element("td", *parts, class_="luck")


def _minus(number: str) -> str:
    """With a true minus sign, as long as a plus."""
    return number.replace("-", "−")
