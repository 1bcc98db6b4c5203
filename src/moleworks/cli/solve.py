"""`moleworks solve`: prove what a board is worth with perfect play, and check certificates of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Lang, Options, Plain, Preset
from moleworks.core.messages import N_, Complaint
from moleworks.terminal import setup
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.session import INTERRUPTED


@app.command(
    help=paragraphs(
        say("Prove what a board is worth if both sides play perfectly."),
        say("Bounds are printed as they are proven. The same command goes on where it was interrupted."),
        say("The certificate is a strategy for each side; --check verifies one without the solver."),
    )
)
def solve(
    board: Annotated[
        str | None,
        Parameter(help=say("A board by name, or the path of a file of your own.")),
    ] = None,
    /,
    *,
    check: Annotated[Path | None, Parameter(help=say("A certificate to check."))] = None,
    out: Annotated[
        Path | None, Parameter(help=say("A file for the certificate; compressed if it ends with .gz."))
    ] = None,
    preset: Preset = None,
    option: Options = None,
    processes: Annotated[
        int | None, Parameter(help=say("How many processes work on it; usually one for each core."))
    ] = None,
    seconds: Annotated[
        float | None, Parameter(help=say("Stop after so many seconds, with the bounds found until then."))
    ] = None,
    within: Annotated[
        str | None,
        Parameter(help=say("Look for a lower bound only, by a mole that stays in a part such as a1-e5.")),
    ] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks solve`; it exits with 2 if a certificate does not hold."""
    from moleworks.arena.pool import cpu_count  # noqa: PLC0415
    from moleworks.terminal import solving  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        screen = TerminalScreen(words, plain=plain)
        if (board is None) == (check is None):
            raise Complaint(N_("Name either a board to solve or, with --check, a certificate."))
        if check is not None:
            solving.check(screen, check)
            return 0
        count = cpu_count() if processes is None else processes
        if not 0 <= count <= 1000:
            raise Complaint(N_("There can be 0 to 1000 processes, not {given}."), given=str(count)[:40])
        chosen = dict(map(setup.parse_option, option or []))
        options = solving.SolveOptions(board or "", preset, chosen, out, count, seconds, within)
        done = solving.solve(screen, options)
    return 0 if done else INTERRUPTED
