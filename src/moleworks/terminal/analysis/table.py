"""Show an analysis in the terminal: a table of 80 columns, or sentences for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from moleworks.core.messages import N_
from moleworks.engine.analysis import Analysis, Moment, seat_totals
from moleworks.reports.analysis_words import AnalysisNarrator, percent_number, signed_percent_number
from moleworks.terminal.colours import SHAPES
from moleworks.terminal.screen import TerminalScreen
from moleworks.texts import Language

WIDTH = 80
GAP = "  "
LEFT, RIGHT = "<", ">"
NARROWEST = 6
"""The least width of a column."""

Row = Sequence[str]


def show(screen: TerminalScreen, analysis: Analysis) -> None:
    """Write the analysis as a table, or as sentences in plain mode."""
    if screen.plain:
        for line in sentences(analysis, screen.language):
            screen.write(line)
    else:
        screen.draw(map(Text, table(analysis, screen.language)))


def table(analysis: Analysis, language: Language) -> Iterator[str]:
    """The lines of the table of actions and of the totals below it."""
    narrator = AnalysisNarrator.of(analysis, language)
    for line in (narrator.title(), *narrator.notes()):
        yield from _wrap(line)
    yield ""
    yield from _columns(*_action_rows(narrator))
    yield ""
    yield from _wrap(narrator.ending())
    yield ""
    yield from _columns(*_totals_rows(narrator))
    yield ""
    for line in narrator.explanations():
        yield from _wrap(line)


def sentences(analysis: Analysis, language: Language) -> Iterator[str]:
    """The same in sentences, one line for each action."""
    narrator = AnalysisNarrator.of(analysis, language)
    yield narrator.title()
    yield from narrator.notes()
    if not analysis.by_points:
        yield narrator.chances(analysis.start)
    for moment in analysis.moments:
        yield f"{moment.ply + 1}. {narrator.describe_moment(moment)}"
    for seat, account in enumerate(seat_totals(analysis)):
        yield " ".join(narrator.describe_totals(seat, account))
    yield from narrator.explanations()


def _action_rows(narrator: AnalysisNarrator) -> tuple[Row, str, list[Row]]:
    """Headings, alignment of columns, and a row for each action."""
    analysis, say = narrator.analysis, narrator.language.say
    points = analysis.counts_points
    chances = [] if analysis.by_points else [f"{SHAPES[seat]} %" for seat in range(analysis.players)]
    headings = [say(N_("No.")), say(N_("Who")), say(N_("Action")), *chances]
    headings += [say(N_("Points"))] * points
    headings += [say(N_("Better")), say(N_("Cost")), say(N_("Mark"))]
    headings += [say(N_("Luck"))] * analysis.has_chance
    alignment = RIGHT + LEFT * 2 + RIGHT * len(chances) + RIGHT * points + LEFT + RIGHT + LEFT
    alignment += RIGHT * analysis.has_chance
    return headings, alignment, [_action_row(narrator, moment, points) for moment in analysis.moments]


def _action_row(narrator: AnalysisNarrator, moment: Moment, points: bool) -> Row:
    analysis, choice = narrator.analysis, moment.choice
    who = narrator.language.say(N_("chance")) if moment.by_chance else _seat_text(narrator, moment.actor)
    cells = [str(moment.ply + 1), who, narrator.written_action(moment, moment.action)]
    if not analysis.by_points:
        cells += map(percent_number, moment.chances)
    if points:
        cells.append(narrator.decimal(choice.played.value) if choice and choice.in_points else "")
    if choice and choice.cost:
        mark = "" if choice.mark is None else narrator.mark(choice.mark)
        cells += [narrator.written_action(moment, choice.best.action), narrator.cost(choice), mark]
    else:
        cells += ["", "", ""]
    if analysis.has_chance:
        cells.append(_luck_text(moment))
    return cells


def _luck_text(moment: Moment) -> str:
    """The luck of the seat whose turn it is; for a deal, of the luckiest seat."""
    if moment.luck is None:
        return ""
    luck = moment.luck
    seat = max(range(len(luck)), key=luck.__getitem__) if moment.mover is None else moment.mover
    return f"{SHAPES[seat]} {signed_percent_number(luck[seat]):>3}"


def _seat_text(narrator: AnalysisNarrator, seat: int) -> str:
    return f"{SHAPES[seat]} {narrator.names[seat]}"


def _totals_rows(narrator: AnalysisNarrator) -> tuple[Row, str, list[Row]]:
    """A row for each total, a column for each seat."""
    totals = seat_totals(narrator.analysis)
    headings = ["", *(_seat_text(narrator, seat) for seat in range(len(totals)))]
    rows: list[Row] = [*narrator.choice_rows(totals)]
    if not narrator.analysis.by_points:
        rows += narrator.chance_rows(totals)
    return headings, LEFT + RIGHT * len(totals), rows


def _columns(headings: Row, alignment: str, rows: list[Row]) -> Iterator[str]:
    """Lay out columns; if they are too wide, the widest are truncated."""
    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > WIDTH:
        widest = max(range(len(widths)), key=widths.__getitem__)
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    yield _line(headings, alignment, widths)
    yield GAP.join("─" * width for width in widths)
    for row in rows:
        yield _line(row, alignment, widths)


def _line(cells: Row, alignment: str, widths: Sequence[int]) -> str:
    return GAP.join(map(_align, cells, alignment, widths)).rstrip()


def _align(cell: str, side: str, width: int) -> str:
    if cell_len(cell) > width:
        return set_cell_size(cell, width - 1) + "…"
    blank = " " * (width - cell_len(cell))
    return cell + blank if side == LEFT else blank + cell


def _wrap(text: str) -> Iterator[str]:
    """Wrap a text to the width; wide characters count twice."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and cell_len(longer) > WIDTH:
            yield line
            line = word
        else:
            line = longer
    yield line
