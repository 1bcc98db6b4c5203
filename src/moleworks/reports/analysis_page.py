"""Write an analysis as one self-contained HTML page: the page's viewer, and tables below it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from moleworks import speech
from moleworks.core.game import State
from moleworks.core.messages import N_
from moleworks.engine.analysis import Analysis, Moment, seat_totals
from moleworks.record import write
from moleworks.replay.analysis_data import AnalysisReply, analysis_data
from moleworks.replay.record_data import (
    PositionDescription,
    RecordNarrator,
    RecordReplay,
    VariationReply,
    record_names,
)
from moleworks.reports import viewer
from moleworks.reports.analysis_words import AnalysisNarrator
from moleworks.reports.frame import minus
from moleworks.speech import setup_texts
from moleworks.texts import Language


class TextTable(msgspec.Struct, frozen=True):
    """A table; the first cell of a row is its heading."""

    caption: str
    columns: list[str]
    rows: list[list[str]]


class TotalsSection(msgspec.Struct, frozen=True):
    """The sums of each player, in tables."""

    heading: str
    tables: list[TextTable]


class ActionRow(msgspec.Struct, frozen=True):
    """A row of the table of all actions."""

    ply: int
    """The number of actions up to here."""
    cells: list[str]
    comment: str = ""
    """The record's comment after the action."""


class Chapter(msgspec.Struct, frozen=True):
    """The actions of one part of the game, such as a round; without a title if it has no parts."""

    title: str
    rows: list[ActionRow]


class ActionTable(msgspec.Struct, frozen=True):
    """All actions; the first row is the position before them."""

    heading: str
    caption: str
    columns: list[str]
    chapters: list[Chapter]


class Explanations(msgspec.Struct, frozen=True):
    """What the words of the page mean."""

    heading: str
    sentences: list[str]


class ReportPerspective(msgspec.Struct, frozen=True):
    """What one seat, everybody or a reader of all secrets is shown."""

    replay: RecordReplay
    positions: list[PositionDescription]
    """Every position in words; of the spaces, only those that changed."""
    variations: list[VariationReply]
    """The better line of each mistake."""


class AnalysisReport(msgspec.Struct, frozen=True):
    """The data of the page in page/src/viewer/."""

    language: str
    title: str
    about: list[str]
    notes: list[str]
    record: str
    analysis: AnalysisReply
    chart: bool
    """Whether there are chances of winning to draw."""
    replays: list[ReportPerspective]
    """The different perspectives."""
    perspectives: dict[str, int]
    """The index in `replays` of all secrets (`open`), of everybody (`all`), and of each seat."""
    totals: TotalsSection
    actions: ActionTable
    explanations: Explanations


def page(analysis: Analysis, language: Language) -> str:
    """The HTML of the page."""
    narrator = AnalysisNarrator.of(analysis, language)
    title = language.say(
        N_("Analysis of a game of {game}"), game=setup_texts.title(analysis.record.match.game.id)
    )
    return viewer.document(language.code, title, _report(narrator, title))


def _report(narrator: AnalysisNarrator, title: str) -> AnalysisReport:
    analysis, language = narrator.analysis, narrator.language
    replays, perspectives = _perspectives(analysis, language)
    return AnalysisReport(
        language=language.code,
        title=title,
        about=[narrator.title(), narrator.ending()],
        notes=list(narrator.notes()),
        record=write(analysis.record),
        analysis=analysis_data(analysis, language, record_names(analysis.record, language)),
        chart=not analysis.by_points,
        replays=replays,
        perspectives=perspectives,
        totals=TotalsSection(language.say(N_("In short")), list(_totals(narrator))),
        actions=_actions(narrator),
        explanations=Explanations(language.say(N_("What the words mean")), list(narrator.explanations())),
    )


def _perspectives(analysis: Analysis, language: Language) -> tuple[list[ReportPerspective], dict[str, int]]:
    """Each perspective once: in a game without secrets all are the same."""
    seats = {str(seat): seat for seat in range(analysis.players)}
    found: list[ReportPerspective] = []
    indexes: dict[str, int] = {}
    for name, seat in {"open": None, "all": None, **seats}.items():
        narrator = RecordNarrator(analysis.record, language, seat, open_=name == "open")
        perspective = _perspective(analysis, narrator)
        if perspective not in found:
            found.append(perspective)
        indexes[name] = found.index(perspective)
    return found, indexes


