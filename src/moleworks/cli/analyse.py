"""`moleworks analyse`: analyse a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Lang, Level, Plain, RecordFile, Seconds, effort, read_record
from moleworks.core.messages import N_, Complaint
from moleworks.terminal.files import refuse_folder, write_text
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.session import INTERRUPTED


@app.command(
    help=paragraphs(
        say("Look back at a saved game: what each action was worth, what was better, what was luck."),
        say("Ctrl-C ends it early, with what there is by then."),
    )
)
def analyse(
    file: RecordFile,
    /,
    *,
    html: Annotated[Path | None, Parameter(help=say("Also write a page with a chart to this file."))] = None,
    level: Level = None,
    seconds: Seconds = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks analyse`: show the analysis, and write the page."""
    from moleworks.terminal import analysis  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        screen, thought, record = (
            TerminalScreen(words, plain=plain),
            effort(level, seconds),
            read_record(file, words),
        )
        if html is not None:
            _check_page(html, file)
        if not record.match.names:
            raise Complaint(N_("Nothing has been played yet."))
        found = analysis.run_analysis(screen, record, thought)
        analysis.show(screen, found)
        if html is not None:
            write_text(html, analysis.page(found, words), over=True)
            screen.say(N_("The page is in {path}."), path=html)
        return 0 if found.complete else INTERRUPTED


def _check_page(page: Path, record: Path) -> None:
    """Check the output path before the analysis."""
    refuse_folder(page)
    if not page.parent.is_dir():
        raise Complaint(N_("{path} cannot be written: there is no such folder."), path=page)
    if page.exists() and page.samefile(record):
        raise Complaint(N_("{path} is the record itself: name another file."), path=page)
