"""An analysis in the terminal: a table of 80 columns, or sentences for ears."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from moleworks.games.game import N_
from moleworks.players.analysis import Analysis, Mark, Moment, accounts
from moleworks.terminal.analysis.words import Teller, signed, whole
from moleworks.terminal.colours import SHAPES
from moleworks.terminal.screen import Screen
from moleworks.texts import Language

WIDTH = 80
GAP = "  "
LEFT, RIGHT = "<", ">"
NARROWEST = 6
"""Columns that a name keeps, however much stands beside it."""

Row = Sequence[str]


def show(screen: Screen, analysis: Analysis) -> None:
    """The whole analysis, drawn or told as the reader wants it."""
    if screen.plain:
        for line in sentences(analysis, screen.language):
            screen.write(line)
    else:
        screen.draw(map(Text, table(analysis, screen.language)))


def table(analysis: Analysis, language: Language) -> Iterator[str]:
    """The lines of the table, and of the sums below it."""
    tell = Teller.of(analysis, language)
    for line in (tell.title(), *tell.notes()):
        yield from _wrapped(line)
    yield ""
    yield from _laid_out(*_actions(tell))
    yield ""
    yield from _wrapped(tell.ending())
    yield ""
    yield from _laid_out(*_sums(tell))
    yield ""
    for line in tell.explained():
        yield from _wrapped(line)


def sentences(analysis: Analysis, language: Language) -> Iterator[str]:
    """The same, a line an action, without columns."""
    tell = Teller.of(analysis, language)
    yield tell.title()
    yield from tell.notes()
    if not analysis.by_points:
        yield tell.chances(analysis.start)
    for moment in analysis.moments:
        yield f"{moment.ply + 1}. {tell.told(moment)}"
    for seat, account in enumerate(accounts(analysis)):
        yield " ".join(tell.summed(seat, account))
    yield from tell.explained()


def _actions(tell: Teller) -> tuple[Row, str, list[Row]]:
    """Headings, how each column is set, and a row for each action."""
    analysis, say = tell.analysis, tell.language.say
    points = analysis.counts_points
    chances = [] if analysis.by_points else [f"{SHAPES[seat]} %" for seat in range(analysis.players)]
    headings = [say(N_("No.")), say(N_("Who")), say(N_("Action")), *chances]
    headings += [say(N_("Points"))] * points
    headings += [say(N_("Better")), say(N_("Cost")), say(N_("Mark"))]
    headings += [say(N_("Luck"))] * analysis.has_chance
    setting = RIGHT + LEFT * 2 + RIGHT * len(chances) + RIGHT * points + LEFT + RIGHT + LEFT
    setting += RIGHT * analysis.has_chance
    return headings, setting, [_action(tell, moment, points) for moment in analysis.moments]


def _action(tell: Teller, moment: Moment, points: bool) -> Row:
    analysis, choice = tell.analysis, moment.choice
    who = tell.language.say(N_("chance")) if moment.by_chance else _seat(tell, moment.actor)
    cells = [str(moment.ply + 1), who, moment.action]
    if not analysis.by_points:
        cells += map(whole, moment.chances)
    if points:
        cells.append(tell.decimal(choice.played.value) if choice and choice.in_points else "")
    if choice and choice.cost:
        mark = "" if choice.mark is None else tell.mark(choice.mark)
        cells += [choice.best.action, tell.cost(choice), mark]
    else:
        cells += ["", "", ""]
    if analysis.has_chance:
        cells.append(_luck(moment))
    return cells


def _luck(moment: Moment) -> str:
    """Of the seat whose dice they were; of a deal, the seat it was kindest to."""
    if moment.luck is None:
        return ""
    luck = moment.luck
    seat = max(range(len(luck)), key=luck.__getitem__) if moment.mover is None else moment.mover
    return f"{SHAPES[seat]} {signed(luck[seat]):>3}"


def _seat(tell: Teller, seat: int) -> str:
    return f"{SHAPES[seat]} {tell.names[seat]}"


def _sums(tell: Teller) -> tuple[Row, str, list[Row]]:
    """A row for each thing that is summed up, a column for each seat."""
    say = tell.language.say
    sums = accounts(tell.analysis)
    headings = ["", *(_seat(tell, seat) for seat in range(len(sums)))]
    rows: list[Row] = [
        [say(N_("Choices")), *(str(account.choices) for account in sums)],
        [
            say(N_("Accuracy")),
            *("-" if account.accuracy is None else tell.percent(account.accuracy) for account in sums),
        ],
        *([tell.many(mark).capitalize(), *(str(account.marks[mark]) for account in sums)] for mark in Mark),
    ]
    if any(account.points for account in sums):
        rows.append([say(N_("Given away in points")), *(tell.decimal(account.points) for account in sums)])
    if not tell.analysis.by_points:
        steps = zip(*map(tell.sums, sums), strict=True)
        rows += ([step[0].label, *map(tell.summand, step)] for step in steps)
    return headings, LEFT + RIGHT * len(sums), rows


def _laid_out(headings: Row, setting: str, rows: list[Row]) -> Iterator[str]:
    """Columns side by side; where they are too wide, names are cut."""
    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > WIDTH:
        widest = max(range(len(widths)), key=widths.__getitem__)
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    yield _line(headings, setting, widths)
    yield GAP.join("─" * width for width in widths)
    for row in rows:
        yield _line(row, setting, widths)


def _line(cells: Row, setting: str, widths: Sequence[int]) -> str:
    return GAP.join(map(_placed, cells, setting, widths)).rstrip()


def _placed(cell: str, side: str, width: int) -> str:
    if cell_len(cell) > width:
        return set_cell_size(cell, width - 1) + "…"
    blank = " " * (width - cell_len(cell))
    return cell + blank if side == LEFT else blank + cell


def _wrapped(text: str) -> Iterator[str]:
    """Lines that fit; wide letters count twice."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and cell_len(longer) > WIDTH:
            yield line
            line = word
        else:
            line = longer
    yield line