def _perspective(analysis: Analysis, narrator: RecordNarrator) -> ReportPerspective:
    return ReportPerspective(
        narrator.replay(),
        list(_positions(narrator)),
        [
            narrator.variation(moment.ply, choice.best.line)
            for moment in analysis.moments
            if (choice := moment.choice) and choice.mark is not None
        ],
    )


def _positions(narrator: RecordNarrator) -> Iterator[PositionDescription]:
    known: dict[str, str] = {}
    for ply in range(narrator.match.ply + 1):
        position = narrator.describe(ply)
        changed = {name: said for name, said in position.spaces.items() if known.get(name) != said}
        known = position.spaces
        yield msgspec.structs.replace(position, spaces=changed)


def _totals(narrator: AnalysisNarrator) -> Iterator[TextTable]:
    """A column for each player: choices and marks, then the steps from the first chance to the last."""
    say, totals = narrator.language.say, seat_totals(narrator.analysis)
    columns = ["", *narrator.names]
    yield TextTable(say(N_("Choices of each player")), columns, _cells(narrator.choice_rows(totals)))
    if not narrator.analysis.by_points:
        caption = say(N_("From the chance at the start to the chance at the end"))
        yield TextTable(caption, columns, _cells(narrator.chance_rows(totals)))


def _cells(rows: Iterator[tuple[str, ...]]) -> list[list[str]]:
    return [[label, *map(minus, cells)] for label, *cells in rows]


def _actions(narrator: AnalysisNarrator) -> ActionTable:
    say, analysis = narrator.language.say, narrator.analysis
    columns = [say(N_("No.")), say(N_("Who")), say(N_("Action")), say(N_("What happened"))]
    if not analysis.by_points:
        columns += [say(N_("{name}, chance"), name=name) for name in narrator.names]
    columns += [say(N_("Better")), say(N_("Cost")), say(N_("Mark"))]
    columns += [say(N_("Luck"))] * analysis.has_chance
    return ActionTable(
        heading=say(N_("All actions")),
        caption=say(N_("Every action, how the game stood after it, and what would have been better")),
        columns=columns,
        chapters=_chapters(narrator, len(columns)),
    )


def _chapters(narrator: AnalysisNarrator, columns: int) -> list[Chapter]:
    match = narrator.analysis.record.match
    found = [Chapter(_chapter_title(narrator, match.before(0)), [_start_row(narrator, columns)])]
    for moment in narrator.analysis.moments:
        title = _chapter_title(narrator, match.before(moment.ply))
        if title != found[-1].title:
            found.append(Chapter(title, []))
        found[-1].rows.append(_action_row(narrator, moment))
    return found


def _chapter_title(narrator: AnalysisNarrator, state: State) -> str:
    chapter = speech.chapter(narrator.analysis.record.match.game, state)
    return "" if chapter is None else narrator.language.tell(chapter)


def _start_row(narrator: AnalysisNarrator, columns: int) -> ActionRow:
    analysis = narrator.analysis
    chances = [] if analysis.by_points else [*map(narrator.percent, analysis.start)]
    cells = [narrator.language.say(N_("Start")), "", "", "", *chances]
    return ActionRow(0, [*cells, *[""] * (columns - len(cells))])


def _action_row(narrator: AnalysisNarrator, moment: Moment) -> ActionRow:
    analysis, choice = narrator.analysis, moment.choice
    who = narrator.language.say(N_("chance")) if moment.by_chance else narrator.names[moment.actor]
    action = narrator.written_action(moment, moment.action)
    cells = [str(moment.ply + 1), who, action, narrator.describe_action(moment)]
    if not analysis.by_points:
        cells += map(narrator.percent, moment.chances)
    if choice and choice.cost:
        cells += [narrator.written_action(moment, choice.best.action), narrator.cost(choice)]
    else:
        cells += ["", ""]
    cells.append(narrator.mark(choice.mark) if choice and choice.mark is not None else "")
    if analysis.has_chance:
        cells.append(minus(", ".join(narrator.lucky_seats(moment.luck or ()))))
    return ActionRow(moment.ply + 1, cells, analysis.record.comments.get(moment.ply + 1, ""))
